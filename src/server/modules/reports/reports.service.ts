/** Answers any report from its declaration. */
import { type SQL, sql } from 'drizzle-orm';
import type {
  DeclaredReport,
  ReportAnswer,
  ReportFilter,
  ReportFilters,
  ReportPeriod,
  ReportRow,
} from '../../../contract/admin/reports.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { type Database, type Queryable, queryRows } from '../../db/client.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail, failField } from '../../errors.ts';
import { addDays, dayIn } from '../../zone.ts';
import type { First } from './counting.service.ts';
import { daysOf, listDays, monthsOf, type Range, rangesOfPeriod, weekFrom, weeksOf } from './period.ts';
import { type Ask, ofPartner, type Report, stagedTable } from './report.ts';
import { adReport } from './reports/ads.ts';
import { categoryReport } from './reports/category.ts';
import { customerReport, retentionReport } from './reports/customers.ts';
import { adEventList, customerEventList, searchList, viewingList } from './reports/facts.ts';
import { keywordReport, searchReport } from './reports/search.ts';
import { streamReport } from './reports/streams.ts';
import { videoReport } from './reports/video.ts';
import { countryReport, deviceReport, watchReport } from './reports/watch.ts';
import { mondayOf } from './rollup.service.ts';

/** Every report, in the order of the menu; then the lists of facts. */
export const reports: readonly Report[] = [
  videoReport,
  categoryReport,
  watchReport,
  deviceReport,
  countryReport,
  streamReport,
  searchReport,
  keywordReport,
  adReport,
  customerReport,
  retentionReport,
  viewingList,
  searchList,
  adEventList,
  customerEventList,
];

/** Filters that rollups do not know make a report read facts: at most these days of them. */
const maxFactDays = 92;
/** Facts are counted up to here. */
const maxCounted = 10_000;

/** The reports that somebody may read: a content partner's people, those that can be narrowed to the partner's titles. */
export const reportsFor = (contentPartnerId: string | null): readonly Report[] =>
  contentPartnerId === null
    ? reports
    : reports.filter(({ filters }) => filters.includes('content_partner_id'));

/** Households are nobody's of a content partner. */
const householdFilters: readonly ReportFilter[] = ['active_day', 'returned'];

/** What somebody may narrow a report to. */
const filtersOf = ({ filters }: Report, contentPartnerId: string | null): ReportFilter[] =>
  filters.filter((filter) => contentPartnerId === null || !householdFilters.includes(filter));

/** A report's declaration as it goes over the wire. Whoever sees one content partner alone is not asked for one. */
export const declarationOf = (
  report: Report,
  contentPartnerId: string | null,
  filters: ReportFilters = {},
): DeclaredReport => ({
  name: report.name,
  title: report.title,
  about: report.about,
  is_facts: report.totals === undefined,
  columns: [...report.columns],
  filters: filtersOf(report, contentPartnerId).filter(
    (filter) => contentPartnerId === null || filter !== 'content_partner_id',
  ),
  sort: report.sort,
  per_page: report.perPage ?? 25,
  chart: (typeof report.chart === 'function' ? report.chart(filters) : report.chart) ?? null,
  facts: report.facts ?? null,
});

export interface ReportQuery extends ReportFilters {
  period: ReportPeriod;
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  per_page: number;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A report by its name, and what a query asks of it, checked. */
export function askOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  name: string,
  query: Omit<ReportQuery, 'page' | 'per_page'>,
  locale: Locale,
  contentPartnerId: string | null,
): { report: Report; ask: Ask; order: SQL; byTime: 'asc' | 'desc' | undefined } {
  const report = reportsFor(contentPartnerId).find((own) => own.name === name) ?? fail('not_found');
  const zone = config.serviceZone;
  const today = dayIn(now(), zone);
  const { period, from, to, sort = report.sort.by, order, ...rest } = query;
  const asked = rangesOfPeriod(period, { from, to }, today);
  const filters: ReportFilters = {};
  for (const [filter, value] of Object.entries(rest)) {
    if (value === undefined || !isFilter(filter)) continue;
    if (!filtersOf(report, contentPartnerId).includes(filter)) failField(filter, 'in');
    Object.assign(filters, { [filter]: value });
  }
  if (contentPartnerId !== null) filters.content_partner_id = contentPartnerId;
  const narrowed = narrowedBy(filters, asked.range);
  const range = report.byWeek ? wholeWeeks(narrowed) : narrowed;
  const before = range === asked.range ? asked.before : shifted(range);
  if (!report.columns.some((column) => column.name === sort)) failField('sort', 'in');
  const whole: Ask = { ...range, before, filters, locale, zone, today };
  // Facts in the order of time are read as far as the page reaches, on days of which a rollup says that there is something.
  if (!report.totals && sort !== 'happened_at') requireFewDays(report, whole, 'fact_days_sorted');
  else if (report.perDay?.(whole) === undefined) requireFewDays(report, whole, 'fact_days');
  const direction = order ?? (sort === report.sort.by ? report.sort.order : 'asc');
  return {
    report,
    byTime: sort === 'happened_at' ? direction : undefined,
    ask: whole,
    // The id makes the order of equals the same on every page. An index has instants in order, none of which is null.
    order: sql`order by ${sql.identifier(sort)} ${sql.raw(sort === 'happened_at' ? direction : `${direction} nulls last`)}, id`,
  };
}

