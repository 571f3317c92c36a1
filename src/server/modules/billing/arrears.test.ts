/** Amounts of earlier invoices that a later one collects: unpaid days that were served, and remainders too small for a card. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  buildSubscriber,
  changePlan,
  householdReads,
  openBillingApi,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildStaff } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { readBalances } from './ledger.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const renewal = new Date('2027-02-28T20:00:00Z');
const dayMs = 86_400_000;
const later = (days: number) => new Date(renewal.getTime() + days * dayMs);

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 3100 });
});

const { accountOf, hasPlan, membership, taken } = householdReads(() => api);
type Payer = Awaited<ReturnType<typeof buildPayer>>;
const quoteOf = async (user: Payer, plan = monthly) =>
  (
    await api.call('POST /api/account/checkout-quotes', {
      token: user.token,
      locale: 'en',
      body: { plan_id: plan.id, price_id: plan.priceId },
    })
  ).body.data.bill;
const linesOf = (bill: Awaited<ReturnType<typeof quoteOf>>) =>
  bill.lines.map(({ kind, amount_cents }) => [kind, amount_cents]);
const cancel = (user: Payer) =>
  api.call('POST /api/account/membership/cancel', {
    token: user.token,
    body: { password: user.password },
  });
/** A subscriber whose renewal is declined. */
const unpaidSubscriber = async (plan = monthly): Promise<Payer> => {
  api.setNow(start);
  const user = await buildSubscriber(api, plan);
  const cardId = await addCard(api, user, '4000000000000341');
  await runUntil(api, new Date(renewal.getTime() - dayMs), renewal);
  return { ...user, cardId };
};
const giveCredit = async (user: Payer, amount_cents: number) => {
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
  const given = await api.call('POST /api/admin/customers/{id}/credits', {
    token,
    params: { id: user.id },
    body: { key: newId(), amount_cents, reason: 'Sorry' },
  });
  expect(given.status).toBe(200);
};
const balancesOf = async (user: Payer) => readBalances(api.db, await accountOf(user));

describe('unpaid days that were served', () => {
  test('are collected by the next checkout, once', async () => {
    const user = await unpaidSubscriber();
    await runUntil(api, renewal, later(6));
    expect(await hasPlan(user)).toBe(true);
    await cancel(user);
    await runAt(api, new Date(later(6).getTime() + 60_000));
    expect(await hasPlan(user)).toBe(false);
    const good = { ...user, cardId: await addCard(api, user) };
    const bill = await quoteOf(good);
    // Six of the 31 days from February 28 on.
    expect(linesOf(bill)).toEqual([
      ['owed', 600],
      ['plan', 3100],
    ]);
    expect(bill.lines[0]).toMatchObject({
      text: 'Monthly, unpaid days',
      detail: expect.stringContaining('February 28, 2027 – March 5, 2027'),
    });
    expect((await subscribe(api, good, monthly)).body.data).toMatchObject({ state: 'paid' });
    expect(await taken(user)).toBe(3100 + 3700);
    await cancel(good);
    await runUntil(api, later(7), later(50));
    expect(linesOf(await quoteOf(good))).toEqual([['plan', 3100]]);
  });

  test('are still owed where the checkout that asked for them came to nothing', async () => {
    const user = await unpaidSubscriber();
    api.setNow(later(3));
    await cancel(user);
    await runAt(api, later(3));
    expect(linesOf(await quoteOf(user))[0]).toEqual(['owed', 300]);
    expect((await subscribe(api, user, monthly)).body.data).toMatchObject({ state: 'declined' });
    await runAt(api, later(5));
    expect(linesOf(await quoteOf(user))[0]).toEqual(['owed', 300]);
  });

  test('are those of the grace period where the plan ended by itself, and none of the days after it', async () => {
    const user = await unpaidSubscriber();
    await runUntil(api, renewal, later(60));
    expect(await hasPlan(user)).toBe(false);
    const { graceDays } = api.context.config.billing;
    expect(linesOf(await quoteOf(user))).toEqual([
      ['owed', graceDays * 100],
      ['plan', 3100],
    ]);
  });

  test('are discounted as they were, and waived where staff took the invoice back', async () => {
    api.setNow(start);
    const coupon = await buildCoupon(api.db, { percentOff: 50, duration: 'forever' });
    const user = await buildPayer(api);
    await subscribe(api, user, monthly, { coupon: coupon.code });
    await addCard(api, user, '4000000000000341');
    const waived = await unpaidSubscriber();
    await runUntil(api, renewal, later(2));
    await cancel(user);
    const { token } = await buildStaff(api.db, {});
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [later(2)]);
    const { rows } = await api.pool.query(
      `select id from billing_payments where account_id = $1 and state = 'open'`,
      [await accountOf(waived)],
    );
    await api.call('POST /api/admin/payments/{id}/void', {
      token,
      params: { id: rows[0].id },
      body: { reason: 'Waived' },
    });
    await runAt(api, later(2));
    expect(linesOf(await quoteOf(user))[0]).toEqual(['owed', 100]);
    expect(linesOf(await quoteOf(waived))).toEqual([['plan', 3100]]);
  });
});

