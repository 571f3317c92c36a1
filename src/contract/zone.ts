/** Wall-clock time in a named zone, and back. Publication is set in the service's zone and shown in Korea's beside it. */
import type { Locale } from './errors.ts';

export const serviceZone = 'America/Los_Angeles';
export const koreaZone = 'Asia/Seoul';

/** By zone, with what was asked last: many households of a zone are asked for the same instant. */
const clocks = new Map<string, { format: Intl.DateTimeFormat; at: number; wall: string }>();

const formatOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** `YYYY-MM-DDTHH:mm` of an instant on a clock of that zone. */
export function wallClock(instant: Date, zone: string): string {
  const at = instant.getTime();
  const known = clocks.get(zone);
  if (known?.at === at) return known.wall;
  const format = known?.format ?? formatOf(zone);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const wall = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
  clocks.set(zone, { format, at, wall });
  return wall;
}

/** The clock's candidates for `YYYY-MM-DDTHH:mm`: by the offset of the day before and by that of the day after. */
function candidatesAt(wall: string, zone: string): { all: number[]; exact: number[] } | undefined {
  // Half-typed text must not reach the lenient part of `Date.parse`.
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall) ? Date.parse(`${wall.slice(0, 16)}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (instant: number) => Date.parse(`${wallClock(new Date(instant), zone)}:00Z`) - instant;
  const day = 86_400_000;
  const all = [offsetAt(asUtc - day), offsetAt(asUtc + day)].map((offset) => asUtc - offset);
  return { all, exact: all.filter((instant) => instant + offsetAt(instant) === asUtc) };
}

/**
 * The instant at which a clock of that zone shows `YYYY-MM-DDTHH:mm`. An hour that exists twice (autumn) is its first
 * one; an hour that does not exist (spring) is the hour after the change.
 */
export function instantAt(wall: string, zone: string): Date | undefined {
  const found = candidatesAt(wall, zone);
  return found && new Date(found.exact.length > 0 ? Math.min(...found.exact) : Math.max(...found.all));
}

/** Every instant at which a clock of that zone shows `YYYY-MM-DDTHH:mm`: none in an hour that is skipped, two in one that comes twice. */
export function instantsAt(wall: string, zone: string): Date[] {
  const exact = new Set(candidatesAt(wall, zone)?.exact);
  return [...exact].sort((a, b) => a - b).map((instant) => new Date(instant));
}

/** How far a clock of that zone is ahead of UTC at an instant: `-07:00`. */
export function offsetOf(instant: Date, zone: string): string {
  const wall = Date.parse(`${wallClock(instant, zone)}:00Z`);
  const minutes = Math.round((wall - instant.getTime()) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

const tags: Record<Locale, string> = { ko: 'ko-KR', en: 'en-US' };
const shown = new Map<string, Intl.DateTimeFormat>();

/** An instant as people read it, in a zone; with the weekday where days matter. */
export function showInstant(
  instant: string | null | undefined,
  locale: Locale,
  zone: string = serviceZone,
  weekday = false,
): string {
  if (!instant) return '';
  const key = `${locale} ${zone} ${weekday}`;
  let format = shown.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(tags[locale], {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(weekday ? { weekday: 'short' } : {}),
    });
    shown.set(key, format);
  }
  return format.format(new Date(instant));
}
