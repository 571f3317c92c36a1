/**
 * Months of a gift are kept whole. What taxes or a dearer price add to a period, beyond what the gift pays for each of them, is ours,
 * also where that is known only after the code was redeemed. Pure.
 */
import { shareCents } from './amounts.ts';
import type { QuotedLine } from './invoicing.service.ts';
import type { Loaded } from './subscriptions.repo.ts';

/** What is left of gifts that began a plan, or that were redeemed beside it. */
export interface GiftMonths {
  planId: string;
  /** Whole periods that are not invoiced yet. */
  periods: number;
  /** What it pays for each. */
  periodCents: number;
}

/** Of a subscription, while there is something left of its gifts. */
export function giftMonthsOf({
  row: { giftPeriods, giftPeriodCents, giftPlanId },
}: {
  row: Pick<Loaded['row'], 'giftPeriods' | 'giftPeriodCents' | 'giftPlanId'>;
}): GiftMonths | undefined {
  if (giftPeriods === 0 || giftPeriodCents === null || giftPlanId === null) return undefined;
  return { planId: giftPlanId, periods: giftPeriods, periodCents: giftPeriodCents };
}

/**
 * With another gift of the same plan: what they pay together is spread over the periods of both. Of what was left, those periods count
 * that credit still pays for.
 */
export function addGift(left: GiftMonths | undefined, added: GiftMonths, creditCents: number): GiftMonths {
  const kept = left ? Math.min(left.periods, Math.floor(creditCents / Math.max(1, left.periodCents))) : 0;
  const periods = kept + added.periods;
  const cents = kept * (left?.periodCents ?? 0) + added.periods * added.periodCents;
  return { planId: added.planId, periods, periodCents: Math.floor(cents / periods) };
}

/** A line of a bill, as far as a gift asks. */
type GiftLine = Pick<
  QuotedLine,
  'kind' | 'sign' | 'planId' | 'amountCents' | 'at' | 'until' | 'priceDays'
> & { taxes: readonly { amountCents: number }[] };

const withTaxes = ({ amountCents, taxes }: Pick<GiftLine, 'amountCents' | 'taxes'>): number =>
  taxes.reduce((sum, tax) => sum + tax.amountCents, amountCents);

/**
 * What of a bill is ours, and how many whole periods of the gift are left after it. A period is made up for only while credit covers
 * what the gift pays for it: one that was spent otherwise is over, with all that follow, and so are those after a bill for another plan.
 * A discount is taken off first: it makes a period cheaper for who was given it.
 */
export function beyondGift(
  lines: readonly GiftLine[],
  gift: GiftMonths | undefined,
  creditCents: number,
): { cents: number; left: number } {
  const beyond = { cents: 0, left: gift?.periods ?? 0 };
  let covered = 0;
  let discount = lines
    .filter(({ kind }) => kind === 'discount')
    .reduce((sum, line) => sum - withTaxes(line), 0);
  for (const { kind, sign, planId, amountCents, taxes, at, until, priceDays } of lines) {
    if (!gift || beyond.left === 0) break;
    if (kind !== 'plan' || sign !== 1) continue;
    const days = [priceDays ?? 0, at ?? 0, until ?? 0] as const;
    const off = Math.min(Math.max(0, discount), withTaxes({ amountCents, taxes }));
    discount -= off;
    const total = withTaxes({ amountCents, taxes }) - off;
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
