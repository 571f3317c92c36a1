import type { Locale } from '../../../contract/errors.ts';

/** A time of day as the language says it, from `16:00`; midnight at the end of a day is `24:00`. */
export function timeText(time: string, locale: Locale): string {
  if (time === '24:00') return locale === 'ko' ? '밤 12:00' : '12:00 midnight';
  return new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`2026-01-01T${time}:00Z`));
}

/** A zone as the language calls it. */
export function zoneText(zone: string, locale: Locale): string {
  try {
    const parts = new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
      timeZone: zone,
      timeZoneName: 'longGeneric',
    }).formatToParts(new Date());
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}
