/** Refunds and disputes: the credit of a later change of plan, and the plan that was paid for. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  changePlan,
  householdReads,
  openBillingApi,
  runAt,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { settleDisputeJob } from './jobs/billing.jobs.ts';

let api: BillingApi;
let staff: string;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let better: Awaited<ReturnType<typeof buildPlan>>;
let yearly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const half = new Date('2027-02-14T20:00:00Z');
const signal = new AbortController().signal;

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  better = await buildPlan(api.db, { nameEn: 'Premium', priceCents: 2500 });
  yearly = await buildPlan(api.db, { nameEn: 'Yearly', period: 'yearly', priceCents: 14_999 });
  const { id, token } = await buildStaff(api.db, {});
  await api.pool.query(
    `update staff_sessions set last_seen_at = '2027-06-01', created_at = '2027-06-01' where staff_id = $1`,
    [id],
  );
  staff = token;
});

const { accountOf, hasPlan, invoicesOf, membership, taken } = householdReads(() => api);
type Payer = Awaited<ReturnType<typeof buildPayer>>;
const subscriber = async (plan = monthly, number?: string): Promise<Payer> => {
  api.setNow(start);
  const user = await buildPayer(api, number ? { number } : {});
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  return user;
};
const paymentOf = async (user: Payer): Promise<{ id: string; gateway: string }> => {
  const { rows } = await api.pool.query(
    `select id, gateway_payment_id as gateway from billing_payments where account_id = $1 order by id`,
    [await accountOf(user)],
  );
  return rows[0];
};
const read = async (id: string) =>
  (await api.call('GET /api/admin/payments/{id}', { token: staff, params: { id }, locale: 'en' })).body.data;
const refund = async (id: string, amount_cents: number, ends_plan = false) => {
  const { refundable_cents } = await read(id);
  return api.call('POST /api/admin/payments/{id}/refunds', {
    token: staff,
    locale: 'en',
    params: { id },
    body: { amount_cents, refundable_cents, reason: 'Asked by phone', ends_plan },
  });
};
const upgrade = (user: Payer, plan: { priceId: string }) =>
  changePlan(api, user, { kind: 'plan', price_id: plan.priceId });
const quoteOf = async (user: Payer, plan: { priceId: string }) => {
  const body = { change: { kind: 'plan' as const, price_id: plan.priceId } };
  const quoted = await api.call('POST /api/account/membership/quotes', {
    token: user.token,
    locale: 'en',
    body,
  });
  return quoted.body.data.bill;
};
const actionsOf = async (id: string) => {
  const query = { entity: 'payments', entity_id: id, order: 'asc' as const };
  const { body } = await api.call('GET /api/admin/events', { token: staff, query });
  return body.data.map(({ action }) => action).filter((action) => action !== 'read');
};
/** Lets the bank of a payment decide, and reads its dispute as its event would ask for. */
const settleDispute = async ({ gateway }: { gateway: string }, outcome?: 'win' | 'lose') => {
  const found = await api.gateway.ask('GET', '/v1/disputes', { payment_intent: gateway });
  const [dispute] = found.body.data as [{ id: string }];
  if (outcome) await api.gateway.control(`/test/disputes/${dispute.id}/${outcome}`);
  await settleDisputeJob.run({ gatewayDisputeId: dispute.id }, api.context, signal);
};
const subjectsOf = async ({ id }: Payer): Promise<string[]> => {
  const { rows } = await api.pool.query('select subject from mail_messages where user_id = $1 order by id', [
    id,
  ]);
  return rows.map(({ subject }) => subject);
};
const speaksEnglish = ({ id }: Payer) =>
  api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [id]);

