/** Figures of reports as people read them, and what a report says in a sentence. */
import type { ReportAnswer, ReportColumn, ReportRow } from '../../contract/admin/reports.ts';
import type { Locale } from '../../contract/errors.ts';
import { showInstant } from '../../contract/zone.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import { showNumber } from '../kit/format.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `1,234:05:06`, or `5:06` under an hour. */
export function showSeconds(seconds: number, locale: Locale): string {
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  return hours > 0 ? `${showNumber(hours, locale)}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const days = new Map<Locale, Intl.DateTimeFormat>();

/** A day with its weekday. */
export function showDay(day: string, locale: Locale): string {
  const format =
    days.get(locale) ??
    new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
      timeZone: 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
    });
  days.set(locale, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** A range of days, one day as one. */
export const showRange = ({ from, to }: { from: string; to: string }, locale: Locale): string =>
  from === to ? showDay(from, locale) : `${showDay(from, locale)} – ${showDay(to, locale)}`;

/** What there is no figure of is a dash. */
const none = '–';

/** A figure or text of a column. */
export function showValue(
  value: string | number | null | undefined,
  kind: ReportColumn['kind'],
  locale: Locale,
): string {
  if (value === null || value === undefined) return kind === 'text' ? '' : none;
  switch (kind) {
    case 'count':
      return showNumber(Number(value), locale);
    case 'seconds':
      return showSeconds(Number(value), locale);
    case 'percent':
      return `${Number(value).toFixed(1)}%`;
    case 'day':
      return showDay(String(value), locale);
    case 'time':
      return showInstant(String(value), locale);
    case 'text':
      return String(value);
  }
}

export const isNumeric = ({ kind }: Pick<ReportColumn, 'kind'>): boolean =>
  kind === 'count' || kind === 'seconds' || kind === 'percent';

/** By how much of a hundred something has grown; undefined where there was nothing. */
export function growth(value: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((value - before) * 100) / before);
}

/** The sums of a period, and of the one before. */
type Said = Pick<ReportAnswer, 'data' | 'totals' | 'before' | 'meta'>;

/** What a report says: its measure, how that compares, and what is largest. For those who do not see the chart, and for all. */
export function sayReport({ data, totals, before, meta }: Said, locale: Locale, text: Text): string {
  const { chart, columns } = meta.report;
  const column = columns.find(({ name }) => name === chart?.measure) ?? columns.find(isNumeric);
  if (!column || !totals) return '';
  const show = (value: string | number | null | undefined) => showValue(value, column.kind, locale);
  const value = totals[column.name];
  const sentences = [
    text('report.said', {
      period: showRange(meta.period, locale),
      measure: column.label[locale],
      value: show(value ?? 0),
    }),
    sayGrowth(Number(value ?? 0), Number(before?.totals[column.name] ?? 0), show, text),
    sayTop(data, columns, column, { show, locale, text }),
  ];
  return sentences.filter(Boolean).join(' ');
}

function sayGrowth(value: number, before: number, show: (value: number) => string, text: Text): string {
  if (value === before) return text('report.said_same');
  const percent = growth(value, before);
  if (percent === undefined) return text('report.said_new');
  return text(percent >= 0 ? 'report.said_more' : 'report.said_less', {
    before: show(before),
    percent: Math.abs(percent),
  });
}

/** The row that has most of the measure, of those on the page. */
function sayTop(
  rows: ReportRow[],
  columns: ReportColumn[],
  column: ReportColumn,
  {
    show,
    locale,
    text,
  }: { show: (value: string | number | null | undefined) => string; locale: Locale; text: Text },
): string {
  const measured = rows.filter((row) => typeof row[column.name] === 'number');
  if (measured.length < 2) return '';
  const top = measured.reduce((best, row) =>
    Number(row[column.name]) > Number(best[column.name]) ? row : best,
  );
  const name = nameOf(top, columns, locale);
  return name ? text('report.said_top', { name, value: show(top[column.name]) }) : '';
}

/** A row's name: its texts that say which one it is. */
export function nameOf(row: ReportRow, columns: ReportColumn[], locale: Locale): string {
  const first = columns.findIndex(isNumeric);
  const texts = columns.slice(0, first < 0 ? 1 : first);
  // A grid's row is named by both of its sides, a title's by the title alone.
  const named = texts[0]?.name === 'weekday' ? texts : texts.slice(0, 1);
  return named
    .map(({ name, kind }) => showValue(row[name], kind, locale))
    .filter(Boolean)
    .join(' ');
}
