/** Counts facts into rollups: whole days, all rows of theirs replaced in one transaction. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { openDays } from './record.service.ts';
import { differences } from './reports.tables.ts';

/** Ranges that end with a day and whose people are counted, beside the day itself and a calendar month. */
const rangeDays = [7, 30];
/** As far back as a period of thirty days and the one before it reach. */
const rangesBack = 62;
/** Days are counted together while they are expected to have no more viewings than this. */
const viewingsAtOnce = 200_000;
/** So many of them at most. */
const maxDaysAtOnce = 31;
/** Days that a recount looks at. */
const recountDays = 35;

/** Days from one to another, both among them. */
interface Days {
  from: string;
  to: string;
}

/** The first facts by their time: as many as a page reaches to. */
export interface First {
  order: 'asc' | 'desc';
  count: number;
  /** Only those that began on these days, or before the period: late ones. */
  part?: Days | 'late';
}

/**
 * Facts `f` that count from one day to another and meet a condition. Late ones stand in partitions of earlier days, so they are read
 * apart; each part stops at the first ones where no more are wanted. Late ones are few: they are found by their own index and then put
 * in order, for in the order of time all partitions would be read until so many are found.
 */
export function countedBetween(
  table: string,
  { from, to }: Days,
  where: SQL = sql`true`,
  first?: First,
): SQL {
  const end = first ? sql`order by f.happened_at ${sql.raw(first.order)}, f.id limit ${first.count}` : sql``;
  const counted = sql`f.counted_on >= ${from}::date and f.counted_on <= ${to}::date and ${where}`;
  const part = first?.part;
  const days = part === undefined || part === 'late' ? { from, to } : part;
  const inTime = sql`(select f.* from ${sql.identifier(table)} f
    where f.day >= ${days.from}::date and f.day <= ${days.to}::date and ${counted} ${end})`;
  const late = sql`(select f.* from (select f.* from ${sql.identifier(table)} f
    where f.counted_on <> f.day and f.day < ${from}::date and ${counted} offset 0) f ${end})`;
  if (part !== undefined) return part === 'late' ? late : inTime;
  return sql`(${inTime} union all ${late})`;
}

/** Counts one thing at a time, which may take longer than a request may. */
async function beginCounting(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reports_rollups', 0))`);
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`,
  );
}

/**
 * Puts the viewings of some days into a table of this transaction: they are counted in many ways. Only what is counted, numbers first, and
 * of the time the quarter of an hour: it is the hour of any zone, and far fewer instants are put into the zone. Answers how many.
 */
async function stageViewings(tx: Transaction, days: Days): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    create temporary table reports_staged on commit drop as
    select f.viewer, f.home, f.counted_on as day, f.title_id, f.seconds, f.completed, f.device, f.country,
      date_bin('15 minutes', f.happened_at, 'epoch') as quarter
    from ${countedBetween('reports_viewings', days)} f`);
  await tx.execute(sql`analyze reports_staged`);
  return rowCount ?? 0;
}

/** What people are counted by: rows of day, value and person of the staged viewings, each once. */
interface AudiencePart {
  part: string;
  people: SQL;
  /** Values are numbers of these: rows of `value` and `text`. */
  numbers?: SQL;
}

const audienceParts: AudiencePart[] = [
  ...Object.entries({
    total: sql`''::text as value, viewer`,
    home: sql`''::text as value, home`,
    device: sql`device as value, viewer`,
    country: sql`country as value, viewer`,
  }).map(([part, columns]) => ({
    part,
    people: sql`select distinct day, ${columns} as person from reports_staged`,
  })),
  ...Object.entries({
    title: 'target_id',
    category: 'category_id',
    sub_category: 'sub_category_id',
    content_partner: 'content_partner_id',
  }).map(([part, column]) => ({
    part,
    // By numbers: to tell apart a million pairs of an id and a person takes half as long again.
    numbers: sql`select id, ${sql.identifier(column)} as text, dense_rank() over (order by ${sql.identifier(column)})::int as value
      from reports_titles where ${sql.identifier(column)} is not null`,
    people: sql`select distinct s.day, n.value, s.viewer as person from reports_staged s join numbers n on n.id = s.title_id`,
  })),
];

