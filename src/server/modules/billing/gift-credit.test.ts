/** Credit by kind: gifts pay for plans only, goodwill and refunds pay for anything. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  type buildAddressed,
  buildPayer,
  buildSubscriber,
  householdReads,
  openBillingApi,
  runUntil,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { readBalances } from './ledger.service.ts';

let api: BillingApi;
let staff: string;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let box: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  box = await buildPlan(api.db, { nameEn: 'Set-top box', priceCents: 2000, period: 'once' });
  const { id, token } = await buildStaff(api.db, {});
  await api.pool.query(
    `update staff_sessions set last_seen_at = '2027-06-01', created_at = '2027-06-01' where staff_id = $1`,
    [id],
  );
  staff = token;
});

const { accountOf, membership, taken } = householdReads(() => api);
type User = Awaited<ReturnType<typeof buildAddressed>>;
const balancesOf = async (user: User) => readBalances(api.db, await accountOf(user));
const quote = async (user: User, plan: { id: string; priceId: string }) =>
  (
    await api.call('POST /api/account/checkout-quotes', {
      token: user.token,
      locale: 'en',
      body: { plan_id: plan.id, price_id: plan.priceId },
    })
  ).body.data;
const checkOut = async (user: User, plan: { id: string; priceId: string }, card_id: string | null) => {
  const { bill, agreement } = await quote(user, plan);
  return api.call('POST /api/account/checkouts', {
    token: user.token,
    locale: 'en',
    body: {
      key: randomUUID(),
      plan_id: plan.id,
      price_id: plan.priceId,
      card_id,
      charge_cents: bill.charge_cents,
      agreement,
    },
  });
};
const giveCredit = (user: User, amount_cents: number) =>
  api.call('POST /api/admin/customers/{id}/credits', {
    token: staff,
    params: { id: user.id },
    body: { key: newId(), amount_cents, reason: 'Sorry' },
  });
/** Redeems a gift of months of another plan, which is credit beside the own plan. */
const redeemGift = async (user: User, months: 1 | 3) => {
  const other = await buildPlan(api.db, { nameEn: 'Other', priceCents: 1500 });
  const buyer = await buildPayer(api);
  const quoted = await api.call('POST /api/account/gift-quotes', {
    token: buyer.token,
    body: { plan_id: other.id, months },
  });
  const { bill, agreement } = quoted.body.data;
  const bought = await api.call('POST /api/account/gifts', {
    token: buyer.token,
    body: {
      plan_id: other.id,
      months,
      card_id: buyer.cardId,
      charge_cents: bill.charge_cents,
      agreement,
      key: newId(),
    },
  });
  const code = bought.body.data.gift?.code ?? '';
  const redeemed = await api.call('POST /api/account/gifts/redeem', { token: user.token, body: { code } });
  expect(redeemed.status).toBe(200);
};

test('a gift pays for a plan, and never for a box or another gift', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  await redeemGift(user, 3);
  expect(await membership(user)).toMatchObject({ credit_cents: 4500, gift_credit_cents: 4500 });
  expect((await quote(user, box)).bill).toMatchObject({ credit_cents: 0, charge_cents: 2000 });
  const gift = await api.call('POST /api/account/gift-quotes', {
    token: user.token,
    body: { plan_id: monthly.id, months: 1 },
  });
  expect(gift.body.data.bill).toMatchObject({ credit_cents: 0, charge_cents: 1500 });
  expect((await checkOut(user, box, user.cardId)).body.data).toMatchObject({ state: 'paid' });
  expect(await taken(user)).toBe(1500 + 2000);
  // The renewal takes a month of the gift.
  const renewal = new Date('2027-02-28T20:00:00Z');
  await runUntil(api, new Date(renewal.getTime() - 86_400_000), renewal);
  expect(await taken(user)).toBe(3500);
  expect(await balancesOf(user)).toMatchObject({ gift_credit: -3000 });
});

test('goodwill pays for anything, and a plan takes the gift before it', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  await redeemGift(user, 1);
  await giveCredit(user, 2500);
  expect(await membership(user)).toMatchObject({ credit_cents: 4000, gift_credit_cents: 1500 });
  const { bill } = await quote(user, box);
  expect(bill).toMatchObject({ credit_cents: 2000, charge_cents: 0 });
  // Nothing is charged and nothing renews, so that no card is needed.
  expect((await checkOut(user, box, null)).body.data).toMatchObject({ state: 'paid' });
  expect(await balancesOf(user)).toMatchObject({ gift_credit: -1500, credit: -500 });
  const renewal = new Date('2027-02-28T20:00:00Z');
  await runUntil(api, new Date(renewal.getTime() - 86_400_000), renewal);
  const after = await balancesOf(user);
  expect([after.gift_credit, after.credit]).toEqual([undefined, -500]);
});

test('staff book no one-time charge by gift credit', async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  await redeemGift(user, 3);
  const declined = await addCard(api, user, '4000000000000341', { forCheckout: true });
  expect((await checkOut(user, box, declined)).body.data).toMatchObject({ state: 'declined' });
  const { rows } = await api.pool.query(
    `select id from billing_payments where account_id = $1 and state = 'open'`,
    [await accountOf(user)],
  );
  const receive = () =>
    api.call('POST /api/admin/payments/{id}/receive', {
      token: staff,
      params: { id: rows[0].id },
      body: { method: 'credit' },
    });
  expect((await receive()).status).toBe(422);
  await giveCredit(user, 2000);
  expect((await receive()).status).toBe(200);
  expect(await balancesOf(user)).toMatchObject({ gift_credit: -4500 });
  expect(await balancesOf(user)).not.toHaveProperty('credit');
});
