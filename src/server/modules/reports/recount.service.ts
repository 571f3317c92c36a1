/** Counts facts again by night and keeps where rollups say something else. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { addDays, dayIn } from '../../zone.ts';
import { compareRanges } from './audiences.service.ts';
import { beginCounting, countedBetween, factsFrom } from './counting.service.ts';
import { differences } from './reports.tables.ts';
import { searchMonthsEnd, streamsBetween } from './rollup.service.ts';

/** Days that a recount looks at. */
const recountDays = 35;

/**
 * Figures that a recount compares, as SQL of day, figure and value: from facts, and from rollups. After a figure's name stands a colon and
 * the content partner whose titles alone it is of.
 */
function figures(from: string, to: string, zone: string): { facts: SQL; rollups: SQL } {
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
  const own = (partner: SQL) => sql`coalesce(':' || ${partner}, '')`;
  // A viewing of the day before may reach into a day.
  const streamDays = { from: addDays(from, 1), to };
  const hasStreams = sql`day - 1 not in (select day from reports_changed_days)`;
  const isWeek = sql`week >= ${from}::date
    and not exists (select from reports_changed_ranges r where r.counted = 'retention' and r.starts_on = week)
    and not exists (select from reports_changed_days d where d.day between week and week + 6)`;
  const ofFacts = [
    sql`select counted_on as day, 'title_days.views' as figure, count(*) as value from v group by 1`,
    sql`select counted_on, 'title_days.seconds', sum(seconds) from v group by 1`,
    sql`select counted_on, 'title_days.measured', count(completed) from v group by 1`,
    sql`select counted_on, 'title_days.completed', count(*) filter (where completed) from v group by 1`,
    ...['kind', 'hour', 'device', 'country'].flatMap((part) => [
      sql`select counted_on, ${`watch_days.${part}`}::text || own, views from w`,
      sql`select counted_on, ${`watch_days.${part}_seconds`}::text || own, seconds from w`,
    ]),
    sql`select counted_on, 'watch_days.kind_measured' || own, measured from w`,
    sql`select counted_on, 'audiences.viewers', count(distinct viewer) from v group by 1`,
  ];
  return {
    facts: sql`with v as materialized (select counted_on, title_id, seconds, completed, viewer, home, joined_week from ${countedBetween('reports_viewings', { from, to })} f),
      w as materialized (
        select counted_on, ${own(sql`t.content_partner_id`)} as own, count(*) as views, sum(seconds) as seconds,
          count(completed) as measured
        from v join reports_titles t on t.id = v.title_id
        group by grouping sets ((counted_on), (counted_on, t.content_partner_id))
        having grouping(t.content_partner_id) = 1 or t.content_partner_id is not null)
      ${sql.join(ofFacts, sql` union all `)}
      union all select week, 'retention.homes', count(*) from (
        select distinct date_trunc('week', counted_on)::date as week, joined_week, home from v where joined_week is not null) w
        where ${isWeek} group by 1
      union all select day, 'stream_hours.streams' || ${own(sql`content_partner_id`)}, sum(streams)
        from (${streamsBetween(streamDays, zone, { ofEach: true })}) h where ${hasStreams} group by day, content_partner_id
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
    rollups: sql`${sums('title_days', { views: sql`sum(views)`, seconds: sql`sum(seconds)`, measured: sql`sum(measured)`, completed: sql`sum(completed)` }, kept('title_days'))}
      union all select month, 'title_months.views', sum(views) from reports_title_months
        where month >= date_trunc('month', ${from}::date) and month <= ${to} group by month
      union all select month, 'search_months.searches', sum(searches) from reports_search_months
        where month >= date_trunc('month', ${from}::date) and month <= ${to} group by month
      union all select day, 'watch_days.' || part || ${own(sql`content_partner_id`)}, sum(views)
        from ${kept('watch_days')} f group by day, part, content_partner_id
      union all select day, 'watch_days.' || part || '_seconds' || ${own(sql`content_partner_id`)}, sum(seconds)
        from ${kept('watch_days')} f group by day, part, content_partner_id
      union all select day, 'watch_days.kind_measured' || ${own(sql`content_partner_id`)}, sum(measured)
        from ${kept('watch_days')} f where part = 'kind' group by day, content_partner_id
      union all select week, 'retention.homes', sum(homes) from reports_retention where week <= ${to} and ${isWeek} group by 1
      union all select day, 'stream_hours.streams' || ${own(sql`content_partner_id`)}, sum(streams) from reports_stream_hours
        where day >= ${streamDays.from} and day <= ${to} and ${hasStreams} group by day, content_partner_id
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
  const [back, since] = [addDays(today, -recountDays), factsFrom({ config, now })];
  return db.transaction(async (tx) => {
    await beginCounting(tx);
    // What was found stands until it no longer holds: so far back is counted again, as long as there are facts.
    const [oldest] = await queryRows<{ day: string | null }>(
      tx,
      sql`select min(day)::text as day from ${differences}`,
    );
    const wanted = oldest?.day && oldest.day < back ? oldest.day : back;
    const from = wanted > since ? wanted : since;
    const { facts, rollups } = figures(from, today, config.serviceZone);
    await tx.execute(sql`delete from ${differences} where day < date_trunc('month', ${from}::date)`);
    // One statement sees one moment: facts that come meanwhile stand in neither, and their day is marked.
    const found = await queryRows<Difference>(
      tx,
      sql`select day::text, split_part(figure, ':', 1) as figure, sum(coalesce(c.value, 0))::bigint as counted,
          sum(coalesce(k.value, 0))::bigint as kept
        from (${facts}) c full join (${rollups}) k using (day, figure)
        where coalesce(c.value, 0) <> coalesce(k.value, 0) and day not in (select day from reports_changed_days)
        group by 1, 2 order by 1, 2`,
    );
    for (const own of await compareRanges(tx, { from, to: addDays(today, -1) }, since))
      found.push({ ...own, figure: 'audiences.ranges' });
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
