/** What a report declares, and the parts of queries that several of them share. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type DeclaredReport,
  noValue,
  type ReportColumn,
  type ReportFilter,
  type ReportFilters,
} from '../../../contract/admin/reports.ts';
import type { Locale } from '../../../contract/errors.ts';
import { instantsAt } from '../../../contract/zone.ts';
import { allOf } from '../../db/conditions.ts';
import { failField } from '../../errors.ts';
import { addDays } from '../../zone.ts';
import { countedBetween, type First } from './counting.service.ts';
import { monthAfter, type Range, weeksOf } from './period.ts';

const hourMs = 3_600_000;

/** What is asked of a report. */
export interface Ask extends Range {
  before: Range;
  filters: ReportFilters;
  locale: Locale;
  zone: string;
  today: string;
  /** Of a list of facts in the order of time: how many of them are wanted. */
  first?: First;
  /** What the report stages is in `stagedTable`, of this period and the one before. */
  isStaged?: boolean;
}

/** Where what a report stages is put, in a transaction of its own. */
export const stagedTable = sql.identifier('reports_asked');

type Chart = NonNullable<DeclaredReport['chart']>;

export interface Report {
  name: string;
  title: DeclaredReport['title'];
  /** What it shows, in a sentence. */
  about: DeclaredReport['about'];
  columns: readonly ReportColumn[];
  filters: readonly ReportFilter[];
  sort: DeclaredReport['sort'];
  perPage?: number;
  /** By the filters, where these leave its usual measure without figures. */
  chart?: Chart | ((filters: ReportFilters) => Chart);
  /** The list of facts behind a row, and the filter there that the row's `id` is. */
  facts?: { list: string; by: ReportFilter };
  /** It counts weeks from Monday: a period is that of its weeks, and as many weeks are before it. */
  byWeek?: true;
  /** Its rows: `id`, and all columns by their names. */
  rows(ask: Ask): SQL;
  /** One row: the columns that have a total. A list of facts has none. */
  totals?(ask: Ask): SQL;
  /** Rows of `day` and `value`, for a chart by day. */
  series?(ask: Ask): SQL;
  /** Whether these filters make it read facts: then the period is limited. */
  readsFacts?(filters: ReportFilters): boolean;
  /**
   * Of a list of facts: how many there are by day, from rollups, as rows of `day` and `count`. `all`: there is something every day, or an index
   * finds it; undefined: no rollup knows what these filters name, so the period is limited.
   */
  perDay?(ask: Ask): SQL | 'all' | undefined;
  /** What it counts facts into then, of the period and the one before: put aside, for an answer asks for it up to five times. */
  stage?(ask: Ask): SQL;
}

/** A column of a report. */
export const column = (name: string, kind: ReportColumn['kind'], ko: string, en: string): ReportColumn => ({
  name,
  kind,
  label: { ko, en },
});

/** The columns of whatever is watched. */
export const watchColumns = [
  column('views', 'count', '조회', 'Views'),
  column('viewers', 'count', '시청자', 'Viewers'),
  column('seconds', 'seconds', '시청 시간', 'Watch time'),
  column('average_seconds', 'seconds', '평균 시청 시간', 'Average watch time'),
  column('completed_percent', 'percent', '완주율', 'Completed'),
];

/** The filters that facts of viewings have. */
export const viewingFilters = [
  'kind',
  'category_id',
  'sub_category_id',
  'content_partner_id',
  'device',
  'country',
  'plan',
  'kids',
] as const satisfies readonly ReportFilter[];

/** A share of 100, to a tenth; null of nothing. */
export const percent = (part: SQL, whole: SQL): SQL =>
  sql`round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`;

/** Figures of watching from sums. Viewings whose end is not known, such as a channel's, are no part of the share. */
export const watchFigures = (from: string): SQL => {
  const of = (name: string) => sql.raw(`${from}.${name}`);
  return sql`${of('views')}::float8 as views, ${of('viewers')}::float8 as viewers, ${of('seconds')}::float8 as seconds,
    round(${of('seconds')}::numeric / nullif(${of('views')}, 0))::float8 as average_seconds,
    ${percent(of('completed'), of('measured'))} as completed_percent`;
};

