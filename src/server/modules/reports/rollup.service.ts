/** Counts facts into rollups: whole days, all rows of theirs replaced in one transaction. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { markRanges, replaceDayAudiences } from './audiences.service.ts';
import {
  beginCounting,
  countedBetween,
  type Days,
  isLongChanged,
  maxDaysAtOnce,
  stageViewings,
  viewingsAtOnce,
} from './counting.service.ts';
import { openDays } from './record.service.ts';

/** Whole quarters of an hour: more of them than a period and the one before it have. */
const secondsApart = 200_000 * 900;

/**
 * The most streams at once in each hour of some days: rows of day, hour and streams, from viewings `f` that meet a condition. A viewing
 * reaches into the day after its own; one that came late is in none, nor is one that took no stream. `ofEach`: each content partner's
 * (`content_partner_id`) as well.
 *
 * Seconds of the days are numbers, those of each partner after those before: put in order once, all of them are one running sum, for
 * whatever begins ends within the days.
 */
export function streamsBetween(
  { from, to }: Days,
  zone: string,
  { where = sql`true`, ofEach = false }: { where?: SQL; ofEach?: boolean } = {},
): SQL {
  const [begin, end] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  const secondOf = (at: SQL) => sql`floor(date_part('epoch', ${at} - ${begin}::timestamptz))::bigint`;
  const length = (end.getTime() - begin.getTime()) / 1000;
  const apart = sql.raw(String(secondsApart));
  return sql`
    with partners as (
      select null::uuid as content_partner_id, 0::bigint as first
      ${
        ofEach
          ? sql`union all select content_partner_id, ${apart} * row_number() over () from reports_titles
              where content_partner_id is not null group by content_partner_id`
          : sql``
      }),
    spans as (
      select ${ofEach ? sql`coalesce(p.first, 0)` : sql`0::bigint`} as first, ${secondOf(sql`greatest(f.happened_at, ${begin})`)} as began,
        ${secondOf(sql`least(f.heard_until, ${end}, (f.day + 2)::timestamp at time zone ${zone})`)} as ended
      from reports_viewings f
      ${ofEach ? sql`join reports_titles t on t.id = f.title_id left join partners p on p.content_partner_id = t.content_partner_id` : sql``}
      where f.day between ${from}::date - 1 and ${to}::date and f.counted_on = f.day and f.takes_stream
        and f.happened_at < ${end} and f.heard_until > ${begin} and f.heard_until > f.happened_at and ${where}),
    -- By the second: who stops and who starts in one are no two at a time, and there are far fewer of them.
    seconds as (
      select at, sum(step) as step from (
        select first + began as at, 1 as step from spans union all select first + ended, -1 from spans) o
      group by at),
    steps as (
      select at, sum(step) as step from (
        select at % ${apart} as at, step from seconds
        ${ofEach ? sql`union all select at, step from seconds where at >= ${apart}` : sql``}
        union all select first + second, 0 from partners, generate_series(0, ${length - 1}::bigint, 3600) second) o
      group by at),
    -- A quarter of an hour lies in one hour of any zone.
    quarters as (
      select at / 900 * 900 as quarter, max(streams) as streams
      from (select at, sum(step) over (order by at rows unbounded preceding) as streams from steps) o
      where at % ${apart} < ${length}::bigint group by 1),
    local as (
      select content_partner_id, streams, (${begin}::timestamptz + make_interval(secs => quarter % ${apart})) at time zone ${zone} as at
      from quarters join partners on first = quarter / ${apart} * ${apart})
    select content_partner_id, at::date as day, extract(hour from at)::int as hour, max(streams) as streams
    from local group by 1, 2, 3 having max(streams) > 0`;
}

/**
 * Counts some days: whatever was counted of them before is replaced. `ifChanged`: not when another run has done it meanwhile, which is
 * answered with null. Otherwise answers how many viewings they have.
 */
