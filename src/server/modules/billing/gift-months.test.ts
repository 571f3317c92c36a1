/** What of a bill is ours where a gift pays for its periods. */
import { expect, test } from 'vitest';
import { addGift, beyondGift } from './gift-months.ts';

const gift = { planId: 'korea', periods: 2, periodCents: 1500 };
const period = {
  kind: 'plan' as const,
  sign: 1 as const,
  planId: 'korea',
  amountCents: 1500,
  at: 0,
  until: 30,
  priceDays: 30,
  taxes: [{ amountCents: 150 }],
};
const discount = (amountCents: number, taxCents: number) => ({
  ...period,
  kind: 'discount' as const,
  planId: null,
  amountCents,
  taxes: [{ amountCents: taxCents }],
});

test('taxes beyond what a gift pays for a period are ours', () => {
  expect(beyondGift([period], gift, 3000)).toEqual({ cents: 150, left: 1 });
});

test('a discount comes off first, so nothing is ours of what the gift pays for anyway', () => {
  expect(beyondGift([period, discount(-100, -10)], gift, 3000)).toEqual({ cents: 40, left: 1 });
  expect(beyondGift([period, discount(-750, -75)], gift, 3000)).toEqual({ cents: 0, left: 1 });
  // A discount that is taken back with unused days makes no period cheaper.
  expect(beyondGift([discount(300, 30), period], gift, 3000)).toEqual({ cents: 150, left: 1 });
});

test('another gift of the plan adds its periods to those that credit still pays for', () => {
  const added = { planId: 'korea', periods: 1, periodCents: 1800 };
  expect(addGift(gift, added, 3000)).toEqual({ planId: 'korea', periods: 3, periodCents: 1600 });
  expect(addGift(gift, added, 1700)).toEqual({ planId: 'korea', periods: 2, periodCents: 1650 });
  expect(addGift(undefined, added, 0)).toEqual(added);
});