/** Those of rows of titles `t`. */
export const titleConditions = ({
  title,
  kind,
  category_id,
  sub_category_id,
  content_partner_id,
}: ReportFilters) =>
  allOf(
    title === undefined ? undefined : sql`t.target_id = ${title}`,
    kind === undefined ? undefined : sql`t.kind = ${kind}`,
    category_id === undefined
      ? undefined
      : category_id === noValue
        ? sql`t.category_id is null`
        : sql`t.category_id = ${category_id}`,
    sub_category_id === undefined ? undefined : sql`t.sub_category_id = ${sub_category_id}`,
    content_partner_id === undefined ? undefined : sql`t.content_partner_id = ${content_partner_id}`,
  );

const hasTitleFilter = ({ title, kind, category_id, sub_category_id, content_partner_id }: ReportFilters) =>
  [title, kind, category_id, sub_category_id, content_partner_id].some((value) => value !== undefined);

/** What the filters ask of viewings `f`. */
export function viewingConditions({ filters, zone }: Pick<Ask, 'filters' | 'zone'>): SQL {
  const { device, country, plan, kids, slot, running, active_day, returned } = filters;
  const [weekday, hour] = slot?.split('-').map(Number) ?? [];
  const asked = allOf(
    device === undefined ? undefined : sql`f.device = ${device === noValue ? '' : device}`,
    country === undefined ? undefined : sql`f.country = ${country === noValue ? '' : country}`,
    plan === undefined ? undefined : sql`f.plan = ${plan === 'paid'}`,
    kids === undefined ? undefined : sql`f.kid = ${kids === 'yes'}`,
    slot === undefined
      ? undefined
      : sql`extract(isodow from f.counted_on) = ${weekday} and extract(hour from f.happened_at at time zone ${zone}) = ${hour}`,
    running === undefined ? undefined : ranIn(running, zone),
    hasTitleFilter(filters)
      ? sql`f.title_id = any(array(select t.id from reports_titles t where ${titleConditions(filters)}))`
      : undefined,
  );
  if (active_day === undefined && returned === undefined) return asked;
  const weeks = returned === undefined ? undefined : weeksOf(returned);
  return allOf(
    asked,
    active_day === undefined ? undefined : isFirstOfHome({ from: active_day, to: active_day }, asked),
    weeks && isFirstOfHome(weeks.watched, sql`f.joined_week = ${weeks.joined.from} and ${asked}`),
  );
}

/** That a viewing is the first that a household has of some days and that meets a condition: one stands for each that was counted. */
const isFirstOfHome = (range: Range, where: SQL): SQL =>
  sql`(f.id, f.day) in (select id, day from (
    select distinct on (home) id, day from ${countedBetween('reports_viewings', range, where)} f order by home, happened_at, id) o)`;

/** That a viewing ran in an hour as the peak of it has them: without late ones, and with a stream. */
function ranIn(hour: string, zone: string): SQL {
  const instants = instantsAt(`${hour}:00`, zone);
  const [begin, last] = [instants[0], instants.at(-1)];
  if (!begin || !last) failField('running', 'hour_skipped');
  return sql`f.counted_on = f.day and f.takes_stream and f.heard_until > f.happened_at
    and f.happened_at < ${new Date(last.getTime() + hourMs)} and f.heard_until > ${begin}
    and (f.day + 2)::timestamp at time zone ${zone} > ${begin}`;
}

/** The viewings that count in the period and that the filters name. */
export const viewingsOf = (ask: Ask): SQL =>
  countedBetween('reports_viewings', ask, viewingConditions(ask), ask.first);

/** The period and the one before it. */
export const bothPeriods = ({ before, to }: Ask): Range => ({ from: before.from, to });

/** The part of audiences that a filter is. */
const audienceOf = {
  category_id: 'category',
  sub_category_id: 'sub_category',
  content_partner_id: 'content_partner',
} as const;

