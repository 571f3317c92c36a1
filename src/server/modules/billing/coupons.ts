/** What a coupon takes off. */

export interface Discount {
  percentOff: number | null;
  amountOffCents: number | null;
}

/** What a coupon takes off the price of a period: a percentage half-up, and never more than is due. */
export function discountCents({ percentOff, amountOffCents }: Discount, dueCents: number): number {
  if (dueCents <= 0) return 0;
  const cents = percentOff === null ? (amountOffCents ?? 0) : Math.round((dueCents * percentOff) / 100);
  return Math.min(cents, dueCents);
}
