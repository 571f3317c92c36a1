/**
 * What has to be told beforehand: the end of a trial, a yearly renewal, a higher price, and once a year what is subscribed to. By
 * California's rules for renewals; when, is set in days. Each is told once, and a price that was not told in time is not charged.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { addDays, dayIn } from '../../zone.ts';
import { dayNumber } from './amounts.ts';
import { type notices, subscriptionChanges } from './billing.tables.ts';
import { mailPayers, noticeOnce } from './notices.service.ts';
import { isTooEarly, noteTold, readComing } from './renewal-notices.service.ts';
import { appendChange, type Loaded, loadSubscriptions } from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';
import { termsOfPrice } from './terms.service.ts';

type Kind = (typeof notices.$inferInsert)['kind'] & ('trial_ends' | 'renews' | 'price' | 'yearly');

interface Reminded {
  id: string;
  accountId: string;
  planId: string;
  /** The plan's price. */
  cents: number;
  /** When it is charged. */
  day: string;
  about: string;
  priceId: string;
}

/** In one transaction. */
const batchSize = 200;

/** Tells what is due to be told. */
export async function remindPayers(context: Context, signal?: AbortSignal): Promise<void> {
  const { trialNoticeDays, yearlyNoticeDays, priceNoticeDays, leastPriceNoticeDays } = context.config.billing;
  const at = context.now();
  const today = dayIn(at, context.config.serviceZone);
  const until = (days: number) => addDays(today, days);
  const untold = (kind: Kind, about: SQL) =>
    sql`not exists (select from billing_notices n where n.subscription_id = s.id and n.kind = ${kind} and n.about = ${about})`;
  const periodTo = sql`s.period_to::text`;
  // Of a price each day counts. Its household's day is the service's, the one before or the one after it.
  const ownToday = sql`(${at}::timestamptz at time zone s.zone)::date`;
  const isTimeForPrice = (days: number) =>
    sql`s.period_to <= ${until(days + 1)}::date and s.period_to <= ${ownToday} + ${days}::int`;
  const price = sql`join plans_prices pr on pr.id = coalesce(s.next_price_id, s.price_id)`;
  const running = sql`s.renews and not s.ends_with_credit and s.unpaid_since is null and s.household_id is not null`;
  const questions = {
    trial_ends: sql`
      select s.id, s.account_id as "accountId", s.plan_id as "planId", pr.price_cents as cents, s.period_to::text as day,
        s.period_to::text as about, pr.id as "priceId"
      from billing_subscriptions s ${price}
      where s.state = 'trial' and ${running} and s.period_to > ${today} and s.period_to <= ${until(trialNoticeDays)}
        and ${untold('trial_ends', periodTo)}`,
    renews: sql`
      select s.id, s.account_id as "accountId", pr.plan_id as "planId", pr.price_cents as cents, s.period_to::text as day,
        s.period_to::text as about, pr.id as "priceId"
      from billing_subscriptions s ${price} join plans_plans pl on pl.id = pr.plan_id and pl.period = 'yearly'
      where s.state in ('active', 'paused') and ${running} and s.period_to > ${today} and s.period_to <= ${until(yearlyNoticeDays)}
        and ${untold('renews', periodTo)}`,
    // Another price of as much changes nothing: who has the one before keeps it.
    price: sql`
      select s.id, s.account_id as "accountId", pr.plan_id as "planId", f.price_cents as cents, s.period_to::text as day,
        f.id || ' ' || s.period_to as about, f.id as "priceId"
      from billing_subscriptions s ${price} join plans_plans pl on pl.id = pr.plan_id
      cross join lateral (select o.id, o.price_cents from plans_prices o
        where o.plan_id = pr.plan_id and o.starts_at <= (s.period_to::timestamp at time zone s.zone) order by o.starts_at desc limit 1) f
      where s.state in ('active', 'trial', 'paused') and ${running} and f.price_cents <> pr.price_cents
        and s.period_to >= ${ownToday} + ${leastPriceNoticeDays}::int
        and ${isTimeForPrice(Math.max(priceNoticeDays, yearlyNoticeDays))}
        and (pl.period = 'yearly' or ${isTimeForPrice(priceNoticeDays)})
        and not exists (select from billing_notices n where n.subscription_id = s.id and n.kind = 'price'
          and starts_with(n.about, f.id::text))`,
    // Told earlier than a price may be, as with a yearly renewal or before a pause, it is told again in its time. Once it is charged it
    // is new no more.
    price_again: sql`
      select s.id, s.account_id as "accountId", pr.plan_id as "planId", pr.price_cents as cents, s.period_to::text as day,
        pr.id || ' ' || s.period_to || ' again' as about, pr.id as "priceId"
      from billing_subscriptions s ${price} cross join lateral (select max(n.at) as at from billing_notices n
        where n.subscription_id = s.id and n.kind = 'price' and starts_with(n.about, pr.id::text)) told
      where s.state in ('active', 'trial', 'paused') and ${running} and s.next_price_id is not null and s.period_to > ${today}
        and ${isTimeForPrice(priceNoticeDays)}
        and s.period_to > (told.at at time zone s.zone)::date + ${priceNoticeDays}::int
        and ${untold('price', sql`pr.id || ' ' || s.period_to || ' again'`)}`,
    yearly: sql`
      select s.id, s.account_id as "accountId", pr.plan_id as "planId", pr.price_cents as cents, s.period_to::text as day,
        extract(year from age(${today}::date, s.began_on))::text as about, pr.id as "priceId"
      from billing_subscriptions s ${price}
      where s.state in ('active', 'paused') and ${running} and s.began_on <= ${today}::date - interval '1 year'
        and ${untold('yearly', sql`extract(year from age(${today}::date, s.began_on))::text`)}`,
  };
  // A price first: what is told after it says what is charged then.
  for (const what of ['price', 'price_again', 'trial_ends', 'renews', 'yearly'] as const) {
    const kind = what === 'price_again' ? 'price' : what;
    let last: string | undefined = firstId;
    while (!signal?.aborted && last !== undefined)
      last = await remindSome(context, kind, sql`${questions[what]} and s.id > ${last}`);
  }
}

