import type { Locale } from '../../../contract/errors.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

const halves = { ko: ['오전', '오후'], en: ['AM', 'PM'] } as const;

/**
 * A time of day where the viewer is: `오후 8:30`, `8:30 PM`. Put together here, because home has it and a phone takes a tenth of a
 * second for its first `Intl.DateTimeFormat`.
 */
export function timeText(locale: Locale, at: string | number): string {
  const time = new Date(at);
  const half = halves[locale][time.getHours() < 12 ? 0 : 1];
  const clock = `${time.getHours() % 12 || 12}:${String(time.getMinutes()).padStart(2, '0')}`;
  return locale === 'ko' ? `${half} ${clock}` : `${clock} ${half}`;
}

type Span = Readonly<{ starts_at: string; ends_at: string }>;

/** The days on which clocks change are an hour shorter or longer. */
const leastDayMs = 23 * 3_600_000;

/** Whether an airing is a whole day: that of a relay, which has no schedule. */
export const isAllDay = ({ starts_at, ends_at }: Span): boolean =>
  Date.parse(ends_at) - Date.parse(starts_at) >= leastDayMs;

const allDay = { ko: '하루 종일', en: 'All day' } as const;

/** The start and the end of an airing. */
export const spanText = (locale: Locale, airing: Span): string =>
  isAllDay(airing)
    ? allDay[locale]
    : `${timeText(locale, airing.starts_at)} – ${timeText(locale, airing.ends_at)}`;

const korea = 'Asia/Seoul';

/** The same instant in Korea, with the day, which is often another one: `11. 22. 오후 1:30`. */
export const koreaText = (locale: Locale, at: string | number): string =>
  format(locale, {
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: korea,
  }).format(new Date(at));

/** Whether the viewer's clock is Korea's. */
export const isInKorea = (): boolean => Intl.DateTimeFormat().resolvedOptions().timeZone === korea;

/** A day's short name and number where the viewer is: `11월 22일 (토)`. */
export const dayText = (locale: Locale, at: number): string =>
  format(locale, { month: 'short', day: 'numeric', weekday: 'short' }).format(new Date(at));