/** Writes how many people there are by a part: `counted` answers rows of starts_on, ends_on, value and viewers from its `people`. */
async function insertAudiences(
  tx: Transaction,
  { part, people, numbers }: AudiencePart,
  counted: SQL,
): Promise<void> {
  await tx.execute(sql`
    with ${numbers ? sql`numbers as (${numbers}),` : sql``} people as (${people}), counted as (${counted})
    insert into reports_audiences (ends_on, starts_on, part, value, viewers)
    select ends_on, starts_on, ${part}, ${numbers ? sql`text::text` : sql`value`}, viewers from counted
    ${numbers ? sql`join (select distinct value, text from numbers) n using (value)` : sql``}`);
}

/** Ranges of days as rows of starts_on and ends_on. */
const rowsOf = (ranges: readonly Days[]): SQL =>
  sql`(select r."from" as starts_on, r."to" as ends_on from json_to_recordset(${JSON.stringify(ranges)}::json) as r("from" date, "to" date))`;

const deleteAudiences = (tx: Transaction, ranges: SQL) =>
  tx.execute(
    sql`delete from reports_audiences a using ${ranges} r where a.ends_on = r.ends_on and a.starts_on = r.starts_on`,
  );

/** A range in which nobody watched has been counted too. */
const insertEmptyAudiences = (tx: Transaction, ranges: SQL) =>
  tx.execute(sql`
    insert into reports_audiences (ends_on, starts_on, part, value, viewers)
    select ends_on, starts_on, part, '', 0 from ${ranges} r, unnest(array['total', 'home']) as part on conflict do nothing`);

/** Replaces how many people watched on each of some days, from the staged viewings of theirs. */
async function replaceDayAudiences(tx: Transaction, { from, to }: Days): Promise<void> {
  const days = sql`(select d::date as starts_on, d::date as ends_on
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d)`;
  await deleteAudiences(tx, days);
  for (const part of audienceParts)
    await insertAudiences(
      tx,
      part,
      sql`select day as starts_on, day as ends_on, value, count(*) as viewers from people group by day, value`,
    );
  await insertEmptyAudiences(tx, days);
}

/**
 * Replaces how many people watched in some ranges (`rangesOf`), from the staged viewings of all their days. Who watches on a day is one of
 * the people of each range that has it, until the range has their next day instead: so all ranges of a length are one running sum.
 */
async function replaceRangeAudiences(tx: Transaction, ranges: readonly Days[]): Promise<void> {
  const wanted = rowsOf(ranges);
  await deleteAudiences(tx, wanted);
  // Null: a calendar month, which may be thirty days as well.
  const lengths = sql`unnest(array[${sql.join(rangeDays, sql`, `)}, null]::int[])`;
  for (const part of audienceParts)
    await insertAudiences(
      tx,
      part,
      sql`
        select distinct starts_on, ends_on, value, viewers from (
          select length, value, day as since, sum(sum(step)) over (partition by length, value order by day) as viewers,
            lead(day, 1, 'infinity'::date) over (partition by length, value order by day) as until
          from (
            select length, value, step, case when step > 0 then day
              else least(next, case when length is null then (date_trunc('month', day) + interval '1 month')::date else day + length end) end as day
            from (select day, value, lead(day) over (partition by value, person order by day) as next from people) p,
              ${lengths} length, unnest(array[1, -1]) step) s
          group by length, value, day) r
        join ${wanted} w on w.ends_on >= r.since and w.ends_on < r.until
          and w.starts_on = case when length is null then date_trunc('month', w.ends_on)::date else w.ends_on - length + 1 end
        where viewers > 0`,
    );
  await insertEmptyAudiences(tx, wanted);
}

/**
 * The most streams at once in each hour of some days: rows of day, hour and streams, from viewings `f` that meet a condition. A viewing
 * reaches into the day after its own; one that came late is in none.
 */
