import { sql } from 'drizzle-orm';
import {
  type Ask,
  bothPeriods,
  column,
  ofPartner,
  type Report,
  readsFactsOfAny,
  stagedTable,
  viewingConditions,
  viewingFilters,
} from '../report.ts';
import { streamsBetween } from '../rollup.service.ts';

/** The most streams of each day and hour. */
const hours = (ask: Ask) =>
  readsFactsOfAny(ask.filters) && !ask.isStaged
    ? streamsBetween(ask, ask.zone, { where: viewingConditions(ask) })
    : sql`select day, hour, streams from ${ask.isStaged ? stagedTable : sql`reports_stream_hours`}
        where day >= ${ask.from} and day <= ${ask.to} and ${ask.isStaged ? sql`true` : ofPartner(ask.filters)}`;

/** How many streams were in use at once. */
export const streamReport: Report = {
  name: 'streams',
  title: { ko: '동시 시청', en: 'Concurrent streams' },
  about: {
    ko: '시간마다 가장 많았던 동시 시청 수를 보여요.',
    en: 'The most streams in use at once, by hour of the day.',
  },
  columns: [
    column('hour', 'text', '시간', 'Hour'),
    column('peak', 'count', '가장 많을 때', 'Peak'),
    column('average_peak', 'count', '하루 평균 최고', 'Average daily peak'),
    column('peak_day', 'day', '가장 많았던 날', 'Day of the peak'),
  ],
  filters: viewingFilters,
  sort: { by: 'hour', order: 'asc' },
  chart: { shape: 'days', measure: 'peak' },
  perPage: 25,
  facts: { list: 'viewings', by: 'running' },
  readsFacts: readsFactsOfAny,
  stage: (ask) => streamsBetween(bothPeriods(ask), ask.zone, { where: viewingConditions(ask) }),
  // What leads to its rows is the hour of the day that had the peak.
  rows: (ask) => sql`
    select peak_day || 'T' || lpad(at::text, 2, '0') as id, lpad(at::text, 2, '0') || ':00' as hour, peak, average_peak, peak_day
    from (
      select h.hour as at, max(streams)::float8 as peak,
        round(sum(streams)::numeric / (${ask.to}::date - ${ask.from}::date + 1))::float8 as average_peak,
        ((array_agg(day order by streams desc, day))[1])::text as peak_day
      from (${hours(ask)}) h group by h.hour) o`,
  totals: (ask) => sql`
    with h as materialized (${hours(ask)})
    select max(streams)::float8 as peak,
      (select round(sum(peak)::numeric / (${ask.to}::date - ${ask.from}::date + 1))::float8
        from (select max(streams) as peak from h group by day) o) as average_peak,
      ((array_agg(day order by streams desc, day))[1])::text as peak_day
    from h`,
  series: (ask) =>
    sql`select day::text as day, max(streams)::float8 as value from (${hours(ask)}) h group by 1`,
};
