/** A household’s money over time, through HTTP, against the simulated card processor: renewals, failed payments, refunds, the ledger. */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  buildSubscriber,
  householdReads,
  openBillingApi,
  resumePlan,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildPlanPrice, buildStaff } from '../../../../test/build.ts';
import type { LedgerAccount } from './billing.tables.ts';
import { readBalances } from './ledger.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let better: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  better = await buildPlan(api.db, { nameEn: 'Premium', priceCents: 2500 });
});

const { accountOf, hasPlan, invoicesOf, membership, taken } = householdReads(() => api);
const subscribed = (given: Parameters<typeof buildSubscriber>[2] = {}, plan = monthly) =>
  buildSubscriber(api, plan, given);

describe('a renewal', () => {
  test('charges each period once, on its day: 31 January, 28 February, 31 March', async () => {
    api.setNow(start);
    const user = await subscribed();
    await runUntil(api, start, new Date('2027-04-01T20:00:00Z'));
    const invoices = await invoicesOf(user);
    expect(invoices.map(({ state, total_cents }) => [state, total_cents])).toEqual(
      Array(3).fill(['paid', 1500]),
    );
    expect((await membership(user)).subscription).toMatchObject({
      period_from: '2027-03-31',
      period_to: '2027-04-30',
      why_different: null,
    });
    expect(await taken(user)).toBe(4500);
    // Without the days that a renewal may take.
    expect((await api.call('GET /api/current-plan', { token: user.token })).body.data).toMatchObject({
      ends_at: '2027-04-30T07:00:00.000Z',
    });
    const { rows } = await api.pool.query(
      'select starts_at, ends_at from plans_periods where household_id = $1',
      [user.householdId],
    );
    expect(rows).toHaveLength(1);
  });

  test('that is declined is tried again, stops the plan after the grace, and goes on with a new card', async () => {
    api.setNow(start);
    const user = await subscribed();
    const bad = await addCard(api, user, '4000000000000341');
    expect((await membership(user)).cards.find(({ id }) => id === bad)?.is_default).toBe(true);
    const due = new Date('2027-02-28T20:00:00Z');
    await runUntil(api, start, due);
    expect((await membership(user)).subscription).toMatchObject({ state: 'unpaid', last_day: '2027-03-06' });
    expect((await api.call('GET /api/current-plan', { token: user.token })).body.data).toMatchObject({
      ends_at: '2027-03-07T08:00:00.000Z',
    });
    const told = vi.spyOn(api.context.push, 'broadcast');
    await runUntil(api, due, new Date('2027-03-06T20:00:00Z'));
    // A page that is open hears of each try, and of the end of its plan.
    const tellings = () =>
      told.mock.calls.filter(([{ channel }]) => channel.endsWith(user.householdId)).length;
    const tries = tellings();
    expect(tries).toBeGreaterThan(0);
    await runUntil(api, new Date('2027-03-06T20:00:00Z'), new Date('2027-03-08T20:00:00Z'));
    expect(tellings()).toBeGreaterThan(tries);
    told.mockRestore();
    expect((await membership(user)).subscription?.state).toBe('stopped');
    expect(await hasPlan(user)).toBe(false);
    const { rows } = await api.pool.query(
      `select count(*)::int as tries from billing_attempts a join billing_payments p on p.id = a.payment_id
        where p.account_id = $1 and a.outcome = 'declined'`,
      [await accountOf(user)],
    );
    expect(rows[0].tries).toBe(4);
    await addCard(api, user, '4242424242424242');
    expect((await membership(user)).subscription).toMatchObject({
      state: 'active',
      // The day on which nothing was served comes back.
      period_to: '2027-04-01',
    });
    expect(await hasPlan(user)).toBe(true);
    expect(await taken(user)).toBe(3000);
  });

  test('that is open refuses every change, and is not taken back by one', async () => {
    api.setNow(start);
    const user = await subscribed();
    await addCard(api, user, '4000000000000341');
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    for (const wanted of [
      { kind: 'plan' as const, price_id: better.priceId },
      { kind: 'billing_day' as const, day_of_month: 15 },
    ]) {
      const { body } = await api.call('POST /api/account/membership/changes', {
        token: user.token,
        body: { change: wanted, charge_cents: 0, agreement: null, password: user.password },
      });
      expect(body.code).toBe('not_changeable');
    }
    expect((await membership(user)).subscription).toMatchObject({ state: 'unpaid', plan_id: monthly.id });
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['open', 'paid']);
  });

  test('after a trial leaves the plan unpaid when the card is declined or the bank has a question', async () => {
    api.setNow(start);
    const tried = await buildPlan(api.db, { priceCents: 999, trialDays: 14 });
    // One is declined, of the other the bank asks for the owner.
    for (const number of ['4000000000000341', '4000002760003184']) {
      const user = await buildPayer(api, { number });
      api.setNow(start);
      expect((await subscribe(api, user, tried)).body.data.state).toBe('paid');
      await runUntil(api, start, new Date('2027-02-14T20:00:00Z'));
      expect((await membership(user)).subscription).toMatchObject({
        state: 'unpaid',
        period_from: '2027-02-14',
      });
      expect((await membership(user)).open_invoice?.message).not.toBe('');
    }
  });

  test('that nobody pays ends, and nothing is owed any more', async () => {
    api.setNow(start);
    const user = await subscribed();
    await addCard(api, user, '4000000000000341');
    await runUntil(api, start, new Date('2027-03-23T20:00:00Z'));
    expect((await membership(user)).subscription).toBeNull();
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['cancel', 'paid']);
    expect((await readBalances(api.db, await accountOf(user))).receivable ?? 0).toBe(0);
    const templates = await api.pool.query(
      `select subject from mail_messages where user_id = $1 order by created_at`,
      [user.id],
    );
    expect(templates.rows.length).toBeGreaterThanOrEqual(3);
  });
});