export function streamsBetween({ from, to }: Days, zone: string, where: SQL = sql`true`): SQL {
  const [begin, end] = [startOfDay(from, zone), startOfDay(addDays(to, 1), zone)];
  return sql`
    with spans as (
      select greatest(f.happened_at, ${begin}) as began,
        least(f.heard_until, ${end}, (f.day + 2)::timestamp at time zone ${zone}) as ended from reports_viewings f
      where f.day between ${from}::date - 1 and ${to}::date and f.counted_on = f.day
        and f.happened_at < ${end} and f.heard_until > ${begin} and f.heard_until > f.happened_at and ${where}),
    -- By the second: who stops and who starts in one are no two at a time, and there are far fewer of them.
    steps as (
      select date_bin('1 second', at, 'epoch') as at, sum(step) as step from (
        select began as at, 1 as step from spans union all select ended, -1 from spans
        union all select generate_series(${begin}::timestamptz, ${end}::timestamptz - interval '1 hour', '1 hour'), 0) o
      group by 1),
    running as (select at, sum(step) over (order by at rows unbounded preceding) as streams from steps)
    select (at at time zone ${zone})::date as day, extract(hour from at at time zone ${zone})::int as hour, max(streams) as streams
    from running where at < ${end} group by 1, 2 having max(streams) > 0`;
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
      insert into reports_title_days (day, title_id, views, seconds, completed)
      select day, title_id, count(*), sum(seconds), count(*) filter (where completed) from reports_staged group by day, title_id`);
    const months = sql`day >= date_trunc('month', ${from}::date) and day < date_trunc('month', ${to}::date) + interval '1 month'`;
    await tx.execute(sql`
      delete from reports_title_months
      where month >= date_trunc('month', ${from}::date) and month <= ${to}::date`);
    await tx.execute(sql`
      insert into reports_title_months (month, title_id, views, seconds, completed)
      select date_trunc('month', day), title_id, sum(views), sum(seconds), sum(completed) from reports_title_days
      where ${months} group by 1, title_id`);
    await tx.execute(sql`
      with o as (
        select day, quarter, device, country, count(*) as views, sum(seconds) as seconds, count(*) filter (where completed) as completed
        from reports_staged group by day, quarter, device, country)
      insert into reports_watch_days (day, part, value, views, seconds, completed)
      select day, part, value, sum(views), sum(seconds), sum(completed) from (
        select day, 'hour' as part, extract(hour from quarter at time zone ${zone})::int::text as value, views, seconds, completed from o
        union all select day, 'device', device, views, seconds, completed from o
        union all select day, 'country', country, views, seconds, completed from o
        union all select d.day, 'kind', t.kind, views, seconds, completed
          from reports_title_days d join reports_titles t on t.id = d.title_id where ${within('d.day')}) p
      group by day, part, value`);
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
  await tx.execute(sql`insert into reports_stream_hours (day, hour, streams) ${streamsBetween(days, zone)}`);
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

/** Ranges of days that end with a day. */
export function rangesOf(day: string): Days[] {
  const ranges = rangeDays.map((days) => ({ from: addDays(day, 1 - days), to: day }));
  const isMonthEnd = addDays(day, 1).endsWith('-01');
  if (isMonthEnd && !ranges.some(({ from }) => from === `${day.slice(0, 7)}-01`))
    ranges.push({ from: `${day.slice(0, 7)}-01`, to: day });
  return ranges;
}

/** Counts the people of ranges that end before today: those that have not been counted, and those whose days may still change. */
export async function countRanges(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, config, now } = context;
  const today = dayIn(now(), config.serviceZone);
  const known = await queryRows<{ range: string }>(
    db,
    sql`select starts_on || ' ' || ends_on as range from reports_audiences
      where part = 'total' and ends_on >= ${addDays(today, -rangesBack)} and starts_on < ends_on`,
  );
  const counted = new Set(known.map(({ range }) => range));
  const [first] = await queryRows<{ day: string | null }>(
    db,
    sql`select min(day)::text as day from reports_title_days`,
  );
  const waiting: Days[] = [];
  for (let day = addDays(today, -1); day >= addDays(today, -rangesBack); day = addDays(day, -1)) {
    if (!first?.day || day < first.day) break;
    const isOpen = day >= addDays(today, -openDays - 1);
    waiting.push(...rangesOf(day).filter(({ from, to }) => isOpen || !counted.has(`${from} ${to}`)));
  }
  while (waiting[0] && !signal?.aborted) {
    const after = addDays(waiting[0].to, -maxDaysAtOnce);
    const rest = waiting.findIndex(({ to }) => to <= after);
    const ranges = waiting.splice(0, rest < 0 ? waiting.length : rest);
    const from = ranges.map((range) => range.from).sort()[0];
    const to = must(ranges[0], 'range').to;
    await db.transaction(async (tx) => {
      await beginCounting(tx);
      await stageViewings(tx, { from: must(from, 'day'), to });
      await replaceRangeAudiences(tx, ranges);
    });
  }
}

/** Counts in each week how many of those who joined in an earlier one have watched: weeks without figures, and open ones. */
export async function countRetention({ db, config, now }: Context, signal?: AbortSignal): Promise<void> {
  const today = dayIn(now(), config.serviceZone);
  const known = await queryRows<{ week: string }>(db, sql`select distinct week::text from reports_retention`);
  const counted = new Set(known.map(({ week }) => week));
  const [first] = await queryRows<{ day: string | null }>(
    db,
    sql`select min(day)::text as day from reports_title_days`,
  );
  const firstWeek = mondayOf(first?.day ?? today);
  const openFrom = mondayOf(addDays(today, -openDays - 1));
  for (let week = mondayOf(today); week >= firstWeek; week = addDays(week, -7)) {
    if (signal?.aborted) return;
    if (counted.has(week) && week < openFrom) continue;
    await db.transaction(async (tx) => {
      await beginCounting(tx);
      await tx.execute(sql`delete from reports_retention where week = ${week}`);
      await tx.execute(sql`
        insert into reports_retention (joined_week, week, homes)
        select joined_week, ${week}, count(distinct home)
        from ${countedBetween('reports_viewings', { from: week, to: addDays(week, 6) })} f
        where joined_week is not null group by joined_week`);
    });
  }
}

/** Figures that a recount compares, as SQL of day, figure and value: from facts, and from rollups. */
function figures(from: string, to: string): { facts: SQL; rollups: SQL } {
  const sums = (table: string, sumsOf: Record<string, SQL>, source: SQL) =>
    sql.join(
      Object.entries(sumsOf).map(
        ([figure, sum]) =>
          sql`select day, ${`${table}.${figure}`}::text as figure, ${sum}::bigint as value from ${source} f group by day`,
      ),
      sql` union all `,
    );
  const kept = (table: string) =>
    sql`(select * from ${sql.identifier(`reports_${table}`)} where day >= ${from} and day <= ${to})`;
  const ofFacts = [
    sql`select counted_on as day, 'title_days.views' as figure, count(*) as value from v group by 1`,
    sql`select counted_on, 'title_days.seconds', sum(seconds) from v group by 1`,
    sql`select counted_on, 'title_days.completed', count(*) filter (where completed) from v group by 1`,
    ...['kind', 'hour', 'device', 'country'].map(
      (part) => sql`select counted_on, ${`watch_days.${part}`}::text, count(*) from v group by 1`,
    ),
    sql`select counted_on, 'audiences.viewers', count(distinct viewer) from v group by 1`,
  ];
  return {
    facts: sql`with v as materialized (select counted_on, seconds, completed, viewer from ${countedBetween('reports_viewings', { from, to })} f)
      ${sql.join(ofFacts, sql` union all `)}
      union all select date_trunc('month', day)::date, 'title_months.views', sum(views) from reports_title_days
        where day >= date_trunc('month', ${from}::date) and day < date_trunc('month', ${to}::date) + interval '1 month' group by 1
      union all select date_trunc('month', day)::date, 'search_months.searches', sum(searches) from reports_search_days
        where day >= date_trunc('month', ${from}::date)
          and day < ${searchMonthsEnd} group by 1
      union all select counted_on, 'search_days.searches', count(*) from ${countedBetween('reports_searches', { from, to })} f group by 1
      union all select counted_on, 'script_days.searches', count(*) from ${countedBetween('reports_searches', { from, to })} f group by 1
      union all select counted_on, 'ad_days.impressions', count(*) filter (where kind = 'impression')
        from ${countedBetween('reports_ad_events', { from, to })} f group by 1
      union all select counted_on, 'ad_days.clicks', count(*) filter (where kind = 'click')
        from ${countedBetween('reports_ad_events', { from, to })} f group by 1
      union all select counted_on, 'customer_days.events', count(*) from ${countedBetween('reports_customer_events', { from, to })} f group by 1`,
    rollups: sql`${sums('title_days', { views: sql`sum(views)`, seconds: sql`sum(seconds)`, completed: sql`sum(completed)` }, kept('title_days'))}
      union all select month, 'title_months.views', sum(views) from reports_title_months
        where month >= date_trunc('month', ${from}::date) and month <= ${to} group by month
      union all select month, 'search_months.searches', sum(searches) from reports_search_months
        where month >= date_trunc('month', ${from}::date) and month <= ${to} group by month
      union all select day, 'watch_days.' || part, sum(views) from ${kept('watch_days')} f group by day, part
      union all select ends_on, 'audiences.viewers', viewers from reports_audiences
        where ends_on >= ${from} and ends_on <= ${to} and starts_on = ends_on and part = 'total'
      union all ${sums('search_days', { searches: sql`sum(searches)` }, kept('search_days'))}
      union all ${sums('script_days', { searches: sql`sum(searches)` }, kept('script_days'))}
      union all ${sums('ad_days', { impressions: sql`sum(impressions)`, clicks: sql`sum(clicks)` }, kept('ad_days'))}
      union all ${sums('customer_days', { events: sql`sum(events)` }, kept('customer_days'))}`,
  };
}

interface Difference {
  day: string;
  figure: string;
  counted: number;
  kept: number;
}

/**
 * Counts the facts of the last weeks again and keeps where the rollups say something else, until a later recount no longer finds it. It
 * repairs nothing. Answers how many differences are new.
 */
export async function recount({ db, config, now, log }: Context): Promise<number> {
  const today = dayIn(now(), config.serviceZone);
  const from = addDays(today, -recountDays);
  const { facts, rollups } = figures(from, today);
  return db.transaction(async (tx) => {
    await beginCounting(tx);
    // One statement sees one moment: facts that come meanwhile stand in neither, and their day is marked.
    const found = await queryRows<Difference>(
      tx,
      sql`select day::text, figure, coalesce(c.value, 0)::bigint as counted, coalesce(k.value, 0)::bigint as kept
        from (${facts}) c full join (${rollups}) k using (day, figure)
        where coalesce(c.value, 0) <> coalesce(k.value, 0) and day not in (select day from reports_changed_days)
        order by day, figure`,
    );
    // A month is compared as a whole, from its first day.
    await tx.execute(sql`delete from ${differences} d
      where (d.day >= ${from} or (d.figure in ('title_months.views', 'search_months.searches') and d.day >= date_trunc('month', ${from}::date)))
        and d.day not in (select day from reports_changed_days)
        and not exists (
          select from json_to_recordset(${JSON.stringify(found)}::json) as f(day date, figure text, counted bigint, kept bigint)
          where f.day = d.day and f.figure = d.figure and f.counted = d.counted and f.kept = d.kept)`);
    const known = await tx.select().from(differences);
    const fresh = found.filter(
      (own) =>
        !known.some(
          ({ day, figure, counted, kept }) =>
            day === own.day && figure === own.figure && counted === own.counted && kept === own.kept,
        ),
    );
    if (fresh.length === 0) return 0;
    log.error({ differences: fresh.length, first: fresh[0] }, 'rollups of reports differ from their facts');
    await tx.insert(differences).values(fresh.map((row) => ({ ...row, id: newId(), foundAt: now() })));
    return fresh.length;
  });
}
