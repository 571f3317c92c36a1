/** Discounts of a coupon by period. Pure. */
import { dueCents, isPart, type Period, shareCents } from './amounts.ts';
import { discountCents } from './coupons.ts';

export interface Coupon {
  id: string;
  /** One of the two. */
  percentOff: number | null;
  amountOffCents: number | null;
  duration: 'once' | 'forever' | 'months';
  durationMonths: number | null;
}

/**
 * Discount of each period, by its first day. A trial has none. A coupon of some months discounts that part of a
 * longer period.
 */
export function discountsOf(coupon: Coupon, periods: readonly Period[]): Map<number, number> {
  const found = new Map<number, number>();
  let months = 0;
  for (const period of periods) {
    if (period.isTrial) continue;
    const lasts =
      coupon.duration === 'forever' ||
      (coupon.duration === 'once' ? found.size === 0 : months < (coupon.durationMonths ?? 0));
    if (!lasts) break;
    // The shorter period before a new billing day lasts a month at most, also for a yearly plan.
    const length = isPart(period) ? 1 : (period.pieces.at(-1)?.terms.months ?? 1);
    const left = coupon.duration === 'months' ? (coupon.durationMonths ?? 0) - months : length;
    found.set(
      period.from,
      discountCents(coupon, shareCents(dueCents(period), length, 0, Math.min(length, left))),
    );
    months += length;
  }
  return found;
}
