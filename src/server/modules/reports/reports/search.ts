import { type SQL, sql } from 'drizzle-orm';
import type { ReportFilter, ReportFilters } from '../../../../contract/admin/reports.ts';
import { allOf } from '../../../db/conditions.ts';
import { countedBetween } from '../counting.service.ts';
import type { Range } from '../period.ts';
import { column, monthsAndDays, percent, type Report } from '../report.ts';
import { searchMonthsEnd } from '../rollup.service.ts';

/** The filters of searches. */
export const searchFilters = ['script', 'found', 'opened'] as const satisfies readonly ReportFilter[];

/** What the filters ask of searches `f`. */
export const searchConditions = ({ query, queries, script, found, opened }: ReportFilters): SQL =>
  allOf(
    query === undefined ? undefined : sql`f.query = ${query}`,
    queries === undefined ? undefined : sql`f.query = any(${sql.param(queries.split('\n'))}::text[])`,
    script === undefined ? undefined : sql`f.script = ${script}`,
    found === undefined ? undefined : found === 'yes' ? sql`f.results > 0` : sql`f.results = 0`,
    opened === undefined ? undefined : sql`f.opened = ${opened === 'yes'}`,
  );

/** Rollups know how a query is written. */
const readsFacts = ({ found, opened }: ReportFilters): boolean => found !== undefined || opened !== undefined;

/** Searches of a range. A query may have a row for each of its days and months: they are to be added up. */
function searchesByQuery(range: Range, filters: ReportFilters): SQL {
  if (readsFacts(filters))
    return sql`select f.query, min(f.script) as script, min(f.sound) as sound, min(f.initials) as initials,
        count(*) as searches, count(*) filter (where f.results = 0) as empty, count(*) filter (where f.opened) as opened
      from ${countedBetween('reports_searches', range, searchConditions(filters))} f group by 1`;
  const columns = sql`query, script, sound, initials, searches, empty, opened`;
  const where = searchConditions(filters);
  return monthsAndDays(range, {
    months: (condition) =>
      sql`select ${columns} from reports_search_months f where ${condition} and ${where}`,
    days: (condition) => sql`select ${columns} from reports_search_days f where ${condition} and ${where}`,
    until: searchMonthsEnd,
  });
}

/** Searches of a range by day: where no query is named, the sums of all. */
function searchesByDay({ from, to }: Range, filters: ReportFilters): SQL {
  if (readsFacts(filters))
    return sql`select f.counted_on as day, count(*) as searches, count(*) filter (where f.results = 0) as empty,
        count(*) filter (where f.opened) as opened
      from ${countedBetween('reports_searches', { from, to }, searchConditions(filters))} f group by 1`;
  const isOfQueries = filters.query !== undefined || filters.queries !== undefined;
  const table = isOfQueries ? sql`reports_search_days` : sql`reports_script_days`;
  return sql`select day, searches, empty, opened from ${table} f
    where day >= ${from} and day <= ${to} and ${searchConditions(filters)}`;
}

const figures = sql`sum(searches)::float8 as searches, sum(opened)::float8 as opened,
  ${percent(sql`sum(opened)`, sql`sum(searches)`)} as opened_percent, sum(empty)::float8 as empty`;

/** What was searched, as it was typed. */
export const searchReport: Report = {
  name: 'search',
  title: { ko: '검색', en: 'Search' },
  about: {
    ko: '무엇을 검색했고, 결과를 눌렀는지 보여요.',
    en: 'What people searched for, and whether they opened a result.',
  },
  columns: [
    column('query', 'text', '검색어', 'Query'),
    column('searches', 'count', '검색', 'Searches'),
    column('opened', 'count', '결과를 누른 검색', 'Opened a result'),
    column('opened_percent', 'percent', '누른 비율', 'Opened'),
    column('empty', 'count', '결과 없음', 'Without a result'),
  ],
  filters: searchFilters,
  sort: { by: 'searches', order: 'desc' },
  chart: { shape: 'days', measure: 'searches' },
  facts: { list: 'searches', by: 'query' },
  readsFacts,
  rows: (ask) =>
    sql`select query as id, query, ${figures} from (${searchesByQuery(ask, ask.filters)}) f group by query`,
  totals: (ask) => sql`select ${figures} from (${searchesByDay(ask, ask.filters)}) f`,
  series: (ask) =>
    sql`select day::text as day, sum(searches)::float8 as value from (${searchesByDay(ask, ask.filters)}) f group by 1`,
};

