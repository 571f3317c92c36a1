/** Renewals whose owner has come to the bank's page and left it: they are tried, received and paid by credit like any other; through HTTP, against the simulated card processor. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildSubscriber,
  householdReads,
  openBillingApi,
  runAt,
  runUntil,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff } from '../../../../test/build.ts';
import { endAtGatewayJob } from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let staff: string;
const start = new Date('2027-01-31T20:00:00Z');
const due = new Date('2027-02-28T20:00:00Z');
const daysAfter = (days: number) => new Date(due.getTime() + days * 86_400_000);
const signal = new AbortController().signal;

beforeAll(async () => {
  api = await openBillingApi();
  Object.assign(api.context.config.billing, { graceDays: 20, endDays: 30 });
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  staff = (await buildStaff(api.db)).token;
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [due]);
});
afterEach(() => api.gateway.control('/test/faults', { kind: 'none' }));

const { accountOf, invoicesOf, membership, taken } = householdReads(() => api);
const rows = async (query: string, values: unknown[]) => (await api.pool.query(query, values)).rows;

/** A renewal that was declined for a reason that may pass, and then left at the page of another card's bank. */
const left = async () => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  const cardId = await addCard(api, user, '4000002760003184');
  await addCard(api, user, '4000000000000341');
  await runUntil(api, start, due);
  const [invoice] = await invoicesOf(user);
  const about = { token: user.token, params: { id: invoice?.id ?? '' } };
  const pay = async () =>
    (await api.call('POST /api/account/invoices/{id}/pay', { ...about, body: { card_id: cardId } })).body
      .data;
  const { state, client_secret: secret } = await pay();
  expect(state).toBe('action');
  const payment = async () =>
    (await rows('select * from billing_payments where invoice_id = $1', [about.params.id]))[0];
  const { id, gateway_payment_id: gatewayId } = await payment();
  return {
    user,
    payment,
    pay,
    answerBank: (how: 'complete' | 'fail') =>
      api.gateway.fromBrowser('POST', `/v3/challenge/${gatewayId}/${how}`, { client_secret: String(secret) }),
    settle: async () => (await api.call('POST /api/account/invoices/{id}/settle', about)).body.data,
    tries: () =>
      rows(
        `select (extract(epoch from at - $2) / 86400)::float as day, outcome from billing_attempts
          where payment_id = $1 order by at, id`,
        [id, due],
      ),
    byStaff: (what: 'charge' | 'receive', body?: object) =>
      api.call(`POST /api/admin/payments/{id}/${what}`, { token: staff, params: { id }, body } as never),
    runJob: () => endAtGatewayJob.run({ paymentId: id }, api.context, signal),
    atGateway: async () => (await api.gateway.ask('GET', `/v1/payment_intents/${gatewayId}`)).body.status,
    owes: async () => (await readBalances(api.db, await accountOf(user))).receivable ?? 0,
  };
};
const check = { method: 'check', check_number: '1047' };

