import { type SQL, sql } from 'drizzle-orm';
import { customerEventKinds, type ReportFilters } from '../../../../contract/admin/reports.ts';
import { addDays } from '../../../zone.ts';
import { countedBetween } from '../counting.service.ts';
import type { Range } from '../period.ts';
import {
  type Ask,
  bothPeriods,
  column,
  percent,
  type Report,
  readsFactsOfAny,
  stagedTable,
  viewingFilters,
  viewingsOf,
} from '../report.ts';

/** Whether an event `f` is of a plan's periods. */
export const isOfPlan = (planId: string): SQL =>
  sql`f.title_id = any(array(select id from reports_titles where target_id = ${planId}))`;

type CustomerEvent = (typeof customerEventKinds)[number];
/** Only plan periods are of a plan: of one alone the others have no figures. */
const hasKind = (kind: CustomerEvent, { plan_id }: ReportFilters): boolean =>
  plan_id === undefined || kind === 'plan_begun' || kind === 'plan_ended';
const figures = (filters: ReportFilters) =>
  sql.join(
    customerEventKinds.map((kind) => {
      const events = sql`coalesce(sum(d.events) filter (where d.kind = ${kind}), 0)::float8`;
      return sql`${hasKind(kind, filters) ? events : sql`null::float8`} as ${sql.raw(`"${kind}"`)}`;
    }),
    sql`, `,
  );

/** Events by day and kind. */
const eventDays = ({ from, to }: Range, { plan_id }: ReportFilters): SQL =>
  plan_id === undefined
    ? sql`(select * from reports_customer_days where day >= ${from} and day <= ${to})`
    : sql`(select f.counted_on as day, f.kind, count(*) as events
        from ${countedBetween('reports_customer_events', { from, to }, isOfPlan(plan_id))} f group by 1, 2)`;

/** Households that watched in a range, where they were counted. */
const activeIn = (from: SQL, to: SQL, { plan_id }: ReportFilters): SQL =>
  plan_id === undefined
    ? sql`(select a.viewers::float8 from reports_audiences a
        where a.ends_on = ${to} and a.starts_on = ${from} and a.part = 'home' and a.content_partner_id is null)`
    : sql`null::float8`;

/** A column of events, and those that it counts. */
const eventColumn = (kind: CustomerEvent, ko: string, en: string) => ({
  ...column(kind, 'count', ko, en),
  facts: { list: 'customer-events', query: { event_day: '{id}', event: kind } },
});

/** What its chart is of. */
const drawn = (filters: ReportFilters) => (hasKind('joined', filters) ? 'joined' : 'plan_begun');

/** Households that joined, watched, asked to leave and left, and plan periods. */
export const customerReport: Report = {
  name: 'customers',
  title: { ko: '고객', en: 'Customers' },
  about: {
    ko: '가입하고, 보고, 떠난 가구와 이용 기간을 날마다 보여요.',
    en: 'Households that joined, watched and left, and plan periods, by day.',
  },
  columns: [
    column('day', 'day', '날짜', 'Day'),
    eventColumn('joined', '가입', 'Joined'),
    {
      ...column('active', 'count', '시청한 가구', 'Active'),
      facts: { list: 'viewings', query: { active_day: '{id}' } },
    },
    eventColumn('leaving', '삭제 신청', 'Asked to leave'),
    eventColumn('left', '계정 삭제', 'Left'),
    eventColumn('plan_begun', '이용 기간 시작', 'Plan periods begun'),
    eventColumn('plan_ended', '이용 기간 끝', 'Plan periods ended'),
  ],
  filters: ['plan_id'],
  sort: { by: 'day', order: 'desc' },
  perPage: 31,
  chart: (filters) => ({ shape: 'days', measure: drawn(filters) }),
  readsFacts: readsFactsOfAny,
  rows: (ask) => {
    const active = activeIn(sql`g::date`, sql`g::date`, ask.filters);
    return sql`
      select g::date::text as id, g::date::text as day, ${figures(ask.filters)},
        ${ask.filters.plan_id === undefined ? sql`coalesce(${active}, 0)` : active} as active
      from generate_series(${ask.from}::date, ${ask.to}::date, '1 day') g
      left join ${eventDays(ask, ask.filters)} d on d.day = g::date group by g`;
  },
  totals: (ask) => sql`
    select ${figures(ask.filters)}, ${activeIn(sql`${ask.from}::date`, sql`${ask.to}::date`, ask.filters)} as active
    from ${eventDays(ask, ask.filters)} d`,
  series: (
    ask,
  ) => sql`select day::text as day, sum(events)::float8 as value from ${eventDays(ask, ask.filters)} d
    where kind = ${drawn(ask.filters)} group by 1`,
};

