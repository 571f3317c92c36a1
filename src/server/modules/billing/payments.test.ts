/**
 * Payments when the card processor refuses, is unavailable or is retried much later, and limits for too many
 * requests.
 */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  buildSubscriber,
  changePlan,
  openBillingApi,
  resumePlan,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import { erasePersonalData, personalData } from '../../db/personal-data.ts';
import { chargeDue } from './charge-due.service.ts';
import {
  detachCardJob,
  endAtGatewayJob,
  forgetCustomerJob,
  settleDisputeJob,
  settleJob,
} from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';
import { enqueueSettle, settle, settleLost } from './payments.service.ts';
import { askRefund, carryOutRefund, reconcile } from './refunds.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const signal = new AbortController().signal;

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
});

const rows = async (query: string, values: unknown[] = []) => (await api.pool.query(query, values)).rows;
const paymentsOf = ({ householdId }: { householdId: string }) =>
  rows(
    `select p.* from billing_payments p join billing_accounts a on a.id = p.account_id
      where a.household_id = $1 order by p.id`,
    [householdId],
  );
const quoteOf = async (user: { token: string }, plan: { id: string; priceId: string }) =>
  (
    await api.call('POST /api/account/checkout-quotes', {
      token: user.token,
      body: { plan_id: plan.id, price_id: plan.priceId },
    })
  ).body.data;