export async function rollUpDays(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  days: Days,
  { ifChanged = false } = {},
): Promise<number | null> {
  const { from, to } = days;
  const zone = config.serviceZone;
  const within = (day: string) => sql`${sql.raw(day)} >= ${from}::date and ${sql.raw(day)} <= ${to}::date`;
  return db.transaction(async (tx) => {
    await beginCounting(tx);
    // First, so that facts written from here on make the day changed again.
    const { rowCount } = await tx.execute(sql`delete from reports_changed_days where ${within('day')}`);
    if (ifChanged && rowCount === 0) return null;
    const staged = await stageViewings(tx, days);
    const [kept] = await queryRows<{ views: number }>(
      tx,
      sql`select coalesce(sum(views), 0)::int as views from reports_title_days where ${within('day')}`,
    );
    // Viewings are only added: as many are the same.
    if (kept?.views !== staged) {
      await markRanges(tx, days, now());
      await markWeeks(tx, days, now());
    }
    for (const table of [
      'title_days',
      'watch_days',
      'search_days',
      'script_days',
      'ad_days',
      'customer_days',
    ])
      await tx.execute(sql`delete from ${sql.identifier(`reports_${table}`)} where ${within('day')}`);
    await tx.execute(sql`
      insert into reports_title_days (day, title_id, views, seconds, measured, completed)
      select day, title_id, count(*), sum(seconds), count(completed), count(*) filter (where completed) from reports_staged
      group by day, title_id`);
    const months = sql`day >= date_trunc('month', ${from}::date) and day < date_trunc('month', ${to}::date) + interval '1 month'`;
    await tx.execute(sql`
      delete from reports_title_months
      where month >= date_trunc('month', ${from}::date) and month <= ${to}::date`);
    await tx.execute(sql`
      insert into reports_title_months (month, title_id, last, views, seconds, measured, completed)
      select date_trunc('month', day), title_id, max(day), sum(views), sum(seconds), sum(measured), sum(completed)
      from reports_title_days where ${months} group by 1, title_id`);
    await tx.execute(sql`
      with o as materialized (
        select s.day, t.content_partner_id as own, quarter, device, country, count(*) as views, sum(seconds) as seconds,
          count(completed) as measured, count(*) filter (where completed) as completed
        from reports_staged s join reports_titles t on t.id = s.title_id group by s.day, own, quarter, device, country)
      insert into reports_watch_days (day, content_partner_id, part, value, views, seconds, measured, completed)
      select day, own, part, value, sum(views), sum(seconds), sum(measured), sum(completed) from (
        select day, own, 'hour' as part, extract(hour from quarter at time zone ${zone})::int::text as value, views, seconds, measured,
          completed from o
        union all select day, own, 'device', device, views, seconds, measured, completed from o
        union all select day, own, 'country', country, views, seconds, measured, completed from o
        union all select d.day, t.content_partner_id, 'kind', t.kind, views, seconds, measured, completed
          from reports_title_days d join reports_titles t on t.id = d.title_id where ${within('d.day')}) p
      group by grouping sets ((day, part, value), (day, own, part, value)) having grouping(own) = 1 or own is not null
      order by own nulls first`);
    await replaceDayAudiences(tx, days);
    // The last of them reaches into the day after.
    const next = addDays(to, 1);
    await replaceStreams(tx, { from, to: next <= dayIn(now(), zone) ? next : to }, zone);
    await tx.execute(sql`
      insert into reports_search_days (day, query, script, sound, initials, searches, empty, opened)
      select f.counted_on, query, min(script), min(sound), min(initials), count(*), count(*) filter (where results = 0),
        count(*) filter (where opened)
      from ${countedBetween('reports_searches', days)} f group by f.counted_on, query`);
    await tx.execute(sql`
      insert into reports_script_days (day, script, searches, empty, opened)
      select day, script, sum(searches), sum(empty), sum(opened) from reports_search_days where ${within('day')} group by day, script`);
    const counted = await queryRows<{ month: string }>(
      tx,
      sql`select m::date::text as month
        from generate_series(date_trunc('month', ${from}::date), ${to}::date, '1 month') m where m < ${searchMonthsEnd}`,
    );
    for (const { month } of counted) await replaceSearchMonth(tx, month);
    await tx.execute(sql`
      insert into reports_ad_days (day, title_id, placement, impressions, clicks)
      select f.counted_on, title_id, placement, count(*) filter (where kind = 'impression'), count(*) filter (where kind = 'click')
      from ${countedBetween('reports_ad_events', days)} f group by f.counted_on, title_id, placement`);
    await tx.execute(sql`
      insert into reports_customer_days (day, kind, events)
      select f.counted_on, kind, count(*) from ${countedBetween('reports_customer_events', days)} f group by f.counted_on, kind`);
    return staged;
  });
}

/** Replaces the most streams of each hour of some days. */
async function replaceStreams(tx: Transaction, days: Days, zone: string): Promise<void> {
  await tx.execute(sql`delete from reports_stream_hours where day >= ${days.from} and day <= ${days.to}`);
  await tx.execute(
    sql`insert into reports_stream_hours (content_partner_id, day, hour, streams) ${streamsBetween(days, zone, { ofEach: true })}`,
  );
}

/** The first day of the month after those whose searches have been counted; null: none has. */
export const searchMonthsEnd = sql`(select (max(month) + interval '1 month')::date from reports_search_months)`;

/** Replaces the searches of a month by query, from its days. */
async function replaceSearchMonth(tx: Transaction, month: string): Promise<void> {
  await tx.execute(sql`delete from reports_search_months where month = ${month}`);
  await tx.execute(sql`
    insert into reports_search_months (month, query, script, sound, initials, searches, empty, opened)
    select ${month}, query, min(script), min(sound), min(initials), sum(searches), sum(empty), sum(opened) from reports_search_days
    where day >= ${month}::date and day < ${month}::date + interval '1 month' group by query`);
}

