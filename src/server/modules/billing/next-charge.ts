/** The next charge by a history. Pure. */
import { dayNumber, dayText, isPart, periodsOf } from './amounts.ts';
import { type Billed, type Quote, quote } from './invoicing.service.ts';
import type { Place, Rate } from './taxes.ts';

/** A charge that is to come, in cents with taxes. */
interface Charge {
  on: string;
  cents: number;
}

export interface NextCharge extends Charge {
  /**
   * Set if the charge covers only the days until a new billing day: the last of them, and the charge after it.
   */
  part: { until: string; next: Charge } | null;
}

/** Bill of the period after the one that a history is in on a day. */
export interface NextBill {
  /** When it begins. */
  on: string;
  quote: Quote;
}

/** Null where the history has ended. */
export function nextBill(own: Billed, from: number, place: Place, rates: readonly Rate[]): NextBill | null {
  const period = periodsOf(own.history, from + 1).at(-1);
  if (!period || period.servedUntil < period.to) return null;
  const following = { ...own, periodFrom: period.to, lines: [], discounts: new Map(), owed: [] };
  return { on: dayText(period.to), quote: quote(following, period.to, place, rates) };
}

/** The charge of the next bill. */
export function chargeOf(
  own: Billed,
  { on, quote: { totalCents } }: NextBill,
  place: Place,
  rates: readonly Rate[],
): NextCharge {
  const charge = { on, cents: totalCents };
  const following = periodsOf(own.history, dayNumber(on) + 1).at(-1);
  const later = { ...own, carriedCents: 0 };
  const next = following && isPart(following) ? nextBill(later, dayNumber(on), place, rates) : null;
  if (!following || !next) return { ...charge, part: null };
  const after = { on: next.on, cents: next.quote.totalCents };
  return { ...charge, part: { until: dayText(following.to - 1), next: after } };
}

/** The charge after the period that a history is in on a day; null where it has ended. */
export function nextCharge(
  own: Billed,
  from: number,
  place: Place,
  rates: readonly Rate[],
): NextCharge | null {
  const bill = nextBill(own, from, place, rates);
  return bill && chargeOf(own, bill, place, rates);
}
