/** Days of a time zone. A day is a text, `YYYY-MM-DD`; its beginning is an instant, also where clocks are changed. */

import { wallClock } from '../contract/zone.ts';

function partsIn(at: number, zone: string): { day: string; minutes: number } {
  const wall = wallClock(new Date(at), zone);
  return { day: wall.slice(0, 10), minutes: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14)) };
}

/** The day that an instant lies in. */
export const dayIn = (at: Date, zone: string): string => wallClock(at, zone).slice(0, 10);

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** What a clock shows at an instant, `HH:MM`. */
export function timeIn(at: Date, zone: string): string {
  const { minutes } = partsIn(at.getTime(), zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The first instant of a day: midnight, or where clocks skip it, the first moment after. */
export function startOfDay(day: string, zone: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const local = partsIn(noon, zone);
  // Some instant of the day, then back by what its clock says, and once more if clocks were changed in between.
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${local.day}T00:00:00Z`)) / 86_400_000;
  let at = noon + days * 86_400_000 - local.minutes * 60_000;
  for (let round = 0; round < 3; round += 1) {
    const { day: found, minutes } = partsIn(at, zone);
    if (found === day && minutes === 0) break;
    at += found < day ? (24 * 60 - minutes) * 60_000 : -minutes * 60_000;
  }
  return new Date(at);
}

/** The name of a day in a language. */
export const weekdayName = (day: string, locale: 'ko' | 'en'): string =>
  new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