test('events of the card processor are believed when they are signed, and settle what they are about', async () => {
  api.setNow(undefined);
  const user = await buildPayer(api, { number: '4000002760003184' });
  const asked = await subscribe(api, user, monthly);
  const secret = String(asked.body.data.client_secret);
  const id = secret.split('_secret')[0];
  await api.gateway.fromBrowser('POST', `/v3/challenge/${id}/complete`, { client_secret: secret });
  await expect
    .poll(() =>
      api.gateway.received.find(
        ({ type, body }) => type === 'payment_intent.succeeded' && body.includes(String(id)),
      ),
    )
    .toBeDefined();
  const event = api.gateway.received.findLast(({ type }) => type === 'payment_intent.succeeded');
  const send = (signature: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/payment-events',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: event?.body ?? '',
    });
  expect((await send('t=1,v1=00')).statusCode).toBe(400);
  for (let round = 0; round < 2; round += 1)
    expect((await send(String(event?.signature))).statusCode).toBe(200);
  const { rows } = await api.pool.query(
    `select payload from graphile_worker._private_jobs where key like 'billing:settle:%'`,
  );
  expect(rows).toHaveLength(1);
  const { settleJob } = await import('./jobs/billing.jobs.ts');
  await settleJob.run(rows[0].payload, api.context, new AbortController().signal);
  await settleJob.run(rows[0].payload, api.context, new AbortController().signal);
  expect(await hasPlan(user)).toBe(true);
  expect(await taken(user)).toBe(1500);
});

test('events that are old, signed with another secret, of another mode or broken are refused by their word, and change nothing', async () => {
  api.setNow(undefined);
  const user = await buildPayer(api, { number: '4000002760003184' });
  const asked = await subscribe(api, user, monthly);
  const clientSecret = String(asked.body.data.client_secret);
  const id = String(clientSecret.split('_secret')[0]);
  await api.gateway.fromBrowser('POST', `/v3/challenge/${id}/complete`, { client_secret: clientSecret });
  const { webhookSecret } = await api.gateway.simulator.access();
  const now = Math.floor(Date.now() / 1000);
  const event = {
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id, object: 'payment_intent' } },
  };
  const send = async (given: object | string, { secret = webhookSecret, seconds = now } = {}) => {
    const payload = typeof given === 'string' ? given : JSON.stringify(given);
    const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
    const { statusCode, body } = await api.app.inject({
      method: 'POST',
      url: '/api/payment-events',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
      payload,
    });
    return [statusCode, JSON.parse(body)];
  };
  const queued = async () =>
    (
      await api.pool.query('select 1 from graphile_worker._private_jobs where key = $1', [
        `billing:settle:${id}`,
      ])
    ).rowCount;
  const refused = (message: string) => [400, { message }];
  expect(await send(event, { seconds: now - 400 })).toEqual(refused('old'));
  expect(await send(event, { secret: `whsec_${'0'.repeat(32)}` })).toEqual(refused('forged'));
  expect(await send(event, { secret: `whsec_${'0'.repeat(32)}`, seconds: 0 })).toEqual(refused('forged'));
  expect(await send({ ...event, livemode: true })).toEqual(refused('foreign'));
  for (const broken of ['[]', '{"id":1}', 'x']) expect(await send(broken)).toEqual(refused('broken'));
  expect(await queued()).toBe(0);
  expect(await hasPlan(user)).toBe(false);
  // Signed as it should be, the same is taken.
  expect(await send(event)).toEqual([200, { received: true }]);
  expect(await queued()).toBe(1);
});

