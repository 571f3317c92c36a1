/** A household's money through HTTP: checkout, renewals, failed payments, changes, against the simulated card processor. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  address,
  type BillingApi,
  buildPayer,
  openBillingApi,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildPlanPrice, buildUser } from '../../../../test/build.ts';
import type { LedgerAccount } from './billing.tables.ts';
import { readBalances } from './ledger.service.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let better: Awaited<ReturnType<typeof buildPlan>>;
let yearly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  better = await buildPlan(api.db, { nameEn: 'Premium', priceCents: 2500 });
  yearly = await buildPlan(api.db, { nameEn: 'Yearly', period: 'yearly', priceCents: 15000 });
});

type Payer = Awaited<ReturnType<typeof buildPayer>>;
const membership = async (user: { token: string }) =>
  (await api.call('GET /api/account/membership', { token: user.token, locale: 'en' })).body.data;
const invoicesOf = async (user: { token: string }) =>
  (await api.call('GET /api/account/invoices', { token: user.token, locale: 'en' })).body.data;
const whyOf = async (user: { token: string }, id = '') =>
  (
    await api.call('GET /api/account/invoices/{id}', {
      token: user.token,
      params: { id },
      locale: 'en',
    })
  ).body.data.why_different;
const hasPlan = async (user: { token: string }) =>
  (await api.call('GET /api/current-plan', { token: user.token })).body.data !== null;
const accountOf = async ({ householdId }: { householdId: string }) =>
  (
    await api.pool.query<{ id: string }>('select id from billing_accounts where household_id = $1', [
      householdId,
    ])
  ).rows[0]?.id ?? '';
/** What the card processor has taken from somebody, in cents. */
const taken = async (user: { householdId: string }) =>
  Number(
    (
      await api.pool.query(
        `select coalesce(sum((o.body->>'amount')::int), 0) as cents from gateway.objects o
        join billing_payments p on p.gateway_payment_id = o.body->>'payment_intent'
        where o.object = 'charge' and o.body->>'status' = 'succeeded' and p.account_id = $1`,
        [await accountOf(user)],
      )
    ).rows[0].cents,
  );
const billingMails = async ({ id }: { id: string }) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const subscribed = async (given: Parameters<typeof buildPayer>[1] = {}, plan = monthly): Promise<Payer> => {
  const user = await buildPayer(api, given);
  const { body } = await subscribe(api, user, plan);
  expect(body.data?.state, JSON.stringify(body)).toBe('paid');
  return user;
};
const resume = (user: Payer, body: { password?: string | undefined } = { password: user.password }) =>
  api.call('POST /api/account/membership/resume', { token: user.token, body });
const change = async (user: Payer, wanted: { kind: 'plan'; price_id: string }, password = user.password) => {
  const quoted = await api.call('POST /api/account/membership/quotes', {
    token: user.token,
    body: { change: wanted },
  });
  const { body } = await api.call('POST /api/account/membership/changes', {
    token: user.token,
    body: { change: wanted, charge_cents: quoted.body.data.bill.charge_cents, password },
  });
  return { quoted: quoted.body.data, end: body.data };
};

