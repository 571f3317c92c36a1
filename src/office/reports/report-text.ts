/** What a report says in a sentence. */
import type { ReportAnswer, ReportColumn, ReportRow } from '../../contract/admin/reports.ts';
import type { Locale } from '../../contract/errors.ts';
import { growth, isNumeric, showRange, showValue } from '../../contract/report-values.ts';
import type { Text } from '../i18n/i18n-provider.ts';

/** The sums of a period, and of the one before. */
type Said = Pick<ReportAnswer, 'data' | 'totals' | 'before' | 'meta'>;

/** What a report says: its measure, how that compares, and what is largest. For those who do not see the chart, and for all. */
export function sayReport({ data, totals, before, meta }: Said, locale: Locale, text: Text): string {
  const { chart, columns } = meta.report;
  const column = columns.find(({ name }) => name === chart?.measure) ?? columns.find(isNumeric);
  if (!column || !totals) return '';
  const show = (value: string | number | null | undefined) => showValue(value, column.kind, locale);
  const [value, earlier] = [totals[column.name], before?.totals[column.name]];
  const said = { period: showRange(meta.period, locale), measure: column.label[locale] };
  // A share of nothing is no 0 %.
  const isKnown = (total: typeof value) => column.kind !== 'percent' || typeof total === 'number';
  const sentences = [
    isKnown(value)
      ? text('report.said', { ...said, value: show(value ?? 0) })
      : text('report.said_none', said),
    isKnown(value) && isKnown(earlier) && sayGrowth(Number(value ?? 0), Number(earlier ?? 0), show, text),
    sayTop(data, columns, column, { show, locale, text }),
  ];
  return sentences.filter(Boolean).join(' ');
}

function sayGrowth(value: number, before: number, show: (value: number) => string, text: Text): string {
  if (value === before) return text('report.said_same');
  const percent = growth(value, before);
  if (percent === undefined) return text('report.said_new');
  const isMore = value > before;
  // Less than half of a hundredth rounds to none.
  if (percent === 0)
    return text(isMore ? 'report.said_little_more' : 'report.said_little_less', { before: show(before) });
  return text(isMore ? 'report.said_more' : 'report.said_less', {
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

/** What a filter is narrowed to that is chosen by its row alone, after its name; a title is only said to be one. */
export function sayChosen(filter: string, value: string, locale: Locale, text: Text): string {
  if (filter === 'title') return '';
  if (filter === 'returned')
    return `: ${text('report.returned', { week: value.slice(0, 10), weeks: value.slice(11) })}`;
  if (filter === 'slot') return `: ${sayHour(value, locale)}`;
  return `: ${filter === 'running' ? `${value.replace('T', ' ')}:00` : value.replaceAll('\n', ' · ')}`;
}

/** An hour of the week as its row has it: `7-21` is Sunday, from nine in the evening. */
function sayHour(slot: string, locale: Locale): string {
  const [, day, hour = ''] = /^([1-7])-(\d{1,2})$/.exec(slot) ?? [];
  // An address may have been typed.
  if (!day) return slot;
  const weekday = new Intl.DateTimeFormat(locale, {
    weekday: locale === 'ko' ? 'short' : 'long',
    timeZone: 'UTC',
  });
  // The first of January 2024 was a Monday.
  return `${weekday.format(Date.UTC(2024, 0, Number(day)))} ${hour.padStart(2, '0')}:00`;
}