/** Fails, naming the last day, for more days than may be read where facts are read. */
export function requireFewDays(
  report: Report,
  { filters, ...range }: Range & { filters: ReportFilters },
  message: 'fact_days' | 'fact_days_sorted' | 'fact_days_file',
): void {
  if (report.readsFacts?.(filters) && daysOf(range) > maxFactDays)
    failField('to', message, { days: maxFactDays, date: addDays(range.from, maxFactDays - 1) });
}

/** The whole weeks, from Monday, that some days lie in. */
const wholeWeeks = ({ from, to }: Range): Range => ({ from: mondayOf(from), to: addDays(mondayOf(to), 6) });

/** The days of a filter that is of some days itself: others need not be read. It has to lie in the period. */
function narrowedBy(
  { event_day, active_day, running, joined_week, returned }: ReportFilters,
  range: Range,
): Range {
  const within = (field: ReportFilter, own: Range): void => {
    if (own.to < range.from || own.from > range.to) failField(field, 'in');
  };
  /** The week of a filter, which names its Monday. */
  const weekOf = (field: ReportFilter, own: Range): Range => {
    if (own.from !== mondayOf(own.from)) failField(field, 'in');
    within(field, own);
    return own;
  };
  for (const [field, day] of [
    ['event_day', event_day],
    ['active_day', active_day],
  ] as const) {
    if (day === undefined) continue;
    const own = { from: day, to: day };
    within(field, own);
    return own;
  }
  if (running !== undefined) {
    const day = running.slice(0, 10);
    within('running', { from: day, to: day });
    // What has begun the day before may run past midnight.
    return { from: addDays(day, -1), to: day };
  }
  if (joined_week !== undefined) return weekOf('joined_week', weekFrom(joined_week));
  if (returned !== undefined) {
    const { joined, watched } = weeksOf(returned);
    weekOf('returned', joined);
    return watched;
  }
  return range;
}

const filterNames = new Set<string>(reports.flatMap(({ filters }) => filters));
const isFilter = (name: string): name is ReportFilter => filterNames.has(name);

/** Rows as they go over the wire: instants as text. */
export const presentRows = (rows: Record<string, unknown>[]): ReportRow[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
      ) as ReportRow,
  );

/** The totals of a report; none of a list of facts. */
export async function totalsOf(db: Queryable, report: Report, ask: Ask): Promise<ReportRow> {
  const [row] = report.totals ? presentRows(await queryRows(db, report.totals(ask))) : [];
  return row ?? {};
}

/** Rows of a page, and how many there are. Figures are worked out once for both; facts are read in their order. */
async function pageOf(
  db: Queryable,
  report: Report,
  ask: Ask,
  order: SQL,
  { limit, offset, byTime }: { limit: number; offset: number; byTime: 'asc' | 'desc' | undefined },
): Promise<{ rows: ReportRow[]; total: number }> {
  const window = sql`limit ${limit} offset ${offset}`;
  if (report.totals) {
    const [found] = await queryRows<{ rows: ReportRow[]; total: number }>(
      db,
      sql`with o as materialized (${report.rows(ask)})
        select (select count(*) from o) as total,
          (select coalesce(json_agg(p), '[]') from (select * from o ${order} ${window}) p) as rows`,
    );
    return found ?? { rows: [], total: 0 };
  }
  // What a filter refuses is refused before anything is begun.
  const asked = report.rows(ask);
  const days = byTime && (await listFactDays(db, report, ask));
  const [rows, total] = await Promise.all([
    byTime
      ? firstFacts(db, report, ask, order, { limit, offset, byTime, days })
      : queryRows<Record<string, unknown>>(db, sql`select o.* from (${asked}) o ${order} ${window}`),
    days ? countFactsOf(db, report, ask, days) : countUpTo(db, asked, maxCounted),
  ]);
  return { rows: presentRows(rows), total };
}

