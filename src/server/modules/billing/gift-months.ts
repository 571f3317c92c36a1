/**
 * Months of a gift are kept whole. What taxes or a dearer price add to a period, beyond what the gift pays for each of them, is ours,
 * also where that is known only after the code was redeemed. Pure.
 */
import { shareCents } from './amounts.ts';
import type { QuotedLine } from './invoicing.service.ts';
import type { Loaded } from './subscriptions.repo.ts';

/** What is left of a gift that began a plan. */
export interface GiftMonths {
  planId: string;
  /** Whole periods that are not invoiced yet. */
  periods: number;
  /** What it pays for each. */
  periodCents: number;
}

/** Of a subscription, while there is something left of its gift. */
export function giftMonthsOf({
  row: { giftPeriods, giftPeriodCents },
  history: [begin],
}: Pick<Loaded, 'row' | 'history'>): GiftMonths | undefined {
  if (giftPeriods === 0 || giftPeriodCents === null || begin?.kind !== 'begin') return undefined;
  return { planId: begin.terms.planId, periods: giftPeriods, periodCents: giftPeriodCents };
}

/** What of a bill is ours, and how many whole periods of the gift it is for: of the gift's own plan, and no other. */
export function beyondGift(
  lines: readonly QuotedLine[],
  gift: GiftMonths | undefined,
): { cents: number; periods: number } {
  const beyond = { cents: 0, periods: 0 };
  for (const { kind, sign, planId, amountCents, taxes, at, until, priceDays } of lines) {
    if (!gift || kind !== 'plan' || sign !== 1 || planId !== gift.planId) continue;
    if (beyond.periods === gift.periods) break;
    const days = [priceDays ?? 0, at ?? 0, until ?? 0] as const;
    const total = taxes.reduce((sum, tax) => sum + tax.amountCents, amountCents);
    beyond.cents += Math.max(0, total - shareCents(gift.periodCents, ...days));
    // The shorter way to another billing day is none of them.
    if (days[2] - days[1] === days[0]) beyond.periods += 1;
  }
  return beyond;
}