const given = (filters: ReportFilters) =>
  Object.entries(filters).filter(([, value]) => value !== undefined) as [ReportFilter, string][];

/** The filters that are of the title of a viewing. */
const titleFilters: readonly ReportFilter[] = [
  'title',
  'kind',
  'category_id',
  'sub_category_id',
  'content_partner_id',
];

/**
 * How many viewings there are by day (`Report.perDay`). Rollups are by title, or by one of device, country and hour, of all titles or of
 * a partner's: what joins two of these, or asks for plan or kids, stands in the facts alone and is undefined here.
 */
export function viewingsPerDay({ from, to, filters }: Ask): SQL | 'all' | undefined {
  const all = given(filters);
  if (all.length === 0) return 'all';
  const inPeriod = sql`day >= ${from} and day <= ${to}`;
  const [[name, value = ''] = [], ...more] = all.filter(([own]) => own !== 'content_partner_id');
  const counted = (part: string, own: string, where = sql`true`) =>
    sql`select day, views as count from reports_watch_days
      where part = ${part} and value = ${own} and ${inPeriod} and ${where} and ${ofPartner(filters)}`;
  if (more.length === 0 && (name === 'kind' || name === 'device' || name === 'country'))
    return counted(name, value === noValue ? '' : value);
  if (more.length === 0 && name === 'slot') {
    const [weekday, hour = ''] = value.split('-');
    return counted('hour', hour, sql`extract(isodow from day) = ${Number(weekday)}`);
  }
  if (!all.every(([own]) => titleFilters.includes(own))) return undefined;
  return sql`select day, sum(views) as count from reports_title_days where ${inPeriod}
    and title_id = any(array(select t.id from reports_titles t where ${titleConditions(filters)})) group by day`;
}

/** Rollups by title answer without a filter, and with a single one of a place that people were counted by. */
export const readsFactsOfTitles = (filters: ReportFilters): boolean => {
  const all = given(filters);
  return all.length > 1 || all.some(([name, value]) => !(name in audienceOf) || value === noValue);
};

/** Rollups that know no title answer without a filter, and of one content partner. */
export const readsFactsOfAny = (filters: ReportFilters): boolean =>
  given(filters).some(([name]) => name !== 'content_partner_id');

/** That rows of a rollup are of the content partner that is asked for, or else of all titles. */
export const ofPartner = ({ content_partner_id }: ReportFilters, from = ''): SQL => {
  const column = sql.raw(`${from && `${from}.`}content_partner_id`);
  return content_partner_id === undefined ? sql`${column} is null` : sql`${column} = ${content_partner_id}`;
};

/** How many people watched: null where the period was not counted. */
export function viewersOf(ask: Ask): SQL {
  if (readsFactsOfTitles(ask.filters)) return sql`(select count(distinct viewer) from ${viewingsOf(ask)} f)`;
  const [name, value] = given(ask.filters)[0] ?? [];
  const part = name === undefined ? 'total' : audienceOf[name as keyof typeof audienceOf];
  const inPeriod = sql`ends_on = ${ask.to} and starts_on = ${ask.from} and content_partner_id is null`;
  // A period that was counted has a total; who watched none of what is asked for has no row.
  return sql`(select coalesce((select viewers from reports_audiences where ${inPeriod} and part = ${part} and value = ${value ?? ''}), 0)
    from reports_audiences where ${inPeriod} and part = 'total')`;
}

/**
 * Rollups of a range: whole months out of those of months, and the days before and after them. Each is asked by a condition. `until`:
 * months from this day on have no rollup yet.
 */