describe('an upgrade', () => {
  test('credits nothing of a month that was refunded whole', async () => {
    const user = await subscriber();
    const { id } = await paymentOf(user);
    api.setNow(half);
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999 - 750);
    expect((await refund(id, 1500)).status).toBe(200);
    const bill = await quoteOf(user, yearly);
    expect(bill.charge_cents).toBe(14_999);
    expect(bill.lines.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['plan', -750],
      ['returned', 750],
      ['plan', 14_999],
    ]);
    expect(bill.lines[1]).toMatchObject({ text: 'Already returned to you' });
    const { changed } = await upgrade(user, yearly);
    expect(changed?.body.data).toMatchObject({ state: 'paid' });
    expect(await taken(user)).toBe(1500 + 14_999);
    const [newest] = await invoicesOf(user);
    expect(newest).toMatchObject({ total_cents: 14_999, text: expect.stringContaining('Yearly') });
  });

  test('credits unused days up to the amount that is still held', async () => {
    const user = await subscriber();
    const { id } = await paymentOf(user);
    api.setNow(half);
    await refund(id, 500);
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999 - 750);
    await refund(id, 700);
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999 - 300);
    // Within the month the used days stay paid, and the new ones are charged.
    expect((await quoteOf(user, better)).charge_cents).toBe(1250 - 300);
    expect((await upgrade(user, better)).changed?.body.data).toMatchObject({ state: 'paid' });
    // The next upgrade credits the remaining half of the dearer days.
    api.setNow(new Date('2027-02-21T20:00:00Z'));
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999 - 625);
  });

  test('credits the discounted part of days that a coupon made cheaper', async () => {
    const user = await subscriber();
    const { id } = await paymentOf(user);
    api.setNow(half);
    await refund(id, 1499);
    // One cent remains.
    expect((await quoteOf(user, better)).charge_cents).toBe(1249);
  });

  test('credits nothing of a month that a dispute took', async () => {
    const user = await subscriber(monthly, '4000000000000259');
    const payment = await paymentOf(user);
    await settleDispute(payment);
    await settleDispute(payment, 'win');
    api.setNow(half);
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999 - 750);
    await api.pool.query(`update billing_disputes set state = 'lost' where payment_id = $1`, [payment.id]);
    expect((await quoteOf(user, yearly)).charge_cents).toBe(14_999);
  });

  test('credits days with their taxes, of which the returned part has its own', async () => {
    await api.pool.query(`insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
      values (gen_random_uuid(), 'CA', '', 'plan', 'GST', 'CA', 50000, '2020-01-01')`);
    api.setNow(start);
    const user = await buildPayer(api, {
      address: { country: 'CA', region: 'ON', postal_code: 'M5H 2N2', city: 'Toronto' },
    });
    await subscribe(api, user, monthly);
    const { id } = await paymentOf(user);
    api.setNow(half);
    await refund(id, 1575);
    const bill = await quoteOf(user, yearly);
    expect(bill).toMatchObject({ net_cents: 14_999, tax_cents: 750, charge_cents: 15_749 });
  });
});

describe('a refund', () => {
  test('ends its plan at once where staff ask for it, and leaves it otherwise', async () => {
    const [ended, kept] = [await subscriber(yearly), await subscriber(yearly)];
    await speaksEnglish(ended);
    api.setNow(half);
    const [first, second] = [await paymentOf(ended), await paymentOf(kept)];
    expect(await read(first.id)).toMatchObject({ plan_runs: true, pays_running_period: true });
    expect((await refund(first.id, 14_999, true)).body.data).toMatchObject({ state: 'succeeded' });
    expect((await refund(second.id, 14_999)).body.data).toMatchObject({ state: 'succeeded' });
    expect([await hasPlan(ended), await hasPlan(kept)]).toEqual([false, true]);
    expect((await membership(ended)).subscription).toBeNull();
    expect((await subjectsOf(ended)).filter((subject) => subject.includes('has ended'))).toHaveLength(1);
    expect(await read(first.id)).toMatchObject({ plan_runs: false, pays_running_period: false });
    // Nothing of it is renewed, and it can start again.
    await runAt(api, new Date('2028-02-01T20:00:00Z'));
    expect(await taken(ended)).toBe(14_999);
    api.setNow(half);
    expect((await subscribe(api, ended, monthly)).body.data).toMatchObject({ state: 'paid' });
  });

  test('of an earlier period ends the plan only if it is asked for, and of none is refused', async () => {
    const user = await subscriber();
    const { id } = await paymentOf(user);
    await runAt(api, new Date('2027-02-28T20:00:00Z'));
    expect(await read(id)).toMatchObject({ plan_runs: true, pays_running_period: false });
    expect((await refund(id, 1500, true)).status).toBe(200);
    expect(await hasPlan(user)).toBe(false);
    const [renewal] = (
      await api.pool.query(
        `select id from billing_payments where account_id = $1 and state = 'paid' order by id desc`,
        [await accountOf(user)],
      )
    ).rows;
    expect((await refund(renewal.id, 1500, true)).body).toMatchObject({ code: 'not_changeable' });
  });

  test('that the card processor refuses is logged as refused, and ends no plan', async () => {
    const user = await subscriber();
    const { id, gateway } = await paymentOf(user);
    const made = await api.gateway.ask('POST', '/v1/refunds', { payment_intent: gateway });
    expect(made.status).toBe(200);
    expect((await refund(id, 1500, true)).body.data).toMatchObject({ state: 'failed' });
    expect(await actionsOf(id)).toEqual(['refund_refused']);
    expect([await hasPlan(user), (await read(id)).refunded_cents]).toEqual([true, 0]);
  });

  test('of a part is shown as one, to staff and to the household', async () => {
    const user = await subscriber();
    const { id } = await paymentOf(user);
    await refund(id, 500);
    expect(await read(id)).toMatchObject({ status: 'partly_refunded', refunded_cents: 500 });
    const find = async (status: 'partly_refunded' | 'refunded') =>
      (await api.call('GET /api/admin/payments', { token: staff, query: { status, q: user.id } })).body.data;
    expect(await find('partly_refunded')).toMatchObject([{ id, status: 'partly_refunded' }]);
    expect(await find('refunded')).toEqual([]);
    expect(await invoicesOf(user)).toMatchObject([
      { state: 'partly_refunded', paid_cents: 1500, refunded_cents: 500 },
    ]);
    await refund(id, 1000);
    expect(await read(id)).toMatchObject({ status: 'refunded' });
    expect(await invoicesOf(user)).toMatchObject([{ state: 'refunded' }]);
    expect(await actionsOf(id)).toEqual(['refund', 'refund']);
  });
});