/** Weeks after joining that are shown. */
const weeks = [1, 2, 3, 4, 5, 6, 7, 8];

const joinedWeeks = ({ from, to }: Ask) => sql`
  select date_trunc('week', day)::date as week, sum(events) as joined from reports_customer_days
  where kind = 'joined' and day between ${from} and ${to}
  group by 1`;
/** Whether the week so many after that of `c` has begun: one that lies ahead has no share. */
const hasBegun = ({ today }: Ask, week: number) => sql`c.week + ${week * 7}::int <= ${today}::date`;
/** Households that watched what the filters name, by the week in which they joined and the one in which they watched. */
const watchedWeeks = (ask: Ask): SQL => {
  if (ask.isStaged) return sql`select * from ${stagedTable}`;
  return readsFactsOfAny(ask.filters)
    ? sql`select f.joined_week, date_trunc('week', f.counted_on)::date as week, count(distinct f.home) as homes
        from ${viewingsOf({ ...ask, to: addDays(ask.to, 7 * weeks.length) })} f
        where f.joined_week is not null group by 1, 2`
    : sql`select * from reports_retention`;
};
const eachWeek = (of: (week: number) => SQL) =>
  sql.join(
    weeks.map((week) => sql`${of(week)} as ${sql.raw(`week_${week}`)}`),
    sql`, `,
  );

const homesOf = (week: number) => sql.raw(`c.homes_${week}`);
/** The weeks of joining with how many joined, and how many of them watched in each week after. */
const cohorts = (ask: Ask): SQL => sql`
  select j.week, j.joined, ${sql.join(
    weeks.map(
      (week) =>
        sql`coalesce(max(r.homes) filter (where r.week = j.week + ${week * 7}::int), 0) as ${sql.raw(`homes_${week}`)}`,
    ),
    sql`, `,
  )}
  from (${joinedWeeks(ask)}) j left join (${watchedWeeks(ask)}) r on r.joined_week = j.week group by j.week, j.joined`;

/** How many of those who joined in a week still watch in later ones. */
export const retentionReport: Report = {
  name: 'retention',
  byWeek: true,
  title: { ko: '유지율', en: 'Retention' },
  about: {
    ko: '같은 주에 가입한 가구 가운데 몇 주 뒤에도 보는 비율이에요.',
    en: 'Of the households that joined in a week, the share that watch in the weeks after.',
  },
  columns: [
    column('week', 'day', '가입한 주', 'Week of joining'),
    {
      ...column('joined', 'count', '가입', 'Joined'),
      facts: { list: 'customer-events', query: { joined_week: '{id}' } },
    },
    ...weeks.map((week) => ({
      ...column(`week_${week}`, 'percent', `${week}주 뒤`, `Week ${week}`),
      facts: { list: 'viewings', query: { returned: `{id}-${week}` } },
    })),
  ],
  // Who joined is nobody's of a content partner.
  filters: viewingFilters.filter((filter) => filter !== 'content_partner_id'),
  sort: { by: 'week', order: 'desc' },
  chart: { shape: 'bars', measure: 'week_1' },
  facts: { list: 'customer-events', by: 'joined_week' },
  readsFacts: readsFactsOfAny,
  stage: (ask) => watchedWeeks({ ...ask, ...bothPeriods(ask) }),
  rows: (ask) => sql`
    select c.week::text as id, c.week::text as week, c.joined::float8 as joined,
      ${eachWeek((week) => sql`case when ${hasBegun(ask, week)} then ${percent(homesOf(week), sql`c.joined`)} end`)}
    from (${cohorts(ask)}) c`,
  totals: (ask) => sql`
    select sum(c.joined)::float8 as joined, ${eachWeek((week) =>
      percent(
        sql`sum(case when ${hasBegun(ask, week)} then ${homesOf(week)} end)`,
        sql`sum(case when ${hasBegun(ask, week)} then c.joined end)`,
      ),
    )} from (${cohorts(ask)}) c`,
};