async function countUpTo(db: Queryable, facts: SQL, most: number): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (select from (${facts}) o limit ${most}) c`,
  );
  return counted?.total ?? 0;
}

/** A day on which there may be facts of a list. */
interface FactDay {
  day: string;
  /** How many a rollup has. */
  count: number;
  /** Facts have come since it was counted. */
  hasChanged: boolean;
}

/**
 * The days of a list's period on which there are facts of what its filters name, or may be, the earliest first: where a filter names
 * something rare, reading all days would take seconds. Undefined: all days are read.
 */
async function listFactDays(db: Queryable, report: Report, ask: Ask): Promise<FactDay[] | undefined> {
  const perDay = report.perDay?.(ask);
  if (perDay === undefined || perDay === 'all') return undefined;
  return queryRows<FactDay>(
    db,
    sql`select day::text, sum(count)::float8 as count, bool_or(has_changed) as "hasChanged" from (
        select day, count, false as has_changed from (${perDay}) p
        union all select day, 0, true from reports_changed_days where day >= ${ask.from} and day <= ${ask.to}) o
      group by day order by day`,
  );
}

/** How many facts there are on these days, up to the most that are counted: by rollups, and by facts on days that are not counted yet. */
async function countFactsOf(
  db: Queryable,
  report: Report,
  ask: Ask,
  days: readonly FactDay[],
): Promise<number> {
  let total = days.reduce((sum, { count, hasChanged }) => sum + (hasChanged ? 0 : count), 0);
  for (const { day, hasChanged } of days)
    if (hasChanged && total < maxCounted)
      total += await countUpTo(db, report.rows({ ...ask, from: day, to: day }), maxCounted - total);
  return Math.min(total, maxCounted);
}

type FactPart = Pick<First, 'part' | 'onDays'>;

/**
 * In which parts a list of facts is read: months, each a partition, or days with facts, together as many as rollups have `wanted` facts on.
 * Late ones began before the period.
 */
function partsOf(
  ask: Ask,
  byTime: 'asc' | 'desc',
  days: readonly FactDay[] | undefined,
  wanted: number,
): FactPart[] {
  const isAsc = byTime === 'asc';
  const late: FactPart = { part: 'late' };
  if (!days) {
    const months: FactPart[] = monthsOf(ask).map((part) => ({ part }));
    return isAsc ? [late, ...months] : [...months.reverse(), late];
  }
  const parts: FactPart[] = [];
  const rest = isAsc ? [...days] : [...days].reverse();
  // Each reaches to the next, for what counts on another day may have begun on any.
  let edge = isAsc ? ask.from : ask.to;
  do {
    const onDays: string[] = [];
    for (let count = 0; rest[0] && (count < wanted || onDays.length === 0); rest.shift()) {
      onDays.push(rest[0].day);
      count += rest[0].count;
    }
    const last = onDays.at(-1);
    const end = rest.length > 0 && last !== undefined ? last : isAsc ? ask.to : ask.from;
    parts.push({ part: isAsc ? { from: edge, to: end } : { from: end, to: edge }, onDays });
    edge = addDays(end, isAsc ? 1 : -1);
  } while (rest.length > 0);
  return isAsc ? [late, ...parts] : [...parts, late];
}

/** A page of facts in the order of time: part after part, until the page is full. */
async function firstFacts(
  db: Queryable,
  report: Report,
  ask: Ask,
  order: SQL,
  {
    limit,
    offset,
    byTime,
    days,
  }: { limit: number; offset: number; byTime: 'asc' | 'desc'; days: readonly FactDay[] | undefined },
): Promise<Record<string, unknown>[]> {
  const page: Record<string, unknown>[] = [];
  let skip = offset;
  for (const part of partsOf(ask, byTime, days, offset + limit)) {
    const wanted = limit - page.length;
    const first = { order: byTime, count: skip + wanted, ...part };
    const own = sql`(${report.rows({ ...ask, first })}) o`;
    const found = await queryRows<Record<string, unknown>>(
      db,
      sql`select o.* from ${own} ${order} limit ${wanted} offset ${skip}`,
    );
    page.push(...found);
    if (page.length === limit) break;
    if (found.length > 0) skip = 0;
    else if (skip > 0) {
      const [counted] = await queryRows<{ total: number }>(db, sql`select count(*) as total from ${own}`);
      skip -= counted?.total ?? 0;
    }
  }
  return page;
}

async function seriesOf(db: Queryable, report: Report, ask: Ask): Promise<Map<string, number>> {
  if (!report.series) return new Map();
  const rows = await queryRows<{ day: string; value: number }>(db, report.series(ask));
  return new Map(rows.map(({ day, value }) => [day, value]));
}

type Questions = readonly ((db: Queryable) => Promise<unknown>)[];
type Answers<Q extends Questions> = { -readonly [K in keyof Q]: Awaited<ReturnType<Q[K]>> };

/**
 * Asks all questions at once. With a stage: of what it puts aside, one after the other, for a transaction has one connection.
 */
function askAll<const Q extends Questions>(
  db: Database,
  stage: SQL | undefined,
  questions: Q,
): Promise<Answers<Q>> {
  if (!stage) return Promise.all(questions.map((question) => question(db))) as Promise<Answers<Q>>;
  return db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table ${stagedTable} on commit drop as ${stage}`);
    await tx.execute(sql`analyze ${stagedTable}`);
    const answers: unknown[] = [];
    for (const question of questions) answers.push(await question(tx));
    return answers as Answers<Q>;
  });
}