/**
 * Counts the searches of months that are over, the oldest first. There may be any number of queries, so a running month is read by its
 * days, and no day that changes has the whole of it counted again.
 */
export async function countSearchMonths({ db, config, now }: Context, signal?: AbortSignal): Promise<void> {
  const running = dayIn(now(), config.serviceZone).slice(0, 7);
  const months = await queryRows<{ month: string }>(
    db,
    sql`select distinct date_trunc('month', day)::date::text as month from reports_script_days
      where day >= coalesce(${searchMonthsEnd}, '-infinity')
        and day < ${`${running}-01`} order by 1`,
  );
  for (const { month } of months) {
    if (signal?.aborted) return;
    await db.transaction(async (tx) => {
      await beginCounting(tx);
      await replaceSearchMonth(tx, month);
    });
  }
}

/**
 * Counts every day whose facts have changed, the newest first: it is looked at most. Many that follow each other, as when what was there
 * before is taken over, are counted together: twice as many each time, while they are small, going by those before.
 */
export async function rollUpChangedDays(context: Context, signal?: AbortSignal): Promise<void> {
  const changed = await queryRows<{ day: string }>(
    context.db,
    sql`select day::text from reports_changed_days order by day desc`,
  );
  const waiting = changed.map(({ day }) => day);
  for (let atOnce = 1; waiting.length > 0 && !signal?.aborted; ) {
    const to = must(waiting[0], 'day');
    const gap = waiting.findIndex((day, at) => at === atOnce || day !== addDays(to, -at));
    const days = waiting.splice(0, gap < 0 ? waiting.length : gap);
    const from = must(days.at(-1), 'day');
    const viewings = await rollUpDays(context, { from, to }, { ifChanged: true });
    // Null: another run has counted them.
    if (viewings === null) continue;
    const fitting = Math.floor((viewingsAtOnce * days.length) / Math.max(viewings, 1));
    atOnce = Math.max(1, Math.min(2 * days.length, maxDaysAtOnce, fitting));
  }
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Marks the weeks of some days: their viewings have changed. */
const markWeeks = (tx: Transaction, { from, to }: Days, now: Date) =>
  tx.execute(sql`
    insert into reports_changed_ranges (counted, starts_on, ends_on, since)
    select 'retention', w::date, w::date + 6, ${now}
    from generate_series(${mondayOf(from)}::timestamp, ${to}::timestamp, '7 days') w on conflict do nothing`);

/** The weeks that are marked; `which`: those of them that are asked for. */
async function listMarkedWeeks({ db }: Context, which: SQL = sql`true`): Promise<string[]> {
  const rows = await queryRows<{ week: string }>(
    db,
    sql`select starts_on::text as week from reports_changed_ranges where counted = 'retention' and ${which} order by 1 desc`,
  );
  return rows.map(({ week }) => week);
}

/** Counts again in each week that has changed and was marked an hour ago how many of those who joined earlier have watched. */
export async function countChangedRetention(context: Context, signal?: AbortSignal): Promise<void> {
  await replaceRetention(context, await listMarkedWeeks(context, isLongChanged(context.now())), signal);
}

/** Counts in each week how many of those who joined in an earlier one have watched: weeks without figures, changed and open ones. */
export async function countRetention(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, config, now } = context;
  const today = dayIn(now(), config.serviceZone);
  const known = await queryRows<{ week: string }>(db, sql`select distinct week::text from reports_retention`);
  const counted = new Set(known.map(({ week }) => week));
  const [first] = await queryRows<{ day: string | null }>(
    db,
    sql`select min(day)::text as day from reports_title_days`,
  );
  const firstWeek = mondayOf(first?.day ?? today);
  const openFrom = mondayOf(addDays(today, -openDays - 1));
  const waiting = new Set(await listMarkedWeeks(context));
  for (let week = mondayOf(today); week >= firstWeek; week = addDays(week, -7))
    if (!counted.has(week) || week >= openFrom) waiting.add(week);
  await replaceRetention(context, [...waiting], signal);
}

async function replaceRetention({ db }: Context, waiting: string[], signal?: AbortSignal): Promise<void> {
  for (const week of waiting) {
    if (signal?.aborted) return;
    await db.transaction(async (tx) => {
      await beginCounting(tx);
      await tx.execute(
        sql`delete from reports_changed_ranges where counted = 'retention' and starts_on = ${week}`,
      );
      await tx.execute(sql`delete from reports_retention where week = ${week}`);
      await tx.execute(sql`
        insert into reports_retention (joined_week, week, homes)
        select joined_week, ${week}, count(distinct home)
        from ${countedBetween('reports_viewings', { from: week, to: addDays(week, 6) })} f
        where joined_week is not null group by joined_week`);
    });
  }
}