/** Before every id. */
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Tells some, in the order of their ids; answers the last, or undefined when there is none left. Whose account somebody is at is told by
 * the next run.
 */
async function remindSome(context: Context, kind: Kind, question: SQL): Promise<string | undefined> {
  const at = context.now();
  return context.db.transaction(async (tx) => {
    const due = await queryRows<Reminded>(
      tx,
      sql`with due as (${question}) select d.* from due d join billing_accounts a on a.id = d."accountId"
        order by d.id limit ${batchSize} for update of a skip locked`,
    );
    if (due.length === 0) return undefined;
    const byId = new Map(due.map((own) => [own.id, own]));
    const found = await loadSubscriptions(
      tx,
      due.map(({ id }) => id),
    );
    const coming = kind === 'price' ? undefined : await readComing(tx, context, found);
    const loaded = await noteOnce(tx, found, { kind, byId, coming, at });
    const told = loaded.flatMap(({ row }) => byId.get(row.id) ?? []);
    if (kind === 'price') {
      const made: (typeof subscriptionChanges.$inferInsert)[] = [];
      for (const own of loaded) {
        const priceId = byId.get(own.row.id)?.priceId;
        // Told again, it is the next one already.
        if (!priceId || priceId === own.row.nextPriceId) continue;
        const change = {
          kind: 'renew_as' as const,
          day: dayNumber(dayIn(at, own.row.zone)),
          terms: await termsOfPrice(tx, priceId),
        };
        made.push(appendChange(own, change, { by: 'service', at }));
        own.row.nextPriceId = priceId;
      }
      await insertRows(tx, subscriptionChanges, made);
      await saveStandings(tx, context, loaded, at);
    }
    await mailPayers(
      tx,
      context,
      told.map(({ id, accountId, planId, cents, day }) => ({
        accountId,
        planId,
        subscriptionId: id,
        mail: { kind, cents, day, invoice_id: null, ...coming?.get(id)?.said },
      })),
    );
    return due.at(-1)?.id;
  });
}

/** Of what is due to be told, what was not told before; it is noted. */
async function noteOnce(
  tx: Transaction,
  found: readonly Loaded[],
  {
    kind,
    byId,
    coming,
    at,
  }: {
    kind: Kind;
    byId: Map<string, Reminded>;
    coming: Awaited<ReturnType<typeof readComing>> | undefined;
    at: Date;
  },
): Promise<Loaded[]> {
  if (kind === 'renews' || kind === 'trial_ends') {
    const due = found.flatMap((own) => {
      const next = coming?.get(own.row.id)?.next;
      const isDue = next && !(kind === 'renews' && isTooEarly(next, dayIn(at, own.row.zone)));
      return isDue ? [{ own, next, kind }] : [];
    });
    const fresh = await noteTold(tx, due, at);
    return due.flatMap(({ own }) => (fresh.has(own.row.id) ? own : []));
  }
  const fresh = await noticeOnce(
    tx,
    found.map(({ row }) => ({
      subscription: row,
      kind,
      about: must(byId.get(row.id), 'reminder').about,
      at,
    })),
  );
  const ids = new Set(fresh.map(({ subscription }) => subscription.id));
  return found.filter(({ row }) => ids.has(row.id));
}
