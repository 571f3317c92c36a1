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

/**
 * What of a bill is ours, and how many whole periods of the gift are left after it. A period is made up for only while credit covers
 * what the gift pays for it: one that was spent otherwise is over, with all that follow, and so are those after a bill for another plan.
 */
export function beyondGift(
  lines: readonly QuotedLine[],
  gift: GiftMonths | undefined,
  creditCents: number,
): { cents: number; left: number } {
  const beyond = { cents: 0, left: gift?.periods ?? 0 };
  let covered = 0;
  for (const { kind, sign, planId, amountCents, taxes, at, until, priceDays } of lines) {
    if (!gift || beyond.left === 0) break;
    if (kind !== 'plan' || sign !== 1) continue;
    const days = [priceDays ?? 0, at ?? 0, until ?? 0] as const;
    const total = taxes.reduce((sum, tax) => sum + tax.amountCents, amountCents);
    const share = Math.min(total, shareCents(gift.periodCents, ...days));
    covered += share;
    if (planId !== gift.planId || covered > creditCents) beyond.left = 0;
    else {
      beyond.cents += total - share;
      // The shorter way to another billing day is none of them.
      if (days[2] - days[1] === days[0]) beyond.left -= 1;
    }
  }
  return beyond;
}
