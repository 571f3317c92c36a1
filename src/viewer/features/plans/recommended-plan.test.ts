import { expect, test } from 'vitest';
import { recommendedPlan } from './recommended-plan.ts';

test.each([
  [[], undefined],
  [[1499], undefined],
  [[1499, 799], 1499],
  [[1499, 14_999, 799], 1499],
  [[1999, 14_999, 799, 1499], 1999],
])('of the prices %j the recommended plan costs %s', (prices, recommended) => {
  expect(recommendedPlan(prices.map((price_cents) => ({ price_cents })))?.price_cents).toBe(recommended);
});
