import { I18nContext } from 'react-admin';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReportAnswer } from '../../contract/admin/reports.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import { Figures } from './report-page.tsx';

const answer = (shape: 'days' | 'bars', days: string[]): ReportAnswer => ({
  data: [
    { id: '1', title: 'Moonlight', views: 3 },
    { id: '2', title: 'Sea', views: 1207 },
  ],
  totals: { views: 1210 },
  before: { totals: { views: 4 } },
  series: days.map((day, index) => ({ day, value: 1200 + index, before: index === 0 ? 4 : null })),
  meta: {
    current_page: 1,
    last_page: 1,
    per_page: 25,
    total: 2,
    total_is_capped: false,
    period: { from: '2027-05-10', to: '2027-05-11' },
    before: { from: '2027-05-08', to: '2027-05-09' },
    report: {
      name: 'video',
      title: { ko: '영상', en: 'Video' },
      about: { ko: '', en: '' },
      is_facts: false,
      columns: [
        { name: 'title', kind: 'text', label: { ko: '제목', en: 'Title' } },
        { name: 'views', kind: 'count', label: { ko: '조회', en: 'Views' } },
      ],
      filters: [],
      sort: { by: 'views', order: 'desc' },
      per_page: 25,
      chart: { shape, measure: 'views' },
      facts: null,
    },
  },
});

/** The office's texts in Korean. */
const korean = {
  translate: (key: string, values: Record<string, unknown> = {}) =>
    texts[key.replace('office.', '') as TextKey].ko.replace(/%\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    ),
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'ko',
};

/** The cells of the tables under a report's chart, row by row. */
const tableUnder = (own: ReportAnswer) => {
  const markup = renderToStaticMarkup(
    <I18nContext.Provider value={korean}>
      <Figures answer={own} isOfPlan={false} />
    </I18nContext.Provider>,
  );
  const rows = [...markup.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell]) => cell),
  );
  expect(markup).toContain('가장 큰 항목');
  return { rows, summary: /<summary[^>]*>([^<]*)</.exec(markup)?.[1] };
};

test('a chart by day has a table of its days, with those of the period before', () => {
  expect(tableUnder(answer('days', ['2027-05-10', '2027-05-11']))).toEqual({
    summary: '날짜별 조회 표',
    rows: [
      ['날짜', '이번 기간', '이전 기간'],
      ['2027. 05. 10. (월)', '1,200', '4'],
      ['2027. 05. 11. (화)', '1,201', '–'],
    ],
  });
});

test('a chart of rows has its table in the rows, and a single day is drawn as these', () => {
  expect(tableUnder(answer('bars', ['2027-05-10', '2027-05-11'])).rows).toEqual([]);
  expect(tableUnder(answer('days', ['2027-05-10'])).rows).toEqual([]);
});
