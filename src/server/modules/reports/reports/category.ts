import { sql } from 'drizzle-orm';
import { noValue, type ReportFilters } from '../../../../contract/admin/reports.ts';
import {
  column,
  newestName,
  ofPartner,
  type Report,
  readsFactsOfTitles,
  said,
  sumsByTitle,
  titleConditions,
  viewingFilters,
  viewingsOf,
  watchColumns,
  watchFigures,
  watchTotals,
} from '../report.ts';

/** People were counted by category, and by that of each content partner. */
const readsFacts = (filters: ReportFilters): boolean =>
  readsFactsOfTitles(filters) || filters.sub_category_id !== undefined;

/** What was watched, by category. Channels stand in none. */
export const categoryReport: Report = {
  name: 'category',
  title: { ko: '카테고리', en: 'Category' },
  about: { ko: '카테고리마다 얼마나 봤는지 보여요.', en: 'How much each category was watched.' },
  columns: [
    column('category', 'text', '카테고리', 'Category'),
    column('titles', 'count', '제목 수', 'Titles'),
    ...watchColumns,
  ],
  filters: viewingFilters,
  sort: { by: 'views', order: 'desc' },
  chart: { shape: 'bars', measure: 'views' },
  facts: { list: 'viewings', by: 'category_id' },
  readsFacts,
  rows(ask) {
    const { from, to, filters, locale } = ask;
    const viewers = readsFacts(filters)
      ? sql`select coalesce(category_id::text, ${noValue}) as id, count(*) as viewers from (
          select distinct t.category_id, f.viewer from ${viewingsOf(ask)} f join reports_titles t on t.id = f.title_id) o group by 1`
      : sql`select coalesce(nullif(value, ''), ${noValue}) as id, viewers from reports_audiences
          where ends_on = ${to} and starts_on = ${from} and part = 'category' and ${ofPartner(filters)}`;
    return sql`
      with d as materialized (${sumsByTitle(ask)}),
      g as (select coalesce(t.category_id::text, ${noValue}) as id,
          coalesce(${newestName('category', locale)}, ${said(locale, '카테고리 없음(채널 등)', 'No category (channels)')}) as category,
          count(distinct t.target_id) as titles, sum(d.views) as views, sum(d.seconds) as seconds,
          sum(d.measured) as measured, sum(d.completed) as completed
        from d join reports_titles t on t.id = d.title_id where ${titleConditions(filters)} group by 1),
      w as (${viewers}), o as (select g.*, w.viewers from g left join w using (id))
      select o.id, o.category, o.titles::float8 as titles, ${watchFigures('o')} from o`;
  },
  totals: watchTotals,
};
