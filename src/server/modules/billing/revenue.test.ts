/** Revenue by day, in a service with one household. */
import { beforeAll, expect, test } from 'vitest';
import {
  addInvoiceLike,
  type BillingApi,
  buildPayer,
  openBillingApi,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import type { LedgerAccount } from './billing.tables.ts';
import { post, readBalances } from './ledger.service.ts';
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
  // Another one within it, as where nobody pays meanwhile, takes no day twice.
  await api.pool.query(
    `insert into billing_changes (subscription_id, position, kind, day, made_by, at)
      select s.id, own.position, own.kind, own.day, 'service', now() from billing_subscriptions s,
        (values (90, 'pause', date '2027-02-10'), (91, 'resume', date '2027-02-16')) own(position, kind, day)
      where s.household_id = $1`,
    [user.householdId],
  );
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

test('earns also where more is to be served than a number of 32 bits says', async () => {
  const large = 1_500_000_000;
  const start = new Date('2026-06-01T20:00:00Z');
  api.setNow(start);
  const user = await buildPayer(api);
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  const invoices = await api.call('GET /api/account/invoices', { token: user.token });
  // Two more bills of its period, as many households together have them.
  for (let bill = 1; bill <= 2; bill += 1) {
    await addInvoiceLike(api, invoices.body.data[0]?.id ?? '', [{ price_cents: large, amount_cents: large }]);
    await api.db.transaction((tx) =>
      post(tx, {
        cause: 'invoice',
        causeId: newId(),
        at: start,
        entries: [
          { account: 'receivable', amountCents: large },
          { account: 'deferred', amountCents: -large },
        ],
      }),
    );
  }
  await recognizeRevenue(api.context);
  const before = await sumOf('revenue');
  expect(await sumOf('deferred')).toBeLessThan(-2_900_000_000);
  api.setNow(new Date('2026-06-03T20:00:00Z'));
  await recognizeRevenue(api.context);
  // Two of 30 days.
  expect(before - (await sumOf('revenue'))).toBe((2 * (2 * large + 1500)) / 30);
});
