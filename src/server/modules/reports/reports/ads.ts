import { sql } from 'drizzle-orm';
import { allOf } from '../../../db/conditions.ts';
import { type Ask, column, newestName, percent, type Report, said } from '../report.ts';

const figures = sql`coalesce(sum(d.impressions), 0)::float8 as impressions, coalesce(sum(d.clicks), 0)::float8 as clicks,
  ${percent(sql`sum(d.clicks)`, sql`sum(d.impressions)`)} as ctr_percent`;
const inPeriod = ({ from, to, filters: { placement } }: Ask) =>
  allOf(
    sql`d.day >= ${from} and d.day <= ${to}`,
    placement === undefined ? undefined : sql`d.placement = ${placement}`,
  );

/** How often home's ads were seen and clicked. */
export const adReport: Report = {
  name: 'ads',
  title: { ko: '홈 광고', en: 'Home ads' },
  about: { ko: '홈 광고를 보고 누른 횟수를 보여요.', en: 'How often home’s ads were seen and clicked.' },
  columns: [
    column('title', 'text', '광고', 'Ad'),
    column('placement', 'text', '위치', 'Placement'),
    column('ads', 'count', '광고 수', 'Ads'),
    column('impressions', 'count', '노출', 'Impressions'),
    column('clicks', 'count', '클릭', 'Clicks'),
    column('ctr_percent', 'percent', '클릭률', 'CTR'),
  ],
  filters: ['placement'],
  sort: { by: 'impressions', order: 'desc' },
  chart: { shape: 'days', measure: 'impressions' },
  facts: { list: 'ad-events', by: 'title' },
  rows: (ask) => sql`
    with s as (select d.title_id, d.placement, max(d.day) as last, sum(d.impressions) as impressions, sum(d.clicks) as clicks
      from reports_ad_days d where ${inPeriod(ask)} group by 1, 2)
    select t.target_id::text as id, ${newestName('title', ask.locale)} as title,
      string_agg(distinct case d.placement when 'main-slider' then ${said(ask.locale, '메인 배너', 'Main banner')}
        else ${said(ask.locale, '작은 배너', 'Small banner')} end, ', ') as placement, 1::float8 as ads, ${figures}
    from s d join reports_titles t on t.id = d.title_id group by 1`,
  totals: (ask) => sql`select count(distinct t.target_id)::float8 as ads, ${figures}
    from reports_ad_days d join reports_titles t on t.id = d.title_id where ${inPeriod(ask)}`,
  series: (ask) => sql`select d.day::text as day, sum(d.impressions)::float8 as value from reports_ad_days d
    where ${inPeriod(ask)} group by 1`,
};
