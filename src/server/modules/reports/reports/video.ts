import { type SQL, sql } from 'drizzle-orm';
import { titleInPlace, titleOfValue } from '../audiences.service.ts';
import {
  type Ask,
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

/**
 * People by title, as they were counted. Of a title that has been of several content partners, or has stood in several categories, those who
 * watched it while it was what the filter names.
 */
function titleAudience({ from, to, filters }: Ask): SQL {
  const inPeriod = sql`ends_on = ${to} and starts_on = ${from}`;
  const all = sql`select value as id, viewers, 1 as place from reports_audiences
    where ${inPeriod} and part = 'title' and content_partner_id is null`;
  const { category_id, sub_category_id, content_partner_id } = filters;
  const inPlace = (place: 'category' | 'sub_category', id: string) =>
    sql`select ${titleOfValue(sql`value`)}, viewers, 0 from reports_audiences
      where ${inPeriod} and part = ${titleInPlace(place)} and content_partner_id is null and starts_with(value, ${`${id} `})`;
  const own =
    content_partner_id !== undefined
      ? sql`select value, viewers, 0 from reports_audiences where ${inPeriod} and part = 'title' and ${ofPartner(filters)}`
      : category_id !== undefined
        ? inPlace('category', category_id)
        : sub_category_id !== undefined
          ? inPlace('sub_category', sub_category_id)
          : undefined;
  return own
    ? sql`select distinct on (id) id, viewers from (${all} union all ${own}) o order by id, place`
    : all;
}

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
    const { filters, locale } = ask;
    const viewers = readsFactsOfTitles(filters)
      ? sql`select target_id::text as id, count(*) as viewers from (
          select distinct t.target_id, f.viewer from ${viewingsOf(ask)} f join reports_titles t on t.id = f.title_id) o group by 1`
      : titleAudience(ask);
    return sql`
      with d as materialized (${sumsByTitle(ask)}),
      g as (select t.target_id::text as id, ${newestName('title', locale)} as title,
          coalesce(${newestName('category', locale)}, '') as category,
          coalesce(${newestName('content_partner', locale)}, '') as content_partner, sum(d.views) as views,
          sum(d.seconds) as seconds, sum(d.measured) as measured, sum(d.completed) as completed
        from d join reports_titles t on t.id = d.title_id where ${titleConditions(filters)} group by 1),
      w as (${viewers}), o as (select g.*, w.viewers from g left join w using (id))
      select o.id, o.title, o.category, o.content_partner, ${watchFigures('o')} from o`;
  },
  totals: watchTotals,
  series: viewsByDay,
};
