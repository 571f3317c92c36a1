/** Revenue by day, in a service with one household. */
import { beforeAll, expect, test } from 'vitest';
import { type BillingApi, buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import type { LedgerAccount } from './billing.tables.ts';
import { readBalances } from './ledger.service.ts';
import { recognizeRevenue } from './revenue.service.ts';

let api: BillingApi;
beforeAll(async () => {
  api = await openBillingApi();
});

const sumOf = async (account: LedgerAccount) => (await readBalances(api.db))[account] ?? 0;

test('earns what was paid day by day, pauses left out, and nothing twice', async () => {
  api.setNow(new Date('2027-02-01T20:00:00Z'));
  await recognizeRevenue(api.context);
  const user = await buildPayer(api);
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  await api.call('POST /api/account/membership/pause', {
    token: user.token,
    body: { from: '2027-02-06', to: '2027-02-16', password: user.password },
  });
  const earned: number[] = [];
  for (let day = 2; day <= 20; day += 1) {
    api.setNow(new Date(Date.UTC(2027, 1, day, 20)));
    const before = await sumOf('revenue');
    await recognizeRevenue(api.context);
    await recognizeRevenue(api.context);
    earned.push(before - (await sumOf('revenue')));
  }
  expect(earned.slice(0, 5)).toEqual([54, 53, 54, 53, 54]);
  expect(earned.slice(5, 15)).toEqual(Array(10).fill(0));
  expect(earned.slice(15)).toEqual([53, 54, 54, 53]);
});