describe('a renewal that was left at the page of the bank', () => {
  test.each([undefined, 'fail'] as const)('is still tried by the schedule (answer: %s)', async (answer) => {
    const renewal = await left();
    if (answer) {
      await renewal.answerBank(answer);
      expect(await renewal.settle()).toMatchObject({ state: 'declined' });
    }
    await runUntil(api, daysAfter(1), daysAfter(8));
    expect(await renewal.tries()).toEqual([
      { day: 0, outcome: 'declined' },
      { day: 0, outcome: 'action' },
      ...[3, 5, 7].map((day) => ({ day, outcome: 'declined' })),
    ]);
  });

  test('is not tried by itself within an hour of its owner coming to pay', async () => {
    const renewal = await left();
    const dayThree = daysAfter(3).getTime();
    api.setNow(new Date(dayThree - 600_000));
    expect(await renewal.pay()).toMatchObject({ state: 'action' });
    await runAt(api, new Date(dayThree));
    expect(await renewal.tries()).toHaveLength(2);
    await runAt(api, new Date(dayThree + 3_000_000));
    expect((await renewal.tries())[2]).toMatchObject({ outcome: 'declined' });
  });

  test('is charged by staff', async () => {
    const renewal = await left();
    expect((await renewal.byStaff('charge')).body).toMatchObject({ data: { state: 'declined' } });
    expect(await renewal.tries()).toHaveLength(3);
    // The question of the bank is over by that.
    expect(await renewal.payment()).toMatchObject({ state: 'open', failures: 2 });
    expect(await renewal.atGateway()).toBe('requires_payment_method');
  });

  test('is paid by a check, and its bank’s page is over', async () => {
    const renewal = await left();
    expect((await renewal.byStaff('receive', check)).status).toBe(200);
    expect(await renewal.payment()).toMatchObject({ state: 'paid', method: 'check', check_number: '1047' });
    expect(await renewal.atGateway()).toBe('canceled');
    expect((await renewal.byStaff('receive', check)).body).toMatchObject({ code: 'not_changeable' });
    await renewal.answerBank('complete');
    await renewal.runJob();
    expect(await taken(renewal.user)).toBe(1500);
    expect(await renewal.owes()).toBe(0);
    expect((await membership(renewal.user)).subscription).toMatchObject({ state: 'active' });
  });

  test('whose owner has answered the bank meanwhile is paid by the card, and no check is booked', async () => {
    const renewal = await left();
    await renewal.answerBank('complete');
    expect((await renewal.byStaff('receive', check)).body).toMatchObject({ code: 'not_changeable' });
    expect(await renewal.payment()).toMatchObject({ state: 'paid', method: 'card', check_number: null });
    expect(await taken(renewal.user)).toBe(3000);
    expect(await renewal.owes()).toBe(0);
  });

  test.each(['500', 'lost'])(
    'is paid by a check later while the card processor cannot say (%s)',
    async (kind) => {
      const renewal = await left();
      // The library repeats a request on a connection that was closed, once.
      await api.gateway.control('/test/faults', { kind, path: '/cancel', times: 2 });
      expect((await renewal.byStaff('receive', check)).body).toMatchObject({ code: 'payment_running' });
      expect(await renewal.payment()).toMatchObject({ state: 'action' });
      await api.gateway.control('/test/faults', { kind: 'none' });
      // No card is charged for it any more.
      expect(await renewal.pay()).toMatchObject({ state: 'waiting' });
      await runAt(api, daysAfter(4));
      await renewal.runJob();
      expect(await renewal.payment()).toMatchObject({ state: 'paid', method: 'check', check_number: '1047' });
      expect(await renewal.tries()).toHaveLength(2);
      expect(await taken(renewal.user)).toBe(1500);
      expect(await renewal.owes()).toBe(0);
    },
  );

  test('is paid by credit that comes, which nothing else takes meanwhile', async () => {
    const renewal = await left();
    const [customer] = await rows('select id from accounts_users where household_id = $1', [
      renewal.user.householdId,
    ]);
    const give = (cents: number) =>
      api.call('POST /api/admin/customers/{id}/credits', {
        token: staff,
        params: { id: customer.id },
        body: { key: randomUUID(), amount_cents: cents, reason: 'A gift of the house' },
      });
    expect((await give(5000)).body.data).toEqual({ credit_cents: 3500 });
    expect(await renewal.payment()).toMatchObject({ state: 'action' });
    await give(100);
    await renewal.runJob();
    await renewal.runJob();
    expect(await renewal.payment()).toMatchObject({ state: 'paid', method: 'credit' });
    expect(await renewal.atGateway()).toBe('canceled');
    expect((await membership(renewal.user)).credit_cents).toBe(3600);
    expect(await taken(renewal.user)).toBe(1500);
    expect(await renewal.owes()).toBe(0);
  });
});