const subscribed = (plan = monthly) => {
  api.setNow(start);
  return buildSubscriber(api, plan);
};
/** A checkout with a declined card. Its payment waits at the card processor. */
const declined = async () => {
  api.setNow(start);
  const user = await buildPayer(api, { number: '4000000000000341' });
  expect((await subscribe(api, user, monthly)).body.data.state).toBe('declined');
  const [payment] = await paymentsOf(user);
  return { user, payment };
};
const jobsOf = async (name: string) =>
  rows(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 order by j.id desc`,
    [name],
  );

describe('an amount that is too little for a card', () => {
  test('is carried over by a plan and waived for a one-time charge, and is never sent to the card', async () => {
    const cheap = await buildPlan(api.db, { priceCents: 30 });
    const once = await buildPlan(api.db, { priceCents: 40, period: 'once' });
    api.setNow(start);
    const user = await buildPayer(api);
    const quoted = await quoteOf(user, cheap);
    // The quote shows the bill before the agreement.
    expect(quoted.bill).toMatchObject({
      total_cents: 30,
      credit_cents: 0,
      given_cents: 0,
      carried_cents: 30,
      charge_cents: 0,
    });
    expect((await subscribe(api, user, cheap)).body.data).toMatchObject({ state: 'paid' });
    const [carried] = await paymentsOf(user);
    expect((await quoteOf(user, once)).bill).toMatchObject({ given_cents: 40, charge_cents: 0 });
    expect(carried).toMatchObject({ state: 'paid', method: 'promotion', gateway_payment_id: null });
    expect((await readBalances(api.db, carried.account_id)).receivable).toBeUndefined();
    expect((await subscribe(api, user, once)).body.data).toMatchObject({ state: 'paid' });
    expect((await paymentsOf(user)).map(({ state }) => state)).toEqual(['paid', 'paid']);
  });

  test('is said by the quote of an upgrade, which is then confirmed as it was quoted', async () => {
    const [plain, more] = [
      await buildPlan(api.db, { priceCents: 1500 }),
      await buildPlan(api.db, { priceCents: 1530 }),
    ];
    const user = await subscribed(plain);
    const { quoted, changed } = await changePlan(api, user, { kind: 'plan', price_id: more.priceId });
    expect(quoted.body.data).toMatchObject({
      when: 'now',
      bill: { total_cents: 30, carried_cents: 30, charge_cents: 0 },
    });
    expect(changed?.body.data).toMatchObject({ state: 'paid' });
    // The invoice shows the same bill.
    const invoice = await api.call('GET /api/account/invoices/{id}', {
      token: user.token,
      params: { id: changed?.body.data.invoice_id ?? '' },
    });
    expect(invoice.body.data).toMatchObject({ state: 'paid', bill: quoted.body.data.bill });
  });
});

describe('a payment', () => {
  test('that the card processor refuses to make is told, and not tried for ever', async () => {
    const user = await subscribed();
    const [{ gateway_customer_id: customer }] = await rows(
      'select gateway_customer_id from billing_accounts where household_id = $1',
      [user.householdId],
    );
    await api.pool.query('delete from gateway.objects where id = $1', [customer]);
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    const [, renewal] = await paymentsOf(user);
    expect(renewal).toMatchObject({
      state: 'open',
      failures: 1,
      failure_code: 'resource_missing',
      next_try_at: null,
    });
    const tries = await rows('select outcome from billing_attempts where payment_id = $1', [renewal.id]);
    expect(tries).toEqual([{ outcome: 'declined' }]);
  });

  test('that is unknown to the card processor keeps none of those behind it waiting', async () => {
    const [broken, other] = [await declined(), await declined()];
    await api.pool.query(`update billing_payments set gateway_payment_id = 'pi_gone' where id = $1`, [
      broken.payment.id,
    ]);
    api.setNow(new Date(start.getTime() + dayMs));
    await settleLost(api.context);
    expect((await paymentsOf(broken.user)).map(({ state }) => state)).toEqual(['open']);
    expect((await paymentsOf(other.user)).map(({ state }) => state)).toEqual(['void']);
    await api.pool.query(`update billing_payments set abandoned_at = null where id = $1`, [
      broken.payment.id,
    ]);
  });

  test('is tried once after days on which nothing ran, not once for each of them', async () => {
    const user = await subscribed();
    await addCard(api, user, '4000000000000341');
    const due = new Date('2027-02-28T20:00:00Z');
    await runUntil(api, start, due);
    await runAt(api, new Date(due.getTime() + 6 * dayMs));
    const [, renewal] = await paymentsOf(user);
    expect(renewal).toMatchObject({ failures: 2 });
    expect(renewal.next_try_at).toEqual(new Date(due.getTime() + 7 * dayMs));
  });

  test('waits with all others while the card processor answers nobody', async () => {
    const user = await subscribed();
    // Payments of other tests must not be due.
    await api.pool.query('update billing_payments set next_try_at = null');
    const [paid] = await paymentsOf(user);
    await api.pool.query(
      `with made as (
        insert into billing_invoices (id, number, account_id, issued_at, due_on, net_cents, tax_cents, total_cents,
          country, region, postal_code)
        select gen_random_uuid(), 900000 + n, $1, $2, '2027-01-31', 100, 0, 100, 'US', '', '' from generate_series(1, 80) n
        returning id)
      insert into billing_payments (id, invoice_id, account_id, state, amount_cents, method, platform, next_try_at)
        select gen_random_uuid(), id, $1, 'open', 100, 'card', 'web', $2 from made`,
      [paid.account_id, start],
    );
    await api.gateway.control('/test/faults', { kind: '500', path: '/payment_intents', times: 200 });
    await chargeDue(api.context);
    await api.gateway.control('/test/faults', { kind: 'none' });
    const [{ tries }] = await rows(
      `select count(*)::int as tries from billing_attempts t join billing_payments p on p.id = t.payment_id
        where p.account_id = $1 and t.outcome = 'not_made'`,
      [paid.account_id],
    );
    expect(tries).toBe(64);
    await api.pool.query(
      `update billing_payments set next_try_at = null, abandoned_at = null where account_id = $1`,
      [paid.account_id],
    );
  });

  test('that came by check is ended at the card processor, and a difference if a card paid it too', async () => {
    const { token } = await buildStaff(api.db, {});
    await api.pool.query(`update staff_sessions set last_seen_at = $1, created_at = $1`, [start]);
    const byCheck = async () => {
      const own = await declined();
      const { status } = await api.call('POST /api/admin/payments/{id}/receive', {
        token,
        params: { id: own.payment.id },
        body: { method: 'check', check_number: '1047' },
      });
      expect(status).toBe(200);
      const [job] = await jobsOf('billing_end_at_gateway');
      return { ...own, job };
    };
    const statusOf = async (id: string) =>
      (await api.gateway.ask('GET', `/v1/payment_intents/${id}`)).body.status;
    const first = await byCheck();
    await api.gateway.control('/test/faults', { kind: '500', path: '/cancel', times: 1 });
    await expect(endAtGatewayJob.run(first.job.payload, api.context, signal)).rejects.toThrow();
    await endAtGatewayJob.run(first.job.payload, api.context, signal);
    expect(await statusOf(first.payment.gateway_payment_id)).toBe('canceled');

    const second = await byCheck();
    await api.gateway.ask('POST', `/v1/payment_intents/${second.payment.gateway_payment_id}/confirm`, {
      payment_method: 'pm_card_visa',
    });
    await endAtGatewayJob.run(second.job.payload, api.context, signal);
    // The card processor uses the clock of the machine, in whole seconds.
    api.setNow(new Date(Date.now() + 10_000));
    await reconcile(api.context);
    const differences = await rows('select difference from billing_movements where gateway_payment_id = $1', [
      second.payment.gateway_payment_id,
    ]);
    expect(differences).toEqual([{ difference: 'unknown' }]);
  });
});

describe('what the card processor tells while it cannot be read', () => {
  const answerBank = (secret: string) =>
    api.gateway.fromBrowser('POST', `/v3/challenge/${secret.split('_secret')[0]}/complete`, {
      client_secret: secret,
    });
  const away = () => api.gateway.control('/test/faults', { kind: '500', path: '/v1/', times: 1000 });
  const back = () => api.gateway.control('/test/faults', { kind: 'none' });
  afterEach(back);

  test('of a payment is read again by its job, until it can be', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000002760003184' });
    const { body } = await subscribe(api, user, monthly);
    await answerBank(String(body.data.client_secret));
    const [payment] = await paymentsOf(user);
    const told = { gatewayPaymentId: payment.gateway_payment_id };
    await away();
    await expect(settleJob.run(told, api.context, signal)).rejects.toThrow();
    await back();
    await settleJob.run(told, api.context, signal);
    expect((await paymentsOf(user)).map(({ state }) => state)).toEqual(['paid']);
    await enqueueSettle(api.db, told.gatewayPaymentId);
    const [{ max_attempts }] = await rows(
      'select max_attempts from graphile_worker._private_jobs where key = $1',
      [`billing:settle:${told.gatewayPaymentId}`],
    );
    expect(max_attempts).toBe(20);
  });

  const due = new Date('2027-02-28T20:00:00Z');
  /** A renewal whose payer has reached the bank's confirmation. */
  const asking = async () => {
    const user = await subscribed();
    const cardId = await addCard(api, user, '4000002760003184');
    await runUntil(api, start, due);
    const [, renewal] = await paymentsOf(user);
    const { body } = await api.call('POST /api/account/invoices/{id}/pay', {
      token: user.token,
      params: { id: renewal.invoice_id },
      body: { card_id: cardId },
    });
    expect(body.data.state).toBe('action');
    return {
      gatewayPaymentId: renewal.gateway_payment_id as string,
      secret: String(body.data.client_secret),
      state: async () => (await paymentsOf(user))[1].state as string,
    };
  };
  const runLater = (minutes: number) => runAt(api, new Date(due.getTime() + minutes * 60_000));

  test('of a renewal that its owner has confirmed is seen within an hour, by itself', async () => {
    const renewal = await asking();
    await answerBank(renewal.secret);
    await runLater(30);
    expect(await renewal.state()).toBe('action');
    await runLater(61);
    expect(await renewal.state()).toBe('paid');
  });

  test('of a renewal that an event has told before is the bank’s question, whatever an earlier try was refused for', async () => {
    const user = await subscribed();
    const cardId = await addCard(api, user, '4000002760003184');
    await runUntil(api, start, due);
    const [, renewal] = await paymentsOf(user);
    expect(renewal.failure_reason).not.toBeNull();
    const { payments } = api.gateway;
    const confirm = payments.confirmPayment.bind(payments);
    const spy = vi.spyOn(payments, 'confirmPayment').mockImplementationOnce(async (asked) => {
      const answer = await confirm(asked);
      await settle(api.context, renewal.id);
      return answer;
    });
    const told = { token: user.token, params: { id: renewal.invoice_id as string } };
    const { body } = await api.call('POST /api/account/invoices/{id}/pay', {
      ...told,
      body: { card_id: cardId },
    });
    expect(spy).toHaveBeenCalledOnce();
    spy.mockRestore();
    expect(body.data).toMatchObject({ state: 'action', client_secret: expect.any(String) });
    const asked = await api.call('POST /api/account/invoices/{id}/settle', told);
    expect(asked.body.data).toMatchObject({ state: 'action', client_secret: expect.any(String) });
  });

  test('of a renewal that waits for its owner is asked for once an hour', async () => {
    const renewal = await asking();
    const spy = vi.spyOn(api.gateway.payments, 'readPayment');
    for (let minutes = 20; minutes <= 180; minutes += 20) await runLater(minutes);
    const asked = spy.mock.calls.filter(([id]) => id === renewal.gatewayPaymentId).length;
    spy.mockRestore();
    expect(asked).toBe(3);
    expect(await renewal.state()).toBe('action');
  });

  const disputed = async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000259' });
    expect((await subscribe(api, user, monthly)).body.data.state).toBe('paid');
    const [payment] = await paymentsOf(user);
    const made = await api.gateway.ask('GET', '/v1/disputes', {
      payment_intent: payment.gateway_payment_id,
    });
    const [{ id }] = made.body.data as [{ id: string }];
    const kept = () => rows('select state from billing_disputes where payment_id = $1', [payment.id]);
    return { id, kept };
  };

  test('of a dispute is read again by its job, and by the daily comparison where no event came', async () => {
    const told = await disputed();
    await away();
    await expect(settleDisputeJob.run({ gatewayDisputeId: told.id }, api.context, signal)).rejects.toThrow();
    await back();
    await settleDisputeJob.run({ gatewayDisputeId: told.id }, api.context, signal);
    expect(await told.kept()).toEqual([{ state: 'open' }]);

    const untold = await disputed();
    api.setNow(new Date(Date.now() + 10_000));
    await reconcile(api.context);
    expect(await untold.kept()).toEqual([{ state: 'open' }]);
    await api.gateway.control(`/test/disputes/${untold.id}/win`);
    await reconcile(api.context);
    expect(await untold.kept()).toEqual([{ state: 'won' }]);
  });

  test('of a dispute that is decided after longer than banks may take is booked once its money moves', async () => {
    const dispute = await disputed();
    await settleDisputeJob.run({ gatewayDisputeId: dispute.id }, api.context, signal);
    await api.gateway.control(`/test/disputes/${dispute.id}/win`);
    api.setNow(new Date(Date.now() + 200 * dayMs));
    await reconcile(api.context, 250);
    expect(await dispute.kept()).toEqual([{ state: 'won' }]);
    const differences = await rows('select difference from billing_movements where source_id = $1', [
      dispute.id,
    ]);
    expect(differences).toEqual([{ difference: null }, { difference: null }]);
  });
});

describe('a refund', () => {
  test('whose answer was lost is not given again, when keys have long been forgotten', async () => {
    const user = await subscribed();
    const [payment] = await paymentsOf(user);
    const refund = await api.db.transaction((tx) =>
      askRefund(tx, api.context, {
        paymentId: payment.id,
        amountCents: 500,
        reason: 'The customer called',
        staffName: 'Kim',
      }),
    );
    // The library retries once after a closed connection, so that two losses are needed.
    await api.gateway.control('/test/faults', { kind: 'lost', path: '/refunds', times: 2 });
    expect(await carryOutRefund(api.context, refund.id)).toBe('asked');
    await api.gateway.control('/test/faults', { kind: 'none' });
    await api.pool.query('delete from gateway.requests');
    api.setNow(new Date(start.getTime() + 30 * hourMs));
    expect(await carryOutRefund(api.context, refund.id)).toBe('succeeded');
    const made = await api.gateway.ask('GET', '/v1/refunds', { payment_intent: payment.gateway_payment_id });
    expect(made.body.data).toEqual([expect.objectContaining({ amount: 500 })]);
  });
});

describe('a card', () => {
  const setup = async (user: { token: string }) =>
    api.call('POST /api/account/cards/setups', { token: user.token });
  const erase = ({ id: userId, householdId }: { id: string; householdId: string }) =>
    api.db.transaction((tx) =>
      erasePersonalData(
        tx,
        api.context.registries.get(personalData),
        { userId, householdId, email: 'x@example.com', isLast: true },
        api.context,
      ),
    );

  test('is removed while the card processor is away, which forgets it later', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await api.gateway.control('/test/faults', { kind: '500', path: '/detach', times: 1 });
    const removed = await api.call('DELETE /api/account/cards/{id}', {
      token: user.token,
      params: { id: user.cardId },
    });
    expect(removed.status).toBe(200);
    const [job] = await jobsOf('billing_detach_card');
    await expect(detachCardJob.run(job.payload, api.context, signal)).rejects.toThrow();
    await detachCardJob.run(job.payload, api.context, signal);
    const { body } = await api.gateway.ask('GET', `/v1/payment_methods/${job.payload.gatewayCardId}`);
    expect(body.customer).toBeNull();
  });

  test('and whose it was are forgotten by the card processor when the account is erased, also where it is away', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const [{ id: customer }] = await rows(
      `select gateway_customer_id as id from billing_accounts where household_id = $1`,
      [user.householdId],
    );
    await erase(user);
    const job = (await jobsOf('billing_forget_customer')).find(
      ({ payload }) => payload.gatewayCustomerId === customer,
    );
    await api.gateway.control('/test/faults', { kind: '500', path: `/v1/customers/${customer}`, times: 1 });
    await expect(forgetCustomerJob.run(job.payload, api.context, signal)).rejects.toThrow();
    await forgetCustomerJob.run(job.payload, api.context, signal);
    await forgetCustomerJob.run(job.payload, api.context, signal);
    expect((await api.gateway.ask('GET', `/v1/customers/${customer}`)).body).toEqual({
      id: customer,
      object: 'customer',
      deleted: true,
    });
    expect((await api.gateway.ask('GET', '/v1/payment_methods', { customer })).body.data).toEqual([]);
  });

  test('of an account whose customer’s id was lost is forgotten by the card processor, too', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const [{ id: accountId, customer }] = await rows(
      `update billing_accounts a set gateway_customer_id = null from billing_accounts was
        where a.household_id = $1 and was.id = a.id and a.gateway_asked_at is not null
        returning a.id, was.gateway_customer_id as customer`,
      [user.householdId],
    );
    await erase(user);
    const job = (await jobsOf('billing_forget_customer')).find(
      ({ payload }) => payload.accountId === accountId,
    );
    await forgetCustomerJob.run(job.payload, api.context, signal);
    expect((await api.gateway.ask('GET', `/v1/customers/${customer}`)).body).toMatchObject({ deleted: true });
  });

  test('that was removed is not brought back by the setup that had saved it', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const [{ id }] = await rows(
      `select o.id from gateway.objects o join billing_cards c on c.gateway_card_id = o.body->>'payment_method'
        where o.object = 'setup_intent' and c.id = $1`,
      [user.cardId],
    );
    await api.call('DELETE /api/account/cards/{id}', { token: user.token, params: { id: user.cardId } });
    const again = await api.call('POST /api/account/cards', { token: user.token, body: { setup_id: id } });
    expect(again.status).toBe(404);
  });

  test('is asked for by one setup, however often the page is loaded, until it is saved', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const ids = new Set<string>();
    for (let round = 0; round < 12; round += 1) ids.add((await setup(user)).body.data.setup_id);
    expect(ids.size).toBe(1);
    await addCard(api, user, '5555555555554444');
    ids.add((await setup(user)).body.data.setup_id);
    expect(ids.size).toBe(2);
  });

  test('whose bank asks for its owner is sent there thirty times an hour, and no more', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000002760003184' });
    const { body } = await subscribe(api, user, monthly);
    const other = await addCard(api, user, '4000000000003220', { forCheckout: true });
    // The same card continues the same question, so that each round has another card.
    const pay = (round: number) =>
      api.call('POST /api/account/invoices/{id}/pay', {
        token: user.token,
        params: { id: String(body.data.invoice_id) },
        body: { card_id: round % 2 === 1 ? other : user.cardId },
      });
    for (let round = 1; round < 30; round += 1) expect((await pay(round)).body.data.state).toBe('action');
    expect(await pay(30)).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
  });
});

test('a card is begun in many tabs at once, and the household becomes one customer', async () => {
  const user = await buildUser(api.db);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.call('POST /api/account/cards/setups', { token: user.token })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [{ n }] = await rows(
    `select count(*)::int as n from gateway.objects where body->>'object' = 'customer'
      and body->'metadata'->>'account_id' = (select id::text from billing_accounts where household_id = $1)`,
    [user.householdId],
  );
  expect(n).toBe(1);
});

describe('a household that asks without end', () => {
  test('how a payment stands is answered as often as some waiting pages ask, each minute', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000002760003184' });
    const confirm = vi
      .spyOn(api.gateway.payments, 'confirmPayment')
      .mockResolvedValueOnce({ state: 'unknown' });
    const { body } = await subscribe(api, user, monthly);
    expect(body.data.state).toBe('waiting');
    const about = { token: user.token, params: { id: String(body.data.invoice_id) } };
    const settled = () => api.call('POST /api/account/invoices/{id}/settle', about);
    const read = vi.spyOn(api.gateway.payments, 'readPayment');
    const statuses: number[] = [];
    for (let round = 0; round < 130; round += 1) statuses.push((await settled()).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(await settled()).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(read).toHaveBeenCalledTimes(120);

    // A payment is also limited while the result of the previous one is unknown.
    const pay = () =>
      api.call('POST /api/account/invoices/{id}/pay', { ...about, body: { card_id: user.cardId } });
    expect(await pay()).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(read).toHaveBeenCalledTimes(120);
    api.setNow(new Date(start.getTime() + 61_000));
    // The attempt was never made, so that the next one asks the bank.
    expect((await pay()).body.data.state).toBe('waiting');
    expect((await pay()).body.data.state).toBe('action');
    expect((await settled()).status).toBe(200);
    expect(confirm).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  test('to save a card is answered sixty times an hour', async () => {
    api.setNow(start);
    const user = await buildUser(api.db);
    const read = vi.spyOn(api.gateway.payments, 'readCardSetup');
    const save = () =>
      api.call('POST /api/account/cards', { token: user.token, body: { setup_id: 'seti_invented' } });
    for (let round = 0; round < 60; round += 1) expect((await save()).status).toBe(404);
    expect(await save()).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(read).toHaveBeenCalledTimes(60);
    read.mockRestore();
  });

  test('to let its plan go on is answered twenty times a day, and to cancel it always', async () => {
    const user = await subscribed();
    const cancel = () =>
      api.call('POST /api/account/membership/cancel', {
        token: user.token,
        body: { password: user.password },
      });
    for (let round = 0; round < 20; round += 1) {
      // Password attempts have a limit per minute too.
      api.setNow(new Date(start.getTime() + round * 61_000));
      expect((await cancel()).status).toBe(200);
      expect((await resumePlan(api, user)).status).toBe(200);
    }
    expect((await cancel()).status).toBe(200);
    expect(await resumePlan(api, user)).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    const [{ n }] = await rows(
      `select count(*)::int as n from billing_consents c join billing_subscriptions s on s.id = c.subscription_id
        where s.household_id = $1`,
      [user.householdId],
    );
    expect(n).toBe(21);
    api.setNow(new Date(start.getTime() + dayMs + hourMs));
    expect((await resumePlan(api, user)).status).toBe(200);
  });
});
