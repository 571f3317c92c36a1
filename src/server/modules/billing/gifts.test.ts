/** Gifts through HTTP: bought, redeemed, guessed at; the ledger beside them. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addCard,
  address,
  type BillingApi,
  buildAddressed,
  buildPayer,
  changePlan,
  householdReads,
  openBillingApi,
  resumePlan,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildProfile, buildStaff, buildUser } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { rehearsalJob } from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';
import { carryOutRefunds } from './refunds.service.ts';

let api: BillingApi;
let plan: Awaited<ReturnType<typeof buildPlan>>;
let yearly: Awaited<ReturnType<typeof buildPlan>>;
let small: Awaited<ReturnType<typeof buildPlan>>;
let large: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  plan = await buildPlan(api.db, { nameEn: 'Korea', priceCents: 1500 });
  yearly = await buildPlan(api.db, { nameEn: 'Yearly', period: 'yearly', priceCents: 15000 });
  small = await buildPlan(api.db, { nameEn: 'Small', priceCents: 1000 });
  large = await buildPlan(api.db, { nameEn: 'Large', priceCents: 2500 });
  await api.pool.query(
    `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
      values (gen_random_uuid(), 'US', 'CA', 'plan', 'Sales tax', 'US-CA', 100000, '2020-01-01')`,
  );
});

type Payer = Awaited<ReturnType<typeof buildPayer>>;
type User = Awaited<ReturnType<typeof buildUser>>;

const quoteOf = (user: User, months: 1 | 3 | 6 | 12, planId = plan.id) =>
  api.call('POST /api/account/gift-quotes', {
    token: user.token,
    locale: 'en',
    body: { plan_id: planId, months },
  });
const buy = async (user: Payer, months: 1 | 3 | 6 | 12, { key = newId(), planId = plan.id } = {}) => {
  const quoted = await quoteOf(user, months, planId);
  const { bill, agreement } = quoted.body.data;
  return api.call('POST /api/account/gifts', {
    token: user.token,
    locale: 'en',
    body: {
      plan_id: planId,
      months,
      card_id: user.cardId,
      charge_cents: bill.charge_cents,
      agreement,
      key,
    },
  });
};
const redeem = (user: { token: string }, code: string) =>
  api.call('POST /api/account/gifts/redeem', { token: user.token, locale: 'en', body: { code } });
const check = (user: { token: string }, code: string) =>
  api.call('POST /api/account/gifts/check', { token: user.token, locale: 'en', body: { code } });
const { accountOf, hasPlan, invoicesOf, membership, taken } = householdReads(() => api);
const balances = async (user: { householdId: string }) => readBalances(api.db, await accountOf(user));
/** Credit that staff give; their session is of the clock. */
const giveCredit = async (user: { id: string }, amount_cents: number) => {
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
  const given = await api.call('POST /api/admin/customers/{id}/credits', {
    token,
    params: { id: user.id },
    body: { key: newId(), amount_cents, reason: 'Sorry' },
  });
  expect(given.status).toBe(200);
};
/** Somebody in Oregon, with a card, who pays for the plan of another. */
const buildPayerFor = async (other: User, { id, priceId }: { id: string; priceId: string }) => {
  const payer = await buildPayer(api, { address: { region: 'OR', postal_code: '97201' } });
  await buildProfile(api.db, { householdId: other.householdId });
  await api.call('POST /api/account/pay-requests', { token: other.token, body: { plan_id: id } });
  const asked = {
    plan_id: id,
    price_id: priceId,
    pay_request: (await membership(other)).pay_request?.code ?? '',
  };
  const quoted = await api.call('POST /api/account/checkout-quotes', { token: payer.token, body: asked });
  const { bill, agreement } = quoted.body.data;
  const paid = await api.call('POST /api/account/checkouts', {
    token: payer.token,
    body: { ...asked, key: newId(), card_id: payer.cardId, charge_cents: bill.charge_cents, agreement },
  });
  expect(paid.body.data.state).toBe('paid');
  return payer;
};
const bought = async (months: 1 | 3 | 6 | 12, planId = plan.id) => {
  const buyer = await buildPayer(api);
  const { body } = await buy(buyer, months, { planId });
  return { buyer, code: body.data.gift?.code ?? '' };
};

