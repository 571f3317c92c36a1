/** Sizes, durations and numbers as people read them. */
import type { Locale } from '../../contract/errors.ts';
import type { Text } from '../i18n/i18n-provider.ts';

const tags: Record<Locale, string> = { ko: 'ko-KR', en: 'en-US' };

/** A whole number with the language's separators. */
export const showNumber = (value: number, locale: Locale): string => value.toLocaleString(tags[locale]);

/** Figures by their names, without those that are hidden. */
export const figuresOf = (
  ...figures: [name: string, value: number | undefined, show: (value: number) => string][]
): [name: string, shown: string][] =>
  figures.flatMap(([name, value, show]) =>
    value === undefined ? [] : [[name, show(value)] as [string, string]],
  );

/** Bytes in the largest unit that keeps a figure before the point. */
export function showBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}

/** `1:02:03` or `2:03`. */
export function showDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  const total = Math.round(ms / 1000);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** How long something will still take, roughly. */
export function showWait(seconds: number, text: Text): string {
  if (seconds < 60) return text('time.seconds', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < 3600) return text('time.minutes', { count: Math.round(seconds / 60) });
  return text('time.hours', {
    hours: Math.floor(seconds / 3600),
    minutes: Math.round((seconds % 3600) / 60),
  });
}
