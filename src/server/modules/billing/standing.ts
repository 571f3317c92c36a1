/** Where a subscription stands by its history on a day: its period, what is served, when something is to be done next. Pure. */
import { calendarDay, dayNumber, type HistoryChange, type Period, periodsOf, type Terms } from './amounts.ts';

/** A time in which a plan is served, in days; `until` is not within. */
export interface ServedDays {
  planId: string;
  from: number;
  until: number;
}

export interface Standing {
  period: Period;
  terms: Terms;
  isPaused: boolean;
  /** It has ended by that day. */
  isOver: boolean;
  /** What is served of the period. */
  served: ServedDays[];
  /** The next day on which history goes on by itself: a pause, its end, the next period. */
  nextDay: number;
}

/** What of a period is served: its pieces without its pauses. */
export function servedOf(period: Period): ServedDays[] {
  const served: ServedDays[] = [];
  const add = (planId: string, from: number, until: number) => {
    const end = Math.min(until, period.servedUntil);
    if (end <= from) return;
    const last = served.at(-1);
    if (last && last.planId === planId && last.until === from) last.until = end;
    else served.push({ planId, from, until: end });
  };
  for (const { terms, at, until } of period.pieces) {
    const cuts = period.pauses.map((pause) => pause.at).filter((cut) => cut > at && cut < until);
    const edges = [at, ...cuts, until];
    for (const [index, edge] of edges.entries()) {
      const next = edges[index + 1];
      if (next === undefined || next <= edge) continue;
      add(terms.planId, calendarDay(period, edge), calendarDay(period, next - 1) + 1);
    }
  }
  return served;
}

/** Of a subscription that ended on the day on which it began: a period of no days. */
function neverServed([begin]: readonly HistoryChange[]): Period | undefined {
  if (begin?.kind !== 'begin') return undefined;
  const { day, terms } = begin;
  return {
    from: day,
    to: day,
    servedUntil: day,
    priceDays: 1,
    dayOfMonth: 1,
    isTrial: false,
    isPaused: false,
    pieces: [{ terms, at: 0, until: 0 }],
    pauses: [],
  };
}

/** The standing on a day. `history` may say what is to come. */
export function standingOn(history: readonly HistoryChange[], today: number): Standing {
  // A pause that has no end yet runs until the day that is asked about; so that day is walked past.
  const periods = periodsOf(history, today + 1);
  const period = periods.at(-1) ?? neverServed(history);
  if (!period) throw new Error('a subscription without a history');
  const terms =
    period.pieces.findLast(({ at }) => calendarDay(period, at) <= today)?.terms ?? period.pieces[0]?.terms;
  if (!terms) throw new Error('a period without days');
  let pauses = 0;
  for (const { kind, day } of history) {
    if (day > today) break;
    if (kind === 'pause') pauses += 1;
    if (kind === 'resume') pauses -= 1;
  }
  const coming = history.filter(({ day }) => day > today).map(({ day }) => day);
  const end = history.find(({ kind }) => kind === 'end');
  return {
    period,
    terms,
    isPaused: pauses > 0,
    isOver: end !== undefined && end.day <= today,
    served: servedOf(period),
    nextDay: Math.min(...coming, period.to > today ? period.to : today + 1),
  };
}

/**
 * The day by which it is said how long a subscription lasts and what it costs next: its next period has not begun until it was taken
 * on, which may be some time after midnight.
 */
export const dayTakenOn = ({ periodTo }: { periodTo: string }, today: number): number =>
  Math.min(today, dayNumber(periodTo) - 1);

/** The last day of a period that is served. A pause that begins where the period ends is not. */
export const lastServed = ({ period, served }: Pick<Standing, 'period' | 'served'>): number =>
  (served.at(-1)?.until ?? period.to) - 1;