describe('a remainder below 50 cents', () => {
  test('is added to the next invoice, however often it comes, and is said before it', async () => {
    api.setNow(start);
    const dearer = [3130, 3160].map((priceCents) => buildPlan(api.db, { priceCents }));
    const [second, third] = await Promise.all(dearer as [(typeof dearer)[0], (typeof dearer)[0]]);
    const user = await buildSubscriber(api, monthly);
    const change = (plan: { priceId: string }) =>
      changePlan(api, user, { kind: 'plan', price_id: plan.priceId });
    const once = await change(second);
    expect(once.quoted.body.data).toMatchObject({
      bill: { total_cents: 30, carried_cents: 30, given_cents: 0, charge_cents: 0 },
      next_charge: { cents: 3160 },
    });
    expect(once.changed?.body.data).toMatchObject({ state: 'paid' });
    expect((await balancesOf(user)).carried).toBe(30);
    expect((await membership(user)).subscription?.next_charge).toMatchObject({ cents: 3160 });
    // Within 28 days, with the remainder before it.
    const twice = await change(third);
    expect(twice.quoted.body.data.bill).toMatchObject({
      total_cents: 60,
      carried_cents: 0,
      charge_cents: 60,
      lines: [{}, {}, { kind: 'carried', amount_cents: 30 }],
    });
    expect(twice.changed?.body.data).toMatchObject({ state: 'paid' });
    expect(await taken(user)).toBe(3160);
    expect(await balancesOf(user)).not.toHaveProperty('carried');
  });

  test('is part of the next renewal', async () => {
    api.setNow(start);
    const cheap = await buildPlan(api.db, { priceCents: 40 });
    const user = await buildPayer(api);
    expect(await quoteOf(user, cheap)).toMatchObject({ carried_cents: 40, charge_cents: 0 });
    expect((await subscribe(api, user, cheap)).body.data).toMatchObject({ state: 'paid' });
    await runUntil(api, new Date(renewal.getTime() - dayMs), renewal);
    expect(await taken(user)).toBe(80);
    expect(await balancesOf(user)).not.toHaveProperty('carried');
  });

  test('is waived where no invoice follows, as for a one-time charge', async () => {
    api.setNow(start);
    const box = await buildPlan(api.db, { priceCents: 2000, period: 'once' });
    const user = await buildPayer(api);
    for (const round of [1, 2]) {
      await giveCredit(user, 1970);
      expect(await quoteOf(user, box)).toMatchObject({
        credit_cents: 1970,
        given_cents: 30,
        charge_cents: 0,
      });
      expect((await subscribe(api, user, box)).body.data, String(round)).toMatchObject({ state: 'paid' });
    }
    expect(await taken(user)).toBe(0);
  });
});
