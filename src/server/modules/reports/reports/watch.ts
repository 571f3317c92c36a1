import { type SQL, sql } from 'drizzle-orm';
import { noValue } from '../../../../contract/admin/reports.ts';
import type { Locale } from '../../../../contract/errors.ts';
import {
  type Ask,
  column,
  deviceName,
  ofPartner,
  type Report,
  readsFactsOfAny,
  said,
  viewersOf,
  viewingFilters,
  viewingsOf,
} from '../report.ts';

const measures = [
  column('views', 'count', '조회', 'Views'),
  column('viewers', 'count', '시청자', 'Viewers'),
  column('seconds', 'seconds', '시청 시간', 'Watch time'),
];

/** Views and seconds in all. */
const totals = (ask: Ask): SQL =>
  readsFactsOfAny(ask.filters)
    ? sql`select count(*)::float8 as views, count(distinct viewer)::float8 as viewers, coalesce(sum(seconds), 0)::float8 as seconds
        from ${viewingsOf(ask)} f`
    : sql`select coalesce(sum(views), 0)::float8 as views, ${viewersOf(ask)}::float8 as viewers,
          coalesce(sum(seconds), 0)::float8 as seconds
        from reports_watch_days where part = 'device' and day >= ${ask.from} and day <= ${ask.to} and ${ofPartner(ask.filters)}`;

const weekdays = (locale: Locale): SQL =>
  sql.param(
    said(locale, '월,화,수,목,금,토,일', 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday').split(
      ',',
    ),
  ) as unknown as SQL;

/** When people watch: by weekday and by the hour at which they begin. */
export const watchReport: Report = {
  name: 'watch',
  title: { ko: '시청 시간대', en: 'When people watch' },
  about: { ko: '요일과 시간마다 얼마나 봤는지 보여요.', en: 'How much was watched by weekday and hour.' },
  columns: [
    column('weekday', 'text', '요일', 'Weekday'),
    column('hour', 'text', '시작한 시간', 'Began at'),
    column('views', 'count', '조회', 'Views'),
    column('seconds', 'seconds', '시청 시간', 'Watch time'),
  ],
  filters: viewingFilters,
  sort: { by: 'views', order: 'desc' },
  perPage: 168,
  chart: { shape: 'grid', measure: 'views' },
  facts: { list: 'viewings', by: 'slot' },
  readsFacts: readsFactsOfAny,
  rows(ask) {
    const slots = readsFactsOfAny(ask.filters)
      ? sql`select extract(isodow from f.counted_on)::int as weekday,
            extract(hour from f.happened_at at time zone ${ask.zone})::int as hour, count(*) as views, sum(f.seconds) as seconds
          from ${viewingsOf(ask)} f group by 1, 2`
      : sql`select extract(isodow from day)::int as weekday, value::int as hour, sum(views) as views, sum(seconds) as seconds
          from reports_watch_days where part = 'hour' and day >= ${ask.from} and day <= ${ask.to} and ${ofPartner(ask.filters)}
          group by 1, 2`;
    return sql`select weekday || '-' || hour as id, (${weekdays(ask.locale)}::text[])[weekday] as weekday,
      lpad(hour::text, 2, '0') || ':00' as hour, views::float8 as views, seconds::float8 as seconds from (${slots}) o`;
  },
  totals,
};

const byPart = (
  part: 'device' | 'country',
  name: string,
  words: Pick<Report, 'title' | 'about'> & { column: ReturnType<typeof column>; values(locale: Locale): SQL },
): Report => ({
  name,
  title: words.title,
  about: words.about,
  columns: [words.column, ...measures],
  filters: viewingFilters.filter((filter) => filter !== part),
  sort: { by: 'views', order: 'desc' },
  chart: { shape: 'bars', measure: 'views' },
  facts: { list: 'viewings', by: part },
  readsFacts: readsFactsOfAny,
  rows(ask) {
    const by = sql.raw(part);
    const parts = readsFactsOfAny(ask.filters)
      ? sql`select f.${by} as id, count(*) as views, count(distinct f.viewer) as viewers, sum(f.seconds) as seconds
          from ${viewingsOf(ask)} f group by 1`
      : sql`select d.value as id, sum(d.views) as views, max(a.viewers) as viewers, sum(d.seconds) as seconds
          from reports_watch_days d left join reports_audiences a on a.ends_on = ${ask.to} and a.starts_on = ${ask.from}
            and a.part = d.part and a.value = d.value and ${ofPartner(ask.filters, 'a')}
          where d.part = ${part} and d.day >= ${ask.from} and d.day <= ${ask.to} and ${ofPartner(ask.filters, 'd')} group by 1`;
    return sql`select coalesce(nullif(id, ''), ${noValue}) as id, ${words.values(ask.locale)} as ${by}, views::float8 as views, viewers::float8 as viewers,
      seconds::float8 as seconds from (${parts}) o`;
  },
  totals,
});

export const deviceReport = byPart('device', 'devices', {
  title: { ko: '기기', en: 'Devices' },
  about: { ko: '어떤 기기로 봤는지 보여요.', en: 'What people watch on.' },
  column: column('device', 'text', '기기', 'Device'),
  values: (locale) => deviceName(locale, sql`id`),
});

export const countryReport = byPart('country', 'countries', {
  title: { ko: '국가', en: 'Countries' },
  about: { ko: '어느 국가에서 봤는지 보여요.', en: 'Where people watch from.' },
  column: column('country', 'text', '국가', 'Country'),
  values: (locale) => sql`case id when '' then ${said(locale, '알 수 없음', 'Unknown')} else id end`,
});
