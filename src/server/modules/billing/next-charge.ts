/** What is charged next by a history. Pure. */
import { dayNumber, dayText, type Period, periodsOf } from './amounts.ts';
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

/** Whether a period leads to another billing day: it is not for as many days as its price. */
const isPart = ({ pieces, priceDays }: Period): boolean => pieces.at(-1)?.until !== priceDays;

/** The bill of what follows the period that a history is in on a day, and when it begins; null where the history has ended. */
export function nextQuote(
  own: Billed,
  from: number,
  place: Place,
  rates: readonly Rate[],
): { on: string; quote: Quote } | null {
  const period = periodsOf(own.history, from + 1).at(-1);
  if (!period || period.servedUntil < period.to) return null;
  const following = { ...own, periodFrom: period.to, lines: [], discounts: new Map() };
  return { on: dayText(period.to), quote: quote(following, period.to, place, rates) };
}

/** What of it is charged. */
export function nextCharge(
  own: Billed,
  from: number,
  place: Place,
  rates: readonly Rate[],
): NextCharge | null {
  const due = nextQuote(own, from, place, rates);
  if (!due) return null;
  const charge = { on: due.on, cents: due.quote.totalCents };
  const following = periodsOf(own.history, dayNumber(due.on) + 1).at(-1);
  const next = following && isPart(following) ? nextCharge(own, dayNumber(due.on), place, rates) : null;
  if (!following || !next) return { ...charge, part: null };
  return { ...charge, part: { until: dayText(following.to - 1), next: { on: next.on, cents: next.cents } } };
}
