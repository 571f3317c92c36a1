/** Figures of reports as people read them: on the screen and in mail. */
import type { ReportColumn } from './admin/reports.ts';
import type { Locale } from './errors.ts';
import { showInstant } from './zone.ts';

const tags: Record<Locale, string> = { ko: 'ko-KR', en: 'en-US' };
const showNumber = (value: number, locale: Locale): string => value.toLocaleString(tags[locale]);

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
