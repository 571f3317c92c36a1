/** Periods of reports as days of the service's zone, each with the period before it. */
import type { ReportPeriod } from '../../../contract/admin/reports.ts';
import { failField } from '../../errors.ts';
import { addDays } from '../../zone.ts';

export interface Range {
  from: string;
  to: string;
}

/** The longest period, and the earliest day of one. */
const maxDays = 1100;
const earliest = '2000-01-01';
const latest = '2100-01-01';

const dayMs = 86_400_000;
/** How many days a range has. */
export const daysOf = ({ from, to }: Range): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

/** Every day of a range. */
export const listDays = (range: Range): string[] =>
  Array.from({ length: daysOf(range) }, (_, index) => addDays(range.from, index));

/** The first day of the month after that of a day. */
export const monthAfter = (day: string): string => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

/** The months of a range, the first and the last as far as they lie in it. */
export function monthsOf({ from, to }: Range): Range[] {
  const months: Range[] = [];
  for (let first = from; first <= to; ) {
    const next = monthAfter(first);
    months.push({ from: first, to: next <= to ? addDays(next, -1) : to });
    first = next;
  }
  return months;
}

/** The week of joining that a filter `returned` names, and the later one in which households watched. */
export function weeksOf(returned: string): { joined: Range; watched: Range } {
  const joined = returned.slice(0, 10);
  const watched = addDays(joined, 7 * Number(returned.slice(11)));
  return { joined: weekFrom(joined), watched: weekFrom(watched) };
}

/** Seven days from a day on. */
export const weekFrom = (day: string): Range => ({ from: day, to: addDays(day, 6) });

function customRange({ from, to }: { from?: string | undefined; to?: string | undefined }): Range {
  if (from === undefined) failField('from', 'required');
  if (to === undefined) failField('to', 'required');
  // A text says after or before which day, and both ends are good themselves.
  if (from < earliest) failField('from', 'after', { date: addDays(earliest, -1) });
  if (to > latest) failField('to', 'before', { date: addDays(latest, 1) });
  if (to < from) failField('to', 'after', { date: addDays(from, -1) });
  if (daysOf({ from, to }) > maxDays) failField('to', 'before', { date: addDays(from, maxDays) });
  return { from, to };
}

/** The days of a period, and as many before them. */
export function rangesOfPeriod(
  period: ReportPeriod,
  custom: { from?: string | undefined; to?: string | undefined },
  today: string,
): { range: Range; before: Range } {
  const yesterday = addDays(today, -1);
  const range = {
    today: () => ({ from: today, to: today }),
    yesterday: () => ({ from: yesterday, to: yesterday }),
    last_7_days: () => ({ from: addDays(today, -7), to: yesterday }),
    recent_30_days: () => ({ from: addDays(today, -30), to: yesterday }),
    custom: () => customRange(custom),
  }[period]();
  return { range, before: { from: addDays(range.from, -daysOf(range)), to: addDays(range.from, -1) } };
}
