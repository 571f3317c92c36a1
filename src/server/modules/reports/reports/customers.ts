import { type SQL, sql } from 'drizzle-orm';
import { type Ask, column, percent, type Report } from '../report.ts';

const kinds = ['joined', 'leaving', 'left', 'plan_begun', 'plan_ended'] as const;
const figures = sql.join(
  kinds.map(
    (kind) =>
      sql`coalesce(sum(d.events) filter (where d.kind = ${kind}), 0)::float8 as ${sql.raw(`"${kind}"`)}`,
  ),
  sql`, `,
);

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
    column('joined', 'count', '가입', 'Joined'),
    column('active', 'count', '시청한 가구', 'Active'),
    column('leaving', 'count', '삭제 신청', 'Asked to leave'),
    column('left', 'count', '탈퇴', 'Left'),
    column('plan_begun', 'count', '이용 기간 시작', 'Plan periods begun'),
    column('plan_ended', 'count', '이용 기간 끝', 'Plan periods ended'),
  ],
  filters: [],
  sort: { by: 'day', order: 'desc' },
  perPage: 31,
  chart: { shape: 'days', measure: 'joined' },
  facts: { list: 'customer-events', by: 'event_day' },
  rows: ({ from, to }) => sql`
    select g::date::text as id, g::date::text as day, ${figures},
      coalesce((select a.viewers from reports_audiences a
        where a.ends_on = g::date and a.starts_on = g::date and a.part = 'home' and a.value = ''), 0)::float8 as active
    from generate_series(${from}::date, ${to}::date, '1 day') g left join reports_customer_days d on d.day = g::date group by g`,
  totals: ({ from, to }) => sql`
    select ${figures}, (select a.viewers::float8 from reports_audiences a
      where a.ends_on = ${to} and a.starts_on = ${from} and a.part = 'home' and a.value = '') as active
    from reports_customer_days d where d.day >= ${from} and d.day <= ${to}`,
  series: ({
    from,
    to,
  }) => sql`select day::text as day, sum(events)::float8 as value from reports_customer_days
    where kind = 'joined' and day >= ${from} and day <= ${to} group by 1`,
};

/** Weeks after joining that are shown. */
const weeks = [1, 2, 3, 4, 5, 6, 7, 8];

const joinedWeeks = ({ from, to }: Ask) => sql`
  select date_trunc('week', day)::date as week, sum(events) as joined from reports_customer_days
  where kind = 'joined' and day >= date_trunc('week', ${from}::date) and day < date_trunc('week', ${to}::date) + interval '7 days'
  group by 1`;
/** Whether the week so many after that of `j` has begun: one that lies ahead has no share. */
const hasBegun = ({ today }: Ask, week: number) => sql`j.week + ${week * 7}::int <= ${today}::date`;
const homesOf = (week: number) =>
  sql`coalesce((select r.homes from reports_retention r where r.joined_week = j.week and r.week = j.week + ${week * 7}::int), 0)`;
const eachWeek = (of: (week: number) => SQL) =>
  sql.join(
    weeks.map((week) => sql`${of(week)} as ${sql.raw(`week_${week}`)}`),
    sql`, `,
  );

/** How many of those who joined in a week still watch in later ones. */
export const retentionReport: Report = {
  name: 'retention',
  title: { ko: '유지율', en: 'Retention' },
  about: {
    ko: '같은 주에 가입한 가구 가운데 몇 주 뒤에도 보는 비율이에요.',
    en: 'Of the households that joined in a week, the share that watch in the weeks after.',
  },
  columns: [
    column('week', 'day', '가입한 주', 'Week of joining'),
    column('joined', 'count', '가입', 'Joined'),
    ...weeks.map((week) => column(`week_${week}`, 'percent', `${week}주 뒤`, `Week ${week}`)),
  ],
  filters: [],
  sort: { by: 'week', order: 'desc' },
  chart: { shape: 'bars', measure: 'week_1' },
  rows: (ask) => sql`
    with j as (${joinedWeeks(ask)})
    select j.week::text as id, j.week::text as week, j.joined::float8 as joined,
      ${eachWeek((week) => sql`case when ${hasBegun(ask, week)} then ${percent(homesOf(week), sql`j.joined`)} end`)} from j`,
  totals: (ask) => sql`
    with j as (${joinedWeeks(ask)})
    select sum(j.joined)::float8 as joined, ${eachWeek((week) =>
      percent(
        sql`sum(case when ${hasBegun(ask, week)} then ${homesOf(week)} end)`,
        sql`sum(case when ${hasBegun(ask, week)} then j.joined end)`,
      ),
    )} from j`,
};