/** How many spellings of a keyword lead to their searches. */
const maxQueries = 40;

/**
 * Keywords: queries that are one by their forms. A Korean query and its spellings in Latin letters share a sound; initial consonants
 * belong to the most searched keyword that has them.
 */
export const keywordReport: Report = {
  name: 'keywords',
  title: { ko: '키워드', en: 'Keywords' },
  about: {
    ko: '뜨는 검색어와 결과가 없는 검색어를 보여요. 한글, 로마자, 초성으로 친 같은 말은 하나로 세요.',
    en: 'Rising keywords and those without a result. Korean, Latin spellings and initials of one word count as one.',
  },
  columns: [
    column('keyword', 'text', '키워드', 'Keyword'),
    column('spellings', 'text', '입력한 검색어', 'Typed as'),
    column('searches', 'count', '검색', 'Searches'),
    column('before', 'count', '이전 기간', 'Period before'),
    column('rise', 'count', '늘어난 검색', 'Rise'),
    column('empty', 'count', '결과 없음', 'Without a result'),
  ],
  filters: searchFilters,
  sort: { by: 'rise', order: 'desc' },
  chart: { shape: 'bars', measure: 'searches' },
  facts: { list: 'searches', by: 'queries' },
  readsFacts,
  rows: (ask) => sql`
    with q as materialized (
      select query, any_value(script) as script, any_value(sound) as sound, any_value(initials) as initials,
        coalesce(sum(searches) filter (where is_now), 0) as searches,
        coalesce(sum(searches) filter (where not is_now), 0) as before,
        coalesce(sum(empty) filter (where is_now), 0) as empty
      from (select *, true as is_now from (${searchesByQuery(ask, ask.filters)}) f
        union all select *, false from (${searchesByQuery(ask.before, ask.filters)}) f) o group by query),
    keyed as (select *, case when sound <> '' then 's' || sound else 'q' || query end as key from q where script <> 'initials'),
    best as (select distinct on (initials) initials, key from (
        select initials, key, sum(searches + before) as used from keyed where initials <> '' group by 1, 2) o
      order by initials, used desc, key),
    joined as (select key, query, script, searches, before, empty from keyed
      union all select coalesce(best.key, 'i' || q.query), q.query, q.script, q.searches, q.before, q.empty
        from q left join best using (initials) where q.script = 'initials')
    select array_to_string((array_agg(query order by searches desc, query))[1:${maxQueries}], E'\\n') as id,
      (array_agg(query order by script = 'hangul' desc, searches desc, query))[1] as keyword,
      array_to_string((array_agg(query order by searches desc, query))[1:6], ' · ') as spellings,
      sum(searches)::float8 as searches, sum(before)::float8 as before, sum(searches - before)::float8 as rise,
      sum(empty)::float8 as empty
    from joined group by key having sum(searches) > 0`,
  totals: (ask) => sql`
    select coalesce(sum(searches) filter (where day >= ${ask.from}), 0)::float8 as searches,
      coalesce(sum(searches) filter (where day < ${ask.from}), 0)::float8 as before,
      coalesce(sum(case when day >= ${ask.from} then searches else -searches end), 0)::float8 as rise,
      coalesce(sum(empty) filter (where day >= ${ask.from}), 0)::float8 as empty
    from (${searchesByDay({ from: ask.before.from, to: ask.to }, ask.filters)}) f`,
};
