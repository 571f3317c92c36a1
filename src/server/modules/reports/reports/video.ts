import { sql } from 'drizzle-orm';
import {
  column,
  newestName,
  ofPartner,
  type Report,
  readsFactsOfTitles,
  sumsByTitle,
  titleConditions,
  viewingFilters,
  viewingsOf,
  viewsByDay,
  watchColumns,
  watchFigures,
  watchTotals,
} from '../report.ts';

/** What was watched, by title. */
export const videoReport: Report = {
  name: 'video',
  title: { ko: '영상', en: 'Video' },
  about: { ko: '제목마다 얼마나 봤는지 보여요.', en: 'How much each title was watched.' },
  columns: [
    column('title', 'text', '제목', 'Title'),
    column('category', 'text', '카테고리', 'Category'),
    column('content_partner', 'text', '제휴사', 'Content partner'),
    ...watchColumns,
  ],
  filters: viewingFilters,
  sort: { by: 'views', order: 'desc' },
  chart: { shape: 'days', measure: 'views' },
  facts: { list: 'viewings', by: 'title' },
  readsFacts: readsFactsOfTitles,
  rows(ask) {
    const { from, to, filters, locale } = ask;
    const viewers = readsFactsOfTitles(filters)
      ? sql`select target_id::text as id, count(*) as viewers from (
          select distinct t.target_id, f.viewer from ${viewingsOf(ask)} f join reports_titles t on t.id = f.title_id) o group by 1`
      : filters.content_partner_id === undefined
        ? sql`select value as id, viewers from reports_audiences
            where ends_on = ${to} and starts_on = ${from} and part = 'title' and content_partner_id is null`
        : // Of a title that has been of several content partners, those who watched it as one of theirs.
          sql`select distinct on (value) value as id, viewers from reports_audiences
            where ends_on = ${to} and starts_on = ${from} and part = 'title' and (content_partner_id is null or ${ofPartner(filters)})
            order by value, content_partner_id`;
    return sql`
      with d as materialized (${sumsByTitle(ask)}),
      g as (select t.target_id::text as id, ${newestName('title', locale)} as title,
          coalesce(${newestName('category', locale)}, '') as category,
          coalesce(${newestName('content_partner', locale)}, '') as content_partner, sum(d.views) as views,
          sum(d.seconds) as seconds, sum(d.completed) as completed,
          sum(d.views) filter (where t.kind <> 'channel') as measured
        from d join reports_titles t on t.id = d.title_id where ${titleConditions(filters)} group by 1),
      w as (${viewers}), o as (select g.*, w.viewers from g left join w using (id))
      select o.id, o.title, o.category, o.content_partner, ${watchFigures('o')} from o`;
  },
  totals: watchTotals,
  series: viewsByDay,
};