describe('a checkout', () => {
  test('is quoted line by line, charged once, and begins the plan', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    expect(await hasPlan(user)).toBe(false);
    const end = await subscribe(api, user, monthly);
    expect(end.body.data).toMatchObject({ state: 'paid' });
    expect(await hasPlan(user)).toBe(true);
    const { subscription, cards } = await membership(user);
    expect(subscription).toMatchObject({
      state: 'active',
      plan_id: monthly.id,
      began_on: '2027-01-31',
      period_to: '2027-02-28',
      next_charge: { on: '2027-02-28', cents: 1500 },
    });
    expect(cards).toMatchObject([{ brand: 'visa', last_four: '4242', is_default: true }]);
    const [invoice] = await invoicesOf(user);
    expect(invoice).toMatchObject({ total_cents: 1500, state: 'paid', card: 'visa 4242' });
    expect(await taken(user)).toBe(1500);
    expect(await readBalances(api.db, await accountOf(user))).toEqual({ deferred: -1500 });
  });

  test('of fifty at once of one household makes one subscription and one charge', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const ends = await Promise.all(Array.from({ length: 50 }, () => subscribe(api, user, monthly)));
    const states = ends.map(({ status, body }) => (status === 200 ? body.data.state : body.code));
    expect(states).toContain('paid');
    for (const state of states)
      expect(['paid', 'waiting', 'already_subscribed', 'payment_running']).toContain(state);
    expect(await taken(user)).toBe(1500);
    const { rows } = await api.pool.query('select 1 from billing_subscriptions where household_id = $1', [
      user.householdId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('refuses a stale price, another total, another’s card and a missing address, and charges nothing', async () => {
    api.setNow(start);
    const [user, other] = [await buildPayer(api), await buildPayer(api)];
    const wanted = { plan_id: monthly.id, price_id: monthly.priceId };
    const quoted = await api.call('POST /api/account/checkout-quotes', { token: user.token, body: wanted });
    const body = {
      ...wanted,
      card_id: user.cardId,
      coupon_code: '',
      charge_cents: 1500,
      agreement: quoted.body.data.agreement,
    };
    const ask = (changed: object, token = user.token) =>
      api.call('POST /api/account/checkouts', { token, body: { ...body, ...changed } });
    expect((await ask({ agreement: 'x' })).body.code).toBe('amount_changed');
    expect((await ask({ charge_cents: 1 })).body.code).toBe('amount_changed');
    expect((await ask({ price_id: better.priceId })).body.code).toBe('amount_changed');
    expect((await ask({ card_id: other.cardId })).status).toBe(404);
    expect((await ask({ plan_id: user.householdId })).status).toBe(404);
    const homeless = await buildUser(api.db);
    const cardId = await addCard(api, homeless);
    const refused = await ask({ card_id: cardId }, homeless.token);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['address']);
    expect((await taken(user)) + (await taken(other)) + (await taken(homeless))).toBe(0);
  });

  test('that is declined can be finished with another card', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    const declined = await subscribe(api, user, monthly);
    expect(declined.body.data).toMatchObject({ state: 'declined', message: expect.stringContaining('카드') });
    expect(await hasPlan(user)).toBe(false);
    // Nobody owes what was only tried.
    expect((await membership(user)).open_invoice).toBeNull();
    const cardId = await addCard(api, user);
    const paid = await subscribe(api, { ...user, cardId }, monthly);
    expect(paid.body.data.state).toBe('paid');
    expect(await taken(user)).toBe(1500);
    expect(await invoicesOf(user)).toHaveLength(1);
  });

  test('is refused for an hour after ten declines: whoever tries stolen cards gets no further', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    for (let round = 0; round < 10; round += 1)
      expect((await subscribe(api, user, monthly)).body.data.state).toBe('declined');
    expect(await subscribe(api, user, monthly)).toMatchObject({
      status: 429,
      body: { code: 'too_many_tries' },
    });
    api.setNow(new Date(start.getTime() + 3_700_000));
    expect((await subscribe(api, user, monthly)).body.data.state).toBe('declined');
  });

  test('that is left open and begun again for another plan charges the other alone', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    await subscribe(api, user, monthly);
    const cardId = await addCard(api, user);
    const paid = await subscribe(api, { ...user, cardId }, better);
    expect(paid.body.data.state).toBe('paid');
    expect((await invoicesOf(user)).map(({ state, total_cents }) => [state, total_cents])).toEqual([
      ['paid', 2500],
      ['cancel', 1500],
    ]);
    expect(await readBalances(api.db, await accountOf(user))).toEqual({ deferred: -2500 });
  });

  test('is begun twenty times an hour, and no more: each has an invoice', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    for (let round = 0; round < 22; round += 1) await subscribe(api, user, round % 2 ? better : monthly);
    expect(await invoicesOf(user)).toHaveLength(20);
    expect((await subscribe(api, user, monthly)).body.code).toBe('too_many_tries');
    api.setNow(new Date(start.getTime() + 3_700_000));
    const cardId = await addCard(api, user);
    expect((await subscribe(api, { ...user, cardId }, better)).body.data.state).toBe('paid');
    expect(await invoicesOf(user)).toHaveLength(21);
  });

  test('of a one-time charge that is sent again after a lost answer is one charge; a later one is another', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const shipping = await buildPlan(api.db, { priceCents: 2000, period: 'once' });
    const first = await subscribe(api, user, shipping);
    expect(first.body.data.state).toBe('paid');
    api.setNow(new Date(start.getTime() + 9 * 60_000));
    expect((await subscribe(api, user, shipping)).body.data).toEqual(first.body.data);
    expect(await taken(user)).toBe(2000);
    expect(await invoicesOf(user)).toHaveLength(1);
    api.setNow(new Date(start.getTime() + 11 * 60_000));
    expect((await subscribe(api, user, shipping)).body.data.state).toBe('paid');
    expect(await taken(user)).toBe(4000);
  });

  test('that nobody finishes ends by itself', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    await subscribe(api, user, monthly);
    await runAt(api, new Date(start.getTime() + 24 * 3_600_000));
    expect((await invoicesOf(user))[0]?.state).toBe('cancel');
    expect((await membership(user)).subscription).toBeNull();
    expect(await readBalances(api.db, await accountOf(user))).toEqual({});
  });

  test('asks the card’s owner where the bank wants it', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000002760003184' });
    const asked = await subscribe(api, user, monthly);
    expect(asked.body.data).toMatchObject({ state: 'action', client_secret: expect.stringMatching(/^pi_/) });
    expect(await hasPlan(user)).toBe(false);
    const id = String(asked.body.data.client_secret).split('_secret')[0];
    await api.gateway.fromBrowser('POST', `/v3/challenge/${id}/complete`, {
      client_secret: String(asked.body.data.client_secret),
    });
    const settled = await api.call('POST /api/account/invoices/{id}/settle', {
      token: user.token,
      params: { id: String(asked.body.data.invoice_id) },
    });
    expect(settled.body.data.state).toBe('paid');
    expect(await hasPlan(user)).toBe(true);
  });

  test('with a trial charges nothing until it ends, once for a household', async () => {
    api.setNow(start);
    const tried = await buildPlan(api.db, { priceCents: 999, trialDays: 14 });
    const user = await buildPayer(api, { number: '5555555555554444' });
    expect((await subscribe(api, user, tried)).body.data.state).toBe('paid');
    expect(await membership(user)).toMatchObject({
      subscription: {
        state: 'trial',
        period_to: '2027-02-14',
        next_charge: { on: '2027-02-14', cents: 999 },
      },
    });
    expect(await taken(user)).toBe(0);
    await runUntil(api, start, new Date('2027-02-14T20:00:00Z'));
    expect(await taken(user)).toBe(999);
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', period_to: '2027-03-14' });
    // The same card for another household: it is charged at once, and is quoted so.
    const other = await buildPayer(api, { number: '5555555555554444' });
    const quoteWith = async (cardId: string | null) => {
      const body = { plan_id: tried.id, price_id: tried.priceId, card_id: cardId };
      return (await api.call('POST /api/account/checkout-quotes', { token: other.token, body })).body.data;
    };
    expect((await quoteWith(null)).trial_days).toBe(14);
    // Of somebody else's card nothing is said.
    expect((await quoteWith(user.cardId)).trial_days).toBe(14);
    const { price_id, trial_days, bill, agreement } = await quoteWith(other.cardId);
    expect([trial_days, bill.charge_cents]).toEqual([0, 999]);
    const confirmed = await api.call('POST /api/account/checkouts', {
      token: other.token,
      body: {
        plan_id: tried.id,
        price_id,
        card_id: other.cardId,
        charge_cents: bill.charge_cents,
        agreement,
      },
    });
    expect(confirmed.body.data.state).toBe('paid');
    expect(await taken(other)).toBe(999);
  });
});

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
    await runUntil(api, due, new Date('2027-03-08T20:00:00Z'));
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
        body: { change: wanted, charge_cents: 0, password: user.password },
      });
      expect(body.code).toBe('not_changeable');
    }
    expect((await membership(user)).subscription).toMatchObject({ state: 'unpaid', plan_id: monthly.id });
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['open', 'paid']);
  });

  test('that is declined after a trial leaves the plan unpaid, as any other', async () => {
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

describe('a household', () => {
  test('upgrades at once, twice in a month, and pays for each day once', async () => {
    api.setNow(start);
    const user = await subscribed();
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    const first = await change(user, { kind: 'plan', price_id: better.priceId });
    // 18 of 28 days: 10.00 more a month.
    expect(first.quoted.bill.charge_cents).toBe(Math.round((2500 * 18) / 28) - Math.round((1500 * 18) / 28));
    expect(first.end.state).toBe('paid');
    expect((await membership(user)).subscription).toMatchObject({
      plan_id: better.id,
      period_to: '2027-02-28',
    });
    api.setNow(new Date('2027-02-20T20:00:00Z'));
    const second = await change(user, { kind: 'plan', price_id: yearly.priceId });
    expect(second.quoted.when).toBe('now');
    expect(second.end.state).toBe('paid');
    expect((await membership(user)).subscription).toMatchObject({
      plan_id: yearly.id,
      period_from: '2027-02-20',
      period_to: '2028-02-20',
    });
    const account = await accountOf(user);
    const { rows } = await api.pool.query(
      'select sum(total_cents)::int as cents from billing_invoices where account_id = $1',
      [account],
    );
    expect(rows[0].cents).toBe(await taken(user));
    expect(await readBalances(api.db, account)).toEqual({ deferred: -rows[0].cents });
  });

  /** A household whose upgrade waits for its bank on the day before the renewal. */
  const upgrading = async (plan: { priceId: string }) => {
    api.setNow(start);
    const user = await subscribed();
    await addCard(api, user, '4000002760003184');
    const asked = new Date('2027-02-27T23:00:00Z');
    await runUntil(api, start, asked);
    const { end } = await change(user, { kind: 'plan', price_id: plan.priceId });
    expect(end.state).toBe('action');
    await addCard(api, user);
    return { user, secret: String(end.client_secret) };
  };
  const answerBank = (secret: string) =>
    api.gateway.fromBrowser('POST', `/v3/challenge/${secret.split('_secret')[0]}/complete`, {
      client_secret: secret,
    });
  const renewal = new Date('2027-02-28T08:30:00Z');
  const minutesAfter = (minutes: number) => new Date(renewal.getTime() + minutes * 60_000);

  test('is quoted the same again while its upgrade waits, and goes on with it', async () => {
    const { user } = await upgrading(yearly);
    const [open] = await invoicesOf(user);
    const again = await change(user, { kind: 'plan', price_id: yearly.priceId });
    expect(again.quoted.bill.charge_cents).toBe(open?.total_cents);
    expect(again.end).toMatchObject({ state: 'paid', invoice_id: open?.id });
    expect(await taken(user)).toBe(1500 + Number(open?.total_cents));
  });

  test('renews as before where its upgrade was left open: the upgrade is taken back first', async () => {
    const best = await buildPlan(api.db, { priceCents: 5000 });
    for (const plan of [best, yearly]) {
      const { user, secret } = await upgrading(plan);
      await runAt(api, renewal);
      await runAt(api, minutesAfter(5));
      await runAt(api, minutesAfter(10));
      expect((await membership(user)).subscription).toMatchObject({
        state: 'active',
        plan_id: monthly.id,
        period_from: '2027-02-28',
        period_to: '2027-03-31',
      });
      expect((await invoicesOf(user)).map(({ state, total_cents }) => [state, total_cents])).toEqual([
        ['paid', 1500],
        ['cancel', expect.any(Number)],
        ['paid', 1500],
      ]);
      await answerBank(secret);
      expect(await taken(user)).toBe(3000);
      expect(await readBalances(api.db, await accountOf(user))).toEqual({ deferred: -3000 });
    }
  });

  test('pays no day twice where its upgrade is paid while the renewal waits for it', async () => {
    const { user, secret } = await upgrading(yearly);
    // The card processor cannot say for a while: nothing is renewed, and nothing taken back blindly.
    await api.gateway.control('/test/faults', { kind: '500', path: '/cancel', times: 100 });
    await runAt(api, renewal);
    expect((await membership(user)).subscription?.period_from).toBe('2027-01-31');
    expect(await hasPlan(user)).toBe(true);
    await answerBank(secret);
    await api.gateway.control('/test/faults', { kind: 'none' });
    for (const minutes of [5, 10, 15]) await runAt(api, minutesAfter(minutes));
    expect((await membership(user)).subscription).toMatchObject({
      plan_id: yearly.id,
      period_from: '2027-02-27',
      period_to: '2028-02-27',
    });
    // The first month, and the year without the one day of the month that it has overtaken.
    expect(await taken(user)).toBe(1500 + 15000 - Math.round(1500 / 28));
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['paid', 'paid']);
  });

  test('changes its plan or day twenty times an hour, and no more', async () => {
    api.setNow(start);
    const user = await subscribed();
    const states: (string | undefined)[] = [];
    for (let day = 1; day <= 22; day += 1) {
      const { body } = await api.call('POST /api/account/membership/changes', {
        token: user.token,
        body: {
          change: { kind: 'billing_day', day_of_month: day },
          charge_cents: 0,
          password: user.password,
        },
      });
      states.push(body.data?.state ?? body.code);
    }
    // The checkout was the first.
    expect(states).toEqual([...Array(19).fill('paid'), ...Array(3).fill('too_many_tries')]);
  });

  test('has one address for what is the same, and forty new ones an hour', async () => {
    api.setNow(start);
    const user = await buildUser(api.db);
    const set = async (line1: string) =>
      (
        await api.call('PUT /api/account/billing-address', {
          token: user.token,
          body: { ...address, line1 },
        })
      ).status;
    for (let round = 0; round < 15; round += 1) for (const line1 of ['1 A St', '2 B St']) await set(line1);
    const { rows } = await api.pool.query(
      `select d.line1, d.id = a.address_id as current from billing_addresses d
        join billing_accounts a on a.id = d.account_id where a.household_id = $1 order by d.line1`,
      [user.householdId],
    );
    expect(rows).toEqual([
      { line1: '1 A St', current: false },
      { line1: '2 B St', current: true },
    ]);
    for (let house = 3; house <= 40; house += 1) expect(await set(`${house} C St`)).toBe(200);
    expect(await set('41 C St')).toBe(429);
    expect(await set('1 A St')).toBe(200);
  });

  test('downgrades at the renewal, and may take that back', async () => {
    api.setNow(start);
    const user = await subscribed({}, better);
    const { quoted, end } = await change(user, { kind: 'plan', price_id: monthly.priceId });
    expect(quoted).toMatchObject({ when: 'next_period', on: '2027-02-28', bill: { charge_cents: 0 } });
    expect(end.state).toBe('paid');
    expect((await membership(user)).subscription).toMatchObject({
      plan_id: better.id,
      next_charge: { cents: 1500 },
      why_different: expect.stringContaining('Your plan changed to'),
    });
    await resume(user);
    expect((await membership(user)).subscription).toMatchObject({
      next_charge: { cents: 2500 },
      why_different: null,
    });
    await change(user, { kind: 'plan', price_id: monthly.priceId });
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect((await membership(user)).subscription).toMatchObject({
      plan_id: monthly.id,
      price_cents: 1500,
      why_different: null,
    });
    const [last, first] = await invoicesOf(user);
    expect(await whyOf(user, last?.id)).toContain('Your plan changed to');
    expect(await whyOf(user, first?.id)).toBeNull();
    await api.call('POST /api/account/membership/cancel', {
      token: user.token,
      body: { password: user.password },
    });
    expect((await membership(user)).subscription).toMatchObject({ next_charge: null, why_different: null });
    expect(await taken(user)).toBe(4000);
  });

  test('cancels with its password, watches to the end, and may take it back until then', async () => {
    api.setNow(start);
    const user = await subscribed();
    const cancel = (password: string) =>
      api.call('POST /api/account/membership/cancel', { token: user.token, body: { password } });
    expect(Object.keys((await cancel('wrong')).body.errors ?? {})).toEqual(['password']);
    expect((await cancel(user.password)).status).toBe(200);
    expect((await membership(user)).subscription).toMatchObject({ renews: false, last_day: '2027-02-27' });
    for (const password of [undefined, 'wrong'])
      expect(Object.keys((await resume(user, { password })).body.errors ?? {})).toEqual(['password']);
    expect((await membership(user)).subscription?.renews).toBe(false);
    expect((await resume(user)).status).toBe(200);
    expect((await membership(user)).subscription).toMatchObject({ renews: true, cancelled_at: null });
    await cancel(user.password);
    api.setNow(new Date('2027-02-27T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect((await membership(user)).subscription).toBeNull();
    expect(await taken(user)).toBe(1500);
  });

  test.each([
    { state: 'unpaid', on: '2027-03-02', lastDay: '2027-03-02' },
    { state: 'stopped', on: '2027-03-09', lastDay: '2027-03-06' },
  ])('that cancels while it is $state is told that it ends at once, and it does', async (given) => {
    api.setNow(start);
    const user = await subscribed();
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
    await addCard(api, user, '4000000000000341');
    const at = new Date(`${given.on}T20:00:00Z`);
    await runUntil(api, start, at);
    expect((await membership(user)).subscription).toMatchObject({ state: given.state, ends_at_once: true });
    const before = (await billingMails(user)).length;
    await api.call('POST /api/account/membership/cancel', {
      token: user.token,
      body: { password: user.password },
    });
    expect(await membership(user)).toMatchObject({
      subscription: { renews: false, last_day: given.lastDay, next_charge: null },
      open_invoice: null,
    });
    const resumed = await resume(user);
    expect(resumed.body.code).toBe('not_changeable');
    await runAt(api, new Date(at.getTime() + 120_000));
    expect((await membership(user)).subscription).toBeNull();
    expect(await hasPlan(user)).toBe(false);
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['cancel', 'paid']);
    const told = (await billingMails(user)).slice(before);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('it ends right away. The open bill is cancelled');
    expect(told[0]?.text).not.toMatch(/until|2027/);
  });

  test('pauses while it travels, and every unused day comes back', async () => {
    api.setNow(start);
    const user = await subscribed();
    const pause = (from: string, to: string) =>
      api.call('POST /api/account/membership/pause', {
        token: user.token,
        body: { from, to, password: user.password },
      });
    expect((await pause('2027-01-31', '2027-02-20')).status).toBe(422);
    expect((await pause('2027-02-10', '2027-02-20')).status).toBe(200);
    expect((await membership(user)).subscription).toMatchObject({
      pause: { from: '2027-02-10', to: '2027-02-20' },
      period_to: '2027-03-10',
    });
    await runUntil(api, start, new Date('2027-02-12T20:00:00Z'));
    expect((await membership(user)).subscription?.state).toBe('paused');
    expect(await hasPlan(user)).toBe(false);
    // Home earlier: five days were unused.
    api.setNow(new Date('2027-02-15T20:00:00Z'));
    const endPause = (body: object) =>
      api.call('DELETE /api/account/membership/pause', { token: user.token, body });
    for (const body of [{}, { password: 'wrong' }])
      expect(Object.keys((await endPause(body)).body.errors ?? {})).toEqual(['password']);
    expect((await membership(user)).subscription?.state).toBe('paused');
    expect((await endPause({ password: user.password })).status).toBe(200);
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', period_to: '2027-03-05' });
    expect(await hasPlan(user)).toBe(true);
    await runUntil(api, new Date('2027-02-15T20:00:00Z'), new Date('2027-03-05T20:00:00Z'));
    expect(await taken(user)).toBe(3000);
  });

  test('is charged nothing during a pause that begins on the day of its renewal, but when it ends', async () => {
    const pausing = async () => {
      api.setNow(start);
      const user = await subscribed();
      const { status } = await api.call('POST /api/account/membership/pause', {
        token: user.token,
        body: { from: '2027-02-28', to: '2027-03-20', password: user.password },
      });
      expect(status).toBe(200);
      expect((await membership(user)).subscription).toMatchObject({
        last_day: '2027-02-27',
        next_charge: { on: '2027-03-20', cents: 1500 },
      });
      await runUntil(api, start, new Date('2027-03-10T20:00:00Z'));
      expect((await membership(user)).subscription?.state).toBe('paused');
      expect(await hasPlan(user)).toBe(false);
      expect(await taken(user)).toBe(1500);
      return user;
    };
    const user = await pausing();
    await runUntil(api, new Date('2027-03-10T20:00:00Z'), new Date('2027-03-20T20:00:00Z'));
    expect((await membership(user)).subscription).toMatchObject({
      state: 'active',
      period_from: '2027-03-20',
      period_to: '2027-04-20',
    });
    expect(await taken(user)).toBe(3000);
    // Home earlier: it is charged then, and not given.
    const other = await pausing();
    await api.call('DELETE /api/account/membership/pause', {
      token: other.token,
      body: { password: other.password },
    });
    expect(await hasPlan(other)).toBe(true);
    await runAt(api, new Date('2027-03-10T20:05:00Z'));
    expect((await membership(other)).subscription).toMatchObject({
      state: 'active',
      period_from: '2027-03-10',
      period_to: '2027-04-10',
    });
    expect(await taken(other)).toBe(3000);
  });

  test('moves its billing day by a shorter period', async () => {
    api.setNow(start);
    const user = await subscribed();
    const wanted = { kind: 'billing_day' as const, day_of_month: 15 };
    const { body } = await api.call('POST /api/account/membership/changes', {
      token: user.token,
      body: { change: wanted, charge_cents: 0, password: user.password },
    });
    expect(body.data.state).toBe('paid');
    await runUntil(api, start, new Date('2027-03-15T20:00:00Z'));
    const [last, before] = await invoicesOf(user);
    expect(before?.total_cents).toBe(Math.round((1500 * 15) / 28));
    expect(last?.total_cents).toBe(1500);
    expect((await membership(user)).subscription).toMatchObject({
      period_from: '2027-03-15',
      period_to: '2027-04-15',
      // The last bill was for a whole period, as the next one is.
      why_different: null,
    });
    expect(await whyOf(user, last?.id)).toContain('part of a period');
    expect(await whyOf(user, before?.id)).toContain('part of a period');
  });

  test('keeps the price that it subscribed at', async () => {
    api.setNow(start);
    const plan = await buildPlan(api.db, { priceCents: 1000 });
    const user = await subscribed({}, plan);
    await buildPlanPrice(api.db, {
      planId: plan.id,
      priceCents: 1200,
      startsAt: new Date('2027-02-20T08:00:00Z'),
    });
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect((await invoicesOf(user))[0]?.total_cents).toBe(1000);
  });

  test('sees nothing of another’s invoices and cards', async () => {
    api.setNow(start);
    const user = await subscribed();
    const other = await buildPayer(api);
    const [invoice] = await invoicesOf(user);
    const params = { id: String(invoice?.id) };
    const { token } = other;
    expect((await api.call('GET /api/account/invoices/{id}', { token, params })).status).toBe(404);
    expect((await api.call('POST /api/account/invoices/{id}/settle', { token, params })).status).toBe(404);
    expect(
      (
        await api.call('POST /api/account/invoices/{id}/pay', {
          token,
          params,
          body: { card_id: other.cardId },
        })
      ).status,
    ).toBe(404);
    const card = { id: user.cardId };
    expect((await api.call('DELETE /api/account/cards/{id}', { token, params: card })).status).toBe(404);
    expect((await api.call('POST /api/account/cards/{id}/default', { token, params: card })).status).toBe(
      404,
    );
    expect(
      (await api.call('DELETE /api/account/cards/{id}', { token: user.token, params: card })).body.code,
    ).toBe('card_in_use');
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

test('whoever is leaving is charged no more', async () => {
  api.setNow(start);
  const user = await subscribed();
  const { requestDeletion } = await import('../accounts/deletion.service.ts');
  await requestDeletion(api.context, user.id);
  expect((await membership(user)).subscription).toMatchObject({ renews: false });
  await runUntil(api, start, new Date('2027-03-02T20:00:00Z'));
  expect(await taken(user)).toBe(1500);
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
