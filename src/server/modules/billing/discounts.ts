/** What a coupon takes off the periods of a subscription. Pure. */
import { dueCents, isPart, type Period } from './amounts.ts';
import { discountCents } from './coupons.ts';

export interface Coupon {
  id: string;
  /** One of the two. */
  percentOff: number | null;
  amountOffCents: number | null;
  duration: 'once' | 'forever' | 'months';
  durationMonths: number | null;
}

/** What it takes off each period, by the period's first day; a trial is free anyhow. */
export function discountsOf(coupon: Coupon, periods: readonly Period[]): Map<number, number> {
  const found = new Map<number, number>();
  let months = 0;
  for (const period of periods) {
    if (period.isTrial) continue;
    const lasts =
      coupon.duration === 'forever' ||
      (coupon.duration === 'once' ? found.size === 0 : months < (coupon.durationMonths ?? 0));
    if (!lasts) break;
    found.set(period.from, discountCents(coupon, dueCents(period)));
    // The way to another billing day is a month at most, also of a yearly plan.
    months += isPart(period) ? 1 : (period.pieces.at(-1)?.terms.months ?? 1);
  }
  return found;
}
