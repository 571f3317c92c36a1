/** Lists of facts: the rows behind a figure, without the numbers that stand for people. */
import { sql } from 'drizzle-orm';
import { allOf } from '../../../db/conditions.ts';
import { countedBetween } from '../counting.service.ts';
import {
  column,
  deviceName,
  type Report,
  said,
  viewingFilters,
  viewingsOf,
  viewingsPerDay,
} from '../report.ts';
import { isOfPlan } from './customers.ts';
import { searchConditions, searchFilters } from './search.ts';

const at = column('happened_at', 'time', '일시', 'Time');
const countedOn = column('counted_on', 'day', '집계일', 'Counted on');
const newest = { by: 'happened_at', order: 'desc' } as const;

export const viewingList: Report = {
  name: 'viewings',
  title: { ko: '시청 기록', en: 'Viewings' },
  about: {
    ko: '시청 하나하나예요. 누가 봤는지는 남기지 않아요.',
    en: 'Single viewings. Who watched is not kept.',
  },
  columns: [
    at,
    column('title', 'text', '제목', 'Title'),
    column('episode', 'text', '회차', 'Episode'),
    column('category', 'text', '카테고리', 'Category'),
    column('device', 'text', '기기', 'Device'),
    column('country', 'text', '국가', 'Country'),
    column('plan', 'text', '이용권', 'Plan'),
    column('kids', 'text', '키즈 프로필', 'Kids profile'),
    column('seconds', 'seconds', '시청 시간', 'Watch time'),
    column('completed', 'text', '끝까지 봄', 'Completed'),
    countedOn,
  ],
  filters: ['title', 'slot', 'running', 'active_day', 'returned', ...viewingFilters],
  sort: newest,
  readsFacts: () => true,
  perDay: viewingsPerDay,
  rows(ask) {
    const { locale } = ask;
    const yesNo = (value: string) =>
      sql`case when ${sql.raw(value)} then ${said(locale, '예', 'Yes')} when not ${sql.raw(value)} then ${said(locale, '아니요', 'No')} else '' end`;
    return sql`select f.id::text as id, f.happened_at, t.${sql.raw(`title_${locale}`)} as title,
      case when f.episode is null then '' else 'S' || f.season || ' E' || f.episode end as episode,
      coalesce(t.${sql.raw(`category_${locale}`)}, '') as category, ${deviceName(locale, sql`f.device`)} as device, f.country,
      case when f.plan then ${said(locale, '유료', 'Paid')} else ${said(locale, '무료', 'Free')} end as plan,
      ${yesNo('f.kid')} as kids, f.seconds::float8 as seconds, ${yesNo('f.completed')} as completed, f.counted_on::text as counted_on
      from ${viewingsOf(ask)} f join reports_titles t on t.id = f.title_id`;
  },
};

export const searchList: Report = {
  name: 'searches',
  title: { ko: '검색 기록', en: 'Searches' },
  about: {
    ko: '검색 하나하나예요. 누가 찾았는지는 남기지 않아요.',
    en: 'Single searches. Who searched is not kept.',
  },
  columns: [
    at,
    column('query', 'text', '검색어', 'Query'),
    column('results', 'count', '결과', 'Results'),
    column('opened', 'text', '결과를 누름', 'Opened'),
    countedOn,
  ],
  filters: ['query', 'queries', ...searchFilters],
  sort: newest,
  readsFacts: () => true,
  perDay: ({ from, to, filters: { query, queries, script, found, opened } }) => {
    // Queries have an index.
    if (query !== undefined || queries !== undefined) return 'all';
    if (found !== undefined || opened !== undefined) return undefined;
    return script === undefined
      ? 'all'
      : sql`select day, searches as count from reports_script_days where day >= ${from} and day <= ${to} and script = ${script}`;
  },
  rows: ({ filters, locale, first, ...range }) => sql`
    select f.id::text as id, f.happened_at, f.query, f.results::float8 as results,
      case when f.opened then ${said(locale, '예', 'Yes')} else ${said(locale, '아니요', 'No')} end as opened,
      f.counted_on::text as counted_on
    from ${countedBetween('reports_searches', range, searchConditions(filters), first)} f`,
};