describe('a gift', () => {
  test('costs its months without taxes, is charged once however often it is pressed, and is mailed', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api);
    const quoted = await quoteOf(buyer, 3);
    expect(quoted.body.data.bill).toMatchObject({ tax_cents: 0, total_cents: 4500, charge_cents: 4500 });
    const key = newId();
    const ends = await Promise.all(Array.from({ length: 5 }, () => buy(buyer, 3, { key })));
    for (const { body } of ends) expect(['paid', 'waiting']).toContain(body.data.state);
    const { data } = (await api.call('GET /api/account/gifts', { token: buyer.token, locale: 'en' })).body;
    expect(data).toMatchObject([
      {
        id: key,
        state: 'open',
        months: 3,
        plan_name: 'Korea',
        code: expect.stringMatching(/^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/),
      },
    ]);
    expect(await balances(buyer)).toEqual({ gifts: -4500 });
    const { rows } = await api.pool.query(
      `select 1 from gateway.objects where object = 'charge' and body->>'status' = 'succeeded' and (body->>'amount')::int = 4500`,
    );
    expect(rows).toHaveLength(1);
    const mails = await api.pool.query('select text from mail_messages where user_id = $1', [buyer.id]);
    expect(mails.rows.some(({ text }) => text.includes(data[0]?.code))).toBe(true);
    expect((await buy(buyer, 6, { key })).body).toMatchObject({ code: 'amount_changed', total_cents: 9000 });
    const other = await buildPayer(api);
    expect((await buy(other, 3, { key })).status).toBe(404);
  });

  test('of a yearly plan is for a year, and another total, plan or card is refused', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api);
    expect((await quoteOf(buyer, 12, yearly.id)).body.data.bill.total_cents).toBe(15000);
    expect(Object.keys((await quoteOf(buyer, 3, yearly.id)).body.errors ?? {})).toEqual(['months']);
    expect((await quoteOf(buyer, 3, newId())).status).toBe(404);
    const body = {
      plan_id: plan.id,
      months: 1 as const,
      card_id: buyer.cardId,
      charge_cents: 1,
      agreement: (await quoteOf(buyer, 1)).body.data.agreement,
      key: newId(),
    };
    const ask = (changed: object) =>
      api.call('POST /api/account/gifts', {
        token: buyer.token,
        locale: 'en',
        body: { ...body, ...changed },
      });
    expect((await ask({})).body).toMatchObject({ code: 'amount_changed', total_cents: 1500 });
    expect((await ask({ charge_cents: 1500, card_id: newId() })).status).toBe(404);
    expect(Object.keys((await ask({ charge_cents: 1500, card_id: null })).body.errors ?? {})).toEqual([
      'card_id',
    ]);
  });

  test('that is declined has no code until another card pays', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api, { number: '4000000000000341' });
    const key = newId();
    const declined = await buy(buyer, 1, { key });
    expect(declined.body.data).toMatchObject({ state: 'declined', gift: { state: 'waiting', code: null } });
    const cardId = await addCard(api, buyer);
    expect((await buy({ ...buyer, cardId }, 1, { key })).body.data).toMatchObject({
      state: 'paid',
      gift: { state: 'open', code: expect.any(String) },
    });
  });

  test('that is declined and pressed again charges what is shown then, and its first bill is void', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api, { number: '4000000000000341' });
    const key = newId();
    expect((await buy(buyer, 3, { key })).body.data.state).toBe('declined');
    await giveCredit(buyer, 2000);
    const cardId = await addCard(api, buyer);
    const body = {
      plan_id: plan.id,
      months: 3 as const,
      card_id: cardId,
      charge_cents: 1,
      agreement: (await quoteOf(buyer, 3)).body.data.agreement,
      key,
    };
    const ask = (changed: object) =>
      api.call('POST /api/account/gifts', {
        token: buyer.token,
        locale: 'en',
        body: { ...body, ...changed },
      });
    expect((await ask({})).body).toMatchObject({ code: 'amount_changed', total_cents: 2500 });
    expect((await ask({ charge_cents: 2500, agreement: 'x' })).body.code).toBe('amount_changed');
    expect(await taken(buyer)).toBe(0);
    expect((await buy({ ...buyer, cardId }, 3, { key })).body.data).toMatchObject({
      state: 'paid',
      gift: { id: key, state: 'open' },
    });
    expect(await taken(buyer)).toBe(2500);
    expect(await balances(buyer)).toEqual({ gifts: -4500 });
    expect((await invoicesOf(buyer)).map(({ state }) => state)).toEqual(['paid', 'cancel']);
  });

  test('that waits for another total ends before it is bought for the new one', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api, { number: '4000000000000341' });
    const key = newId();
    expect((await buy(buyer, 1, { key })).body.data.state).toBe('declined');
    await giveCredit(buyer, 500);
    const cardId = await addCard(api, buyer);
    expect((await buy({ ...buyer, cardId }, 1, { key })).body.data.state).toBe('paid');
    expect(await taken(buyer)).toBe(1000);
    expect(await balances(buyer)).toEqual({ gifts: -1500 });
  });

  test('that nobody paid for is bought after all on the same page', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api, { number: '4000000000000341' });
    const key = newId();
    expect((await buy(buyer, 1, { key })).body.data.state).toBe('declined');
    const later = new Date(start.getTime() + 24 * 3_600_000);
    await runAt(api, later);
    expect((await invoicesOf(buyer))[0]?.state).toBe('cancel');
    const cardId = await addCard(api, buyer);
    const { body } = await buy({ ...buyer, cardId }, 1, { key });
    expect(body.data).toMatchObject({
      state: 'paid',
      gift: { id: key, state: 'open', code: expect.any(String) },
    });
    expect(await taken(buyer)).toBe(1500);
    const { data } = (await api.call('GET /api/account/gifts', { token: buyer.token, locale: 'en' })).body;
    expect(data).toMatchObject([{ id: key, state: 'open', bought_at: later.toISOString() }]);
  });
});

test('a bought gift is refunded whole while nobody has redeemed it, and its code is void before the money goes', async () => {
  api.setNow(start);
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
  const refund = async (payer: Payer, amount_cents: number) => {
    const { rows } = await api.pool.query('select id from billing_payments where account_id = $1', [
      await accountOf(payer),
    ]);
    return api.call('POST /api/admin/payments/{id}/refunds', {
      token,
      params: { id: rows[0].id },
      body: { amount_cents, refundable_cents: 4000, reason: 'The customer called' },
    });
  };
  const buyer = await buildPayer(api);
  // Five dollars of it are credit.
  await api.call('POST /api/admin/customers/{id}/credits', {
    token,
    params: { id: buyer.id },
    body: { key: newId(), amount_cents: 500, reason: 'Sorry' },
  });
  const { body } = await buy(buyer, 3);
  expect(await balances(buyer)).toEqual({ gifts: -4500 });
  expect(Object.keys((await refund(buyer, 1000)).body.errors ?? {})).toEqual(['amount_cents']);
  // The processor cannot say yet, and the code is worth nothing already.
  await api.gateway.control('/test/faults', { kind: '500', path: '/refunds', times: 1 });
  expect((await refund(buyer, 4000)).body.data.state).toBe('asked');
  const user = await buildUser(api.db);
  expect(Object.keys((await redeem(user, body.data.gift?.code ?? '')).body.errors ?? {})).toEqual(['code']);
  await carryOutRefunds(api.context);
  expect(await balances(buyer)).toEqual({ credit: -500 });
  const { rows } = await api.pool.query(
    `select sum(amount_cents)::int as cents from billing_entries where account = 'refunds'`,
  );
  expect(rows[0].cents).toBe(0);

  const { buyer: giver, code } = await bought(3);
  expect((await redeem(user, code)).status).toBe(200);
  const refused = await api.pool.query(
    'select id, amount_cents from billing_payments where account_id = $1',
    [await accountOf(giver)],
  );
  const late = await api.call('POST /api/admin/payments/{id}/refunds', {
    token,
    params: { id: refused.rows[0].id },
    body: { amount_cents: 4500, refundable_cents: 4500, reason: 'The customer called' },
  });
  expect(late.body.code).toBe('gift_redeemed');
});

