import { expect, test } from 'vitest';
import type { ReportColumn } from '../../contract/admin/reports.ts';
import { growth, showRange, showSeconds, showValue } from '../../contract/report-values.ts';
import { type TextKey, texts } from '../i18n/texts.ts';
import { sayChosen, sayReport } from './report-text.ts';

const textIn =
  (locale: 'ko' | 'en') =>
  (key: TextKey, values: Record<string, string | number> = {}) =>
    texts[key][locale].replace(/%\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
const columns: ReportColumn[] = [
  { name: 'title', kind: 'text', label: { ko: '제목', en: 'Title' } },
  { name: 'views', kind: 'count', label: { ko: '조회', en: 'Views' } },
];
const answer = (views: number, before: number) => ({
  data: [
    { id: '1', title: 'Moonlight', views: 3 },
    { id: '2', title: 'Sea', views: 7 },
  ],
  totals: { views },
  before: { totals: { views: before } },
  meta: {
    current_page: 1,
    last_page: 1,
    per_page: 25,
    total: 2,
    total_is_capped: false,
    period: { from: '2027-05-10', to: '2027-05-16' },
    before: { from: '2027-05-03', to: '2027-05-09' },
    report: {
      name: 'video',
      title: { ko: '영상', en: 'Video' },
      about: { ko: '', en: '' },
      is_facts: false,
      columns,
      filters: [],
      sort: { by: 'views', order: 'desc' as const },
      per_page: 25,
      chart: { shape: 'days' as const, measure: 'views' },
      facts: null,
    },
  },
});

test('a report says its measure, how it compares and what is largest', () => {
  expect(sayReport(answer(1000, 800), 'en', textIn('en'))).toBe(
    'Mon, 05/10/2027 – Sun, 05/16/2027, Views: 1,000. Up 25% from 800 in the period before. Largest: Sea, 7.',
  );
  expect(sayReport(answer(600, 800), 'ko', textIn('ko'))).toContain('이전 기간 800에서 25% 줄었어요.');
  expect(sayReport(answer(1875, 1877), 'ko', textIn('ko'))).toContain('이전 기간 1,877보다 조금 줄었어요.');
  expect(sayReport(answer(1877, 1875), 'en', textIn('en'))).toContain('Slightly up from 1,875');
  expect(sayReport(answer(5, 5), 'en', textIn('en'))).toContain('The same as');
  expect(sayReport(answer(5, 0), 'en', textIn('en'))).toContain('nothing in the period before');
});

test('a share that is not known yet is said to be none, and is compared with nothing', () => {
  const { meta } = answer(0, 0);
  const week = { name: 'week_1', kind: 'percent' as const, label: { ko: '1주 뒤', en: 'Week 1' } };
  const report = { ...meta.report, columns: [week], chart: { shape: 'bars' as const, measure: 'week_1' } };
  const said = (now: number | null, before: number | null) =>
    sayReport(
      {
        data: [],
        totals: { week_1: now },
        before: { totals: { week_1: before } },
        meta: { ...meta, report },
      },
      'en',
      textIn('en'),
    );
  const period = 'Mon, 05/10/2027 – Sun, 05/16/2027, Week 1';
  expect(said(null, null)).toBe(`${period}: no figure yet.`);
  expect(said(50, null)).toBe(`${period}: 50.0%.`);
  expect(said(0, 50)).toContain('Down 100%');
});

test('figures are read in their kind, and one that was not counted is a dash', () => {
  expect(showSeconds(4_442_706, 'en')).toBe('1,234:05:06');
  expect(showSeconds(306, 'en')).toBe('5:06');
  expect(showValue(null, 'count', 'en')).toBe('–');
  expect(showValue(33.333, 'percent', 'ko')).toBe('33.3%');
  expect(showRange({ from: '2027-05-10', to: '2027-05-10' }, 'en')).toBe('Mon, 05/10/2027');
  expect([growth(15, 10), growth(0, 10), growth(3, 0)]).toEqual([50, -100, undefined]);
});

test('the rows behind an hour of the week are said to be of that hour', () => {
  expect(sayChosen('slot', '7-21', 'ko', textIn('ko'))).toBe(': 일 21:00');
  expect(sayChosen('slot', '1-9', 'en', textIn('en'))).toBe(': Monday 09:00');
  expect(sayChosen('slot', 'Monday', 'en', textIn('en'))).toBe(': Monday');
  expect(sayChosen('running', '2026-11-09T00', 'en', textIn('en'))).toBe(': 2026-11-09 00:00');
});