export const adEventList: Report = {
  name: 'ad-events',
  title: { ko: '광고 기록', en: 'Ad events' },
  about: { ko: '광고 노출과 클릭 하나하나예요.', en: 'Single impressions and clicks of ads.' },
  columns: [
    at,
    column('title', 'text', '광고', 'Ad'),
    column('event', 'text', '종류', 'Event'),
    column('device', 'text', '기기', 'Device'),
    countedOn,
  ],
  filters: ['title', 'placement'],
  sort: newest,
  readsFacts: () => true,
  perDay: ({ from, to, filters: { title, placement } }) =>
    title === undefined && placement === undefined
      ? 'all'
      : sql`select d.day, sum(d.impressions + d.clicks) as count from reports_ad_days d join reports_titles t on t.id = d.title_id
          where ${allOf(
            sql`d.day >= ${from} and d.day <= ${to}`,
            title === undefined ? undefined : sql`t.target_id = ${title}`,
            placement === undefined ? undefined : sql`d.placement = ${placement}`,
          )} group by d.day`,
  rows: ({ filters: { title, placement }, locale, first, ...range }) => sql`
    select f.id || '-' || f.kind || '-' || f.title_id as id, f.happened_at, t.${sql.raw(`title_${locale}`)} as title,
      case f.kind when 'click' then ${said(locale, '클릭', 'Click')} else ${said(locale, '노출', 'Impression')} end as event,
      case when f.device <> '' then ${deviceName(locale, sql`f.device`)} else '' end as device, f.counted_on::text as counted_on
    from ${countedBetween(
      'reports_ad_events',
      range,
      allOf(
        title === undefined
          ? undefined
          : sql`f.title_id = any(array(select id from reports_titles where target_id = ${title}))`,
        placement === undefined ? undefined : sql`f.placement = ${placement}`,
      ),
      first,
    )} f join reports_titles t on t.id = f.title_id`,
};

export const customerEventList: Report = {
  name: 'customer-events',
  title: { ko: '고객 기록', en: 'Customer events' },
  about: {
    ko: '가입과 삭제, 이용 기간 하나하나예요. 누구인지는 남기지 않아요.',
    en: 'Single events of customers. Whose they are is not kept.',
  },
  columns: [
    at,
    column('event', 'text', '종류', 'Event'),
    column('plan', 'text', '이용권', 'Plan'),
    countedOn,
  ],
  filters: ['event', 'event_day', 'joined_week', 'plan_id'],
  sort: newest,
  readsFacts: () => true,
  // There are few: a household joins and leaves once, and has a plan period a month.
  perDay: () => 'all',
  rows: ({ filters: { event, event_day: day, joined_week: week, plan_id }, locale, first, ...range }) => sql`
    select f.id::text as id, f.happened_at, case f.kind when 'joined' then ${said(locale, '가입', 'Joined')}
        when 'leaving' then ${said(locale, '삭제 신청', 'Asked to leave')} when 'left' then ${said(locale, '계정 삭제', 'Left')}
        when 'plan_begun' then ${said(locale, '이용 기간 시작', 'Plan period begun')}
        else ${said(locale, '이용 기간 끝', 'Plan period ended')} end as event,
      coalesce(t.${sql.raw(`title_${locale}`)}, '') as plan, f.counted_on::text as counted_on
    from ${countedBetween(
      'reports_customer_events',
      range,
      allOf(
        event === undefined ? undefined : sql`f.kind = ${event}`,
        day === undefined ? undefined : sql`f.counted_on = ${day}`,
        week === undefined
          ? undefined
          : sql`f.kind = 'joined' and f.counted_on >= ${week}::date and f.counted_on < ${week}::date + 7`,
        plan_id === undefined ? undefined : isOfPlan(plan_id),
      ),
      first,
    )} f left join reports_titles t on t.id = f.title_id`,
};