describe('the ledger', () => {
  const sumOf = async (account: LedgerAccount) => (await readBalances(api.db))[account] ?? 0;

  test('gives back what staff refund, once, with its taxes', async () => {
    api.setNow(new Date('2027-02-01T20:00:00Z'));
    await api.pool.query(
      `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at)
        values (gen_random_uuid(), 'CA', 'ON', 'plan', 'HST', 'CA-ON', 130000, '2020-01-01', now(), now())`,
    );
    const user = await subscribed({
      address: { region: 'ON', postal_code: 'm5v 2t6', city: 'Toronto', country: 'CA' },
    });
    const [invoice] = await invoicesOf(user);
    expect(invoice?.total_cents).toBe(1695);
    const { askRefund, carryOutRefund, reconcile } = await import('./refunds.service.ts');
    const { rows } = await api.pool.query('select id from billing_payments where invoice_id = $1', [
      invoice?.id,
    ]);
    const ask = (amountCents: number) =>
      api.db.transaction((tx) =>
        askRefund(tx, api.context, {
          paymentId: rows[0].id,
          amountCents,
          reason: 'The customer called',
          staffName: 'Kim',
        }),
      );
    const taxBefore = await sumOf('tax');
    const first = await ask(1000);
    expect(await carryOutRefund(api.context, first.id)).toBe('succeeded');
    expect(await carryOutRefund(api.context, first.id)).toBe('succeeded');
    await expect(ask(696)).rejects.toMatchObject({ fields: { amount_cents: expect.anything() } });
    const second = await ask(695);
    await carryOutRefund(api.context, second.id);
    expect((await sumOf('tax')) - taxBefore).toBe(195);
    expect((await invoicesOf(user))[0]).toMatchObject({ state: 'refunded', refunded_cents: 1695 });
    // The card processor's own books agree, but for its fees.
    api.setNow(undefined);
    await reconcile(api.context);
    await reconcile(api.context);
    const { rows: differences } = await api.pool.query(
      `select m.kind, m.difference from billing_movements m where m.gateway_payment_id in
        (select gateway_payment_id from billing_payments where invoice_id = $1) and m.difference is not null`,
      [invoice?.id],
    );
    expect(differences).toEqual([]);
  });
});

test('an invoice that was issued is changed by nobody: neither it nor its lines and taxes, and none are added', async () => {
  api.setNow(new Date('2027-02-01T20:00:00Z'));
  await api.pool.query(
    `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
      values (gen_random_uuid(), 'CA', 'NB', 'plan', 'HST', 'CA-NB', 150000, '2020-01-01')`,
  );
  const user = await subscribed({
    address: { region: 'NB', postal_code: 'E1C 1A1', city: 'Moncton', country: 'CA' },
  });
  const [invoice] = await invoicesOf(user);
  const id = String(invoice?.id);
  const read = async () =>
    (
      await api.pool.query(
        `select to_jsonb(i) as invoice,
          (select jsonb_agg(l order by l.position) from billing_invoice_lines l where l.invoice_id = i.id) as lines,
          (select jsonb_agg(t) from billing_invoice_taxes t where t.invoice_id = i.id) as taxes
          from billing_invoices i where i.id = $1`,
        [id],
      )
    ).rows[0];
  const before = await read();
  expect(before).toMatchObject({
    invoice: { net_cents: 1500, tax_cents: 225, total_cents: 1725 },
    lines: [{ amount_cents: 1500, tax_cents: 225 }],
    taxes: [{ amount_cents: 225 }],
  });
  const refused = (statement: string, message: string) =>
    expect(api.pool.query(statement), statement).rejects.toThrow(message);
  for (const table of ['billing_invoices', 'billing_invoice_lines', 'billing_invoice_taxes']) {
    const column = table === 'billing_invoices' ? 'total_cents' : 'amount_cents';
    const key = table === 'billing_invoices' ? 'id' : 'invoice_id';
    await refused(
      `update ${table} set ${column} = 1 where ${key} = '${id}'`,
      'what was posted is not changed',
    );
    await refused(`delete from ${table} where ${key} = '${id}'`, 'what was posted is not changed');
    await refused(`truncate ${table} cascade`, 'what was posted is not changed');
  }
  const addLines = (...cents: number[]) =>
    `insert into billing_invoice_lines (invoice_id, position, kind, amount_cents, tax_cents) values
      ${cents.map((own, index) => `('${id}', ${index + 1}, 'once', ${own}, 0)`).join()}`;
  // Also what would leave the sum as it is, and what would be the whole sum once more.
  for (const cents of [[100], [0], [100, -100], [1500]])
    await refused(addLines(...cents), 'lines of an invoice are written once and sum to it');
  const addTax = (position: number, cents: number) =>
    `insert into billing_invoice_taxes (invoice_id, position, jurisdiction, name, rate_ppm, amount_cents)
      values ('${id}', ${position}, 'CA', 'GST', 50000, ${cents})`;
  for (const [position, cents] of [
    [0, 75],
    [0, 0],
    [0, 225],
    [7, 0],
  ] as const)
    await refused(addTax(position, cents), 'taxes of a line are written once and sum to it');
  expect(await read()).toEqual(before);
});