export function monthsAndDays(
  { from, to }: Range,
  { months, days, until }: { months: (condition: SQL) => SQL; days: (condition: SQL) => SQL; until?: SQL },
): SQL {
  const firstMonth = from.endsWith('-01') ? from : monthAfter(from);
  const lastMonth = `${addDays(to, 1).slice(0, 7)}-01`;
  if (firstMonth >= lastMonth) return days(sql`day >= ${from} and day <= ${to}`);
  const end = until
    ? sql`(select least(${lastMonth}::date, greatest(${firstMonth}::date, ${until})))`
    : sql`${lastMonth}::date`;
  return sql`
    ${months(sql`month >= ${firstMonth} and month < ${end}`)}
    union all ${days(sql`day >= ${from} and day < ${firstMonth}`)}
    union all ${days(sql`day >= ${end} and day <= ${to}`)}`;
}

const rollupsByTitle = (range: Range): SQL =>
  monthsAndDays(range, {
    months: (condition) =>
      sql`select title_id, last, views, seconds, measured, completed from reports_title_months where ${condition}`,
    days: (condition) =>
      sql`select title_id, day as last, views, seconds, measured, completed from reports_title_days where ${condition}`,
  });

/** Sums of viewings by `title_id`, with the last day they are of. */
export const sumsByTitle = (ask: Ask): SQL =>
  readsFactsOfTitles(ask.filters)
    ? sql`select title_id, max(counted_on) as last, count(*) as views, sum(seconds) as seconds,
        count(completed) as measured, count(*) filter (where completed) as completed from ${viewingsOf(ask)} f group by title_id`
    : sql`select title_id, max(last) as last, sum(views) as views, sum(seconds) as seconds, sum(measured) as measured,
        sum(completed) as completed from (${rollupsByTitle(ask)}) o group by title_id`;

/** The total row of whatever is watched. */
export function watchTotals(ask: Ask): SQL {
  const sums = sql`sum(d.views) as views, sum(d.seconds) as seconds, sum(d.measured) as measured, sum(d.completed) as completed`;
  const from = readsFactsOfAny(ask.filters)
    ? sql`select ${sums} from (${sumsByTitle(ask)}) d join reports_titles t on t.id = d.title_id where ${titleConditions(ask.filters)}`
    : sql`select ${sums} from reports_watch_days d where d.part = 'kind' and d.day >= ${ask.from} and d.day <= ${ask.to} and ${ofPartner(ask.filters)}`;
  return sql`with o as (select s.*, ${viewersOf(ask)} as viewers from (${from}) s) select ${watchFigures('o')} from o`;
}

/** Views by day. */
export function viewsByDay(ask: Ask): SQL {
  if (readsFactsOfTitles(ask.filters))
    return sql`select counted_on::text as day, count(*)::float8 as value from ${viewingsOf(ask)} f group by 1`;
  const inPeriod = sql`d.day >= ${ask.from} and d.day <= ${ask.to}`;
  return readsFactsOfAny(ask.filters)
    ? sql`select d.day::text as day, sum(d.views)::float8 as value from reports_title_days d where ${inPeriod}
        and d.title_id = any(array(select t.id from reports_titles t where ${titleConditions(ask.filters)})) group by 1`
    : sql`select d.day::text as day, sum(d.views)::float8 as value from reports_watch_days d
        where ${inPeriod} and d.part = 'kind' and ${ofPartner(ask.filters)} group by 1`;
}

/** The newest name of a group of titles `t` with sums `d`. `name` is a pair of columns without the language. */
export const newestName = (name: string, locale: Locale): SQL =>
  sql`(array_agg(t.${sql.raw(`${name}_${locale}`)} order by d.last desc, t.id desc))[1]`;

/** One of two texts by the language. */
export const said = (locale: Locale, ko: string, en: string): string => (locale === 'ko' ? ko : en);

/** What a device is called, by its code. */
export const deviceName = (
  locale: Locale,
  code: SQL,
): SQL => sql`case ${code} when 'web' then ${said(locale, 'PC 웹', 'Web')}
  when 'mobile' then ${said(locale, '휴대전화', 'Phone')} when 'tablet' then ${said(locale, '태블릿', 'Tablet')}
  when 'stb' then ${said(locale, '셋톱박스·TV', 'Set-top box, TV')} else ${said(locale, '알 수 없음', 'Unknown')} end`;
