/** Makes the statements of a month from the facts of reports. */
import { type SQL, sql } from 'drizzle-orm';
import type { StatementTerms } from '../../../contract/admin/partner-statements.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { countedBetween, factsFrom } from '../reports/counting.service.ts';
import { openDays } from '../reports/record.service.ts';
import { guaranteedCents, minuteCents, minutesOf, shareCents } from './amounts.ts';
import { partnerStatements, partnerStatementTitles } from './partner-statements.tables.ts';

interface Range {
  from: string;
  to: string;
}

/** The month before a day's. */
function monthBefore(day: string): Range {
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

interface UsedTitle {
  partner_id: string;
  programme_id: string;
  terms_id: string | null;
  title_ko: string;
  title_en: string;
  free_views: number;
  plan_views: number;
  free_seconds: number;
  plan_seconds: number;
}

/** What was watched of partners' titles in a month, by the terms that it falls under. */
const listUse = (db: Queryable, range: Range) =>
  queryRows<UsedTitle>(
    db,
    sql`with used as (
        select t.content_partner_id as partner_id, t.target_id as programme_id, f.title_id, f.counted_on as day, f.country, f.plan,
          count(*) as views, sum(f.seconds) as seconds
        from ${countedBetween('reports_viewings', range)} f join reports_titles t on t.id = f.title_id
        where t.content_partner_id is not null group by 1, 2, 3, 4, 5, 6)
      select u.partner_id, u.programme_id, m.id as terms_id,
        (array_agg(t.title_ko order by u.day desc, t.id desc))[1] as title_ko, (array_agg(t.title_en order by u.day desc, t.id desc))[1] as title_en,
        coalesce(sum(u.views) filter (where not u.plan), 0)::float8 as free_views, coalesce(sum(u.views) filter (where u.plan), 0)::float8 as plan_views,
        coalesce(sum(u.seconds) filter (where not u.plan), 0)::float8 as free_seconds,
        coalesce(sum(u.seconds) filter (where u.plan), 0)::float8 as plan_seconds
      from used u join reports_titles t on t.id = u.title_id
      left join lateral (
        select m.id from partner_terms m where m.content_partner_id = u.partner_id and m.starts_on <= u.day
          and (m.ends_on is null or m.ends_on >= u.day) and (m.regions is null or u.country = any(m.regions))
          and (m.programme_ids = '{}' or u.programme_id = any(m.programme_ids))
        order by m.programme_ids = '{}', m.regions is null, m.starts_on desc, m.id limit 1) m on true
      group by 1, 2, 3 order by 1, 2, 3`,
  );

type InForce = Omit<StatementTerms, 'earned_cents' | 'guaranteed_cents'> & { partner_id: string };

/** The terms that were in force on some day of a month, and on how many. */
const listTerms = (db: Queryable, { from, to }: Range) =>
  queryRows<InForce>(
    db,
    sql`select id, content_partner_id as partner_id, starts_on::text, ends_on::text, share_percent::float8, per_minute_cents,
        minimum_guarantee_cents::float8, programme_ids, regions,
        least(coalesce(ends_on, ${to}::date), ${to}::date) - greatest(starts_on, ${from}::date) + 1 as days
      from partner_terms where starts_on <= ${to} and (ends_on is null or ends_on >= ${from}) order by starts_on, id`,
  );

/** The price of plan `n` that was in force at an instant; of one from before any, the first. */
const priceAt = (at: SQL) => sql`select v.price_cents from plans_prices v where v.plan_id = n.id
  order by v.starts_at <= ${at} desc, abs(extract(epoch from v.starts_at - ${at})) limit 1`;

/** Plan periods that ran before an instant, by plan: of households that are erased, what the facts of customers say of them. */
const periodsBefore = (end: Date) => sql`
  select plan_id, starts_at, ends_at from plans_periods where starts_at < ${end}
  union all
  select t.target_id, b.happened_at, (
      select min(e.happened_at) from reports_customer_events e join reports_titles o on o.id = e.title_id
      where e.kind = 'plan_ended' and e.home = b.home and o.target_id = t.target_id and e.happened_at > b.happened_at)
    from reports_customer_events b join reports_titles t on t.id = b.title_id
    where b.kind = 'plan_begun' and b.happened_at < ${end}
      and exists (select from reports_customer_events l where l.kind = 'left' and l.home = b.home)`;

/**
 * The month's revenue of plans and the seconds that viewers with a plan watched. Revenue is what plan periods are worth: the price of
 * a month, a twelfth of that of a year, by the days of the month on which they ran. The price is that of the month's beginning, or of
 * the period's where that is later. What households are erased since takes nothing away.
 */
async function readMonth(
  db: Queryable,
  range: Range,
  zone: string,
): Promise<{ revenueCents: number; planSeconds: number }> {
  const [begin, end] = [startOfDay(range.from, zone), startOfDay(addDays(range.to, 1), zone)];
  const [row] = await queryRows<{ revenueCents: number; planSeconds: number }>(
    db,
    sql`select
      (select coalesce(sum(floor((case n.period when 'monthly' then c.price_cents when 'yearly' then c.price_cents / 12.0 else 0 end)::numeric
          * extract(epoch from least(p.ends_at, ${end}) - greatest(p.starts_at, ${begin}))::numeric
          / extract(epoch from ${end}::timestamptz - ${begin}::timestamptz)::numeric)), 0)::float8
        from (${periodsBefore(end)}) p join plans_plans n on n.id = p.plan_id
          cross join lateral (${priceAt(sql`greatest(p.starts_at, ${begin}::timestamptz)`)}) c where p.ends_at > ${begin}) as "revenueCents",
      (select coalesce(sum(f.seconds), 0)::float8 from ${countedBetween('reports_viewings', range, sql`f.plan`)} f) as "planSeconds"`,
  );
  return row ?? { revenueCents: 0, planSeconds: 0 };
}

/** Up to when the reports have counted what was watched; undefined before they have counted anything. */
async function countedUntil(db: Queryable): Promise<Date | undefined> {
  const [cursor] = await queryRows<{ until: Date; open: boolean }>(
    db,
    sql`select until, taking_over as open from reports_cursors where source = 'playback_sessions'`,
  );
  return cursor && !cursor.open ? new Date(cursor.until) : undefined;
}

/**
 * The months that are over and lack a statement of a partner that has terms in them, the first first; of the one before this, also of a
 * partner that was watched without. None from before the reports have figures, or whose facts are not kept.
 */
async function listMissing(context: Context): Promise<Range[]> {
  const last = monthBefore(dayIn(context.now(), context.config.serviceZone));
  return queryRows<Range>(
    context.db,
    sql`with months as (
        select m::date as month from (select least(date_trunc('month', min(day)), ${last.from}::timestamp) as first from reports_title_days) f,
          generate_series(greatest(f.first, ${factsFrom(context)}::timestamp), ${last.from}::timestamp, '1 month') m),
      due as (
        select m.month, t.content_partner_id from months m join partner_terms t
          on t.starts_on < m.month + interval '1 month' and (t.ends_on is null or t.ends_on >= m.month)
        union select u.month, t.content_partner_id from reports_title_months u join reports_titles t on t.id = u.title_id
          join catalog_content_partners p on p.id = t.content_partner_id where u.month = ${last.from})
      select distinct month::text as "from", (month + interval '1 month - 1 day')::date::text as "to" from due d where not exists (
        select from partner_statements s where s.content_partner_id = d.content_partner_id and s.month = d.month)
      order by 1`,
  );
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * Makes the statements that are missing, of every month whose days are closed: what comes later counts in a later one. Those that there
 * are stay.
 */
export async function makeStatements(context: Context): Promise<number> {
  const { db, config, now, log } = context;
  let made = 0;
  const missing = await listMissing(context);
  const counted = missing.length > 0 ? await countedUntil(db) : undefined;
  for (const range of missing) {
    const closes = startOfDay(addDays(range.to, openDays + 1), config.serviceZone);
    if (now() < closes) break;
    if (!counted || counted < closes) {
      log.warn({ month: range.from }, 'the reports have not counted the month of a statement yet');
      break;
    }
    made += await makeMonth(context, range);
  }
  return made;
}

/** Makes the statements of a month, for every partner that has terms or was watched in it. */
async function makeMonth(context: Context, range: Range): Promise<number> {
  const { config, now } = context;
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    const [month, use, terms] = [
      await readMonth(tx, range, config.serviceZone),
      await listUse(tx, range),
      await listTerms(tx, range),
    ];
    const partners = await queryRows<{ id: string; name_ko: string; name_en: string }>(
      tx,
      sql`select id, name_ko, name_en from catalog_content_partners p
        where id = any(${sql.param([...new Set([...use, ...terms].map(({ partner_id }) => partner_id))])}::uuid[]) order by id`,
    );
    let made = 0;
    for (const partner of partners) {
      const inForce = terms.filter(({ partner_id }) => partner_id === partner.id);
      const lines = use
        .filter(({ partner_id }) => partner_id === partner.id)
        .map((title) => {
          const rates = inForce.find(({ id }) => id === title.terms_id);
          const seconds = { freeSeconds: title.free_seconds, planSeconds: title.plan_seconds };
          return {
            programmeId: title.programme_id,
            termsId: title.terms_id,
            titleKo: title.title_ko,
            titleEn: title.title_en,
            freeViews: title.free_views,
            planViews: title.plan_views,
            freeMinutes: minutesOf(title.free_seconds),
            planMinutes: minutesOf(title.plan_seconds),
            shareCents: rates ? shareCents(seconds, rates, month) : 0,
            minuteCents: rates ? minuteCents(seconds, rates) : 0,
          };
        });
      const settled = inForce.map(({ partner_id, ...own }): StatementTerms => {
        const earned = lines.filter(({ termsId }) => termsId === own.id);
        return {
          ...own,
          earned_cents: sum(earned.map((line) => line.shareCents + line.minuteCents)),
          guaranteed_cents: guaranteedCents(own, own.days, Number(range.to.slice(8))),
        };
      });
      const shares = sum(lines.map((line) => line.shareCents));
      const minutes = sum(lines.map((line) => line.minuteCents));
      const guarantee = sum(settled.map((own) => Math.max(0, own.guaranteed_cents - own.earned_cents)));
      const id = newId();
      const { rowCount } = await tx
        .insert(partnerStatements)
        .values({
          id,
          contentPartnerId: partner.id,
          month: range.from,
          partnerKo: partner.name_ko,
          partnerEn: partner.name_en,
          views: sum(lines.map((line) => line.freeViews + line.planViews)),
          minutes: sum(lines.map((line) => line.freeMinutes + line.planMinutes)),
          shareCents: shares,
          minuteCents: minutes,
          guaranteeCents: guarantee,
          amountCents: shares + minutes + guarantee,
          ...month,
          terms: settled,
          madeAt: now(),
        })
        .onConflictDoNothing();
      if (rowCount === 0) continue;
      made += 1;
      for (let at = 0; at < lines.length; at += 1000)
        await tx
          .insert(partnerStatementTitles)
          .values(lines.slice(at, at + 1000).map((line) => ({ ...line, statementId: id })));
    }
    return made;
  });
}