test('whoever is leaving is charged no more', async () => {
  api.setNow(start);
  const user = await subscribed();
  const { requestDeletion } = await import('../accounts/deletion.service.ts');
  await requestDeletion(api.context, user.id);
  expect((await membership(user)).subscription).toMatchObject({ renews: false });
  await runUntil(api, start, new Date('2027-03-02T20:00:00Z'));
  expect(await taken(user)).toBe(1500);
});

test('who is suspended is charged no more, and only they themselves let their plan go on once they are let in again', async () => {
  api.setNow(start);
  const [user, other] = [await subscribed(), await subscribed()];
  const { token } = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
  for (const { id } of [user, other])
    for (const action of ['suspend', 'unsuspend'] as const) {
      const path = `POST /api/admin/customers/{id}/${action}` as const;
      expect((await api.call(path, { token, params: { id } })).status).toBe(200);
    }
  const signIn = async ({ username, password }: typeof user) =>
    (await api.call('POST /api/login', { body: { username, password, device: 'web' } })).body.data.token;
  const again = { token: await signIn(user), password: user.password };
  const left = { token: await signIn(other) };
  for (const own of [again, left])
    expect((await membership(own)).subscription).toMatchObject({
      state: 'active',
      renews: false,
      last_day: '2027-02-27',
      next_charge: null,
    });
  expect((await resumePlan(api, again)).status).toBe(200);
  await runUntil(api, new Date('2027-02-26T20:00:00Z'), new Date('2027-03-01T20:00:00Z'));
  expect((await membership(again)).subscription).toMatchObject({ renews: true, period_from: '2027-02-28' });
  expect(await taken(user)).toBe(3000);
  expect((await membership(left)).subscription).toBeNull();
  expect([await hasPlan(left), await taken(other)]).toEqual([false, 1500]);
});

test('a higher price is told in time, and charged only then', async () => {
  api.setNow(start);
  const { remindPayers } = await import('./reminders.service.ts');
  const plan = await buildPlan(api.db, { priceCents: 1000 });
  const user = await subscribed({}, plan);
  await buildPlanPrice(api.db, {
    planId: plan.id,
    priceCents: 1200,
    startsAt: new Date('2027-02-10T08:00:00Z'),
  });
  const mails = async () =>
    (
      await api.pool.query(`select text from mail_messages where user_id = $1 and text like '%12.00%'`, [
        user.id,
      ])
    ).rowCount;
  // Three days before the renewal is too late for this one.
  api.setNow(new Date('2027-02-25T20:00:00Z'));
  await remindPayers(api.context);
  expect(await mails()).toBe(0);
  await runUntil(api, new Date('2027-02-25T20:00:00Z'), new Date('2027-02-28T20:00:00Z'));
  expect((await invoicesOf(user))[0]?.total_cents).toBe(1000);
  api.setNow(new Date('2027-03-10T20:00:00Z'));
  await remindPayers(api.context);
  await remindPayers(api.context);
  expect(await mails()).toBe(1);
  expect((await membership(user)).subscription?.next_charge?.cents).toBe(1200);
  await runUntil(api, new Date('2027-03-10T20:00:00Z'), new Date('2027-03-31T20:00:00Z'));
  expect((await invoicesOf(user))[0]?.total_cents).toBe(1200);
});