/** A gift of three months that was bought with credit, and the staff who look at its payment. */
const boughtWithCredit = async (cents: number) => {
  api.setNow(start);
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
  const buyer = await buildPayer(api);
  await api.call('POST /api/admin/customers/{id}/credits', {
    token,
    params: { id: buyer.id },
    body: { key: newId(), amount_cents: cents, reason: 'Sorry' },
  });
  const { body } = await buy(buyer, 3);
  expect(body.data.state).toBe('paid');
  const { rows } = await api.pool.query('select id from billing_payments where account_id = $1', [
    await accountOf(buyer),
  ]);
  const params = { id: rows[0].id };
  const shown = async () => (await api.call('GET /api/admin/payments/{id}', { token, params })).body.data;
  return { buyer, code: body.data.gift?.code ?? '', token, params, shown };
};

test('a gift that credit has paid whole is taken back at its payment, once: the credit comes back, and the code is void', async () => {
  const { buyer, code, token, params, shown } = await boughtWithCredit(4500);
  expect(await balances(buyer)).toEqual({ gifts: -4500 });
  const refund = () =>
    api.call('POST /api/admin/payments/{id}/refunds', {
      token,
      params,
      body: { amount_cents: 0, refundable_cents: 0, reason: 'The customer called' },
    });
  expect(await shown()).toMatchObject({ refundable_cents: 0, returnable_credit_cents: 4500 });
  const both = await Promise.all([refund(), refund()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await balances(buyer)).toEqual({ credit: -4500 });
  expect(await shown()).toMatchObject({
    status: 'refunded',
    returnable_credit_cents: 0,
    credit_returned: { amount_cents: 4500, at: start.toISOString() },
    refunds: [],
  });
  const invoices = await api.call('GET /api/account/invoices', { token: buyer.token });
  expect(invoices.body.data).toMatchObject([{ state: 'refunded', refunded_cents: 0 }]);
  const invoice = await api.call('GET /api/account/invoices/{id}', {
    token: buyer.token,
    params: { id: invoices.body.data[0]?.id ?? '' },
  });
  expect(invoice.body.data.credit_returned).toEqual({ amount_cents: 4500, at: start.toISOString() });
  const told = await api.pool.query(
    `select text from mail_messages where user_id = $1 and text like '%돌려드렸어요%'`,
    [buyer.id],
  );
  expect(told.rows).toEqual([{ text: expect.stringContaining('$45.00') }]);
  const user = await buildUser(api.db);
  expect(Object.keys((await redeem(user, code)).body.errors ?? {})).toEqual(['code']);
  const logged = await api.pool.query(
    `select changes from event_log where entity_id = $1 and action = 'refund'`,
    [params.id],
  );
  expect(logged.rows).toEqual([
    { changes: { credit_cents: [null, 4500], reason: [null, 'The customer called'] } },
  ]);
});

test('a gift of which what was too little for a card is ours is taken back by its credit alone', async () => {
  const { buyer, token, params, shown } = await boughtWithCredit(4470);
  expect((await shown()).method).toBe('promotion');
  expect(await shown()).toMatchObject({ refundable_cents: 0, returnable_credit_cents: 4470 });
  const given = async () => (await readBalances(api.db)).promotions ?? 0;
  const before = await given();
  const taken = await api.call('POST /api/admin/payments/{id}/refunds', {
    token,
    params,
    body: { amount_cents: 0, refundable_cents: 0, reason: 'The customer called' },
  });
  expect(taken.status).toBe(200);
  expect(await balances(buyer)).toEqual({ credit: -4470 });
  // What was ours is ours again.
  expect((await given()) - before).toBe(-30);
});

describe('a code', () => {
  test('begins the plan of who has none, for all its months, and then ends without asking for money', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildUser(api.db);
    const checked = await check(user, code);
    expect(checked.body.data).toMatchObject({ months: 3, begins: true, last_day: '2027-04-29' });
    expect(await hasPlan(user)).toBe(false);
    const { body } = await redeem(user, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    expect(body.data).toEqual({
      plan_name: 'Korea',
      months: 3,
      credit_cents: 4500,
      begins: true,
      last_day: '2027-04-29',
      whole_months: true,
      pays_for_others: false,
    });
    expect((await membership(user)).subscription).toMatchObject({
      state: 'active',
      renews: true,
      next_charge: { on: '2027-02-28', cents: 1500 },
    });
    await runUntil(api, start, new Date('2027-04-29T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    expect(await membership(user)).toMatchObject({
      credit_cents: 0,
      open_invoice: null,
      subscription: { renews: false, next_charge: null, period_to: '2027-04-30' },
    });
    await runUntil(api, new Date('2027-04-29T20:00:00Z'), new Date('2027-05-02T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect((await membership(user)).subscription).toBeNull();
    const { rows } = await api.pool.query(`select subject from mail_messages where user_id = $1`, [user.id]);
    expect(rows).toEqual([]);
    expect(await balances(user)).toEqual({ deferred: -4500 });
  });

  test('gives its months whole where they are taxed: the tax is ours', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildUser(api.db);
    await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
    expect((await redeem(user, code)).body.data).toMatchObject({ credit_cents: 4950, begins: true });
    await runUntil(api, start, new Date('2027-04-10T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    expect((await membership(user)).credit_cents).toBe(0);
  });

  test('gives its months whole where they are taxed later, or dearer: what is beyond the gift is ours', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildUser(api.db);
    expect((await redeem(user, code)).body.data).toMatchObject({
      credit_cents: 4500,
      last_day: '2027-04-29',
    });
    const ours = async () => (await readBalances(api.db)).promotions ?? 0;
    const before = await ours();
    await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
    expect((await membership(user)).subscription).toMatchObject({
      renews: true,
      next_charge: { on: '2027-02-28', cents: 1650 },
    });
    await runUntil(api, start, new Date('2027-04-29T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    expect(await membership(user)).toMatchObject({
      credit_cents: 0,
      subscription: { renews: false, last_day: '2027-04-29' },
    });
    expect((await ours()) - before).toBe(300);
    await runUntil(api, new Date('2027-04-30T20:00:00Z'), new Date('2027-05-01T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect((await ours()) - before).toBe(300);
    expect((await invoicesOf(user)).map(({ total_cents }) => total_cents)).toEqual([1650, 1650, 1500]);
  });

  test('keeps its billing day as long as it has months, and says so', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildUser(api.db);
    await redeem(user, code);
    const another = () => changePlan(api, user, { kind: 'billing_day', day_of_month: 15 });
    expect((await another()).quoted).toMatchObject({ status: 409, body: { code: 'paid_by_gift' } });
    await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
    await addCard(api, user);
    expect((await resumePlan(api, user)).status).toBe(200);
    // A card is charged later; the months come first.
    expect((await another()).quoted.body.code).toBe('paid_by_gift');
    await runUntil(api, start, new Date('2027-05-01T20:00:00Z'));
    expect((await another()).changed?.status).toBe(200);
  });

  test('charges no card for its own months, though its plan goes on by it', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildUser(api.db);
    await redeem(user, code);
    await addCard(api, user);
    await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
    expect((await resumePlan(api, user)).status).toBe(200);
    await runUntil(api, start, new Date('2027-04-29T20:00:00Z'));
    expect(await taken(user)).toBe(0);
    await runUntil(api, new Date('2027-04-30T20:00:00Z'), new Date('2027-05-31T20:00:00Z'));
    // April and May are the card's.
    expect(await taken(user)).toBe(2 * 1650);
  });

  test('is made up for while its credit is there, and not where its bill is void', async () => {
    api.setNow(start);
    const ours = async () => (await readBalances(api.db)).promotions ?? 0;
    const byCard = async () => {
      const { code } = await bought(3);
      const user = await buildUser(api.db);
      await redeem(user, code);
      const cardId = await addCard(api, user, '4000000000000341');
      await api.call('PUT /api/account/billing-address', { token: user.token, body: address });
      expect((await resumePlan(api, user)).status).toBe(200);
      return { ...user, cardId };
    };
    const late = await byCard();
    const before = await ours();
    // The worker slept until a third month, which no gift pays for: one bill for all of them, which is declined.
    const slept = new Date('2027-04-30T20:00:00Z');
    await runAt(api, slept);
    expect(await membership(late)).toMatchObject({ open_invoice: { cents: 3 * 1650 - 3300 } });
    expect((await ours()) - before).toBe(300);
    await runUntil(api, slept, new Date('2027-06-12T20:00:00Z'));
    expect((await invoicesOf(late))[0]?.state).toBe('cancel');
    expect(await membership(late)).toMatchObject({ credit_cents: 3000, subscription: null });
    expect((await ours()) - before).toBe(0);
  });

  test('is not spent on another gift, which the card pays', async () => {
    api.setNow(start);
    const other = await bought(3);
    const spender = await buildPayer(api, {});
    expect((await redeem(spender, other.code)).body.data).toMatchObject({ begins: true });
    const left = (await membership(spender)).credit_cents;
    expect(left).toBe(3300);
    const { body } = await buy(spender, 1);
    expect(body.data.state).toBe('paid');
    expect([await taken(spender), (await membership(spender)).credit_cents]).toEqual([1500, left]);
    await runUntil(api, start, new Date('2027-04-10T20:00:00Z'));
    expect(await hasPlan(spender)).toBe(true);
    expect((await membership(spender)).credit_cents).toBe(0);
  });

  test('is credit for who has a plan, and pays the next renewal', async () => {
    api.setNow(start);
    const { code } = await bought(1);
    const user = await buildPayer(api, { address: { region: 'OR', postal_code: '97201' } });
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    expect((await redeem(user, code)).body.data).toMatchObject({
      begins: false,
      last_day: null,
      credit_cents: 1500,
    });
    expect(await balances(user)).toEqual({ deferred: -1500, gift_credit: -1500 });
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    expect(await membership(user)).toMatchObject({ credit_cents: 0, subscription: { renews: true } });
  });

  test('of the plan that its household pays for already pays whole months of it, with taxes, and then the card', async () => {
    api.setNow(start);
    const dear = await buildPlan(api.db, { nameEn: 'Dear', priceCents: 3000 });
    const [first, second, other] = [await bought(1), await bought(3), await bought(1, dear.id)];
    const user = await buildPayer(api, { address });
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    const before = (await readBalances(api.db)).promotions ?? 0;
    for (const { code } of [first, second]) {
      const whole = { begins: false, whole_months: true };
      expect((await check(user, code)).body.data).toMatchObject(whole);
      expect((await redeem(user, code)).body.data).toMatchObject(whole);
    }
    expect((await membership(user)).subscription).toMatchObject({
      next_charge: { cents: 1650, credit_cents: 1650 },
    });
    // Months of another plan are credit alone.
    expect((await redeem(user, other.code)).body.data).toMatchObject({
      whole_months: false,
      credit_cents: 3000,
    });
    await runUntil(api, start, new Date('2027-06-20T20:00:00Z'));
    expect(await membership(user)).toMatchObject({ credit_cents: 3000, subscription: { state: 'active' } });
    expect(((await readBalances(api.db)).promotions ?? 0) - before).toBe(4 * 150);
    // Then what is left of the credit, taxes included, and the card.
    await runUntil(api, new Date('2027-06-20T20:00:00Z'), new Date('2027-08-20T20:00:00Z'));
    expect((await membership(user)).credit_cents).toBe(0);
    expect(((await readBalances(api.db)).promotions ?? 0) - before).toBe(4 * 150);
    const { rows } = await api.pool.query<{ method: string; amount: number }>(
      `select p.method, p.amount_cents as amount from billing_payments p join billing_accounts a on a.id = p.account_id
        where a.household_id = $1 order by p.id`,
      [user.householdId],
    );
    const byCredit = { method: 'credit', amount: 0 };
    expect(rows).toEqual([
      { method: 'card', amount: 1650 },
      ...Array(5).fill(byCredit),
      { method: 'card', amount: 300 },
    ]);
  });

  test('of a plan that was cancelled lets it go on for its months, without the card', async () => {
    api.setNow(start);
    const { code } = await bought(3);
    const user = await buildPayer(api, { address });
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    const { token, password } = user;
    await api.call('POST /api/account/membership/cancel', { token, body: { password } });
    // Credit that was there before is no month of the gift; the page says what it pays of the next charge.
    await giveCredit(user, 500);
    const goesOn = { begins: false, whole_months: true, last_day: '2027-05-30' };
    expect((await check(user, code)).body.data).toMatchObject(goesOn);
    expect((await redeem(user, code)).body.data).toMatchObject(goesOn);
    expect((await membership(user)).subscription).toMatchObject({
      renews: true,
      by_gift: true,
      cancelled_at: null,
      next_charge: { cents: 1650, credit_cents: 1650 },
    });
    const { rows } = await api.pool.query<{ subject: string }>(
      'select subject from mail_messages where user_id = $1 order by id desc limit 1',
      [user.id],
    );
    expect(rows[0]?.subject).toBe('Korea continues');
    await runUntil(api, start, new Date('2027-05-30T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    await runUntil(api, new Date('2027-05-30T20:00:00Z'), new Date('2027-06-01T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect(await membership(user)).toMatchObject({
      credit_cents: 500,
      subscription: null,
      open_invoice: null,
    });
    expect(await taken(user)).toBe(1650);
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    await giveCredit(user, 300);
    expect((await membership(user)).subscription?.next_charge).toMatchObject({
      cents: 1650,
      credit_cents: 300,
    });
  });

  test('of a plan that was cancelled keeps its months whole, with a pause that is to come and without another billing day', async () => {
    const cancelled = async () => {
      api.setNow(start);
      const { code } = await bought(3);
      const user = await buildPayer(api, { address });
      expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
      return { user, code };
    };
    const cancel = ({ token, password }: Payer) =>
      api.call('POST /api/account/membership/cancel', { token, body: { password } });
    const [paused, moved] = [await cancelled(), await cancelled()];
    const body = { from: '2027-03-05', to: '2027-06-20', password: paused.user.password };
    const asked = await api.call('POST /api/account/membership/pause', { token: paused.user.token, body });
    expect(asked.status).toBe(200);
    const { changed } = await changePlan(api, moved.user, { kind: 'billing_day', day_of_month: 15 });
    expect(changed?.status).toBe(200);
    for (const [{ user, code }, last_day] of [
      [paused, '2027-09-15'],
      [moved, '2027-05-30'],
    ] as const) {
      await cancel(user);
      expect((await check(user, code)).body.data).toMatchObject({ whole_months: true, last_day });
      expect((await redeem(user, code)).body.data).toMatchObject({ whole_months: true, last_day });
    }
    const lastDay = new Date('2027-05-30T20:00:00Z');
    await runUntil(api, start, lastDay);
    expect(await hasPlan(moved.user)).toBe(true);
    await runUntil(api, lastDay, new Date('2027-05-31T20:00:00Z'));
    expect(await membership(moved.user)).toMatchObject({ subscription: null, credit_cents: 0 });
    await runUntil(api, new Date('2027-06-01T20:00:00Z'), new Date('2027-09-15T20:00:00Z'));
    expect(await hasPlan(paused.user)).toBe(true);
    await runUntil(api, new Date('2027-09-15T20:00:00Z'), new Date('2027-09-16T20:00:00Z'));
    expect(await membership(paused.user)).toMatchObject({ subscription: null, credit_cents: 0 });
    for (const { user } of [paused, moved]) expect(await taken(user)).toBe(1650);
    // The page of a payment has all that its bill has moved.
    const { token } = await buildStaff(api.db);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
    const listed = await api.call('GET /api/admin/payments', { token, query: { q: moved.user.id } });
    const params = { id: listed.body.data.find(({ method }) => method === 'credit')?.id ?? '' };
    const { postings } = (await api.call('GET /api/admin/payments/{id}', { token, params })).body.data;
    const ofMonths = postings.filter(({ cause }) => cause === 'gift_months');
    expect(ofMonths.map(({ account, amount_cents }) => [account, amount_cents])).toEqual([
      ['promotions', 150],
      ['gift_credit', -150],
    ]);
  });

  test('never charges a card that nobody agreed to, until its household lets the plan go on', async () => {
    api.setNow(start);
    const [first, second] = [await bought(1), await bought(1)];
    const given = { address: { region: 'OR', postal_code: '97201' } };
    const [user, other] = [await buildPayer(api, given), await buildPayer(api, given)];
    await redeem(user, first.code);
    await redeem(other, second.code);
    const resumed = await resumePlan(api, other);
    expect(resumed.status).toBe(200);
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect((await membership(other)).subscription).toMatchObject({ renews: true, period_to: '2027-03-31' });
    expect(await balances(other)).toEqual({ deferred: -3000 });
  });

  test('asks no card for its plan where the plan of somebody else takes the credit on the same day', async () => {
    api.setNow(start);
    const friend = await buildUser(api.db);
    const payer = await buildPayerFor(friend, large);
    const { code } = await bought(3);
    expect((await redeem(payer, code)).body.data).toMatchObject({ begins: true, pays_for_others: true });
    expect((await membership(payer)).credit_cents).toBe(3000);
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    expect(await hasPlan(friend)).toBe(true);
    // The friend's first bill alone. Its second took 25 of the 30 dollars, and the other 5 begin no period.
    expect(await taken(payer)).toBe(2500);
    expect(await membership(payer)).toMatchObject({ credit_cents: 500, open_invoice: null });
    expect(await hasPlan(payer)).toBe(false);
  });

  describe('whose plan is changed', () => {
    const given = { address: { region: 'OR', postal_code: '97201' } };
    beforeEach(() => api.setNow(start));
    const redeemed = async (user: User, months: 1 | 3) => {
      const { code } = await bought(months);
      expect((await redeem(user, code)).body.data).toMatchObject({ begins: true });
      return user;
    };
    const changeTo = async (user: User, plan: { priceId: string }) => {
      const { quoted, changed } = await changePlan(api, user, { kind: 'plan', price_id: plan.priceId });
      return { shown: quoted.body.data, body: changed?.body };
    };
    const subscriptionOf = async (user: User) => (await membership(user)).subscription;
    const agreed = async ({ householdId }: User) =>
      (
        await api.pool.query(
          `select c.text from billing_consents c join billing_subscriptions s on s.id = c.subscription_id
            where s.household_id = $1`,
          [householdId],
        )
      ).rows;
    const later = new Date('2027-06-10T20:00:00Z');

    test('goes on by the card after its credit, as is agreed to', async () => {
      const user = await buildPayer(api, given);
      await redeemed(user, 3);
      const { shown, body } = await changeTo(user, small);
      expect(body?.data.state).toBe('paid');
      expect(shown.agreement).toContain('등록한 카드로 자동 결제돼요');
      expect(await agreed(user)).toEqual([{ text: shown.agreement }]);
      expect(await subscriptionOf(user)).toMatchObject({ by_gift: false, renews: true });
      await runUntil(api, start, later);
      // Thirty dollars of credit are three renewals; the fourth is the card's.
      expect(await taken(user)).toBe(1000);
      expect(await hasPlan(user)).toBe(true);
    });

    test('ends with its credit where there is no card, as is agreed to', async () => {
      const user = await buildUser(api.db);
      await redeemed(user, 3);
      const { shown, body } = await changeTo(user, small);
      expect(body?.data.state).toBe('paid');
      expect(shown.agreement).toContain('적립금이 다음 기간의 금액보다 적으면 그 전에 자동으로 끝나고');
      expect(shown.next_charge).toMatchObject({ on: '2027-02-28', cents: 1000 });
      expect(await agreed(user)).toEqual([{ text: shown.agreement }]);
      expect(await subscriptionOf(user)).toMatchObject({ by_gift: true, renews: true });
      await addCard(api, user);
      await runUntil(api, start, later);
      expect(await taken(user)).toBe(0);
      expect(await hasPlan(user)).toBe(false);
      expect((await membership(user)).open_invoice).toBeNull();
    });

    test('is agreed to by card once the change is paid, and not before', async () => {
      const user = await buildPayer(api, { ...given, number: '4000000000000341' });
      await redeemed(user, 1);
      expect((await changeTo(user, large)).body?.data.state).toBe('declined');
      expect(await subscriptionOf(user)).toMatchObject({ by_gift: true, plan_id: plan.id });
      await addCard(api, user);
      expect((await changeTo(user, large)).body?.data.state).toBe('paid');
      expect(await subscriptionOf(user)).toMatchObject({ by_gift: false, plan_id: large.id });
      await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
      expect(await taken(user)).toBe(1000 + 2500);
    });

    test('is refused without a card before there is an invoice', async () => {
      const user = await buildUser(api.db);
      await redeemed(user, 1);
      const { shown, body } = await changeTo(user, large);
      expect(shown.bill.charge_cents).toBe(1000);
      expect(Object.keys(body?.errors ?? {})).toEqual(['card_id']);
      expect(await invoicesOf(user)).toHaveLength(1);
      expect(await agreed(user)).toEqual([]);
    });

    test('goes on by the card too where credit pays for the change at once', async () => {
      const user = await buildPayer(api, given);
      await redeemed(user, 3);
      expect((await changeTo(user, large)).body?.data.state).toBe('paid');
      expect(await subscriptionOf(user)).toMatchObject({ by_gift: false, plan_id: large.id });
      expect(await taken(user)).toBe(0);
    });
  });

  test('is redeemed once of two at once, and every wrong one has the same text', async () => {
    api.setNow(start);
    const { code, buyer } = await bought(1);
    const users = await Promise.all([buildUser(api.db), buildUser(api.db)]);
    const ends = await Promise.all(users.map((user) => redeem(user, code)));
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await balances(buyer)).toEqual({});
    const texts = new Set<string>();
    for (const wrong of [code, 'AAAA-BBBB-CCCC-DDDD', '', '선물', code.slice(1)])
      texts.add(String((await redeem(buyer, wrong)).body.errors?.code?.[0]));
    texts.add(String((await check(buyer, code)).body.errors?.code?.[0]));
    expect([...texts]).toEqual(['This gift code isn’t right, or has been used. Please check it.']);
  });

  test('that has expired says so', async () => {
    api.setNow(start);
    const { code } = await bought(1);
    await api.pool.query('update billing_gifts set expires_at = $1 where code = $2', [
      start,
      code.replaceAll('-', ''),
    ]);
    const user = await buildUser(api.db);
    expect((await redeem(user, code)).body.errors).toEqual({ code: ['This gift code has expired.'] });
  });

  test('is guessed ten times an hour by a household, and thirty by a network', async () => {
    api.setNow(new Date(start.getTime() + 5 * 3_600_000));
    const user = await buildUser(api.db);
    const guesses = async (who: User, count: number) => {
      const codes: (string | undefined)[] = [];
      for (let number = 0; number < count; number += 1)
        codes.push((await redeem(who, 'AAAABBBBCCCCDDDD')).body.code);
      return codes;
    };
    expect((await guesses(user, 11)).at(-1)).toBe('too_many_tries');
    await guesses(await buildUser(api.db), 10);
    await guesses(await buildUser(api.db), 10);
    const { code } = await bought(1);
    expect((await redeem(await buildUser(api.db), code)).body.code).toBe('too_many_tries');
  });

  test('takes the place of a checkout that was left open', async () => {
    api.setNow(new Date(start.getTime() + 10 * 3_600_000));
    const { code } = await bought(1);
    const user = await buildPayer(api, {
      number: '4000000000000341',
      address: { region: 'OR', postal_code: '97201' },
    });
    expect((await subscribe(api, user, plan)).body.data.state).toBe('declined');
    expect((await redeem(user, code)).body.data).toMatchObject({ begins: true });
    expect(await balances(user)).toEqual({ deferred: -1500 });
  });
});

describe('a lot', () => {
  const lot = (token: string, name: string, changed: object = {}) =>
    api.call('POST /api/admin/gift-lots', {
      token,
      locale: 'en',
      body: { lot: name, plan_id: plan.id, months: 3, count: 3, expires_at: null, ...changed },
    });

  test('is made once, listed with its codes, redeemed, and void where it is unused', async () => {
    // Sessions of staff are of today.
    api.setNow(new Date());
    const { token } = await buildStaff(api.db);
    const ends = await Promise.all([lot(token, '설 선물'), lot(token, '설 선물')]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 422]);
    const list = async (query: object) =>
      (await api.call('GET /api/admin/gifts', { token, query: query as never })).body.data;
    const made = await list({ q: '설 선물' });
    expect(made).toHaveLength(3);
    expect(made[0]).toMatchObject({ state: 'open', months: 3, amount_cents: 4500, lot: '설 선물' });
    const [used, unused] = made as [(typeof made)[number], (typeof made)[number]];
    expect(await list({ q: used.code })).toHaveLength(1);
    const user = await buildUser(api.db);
    expect((await redeem(user, used.code)).body.data).toMatchObject({ begins: true });
    const make = (id: string) => api.call('POST /api/admin/gifts/{id}/void', { token, params: { id } });
    expect((await make(used.id)).body.code).toBe('gift_not_voidable');
    expect((await make(unused.id)).status).toBe(200);
    expect((await make(unused.id)).body.code).toBe('gift_not_voidable');
    expect(Object.keys((await redeem(await buildUser(api.db), unused.code)).body.errors ?? {})).toEqual([
      'code',
    ]);
    const { code } = await bought(1);
    const [seen] = await list({ q: code });
    expect(seen?.code).toMatch(/^••••-••••-••••-/);
    expect((await make(seen?.id ?? '')).body.code).toBe('gift_not_voidable');
  });

  test('has a name, a plan by the month or year, a day to come and at most a thousand codes', async () => {
    const { token } = await buildStaff(api.db);
    const refused = async (changed: object) =>
      Object.keys((await lot(token, '묶음', changed)).body.errors ?? {});
    expect(await refused({ count: 1001 })).toEqual(['count']);
    expect(await refused({ lot: ' ' })).toEqual(['lot']);
    expect(await refused({ plan_id: newId() })).toEqual(['plan_id']);
    expect(await refused({ plan_id: yearly.id })).toEqual(['months']);
    expect(await refused({ expires_at: '2020-01-01T00:00:00Z' })).toEqual(['expires_at']);
  });
});

test('the ledger sums to nothing, with what is not redeemed as a liability', async () => {
  const all = await readBalances(api.db);
  expect(Object.values(all).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  const { rows } = await api.pool.query(
    `select coalesce(sum(amount_cents), 0)::int as cents from billing_gifts where state = 'open'`,
  );
  expect(all.gifts ?? 0).toBe(-rows[0].cents);
});

test('credit that a gift left pays for a plan without a card, while it lasts', async () => {
  api.setNow(start);
  const { code } = await bought(3);
  const served = await buildAddressed(api, { region: 'OR', postal_code: '97201' });
  const { token } = served;
  expect((await subscribe(api, { ...served, cardId: await addCard(api, served) }, plan)).status).toBe(200);
  expect((await redeem(served, code)).body.data.begins).toBe(false);
  await api.call('POST /api/account/membership/cancel', { token, body: { password: served.password } });
  const [card] = (await membership(served)).cards;
  await api.call('DELETE /api/account/cards/{id}', { token, params: { id: card?.id ?? '' } });
  const ended = new Date('2027-03-01T20:00:00Z');
  await runUntil(api, start, ended);
  expect(await membership(served)).toMatchObject({ subscription: null, credit_cents: 4500, cards: [] });

  const asked = { plan_id: plan.id, price_id: plan.priceId };
  const quoted = async (by_credit: boolean) =>
    (
      await api.call('POST /api/account/checkout-quotes', {
        token,
        locale: 'en',
        body: { ...asked, by_credit },
      })
    ).body.data;
  const byCard = await quoted(false);
  expect(byCard).toMatchObject({ credit_pays: true, by_credit: false });
  const shown = await quoted(true);
  expect(shown).toMatchObject({
    credit_pays: true,
    by_credit: true,
    bill: { credit_cents: 1500, charge_cents: 0 },
    next_charge: { on: '2027-04-01', cents: 1500 },
  });
  expect(shown.agreement).toContain('$15.00 is paid with your credit now');
  expect(shown.agreement).toContain('no card is charged');
  const confirm = (by_credit: boolean, agreement: string) =>
    api.call('POST /api/account/checkouts', {
      token,
      locale: 'en',
      body: { ...asked, key: newId(), card_id: null, by_credit, charge_cents: 0, agreement },
    });
  // In the words of a card, a card is needed.
  expect(Object.keys((await confirm(false, byCard.agreement)).body.errors ?? {})).toEqual(['card_id']);
  expect((await confirm(true, byCard.agreement)).body.code).toBe('amount_changed');
  // It needs no card processor either.
  const { payments } = api.context;
  api.context.payments = undefined;
  expect(await membership(served)).toMatchObject({ takes_cards: false });
  expect(await quoted(true)).toEqual(shown);
  expect((await confirm(true, shown.agreement)).body.data.state).toBe('paid');
  api.context.payments = payments;
  expect(await membership(served)).toMatchObject({
    credit_cents: 3000,
    subscription: { by_gift: true, renews: true, next_charge: { on: '2027-04-01', cents: 1500 } },
  });
  // A card that is saved later is not charged: three periods, and then it ends.
  await addCard(api, served);
  const taken1 = await taken(served);
  await runUntil(api, ended, new Date('2027-06-03T20:00:00Z'));
  expect(await taken(served)).toBe(taken1);
  expect(await membership(served)).toMatchObject({
    subscription: null,
    credit_cents: 0,
    open_invoice: null,
  });
  // Without enough credit, a card is asked for.
  expect(await quoted(true)).toMatchObject({ credit_pays: false, by_credit: false });
});

// The last ones: of the limit of guesses, what is asked later is later than the hours of the others.
test('a code pays a renewal that is open, with its taxes, and the plan goes on', async () => {
  api.setNow(start);
  const { code } = await bought(1);
  const user = await buildPayer(api, {});
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  await addCard(api, user, '4000000000000341');
  await runUntil(api, start, new Date('2027-03-08T20:00:00Z'));
  expect((await membership(user)).subscription?.state).toBe('stopped');
  const told = vi.spyOn(api.context.push, 'broadcast');
  // The tax of a month.
  expect((await check(user, code)).body.data).toMatchObject({ credit_cents: 1650, begins: false });
  expect((await redeem(user, code)).body.data.credit_cents).toBe(1650);
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({
      event: 'App\\Events\\PlanChanged',
      channel: `private-household.${user.householdId}`,
    }),
  );
  told.mockRestore();
  expect(await membership(user)).toMatchObject({
    credit_cents: 0,
    open_invoice: null,
    subscription: { state: 'active' },
  });
  expect(await hasPlan(user)).toBe(true);
  // The card is not asked for it once more.
  await runUntil(api, new Date('2027-03-08T20:00:00Z'), new Date('2027-03-20T20:00:00Z'));
  const { rows } = await api.pool.query(
    `select p.method, p.state from billing_payments p join billing_accounts a on a.id = p.account_id
      where a.household_id = $1 order by p.id`,
    [user.householdId],
  );
  expect(rows).toEqual([
    { method: 'card', state: 'paid' },
    { method: 'credit', state: 'paid' },
  ]);
});

test('credit of a gift is rehearsed as it is spent: what is due first takes the credit first', async () => {
  api.setNow(start);
  await api.pool.query(`update billing_subscriptions set renews = false where state <> 'ended'`);
  const payer = await buildPayerFor(await buildUser(api.db), small);
  const { code } = await bought(3);
  const redeemed = new Date('2027-02-15T20:00:00Z');
  await runUntil(api, start, redeemed);
  expect((await redeem(payer, code)).body.data).toMatchObject({ begins: true, pays_for_others: true });
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [redeemed]);
  const rehearse = async (month: string) => {
    const asked = { month, percent: 0 };
    await api.call('POST /api/admin/renewal-rehearsal', { token, body: asked });
    await rehearsalJob.run(asked, api.context, new AbortController().signal);
    const { body } = await api.call('GET /api/admin/renewal-rehearsal', { token, query: asked });
    return body.data.result;
  };
  // Of 30 dollars: 10 on 28 February, 15 for the gift's plan on 15 March, and the last 5 on 31 March.
  expect(await rehearse('2027-03')).toMatchObject({ renewals: 2, total_cents: 2500 });
  expect(await rehearse('2027-04')).toMatchObject({ renewals: 1, total_cents: 1000 });
  const before = await taken(payer);
  await runUntil(api, redeemed, new Date('2027-04-01T20:00:00Z'));
  expect(await taken(payer)).toBe(before + 500);
  expect(await hasPlan(payer)).toBe(true);
  await runUntil(api, new Date('2027-04-02T20:00:00Z'), new Date('2027-04-16T20:00:00Z'));
  expect(await hasPlan(payer)).toBe(false);
  expect(await taken(payer)).toBe(before + 500);
});