/** A page of a report, with totals, the period before, and its figures by day. */
export async function readReport(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  name: string,
  { page, per_page, ...query }: ReportQuery,
  locale: Locale,
  contentPartnerId: string | null,
): Promise<ReportAnswer> {
  const { db } = context;
  const asked = askOf(context, name, query, locale, contentPartnerId);
  const { report, order, byTime } = asked;
  const stage = report.readsFacts?.(asked.ask.filters) ? report.stage?.(asked.ask) : undefined;
  const ask = { ...asked.ask, isStaged: stage !== undefined };
  const { limit, offset } = pageWindow({ page, per_page });
  const isFacts = report.totals === undefined;
  const askBefore = { ...ask, ...ask.before, before: shifted(ask.before) };
  const [{ rows, total }, totals, before, series, seriesBefore] = await askAll(db, stage, [
    (from) => pageOf(from, report, ask, order, { limit, offset, byTime }),
    (from) => totalsOf(from, report, ask),
    (from) => totalsOf(from, report, askBefore),
    (from) => seriesOf(from, report, ask),
    (from) => seriesOf(from, report, askBefore),
  ]);
  const daysBefore = listDays(ask.before);
  return {
    data: rows,
    totals: isFacts ? null : totals,
    before: isFacts ? null : { totals: before },
    series: report.series
      ? listDays(ask).map((day, index) => ({
          day,
          value: series.get(day) ?? 0,
          before: seriesBefore.get(daysBefore[index] ?? '') ?? 0,
        }))
      : [],
    meta: {
      ...pageMeta({ page, per_page }, total),
      total_is_capped: isFacts && total === maxCounted,
      period: { from: ask.from, to: ask.to },
      before: ask.before,
      report: declarationOf(report, contentPartnerId, ask.filters),
    },
  };
}

/** The range of the same length before another. */
export const shifted = (range: Range): Range => ({
  from: addDays(range.from, -daysOf(range)),
  to: addDays(range.from, -1),
});

interface Choice {
  filter: 'category_id' | 'sub_category_id' | 'content_partner_id' | 'country' | 'plan_id';
  id: string;
  name: string;
}

/**
 * What there are facts of: places of titles and plans by their newest names, and countries. With a content partner: places of its
 * titles, and countries that they were watched in.
 */
export function listChoices(
  db: Queryable,
  locale: Locale,
  contentPartnerId: string | null,
): Promise<Choice[]> {
  const own = contentPartnerId === null ? sql`true` : sql`content_partner_id = ${contentPartnerId}`;
  const of =
    contentPartnerId === null
      ? ['category', 'sub_category', 'content_partner']
      : ['category', 'sub_category'];
  const places = of.map((place) => {
    const [id, name] = [sql.raw(`${place}_id`), sql.raw(`${place}_${locale}`)];
    return sql`(select distinct on (${id}) ${`${place}_id`}::text as filter, ${id}::text as id, ${name} as name
      from reports_titles where ${id} is not null and ${own} order by ${id}, reports_titles.id desc)`;
  });
  if (contentPartnerId === null)
    places.push(sql`(select distinct on (target_id) 'plan_id', target_id::text, ${sql.raw(`title_${locale}`)}
      from reports_titles where kind = 'plan' order by target_id, id desc)`);
  return queryRows<Choice>(
    db,
    sql`select * from (${sql.join(places, sql` union all `)}
        union all select distinct 'country', value, value from reports_watch_days
          where ${ofPartner(contentPartnerId === null ? {} : { content_partner_id: contentPartnerId })} and part = 'country' and value <> '') o
      order by filter, name limit 2000`,
  );
}
