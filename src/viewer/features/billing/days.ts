import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Writes days, which have no zone (`2026-12-24` is the 24th everywhere), and lengths in months. */
export function useDays() {
  const { i18n } = useLingui();
  const day = (text: string) =>
    i18n.date(new Date(`${text.slice(0, 10)}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
  /** The day before one: the last with service, of the first without. */
  const dayBefore = (text: string) =>
    day(new Date(Date.parse(`${text}T00:00:00Z`) - 86_400_000).toISOString());
  const months = (count: number) => i18n._(msg`${plural(count, { other: '#개월' })}`);
  return { day, dayBefore, months };
}