describe('a dispute', () => {
  test('pauses the plan, charges nothing meanwhile, and continues it once it is won', async () => {
    const user = await subscriber(monthly, '4000000000000259');
    await speaksEnglish(user);
    const payment = await paymentOf(user);
    api.setNow(half);
    await settleDispute(payment);
    expect(await hasPlan(user)).toBe(false);
    const { subscription } = await membership(user);
    expect(subscription).toMatchObject({ state: 'disputed', renews: true, next_charge: null });
    const refused = await refund(payment.id, 1500);
    expect(refused.body).toMatchObject({ code: 'payment_disputed' });
    expect(await read(payment.id)).toMatchObject({ is_disputed: true, refundable_cents: 0 });
    expect(await actionsOf(payment.id)).toEqual([]);
    const bodies = { password: user.password };
    for (const call of ['POST /api/account/membership/cancel'] as const)
      expect((await api.call(call, { token: user.token, body: bodies })).status).toBe(200);
    const resumed = await api.call('POST /api/account/membership/resume', {
      token: user.token,
      body: { ...bodies, agreement: null },
    });
    expect(resumed.body).toMatchObject({ code: 'not_changeable' });
    // No renewal comes while it is paused, and the days follow afterwards.
    await runAt(api, new Date('2027-03-20T20:00:00Z'));
    expect(await taken(user)).toBe(1500);
    await settleDispute(payment, 'win');
    expect(await hasPlan(user)).toBe(true);
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', period_to: '2027-04-03' });
    const subjects = await subjectsOf(user);
    expect(subjects.filter((subject) => /is paused|continues/.test(subject))).toEqual([
      'Monthly is paused',
      'Monthly continues',
    ]);
  });

  test('that is lost ends the plan whose running period it paid for', async () => {
    const user = await subscriber(monthly, '4000000000000259');
    const payment = await paymentOf(user);
    await settleDispute(payment);
    await settleDispute(payment, 'lose');
    expect((await membership(user)).subscription).toBeNull();
    await settleDispute(payment);
    expect(await hasPlan(user)).toBe(false);
  });

  test('that is lost lets a plan continue whose running period is paid', async () => {
    const user = await subscriber(monthly, '4000000000000259');
    const payment = await paymentOf(user);
    await addCard(api, user);
    await runAt(api, new Date('2027-02-28T20:00:00Z'));
    // The renewal of today is paid, so that its first day is served.
    await settleDispute(payment);
    expect(await hasPlan(user)).toBe(true);
    await runAt(api, new Date('2027-03-02T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    await settleDispute(payment, 'lose');
    expect(await hasPlan(user)).toBe(true);
    // One paused day follows, and no day is charged twice.
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', period_to: '2027-04-01' });
    await runAt(api, new Date('2027-04-01T20:00:00Z'));
    expect(await taken(user)).toBe(4500);
  });

  test('of a gift blocks its code until the bank has decided', async () => {
    api.setNow(start);
    const buyer = await buildPayer(api, { number: '4000000000000259' });
    const wanted = { plan_id: monthly.id, months: 1 as const };
    const quoted = await api.call('POST /api/account/gift-quotes', { token: buyer.token, body: wanted });
    const { bill, agreement } = quoted.body.data;
    const bought = await api.call('POST /api/account/gifts', {
      token: buyer.token,
      body: {
        ...wanted,
        key: newId(),
        card_id: buyer.cardId,
        charge_cents: bill.charge_cents,
        agreement,
      },
    });
    const code = bought.body.data.gift?.code ?? '';
    const payment = await paymentOf(buyer);
    await settleDispute(payment);
    const receiver = await buildUser(api.db);
    const redeem = () =>
      api.call('POST /api/account/gifts/redeem', { token: receiver.token, body: { code } });
    expect(Object.keys((await redeem()).body.errors ?? {})).toEqual(['code']);
    await settleDispute(payment, 'win');
    expect((await redeem()).status).toBe(200);
  });

  test('that is only an inquiry pauses nothing', async () => {
    const user = await subscriber(monthly, '4000000000001976');
    await settleDispute(await paymentOf(user));
    expect(await hasPlan(user)).toBe(true);
  });
});
