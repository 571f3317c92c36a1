/** What is charged next by a history. Pure. */
import { dayNumber, dayText, isPart, periodsOf } from './amounts.ts';
import { type Billed, type Quote, quote } from './invoicing.service.ts';
import type { Place, Rate } from './taxes.ts';

/** A charge that is to come, in cents with taxes. */
interface Charge {
  on: string;
  cents: number;
}

export interface NextCharge extends Charge {
  /** It is for the days until another billing day alone: the last of them, and what is charged after it. */
  part: { until: string; next: Charge } | null;
}

/** The bill of what follows the period that a history is in on a day. */
export interface NextBill {
  /** When it begins. */
  on: string;
  quote: Quote;
}

/** Null where the history has ended. */
export function nextBill(own: Billed, from: number, place: Place, rates: readonly Rate[]): NextBill | null {
  const period = periodsOf(own.history, from + 1).at(-1);
  if (!period || period.servedUntil < period.to) return null;
  const following = { ...own, periodFrom: period.to, lines: [], discounts: new Map() };
  return { on: dayText(period.to), quote: quote(following, period.to, place, rates) };
}

/** What of the next bill is charged. */
export function chargeOf(
  own: Billed,
  { on, quote: { totalCents } }: NextBill,
  place: Place,
  rates: readonly Rate[],
): NextCharge {
  const charge = { on, cents: totalCents };
  const following = periodsOf(own.history, dayNumber(on) + 1).at(-1);
  const next = following && isPart(following) ? nextBill(own, dayNumber(on), place, rates) : null;
  if (!following || !next) return { ...charge, part: null };
  const after = { on: next.on, cents: next.quote.totalCents };
  return { ...charge, part: { until: dayText(following.to - 1), next: after } };
}

/** What follows the period that a history is in on a day; null where it has ended. */
export function nextCharge(
  own: Billed,
  from: number,
  place: Place,
  rates: readonly Rate[],
): NextCharge | null {
  const bill = nextBill(own, from, place, rates);
  return bill && chargeOf(own, bill, place, rates);
}
