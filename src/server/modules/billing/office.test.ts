/** What staff do with money, through HTTP, against the simulated card processor; and what the ledger says afterwards. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  address,
  type BillingApi,
  buildAddressed,
  buildPayer,
  changePlan,
  householdReads,
  openBillingApi,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import type { Permissions } from '../../../contract/admin/permissions.ts';
import { newId } from '../../db/columns.ts';
import { must } from '../../must.ts';
import { rehearsalJob } from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';
import { settleLost } from './payments.service.ts';
import { remindPayers } from './reminders.service.ts';

let api: BillingApi;
let staff: string;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  staff = await signIn();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
});

/** A member of staff who stays signed in until the days that these tests are about. */
const signIn = async (permissions?: Permissions) => {
  const { id, token } = await buildStaff(api.db, permissions ? { permissions } : {});
  await api.pool.query(
    `update staff_sessions set last_seen_at = '2027-04-01', created_at = '2027-04-01' where staff_id = $1`,
    [id],
  );
  return token;
};
type Payer = Awaited<ReturnType<typeof buildPayer>>;
const list = async (query: object, token = staff) =>
  (await api.call('GET /api/admin/payments', { token, query })).body;
const read = async (id: string, token = staff) =>
  (await api.call('GET /api/admin/payments/{id}', { token, params: { id }, locale: 'en' })).body.data;
const billingOf = async ({ id }: { id: string }) =>
  (await api.call('GET /api/admin/customers/{id}/billing', { token: staff, params: { id }, locale: 'en' }))
    .body.data;
const paymentsOf = async ({ id }: { id: string }) => (await list({ q: id, order: 'desc' })).data;
const { accountOf } = householdReads(() => api);
const entriesOf = async (id: string) =>
  (await read(id)).postings.map(({ cause, account, amount_cents }) => [cause, account, amount_cents]);
const eventsOf = async (entity: string, id: string) =>
  (
    await api.call('GET /api/admin/events', {
      token: staff,
      query: { entity, entity_id: id, order: 'asc' },
    })
  ).body.data
    .map(({ action }) => action)
    .filter((action) => action !== 'read');
const paying = async (): Promise<{ user: Payer; id: string }> => {
  api.setNow(start);
  const user = await buildPayer(api);
  await subscribe(api, user, monthly);
  const [payment] = await paymentsOf(user);
  return { user, id: payment?.id ?? '' };
};
describe('the list of payments', () => {
  test('has every field, with personal data masked until it is opened', async () => {
    const { user, id } = await paying();
    const [row] = (await list({ q: user.id })).data;
    expect(row).toMatchObject({
      id,
      number: expect.stringMatching(/^M-\d{7}$/),
      customer_id: user.id,
      name: '김•••',
      city: 'Los Angeles',
      state: 'CA',
      zip: '90010',
      plan_id: monthly.id,
      amount_cents: 1500,
      method: 'card',
      platform: 'web',
      status: 'paid',
      starts_on: '2027-01-31',
      ends_on: '2027-02-27',
      next_payment_on: '2027-02-28',
      last_paid_at: expect.stringContaining('2027-01-31'),
      cancelled_at: null,
      paid_by: null,
      notes: '',
      failures: 0,
      card_last_four: '4242',
      check_number: null,
    });
    expect(row?.username).toMatch(/^user-/);
    for (const field of ['email', 'card_name'] as const) expect(row?.[field], field).toContain('•••');
    expect(row?.address).toBe('3•••');
    expect(row).toHaveProperty('phone');
  });

  test('says where each was asked for: a computer, a phone or tablet, staff, or the service', async () => {
    const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
    const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    const senders: [string, Record<string, string>][] = [
      ['web', { 'user-agent': `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605.1.15` }],
      ['mobile', { 'sec-ch-ua-mobile': '?1' }],
      ['mobile', { 'user-agent': `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${webKit} Mobile/15E148` }],
      ['mobile', { 'user-agent': `Mozilla/5.0 (iPad; CPU OS 17_5) ${webKit} Safari/605.1.15` }],
      ['mobile', { 'user-agent': android, 'sec-ch-ua-mobile': '?0' }],
    ];
    api.setNow(start);
    for (const [platform, headers] of senders) {
      const user = await buildPayer(api);
      await subscribe(api, user, monthly, { headers });
      expect((await paymentsOf(user)).map((row) => row.platform)).toEqual([platform]);
    }
    const user = await buildPayer(api);
    await api.call('POST /api/admin/customers/{id}/subscriptions', {
      token: staff,
      params: { id: user.id },
      body: {
        plan_id: monthly.id,
        price_id: monthly.priceId,
        charge_cents: 1500,
        method: 'cash',
        check_number: '',
        paid_by: '',
        notes: '',
      },
    });
    expect((await paymentsOf(user)).map((row) => row.platform)).toEqual(['cms']);
    // What was bought in an app store is entered by staff, and is no renewal.
    const elsewhere = await buildPayer(api);
    const enter = (platform: string) =>
      api.call('POST /api/admin/customers/{id}/subscriptions', {
        token: staff,
        params: { id: elsewhere.id },
        body: {
          plan_id: monthly.id,
          price_id: monthly.priceId,
          charge_cents: 1500,
          method: 'cash',
          platform,
        } as never,
      });
    expect(Object.keys((await enter('renewal')).body.errors ?? {})).toEqual(['platform']);
    expect((await enter('in_app')).status).toBe(200);
    expect((await paymentsOf(elsewhere)).map((row) => row.platform)).toEqual(['in_app']);
    const logged = await api.call('GET /api/admin/events', {
      token: staff,
      query: { entity: 'customers', entity_id: elsewhere.id, action: 'subscribe' },
    });
    expect(logged.body.data).toMatchObject([{ changes: { platform: [null, 'in_app'] } }]);
    const renewed = await paying();
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect((await paymentsOf(renewed.user)).map((row) => row.platform)).toEqual(['renewal', 'web']);
    api.setNow(start);
  });

  test('names no customer in a file whose maker has not opened personal data', async () => {
    const payer = await buildPayer(api, { address: { name: '김지운' } });
    await subscribe(api, payer, monthly);
    const token = await signIn({ payments: ['read', 'export'] });
    const { body } = await api.call('POST /api/admin/exports', {
      token,
      body: {
        resource: 'payments',
        format: 'csv',
        query: {},
        columns: [
          { field: 'number', label: 'number' },
          { field: 'id', label: 'named', of: 'payments' },
        ],
      },
    });
    const file = await api.app.inject({
      url: `/api/admin/exports/${body.data.id}/file`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('M-0000');
    expect(file.body).not.toContain('김지운');
  });

  test('finds by number, e-mail address, name, plan, status and card, and refuses parts of what is masked', async () => {
    const { user, id } = await paying();
    const { number, card_last_four } = await read(id);
    const [{ email }] = (await api.pool.query('select email from accounts_users where id = $1', [user.id]))
      .rows;
    const ids = async (query: object) => (await list({ ...query, per_page: 1000 })).data.map((row) => row.id);
    for (const query of [
      { q: number },
      { q: number.slice(2) },
      { q: email },
      { q: '김서연' },
      { number_like: number },
      { email },
      { customer_id_in: user.id },
      { plan_id_in: monthly.id },
      { status: 'paid' },
      { status_in: 'paid,open' },
      { card_last_four_like: card_last_four },
      { amount_cents_min: 1500, amount_cents_max: 1500 },
      { starts_on_from: '2027-01-31', starts_on_until: '2027-01-31' },
      { city_like: 'angel' },
    ])
      expect(await ids(query), JSON.stringify(query)).toContain(id);
    expect(await ids({ status: 'failed' })).not.toContain(id);
    expect(await ids({ q: number })).toEqual([id]);
    for (const query of [{ email_like: 'a' }, { name_like: '김' }, { address_like: '3' }])
      expect((await api.call('GET /api/admin/payments', { token: staff, query })).status).toBe(422);
  });

  test('goes on by key in each of its orders', async () => {
    await paying();
    await paying();
    for (const sort of ['created_at', 'amount_cents', 'paid_at'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const { data, meta } = await list({ sort, order, per_page: 2, ...(after ? { after } : {}) });
          seen.push(...data.map(({ id }) => id));
          after = meta.next ?? undefined;
        } while (after);
        const { meta } = await list({});
        expect(new Set(seen).size, `${sort} ${order}`).toBe(meta.total);
        expect(seen).toHaveLength(meta.total);
      }
  });
});

describe('one payment', () => {
  test('has its bill in words, its attempts and what the ledger has of it', async () => {
    const { id } = await paying();
    const payment = await read(id);
    expect(payment.bill).toMatchObject({ total_cents: 1500, lines: [{ amount_cents: 1500 }] });
    expect(payment.attempts).toMatchObject([{ outcome: 'succeeded', card: 'Visa •••• 4242' }]);
    expect(payment.card).toMatch(/^Visa •••• 4242 · \d\d\/\d\d$/);
    expect(payment).toMatchObject({ plan_price_cents: 1500, discount_cents: 0, refundable_cents: 1500 });
    expect(await entriesOf(id)).toEqual([
      ['invoice', 'receivable', 1500],
      ['invoice', 'deferred', -1500],
      ['payment', 'gateway', 1500],
      ['payment', 'receivable', -1500],
    ]);
  });

  test('is refunded in part and whole, once however often it is pressed, and logged', async () => {
    const { user, id } = await paying();
    const refund = (amount_cents: number, refundable_cents: number) =>
      api.call('POST /api/admin/payments/{id}/refunds', {
        token: staff,
        params: { id },
        body: { amount_cents, refundable_cents, reason: '잘못 결제함' },
      });
    const both = await Promise.all([refund(500, 1500), refund(500, 1500)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await refund(1001, 1000)).status).toBe(422);
    expect((await refund(1000, 1000)).body.data).toMatchObject({ state: 'succeeded' });
    const payment = await read(id);
    expect(payment).toMatchObject({ status: 'refunded', refunded_cents: 1500, refundable_cents: 0 });
    expect(payment.refunds).toMatchObject([{ amount_cents: 500 }, { amount_cents: 1000 }]);
    expect((await readBalances(api.db, await accountOf(user))).receivable).toBeUndefined();
    expect(await eventsOf('payments', id)).toEqual(['refund', 'refund']);
  });

  test('has notes that staff change, which is logged', async () => {
    const { id } = await paying();
    const note = (notes: string) =>
      api.call('PATCH /api/admin/payments/{id}', { token: staff, params: { id }, body: { notes } });
    expect((await note('전화로 확인함')).status).toBe(200);
    expect((await note('전화로 확인함')).status).toBe(200);
    expect((await read(id)).notes).toBe('전화로 확인함');
    expect(await eventsOf('payments', id)).toEqual(['note']);
  });

  test('is only looked at by those who may not change it', async () => {
    const { id } = await paying();
    const reader = await signIn({ payments: ['read'] });
    expect((await read(id, reader)).id).toBe(id);
    const refused = await api.call('POST /api/admin/payments/{id}/refunds', {
      token: reader,
      params: { id },
      body: { amount_cents: 1, refundable_cents: 1500, reason: 'x' },
    });
    expect(refused.status).toBe(403);
  });
});

describe('an open payment', () => {
  /** A renewal of somebody without a card is open, and fails. */
  const unpaid = async () => {
    const { user } = await paying();
    await api.pool.query('update billing_accounts set card_id = null where household_id = $1', [
      user.householdId,
    ]);
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const [open] = await paymentsOf(user);
    expect(open).toMatchObject({ status: 'failed', failure_reason: 'no_card' });
    return { user, id: open?.id ?? '' };
  };
  const receive = (id: string, body: object) =>
    api.call('POST /api/admin/payments/{id}/receive', {
      token: staff,
      params: { id },
      body: { method: 'check', ...body } as never,
    });

  test('is listed among those that failed, with the reason in words', async () => {
    const { id } = await unpaid();
    expect((await list({ status: 'failed', order: 'desc' })).data.map((row) => row.id)).toContain(id);
    const whole = await read(id);
    expect(whole.failure).toBe('There is no card to charge.');
    // What comes after it is said once it is paid, as on its household's page.
    expect(whole.next_payment_on).toBeNull();
    const next = { number_like: whole.number, next_payment_on_from: '2027-01-01' };
    expect((await list(next)).data).toEqual([]);
    const none = await list({ number_like: whole.number, next_payment_on_empty: true });
    expect(none.data.map((row) => row.id)).toEqual([id]);
    expect((await receive(id, { method: 'cash' })).status).toBe(200);
    expect((await list(next)).data).toMatchObject([{ id, next_payment_on: '2027-03-31' }]);
    // What was bought once is of no subscription.
    api.setNow(start);
    const buyer = await buildPayer(api);
    await subscribe(api, buyer, await buildPlan(api.db, { priceCents: 500, period: 'once' }));
    expect((await list({ q: buyer.id, next_payment_on_empty: true })).data).toHaveLength(1);
    expect((await list({ q: buyer.id, next_payment_on_empty: false })).data).toEqual([]);
  });

  test('is paid by a check once, and its plan goes on', async () => {
    const { user, id } = await unpaid();
    expect((await receive(id, {})).body.errors).toHaveProperty('check_number');
    const both = await Promise.all(
      [1, 2].map(() => receive(id, { check_number: '1047', paid_by: '김서연' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ status: 'paid', method: 'check', check_number: '1047' });
    expect(await entriesOf(id)).toContainEqual(['payment', 'checks', 1500]);
    expect((await billingOf(user)).subscription).toMatchObject({ state: 'active' });
    expect((await readBalances(api.db, await accountOf(user))).receivable).toBeUndefined();
    expect(await eventsOf('payments', id)).toEqual(['receive']);
  });

  test('that is small and given by staff is a promotion, not what is too little for a card', async () => {
    const [little, once] = [
      await buildPlan(api.db, { priceCents: 30 }),
      await buildPlan(api.db, { priceCents: 60, period: 'once' }),
    ];
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, little);
    const cardId = await addCard(api, user, '4000000000000341', { forCheckout: true });
    expect((await subscribe(api, { ...user, cardId }, once)).body.data.state).toBe('declined');
    const [open] = await paymentsOf(user);
    expect((await receive(open?.id ?? '', { method: 'promotion' })).status).toBe(200);
    const bills = await Promise.all((await paymentsOf(user)).map(async ({ id }) => (await read(id)).bill));
    expect(bills).toMatchObject([
      { given_cents: 0, charge_cents: 60 },
      { given_cents: 0, carried_cents: 30, charge_cents: 0 },
    ]);
  });

  test('that is given is paid, and nothing of it can be given back', async () => {
    const { id } = await unpaid();
    expect((await receive(id, { method: 'promotion' })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'paid',
      method: 'promotion',
      amount_cents: 1500,
      refundable_cents: 0,
    });
    const refund = (refundable_cents: number) =>
      api.call('POST /api/admin/payments/{id}/refunds', {
        token: staff,
        params: { id },
        body: { amount_cents: 1500, refundable_cents, reason: '잘못 결제함' },
      });
    expect((await refund(1500)).body).toMatchObject({ code: 'amount_changed', total_cents: 0 });
    expect((await refund(0)).body.errors).toHaveProperty('amount_cents');
    expect(await read(id)).toMatchObject({ status: 'paid', refunded_cents: 0, refunds: [] });
  });

  test('is taken back with its entry in the log, even where the card processor answers only later', async () => {
    const { user, id } = await unpaid();
    await addCard(api, user, '4000000000000341');
    await api.pool.query(
      `update billing_accounts set card_id = (select id from billing_cards where account_id = billing_accounts.id order by id desc limit 1)
        where household_id = $1`,
      [user.householdId],
    );
    await api.call('POST /api/admin/payments/{id}/charge', { token: staff, params: { id } });
    await api.gateway.control('/test/faults', { kind: '500', path: '/cancel', times: 1 });
    const { body } = await api.call('POST /api/admin/payments/{id}/void', {
      token: staff,
      params: { id },
      body: { reason: '고객이 두 번 신청함' },
    });
    expect(body.data.state).toBe('waiting');
    expect(await eventsOf('payments', id)).toEqual(['charge']);
    expect((await read(id)).void_asked).toEqual({
      staff_name: expect.any(String),
      reason: '고객이 두 번 신청함',
    });
    await settleLost(api.context);
    expect(await read(id)).toMatchObject({ status: 'cancel', void_asked: null });
    const { rows } = await api.pool.query(
      `select e.changes, e.staff_name, e.xmin = p.xmin as together from event_log e join billing_payments p on p.id = e.entity_id
        where p.id = $1 and e.action = 'void'`,
      [id],
    );
    expect(rows).toEqual([
      {
        changes: { status: ['open', 'cancel'], reason: [null, '고객이 두 번 신청함'] },
        staff_name: expect.any(String),
        together: true,
      },
    ]);
  });

  test('is tried with the household’s card', async () => {
    const { user, id } = await unpaid();
    const charge = () =>
      api.call('POST /api/admin/payments/{id}/charge', { token: staff, params: { id }, locale: 'en' });
    expect((await charge()).status).toBe(422);
    await api.pool.query('update billing_accounts set card_id = $2 where household_id = $1', [
      user.householdId,
      user.cardId,
    ]);
    expect((await charge()).body.data).toEqual({ state: 'paid', message: 'It was paid.' });
    expect((await charge()).status).toBe(409);
    expect(await entriesOf(id)).toContainEqual(['payment', 'gateway', 1500]);
  });

  test('is taken back with its invoice', async () => {
    const { user, id } = await unpaid();
    const end = () =>
      api.call('POST /api/admin/payments/{id}/void', {
        token: staff,
        params: { id },
        body: { reason: '요청' },
      });
    expect((await end()).body.data.state).toBe('void');
    expect((await end()).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'cancel' });
    expect((await readBalances(api.db, await accountOf(user))).receivable).toBeUndefined();
    expect(await eventsOf('payments', id)).toEqual(['void']);
  });
});

describe('at a customer', () => {
  const begin = async (user: { id: string }, body: object) => {
    const quoted = await api.call('POST /api/admin/customers/{id}/subscription-quotes', {
      token: staff,
      params: { id: user.id },
      body: { plan_id: monthly.id },
    });
    return api.call('POST /api/admin/customers/{id}/subscriptions', {
      token: staff,
      params: { id: user.id },
      body: {
        plan_id: monthly.id,
        price_id: quoted.body.data?.price_id ?? monthly.priceId,
        charge_cents: quoted.body.data?.bill.charge_cents ?? 1500,
        ...body,
      } as never,
    });
  };
  const credit = (user: { id: string }, key: string, amount_cents = 1500) =>
    api.call('POST /api/admin/customers/{id}/credits', {
      token: staff,
      params: { id: user.id },
      body: { key, amount_cents, reason: '서비스 장애' },
    });

  test.each([
    ['cash', 'cash'],
    ['check', 'checks'],
    ['promotion', 'promotions'],
  ] as const)('a plan is begun by %s for one period, once', async (method, account) => {
    api.setNow(start);
    const user = await buildAddressed(api);
    const body = { method, check_number: '77', paid_by: '점장' };
    const both = await Promise.all([begin(user, body), begin(user, body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { subscription, payments } = await billingOf(user);
    expect(subscription).toMatchObject({ state: 'active', renews: false, next_charge: null });
    expect(payments).toMatchObject([{ method, total_cents: 1500, state: 'paid' }]);
    expect(await entriesOf(payments[0]?.id ?? '')).toContainEqual(['payment', account, 1500]);
    expect(await eventsOf('customers', user.id)).toEqual(['subscribe']);
    await runUntil(api, start, new Date('2027-03-02T20:00:00Z'));
    expect((await billingOf(user)).subscription).toBeNull();
    expect(await paymentsOf(user)).toHaveLength(1);
  });

  test('an address is entered for a customer who has none, once, and then a plan can be begun', async () => {
    api.setNow(start);
    const user = await buildUser(api.db);
    expect((await billingOf(user)).needs_address).toBe(true);
    expect(Object.keys((await begin(user, { method: 'cash' })).body.errors ?? {})).toEqual(['address']);
    const give = (changed: object = {}, token = staff) =>
      api.call('PUT /api/admin/customers/{id}/billing-address', {
        token,
        params: { id: user.id },
        body: { ...address, ...changed },
      });
    const reader = await signIn({ customers: ['read'], payments: ['read'] });
    expect((await give({}, reader)).status).toBe(403);
    expect(Object.keys((await give({ postal_code: '9001' })).body.errors ?? {})).toEqual(['postal_code']);
    expect((await give()).status).toBe(200);
    expect((await billingOf(user)).needs_address).toBe(false);
    // What is there is the customer's.
    expect((await give({ city: 'Irvine' })).body.code).toBe('not_changeable');
    const own = await api.call('GET /api/account/membership', { token: user.token });
    expect(own.body.data.address).toMatchObject({ city: 'Los Angeles', postal_code: '90010' });
    expect((await begin(user, { method: 'cash' })).status).toBe(200);
    expect(await eventsOf('customers', user.id)).toEqual(['set_address', 'subscribe']);
  });

  test('credit is given once for each time it is asked for, and pays a plan', async () => {
    api.setNow(start);
    const user = await buildAddressed(api);
    expect((await begin(user, { method: 'credit' })).status).toBe(422);
    const key = newId();
    const both = await Promise.all([credit(user, key), credit(user, key)]);
    expect(both.map(({ body }) => body.data.credit_cents)).toEqual([1500, 1500]);
    expect((await credit(user, key, 99)).status).toBe(409);
    expect((await begin(user, { method: 'credit' })).status).toBe(200);
    expect(await billingOf(user)).toMatchObject({ credit_cents: 0, subscription: { state: 'active' } });
    expect(await readBalances(api.db, await accountOf(user))).toEqual({ deferred: -1500 });
    expect(await eventsOf('customers', user.id)).toEqual(['give_credit', 'subscribe']);
  });

  test('credit pays an open renewal as soon as it is given, and by hand only where there is enough', async () => {
    const { user } = await paying();
    await addCard(api, user, '4000000000000341');
    await runUntil(api, start, new Date('2027-03-02T20:00:00Z'));
    const [open] = (await billingOf(user)).payments;
    expect(open).toMatchObject({ state: 'open' });
    const byCredit = () =>
      api.call('POST /api/admin/payments/{id}/receive', {
        token: staff,
        params: { id: open?.id ?? '' },
        body: { method: 'credit', notes: '' },
      });
    expect((await byCredit()).status).toBe(422);
    expect(
      (await credit(user, newId(), (open?.total_cents ?? 0) - 1)).body.data.credit_cents,
    ).toBeGreaterThan(0);
    expect((await billingOf(user)).payments[0]).toMatchObject({ state: 'open' });
    expect((await credit(user, newId(), 1)).body.data.credit_cents).toBe(0);
    expect(await billingOf(user)).toMatchObject({
      credit_cents: 0,
      subscription: { state: 'active' },
      payments: [{ id: open?.id, state: 'paid', method: 'credit' }, {}],
    });
  });

  test('those of however many people are found by a filter; a search that means too many of them says so', async () => {
    await api.pool.query(`with made as (insert into accounts_households (id)
        select gen_random_uuid() from generate_series(1, 2600) returning id),
      numbered as (select id, row_number() over () as n from made),
      people as (insert into accounts_users (id, household_id, username, email, password_hash)
        select gen_random_uuid(), id, 'throng.' || n, 'throng.' || n || '@throng.example', '' from numbered),
      accounts as (insert into billing_accounts (id, household_id, last_paid_at)
        select gen_random_uuid(), id, '2027-01-31' from numbered returning id),
      addressed as (insert into billing_addresses (id, account_id, name, line1, city, region, postal_code, country)
        select gen_random_uuid(), id, '무리', '1 Main St', 'Los Angeles', 'CA', '90010', 'US' from accounts returning id, account_id),
      invoiced as (insert into billing_invoices (id, number, account_id, issued_at, due_on, net_cents, tax_cents, total_cents,
          address_id, country, region, postal_code)
        select gen_random_uuid(), 900000 + row_number() over (), account_id, '2027-01-31', '2027-01-31', 0, 0, 0, id, 'US', 'CA', '90010'
        from addressed returning id, account_id)
      insert into billing_payments (id, invoice_id, account_id, state, amount_cents, method, platform, paid_at)
      select gen_random_uuid(), id, account_id, 'paid', 0, 'check', 'cms', '2027-01-31' from invoiced`);
    await api.call('POST /api/admin/personal-data-openings', {
      token: staff,
      body: { resource: 'payments', id: null, reason: 'Test' },
    });
    for (const query of [{ username_like: 'throng' }, { email_like: 'throng.ex' }, { name_like: '무리' }])
      for (const count of [undefined, 'exact' as const])
        expect((await list({ ...query, count })).meta.total).toBe(2600);
    expect((await list({ username_like: 'throng', status: 'open' })).meta.total).toBe(0);
    expect((await list({ q: 'throng.1234' })).meta.total).toBe(1);
    for (const q of ['throng', '무리'])
      expect(await list({ q })).toMatchObject({
        code: 'too_many_people',
        errors: { q: [expect.any(String)] },
      });
  });

  test('a subscription is cancelled and resumed, with who and why', async () => {
    const { user } = await paying();
    const ask = (name: 'cancel' | 'resume') =>
      api.call(`POST /api/admin/customers/{id}/${name}-subscription`, {
        token: staff,
        params: { id: user.id },
        body: { reason: '고객 요청' },
      });
    expect((await ask('cancel')).status).toBe(200);
    expect((await ask('cancel')).status).toBe(200);
    expect((await billingOf(user)).subscription).toMatchObject({ renews: false });
    const listed = async () =>
      (await api.call('GET /api/admin/payments', { token: staff, query: { username_like: user.username } }))
        .body.data;
    for (const { cancelled_at } of await listed()) expect(cancelled_at).toBe(start.toISOString());
    expect((await ask('resume')).status).toBe(200);
    for (const { cancelled_at } of await listed()) expect(cancelled_at).toBeNull();
    expect(await listed()).not.toEqual([]);
    expect((await ask('resume')).status).toBe(409);
    // What its household has chosen for the next renewal is theirs to take back.
    const { priceId: price_id } = await buildPlan(api.db, { priceCents: 900 });
    expect((await changePlan(api, user, { kind: 'plan', price_id })).changed?.status).toBe(200);
    const { next_charge } = (await billingOf(user)).subscription ?? {};
    expect((await ask('resume')).body.code).toBe('not_changeable');
    expect((await billingOf(user)).subscription?.next_charge).toEqual(next_charge);
    expect((await billingOf(user)).subscription).toMatchObject({ renews: true, cancelled_at: null });
    expect(await eventsOf('customers', user.id)).toEqual(['cancel_subscription', 'resume_subscription']);
  });

  test('staff let nothing go on by a card whose owner has not agreed to it', async () => {
    api.setNow(start);
    const resume = (user: { id: string }) =>
      api.call('POST /api/admin/customers/{id}/resume-subscription', {
        token: staff,
        locale: 'en',
        params: { id: user.id },
        body: { reason: 'The customer called' },
      });
    const [begun, given] = [await buildPayer(api), await buildPayer(api)];
    expect((await begin(begun, { method: 'cash' })).status).toBe(200);
    const lot = 'A lot of one';
    await api.call('POST /api/admin/gift-lots', {
      token: staff,
      body: { lot, plan_id: monthly.id, months: 1, count: 1, expires_at: null },
    });
    const { body } = await api.call('GET /api/admin/gifts', { token: staff, query: { q: lot } });
    const redeemed = await api.call('POST /api/account/gifts/redeem', {
      token: given.token,
      body: { code: body.data[0]?.code ?? '' },
    });
    expect(redeemed.body.data.begins).toBe(true);
    for (const user of [begun, given]) {
      const refused = await resume(user);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          code: 'renewal_not_agreed',
          message: expect.stringContaining('under “Your plan” in their account'),
        },
      ]);
    }
    await runUntil(api, start, new Date('2027-03-02T20:00:00Z'));
    for (const user of [begun, given]) expect((await billingOf(user)).subscription).toBeNull();
  });

  test('cards are shown by brand and last four, the name masked', async () => {
    const { user } = await paying();
    expect((await billingOf(user)).cards).toMatchObject([{ brand: 'visa', last_four: '4242' }]);
    const stranger = await signIn({ customers: ['read'] });
    const refused = await api.call('GET /api/admin/customers/{id}/billing', {
      token: stranger,
      params: { id: user.id },
    });
    expect(refused.status).toBe(403);
  });
});

describe('disputes and differences', () => {
  test('a dispute is listed with its payment, and found by the payment’s number', async () => {
    const { id } = await paying();
    const { number } = await read(id);
    await api.pool.query(
      `insert into billing_disputes (id, gateway_dispute_id, payment_id, amount_cents, state, reason, due_at, at)
      values ($1, 'dp_office', $2, 1500, 'open', 'fraudulent', '2027-02-10', '2027-02-01')`,
      [newId(), id],
    );
    const found = async (query: object) =>
      (await api.call('GET /api/admin/disputes', { token: staff, query })).body.data;
    expect(await found({ q: number })).toMatchObject([
      { payment_id: id, number, state: 'open', reason: 'fraudulent', due_at: '2027-02-10T00:00:00.000Z' },
    ]);
    expect(await found({ state: 'won', q: number })).toEqual([]);
    expect((await read(id)).disputes).toMatchObject([{ amount_cents: 1500, state: 'open' }]);
  });

  test('books are compared when asked for; a difference is listed, dealt with, and that is logged', async () => {
    const compare = () => api.call('POST /api/admin/payment-comparisons', { token: staff });
    api.setNow(start);
    const before = (await compare()).body.data.differences;
    await api.pool.query(
      `insert into billing_movements (id, kind, amount_cents, fee_cents, net_cents, at, difference)
      values ('txn_strange', 'charge', 999, 0, 999, '2027-01-01', 'unknown')`,
    );
    expect((await compare()).body.data.differences).toBe(before + 1);
    const found = async (query: object) =>
      (await api.call('GET /api/admin/payment-differences', { token: staff, query })).body.data;
    const [row] = await found({ q: 'txn_strange' });
    expect(row).toMatchObject({ difference: 'unknown', amount_cents: 999, resolved_at: null });
    const id = row?.id ?? '';
    const settle = () =>
      api.call('PATCH /api/admin/payment-differences/{id}', {
        token: staff,
        params: { id },
        body: { notes: '다른 서비스의 결제', resolved: true },
      });
    expect([(await settle()).status, (await settle()).status]).toEqual([200, 200]);
    expect(await found({ resolved: false, q: 'txn_strange' })).toEqual([]);
    expect(await found({ resolved: true })).toMatchObject([{ id, notes: '다른 서비스의 결제' }]);
    expect(await eventsOf('payment-differences', id)).toEqual(['note']);
  });

  test('a refund and a dispute that only our ledger has are differences after a day, until the books have them', async () => {
    api.setNow(undefined);
    const compareAfter = async (hours: number) => {
      api.setNow(new Date(Date.now() + hours * 3_600_000));
      expect((await api.call('POST /api/admin/payment-comparisons', { token: staff })).status).toBe(200);
    };
    const subscribed = async (number?: string) => {
      const user = await buildPayer(api, number ? { number } : {});
      await subscribe(api, user, monthly);
      const [payment] = await paymentsOf(user);
      const { rows } = await api.pool.query('select gateway_payment_id from billing_payments where id = $1', [
        payment?.id,
      ]);
      return { id: payment?.id ?? '', payment_intent: String(rows[0].gateway_payment_id) };
    };
    const refunded = await subscribed();
    const { status } = await api.call('POST /api/admin/payments/{id}/refunds', {
      token: staff,
      params: { id: refunded.id },
      body: { amount_cents: 400, refundable_cents: 1500, reason: '전화로 요청' },
    });
    expect(status).toBe(200);
    const { id: disputed, ...intent } = await subscribed('4000000000000259');
    const made = await api.gateway.ask('GET', '/v1/disputes', intent);
    await api.gateway.control(`/test/disputes/${(made.body.data as [{ id: string }])[0].id}/win`);
    const list = async (object: string, from: string) =>
      api.pool.query(
        `update gateway.objects m set object = $1 where m.object = $2 and m.body->>'source' in (
          select body->>'id' from gateway.objects where object in ('refund', 'dispute') and body->>'payment_intent' = any($3))`,
        [object, from, [refunded.payment_intent, intent.payment_intent]],
      );
    const missing = async () =>
      (
        await api.call('GET /api/admin/payment-differences', {
          token: staff,
          query: { difference: 'missing' },
        })
      ).body.data
        .filter(({ payment_id }) => payment_id === refunded.id || payment_id === disputed)
        .map(({ kind, amount_cents, payment_id }) => `${kind} ${amount_cents} ${payment_id}`)
        .sort();
    await list('unlisted', 'balance_transaction');
    // The dispute is first heard of by this comparison.
    await compareAfter(1);
    await compareAfter(23);
    expect(await missing()).toEqual([]);
    const wanted = [
      `dispute -1500 ${disputed}`,
      `dispute_reversal 1500 ${disputed}`,
      `refund -400 ${refunded.id}`,
    ];
    await compareAfter(26);
    expect(await missing()).toEqual(wanted);
    await compareAfter(27);
    expect(await missing()).toEqual(wanted);
    await list('balance_transaction', 'unlisted');
    await compareAfter(28);
    expect(await missing()).toEqual([]);
  });
});

describe('the rehearsal of renewals', () => {
  test('says what the renewals come to, whose bill changes and why, and writes nothing', async () => {
    await api.pool.query(`update billing_subscriptions set renews = false where state <> 'ended'`);
    const { user } = await paying();
    const other = await paying();
    const dear = await buildPlan(api.db, { nameEn: 'Premium', priceCents: 900 });
    await changePlan(api, user, { kind: 'plan', price_id: dear.priceId });
    // A change that waits for its bank is no bill that the next one differs from.
    const dearest = await buildPlan(api.db, { priceCents: 5000 });
    await addCard(api, other.user, '4000002760003184');
    const { changed } = await changePlan(api, other.user, { kind: 'plan', price_id: dearest.priceId });
    expect(changed?.body.data.state).toBe('action');
    const count = async () =>
      (
        await api.pool.query(
          'select (select count(*) from billing_invoices) as i, (select count(*) from billing_entries) as e',
        )
      ).rows[0];
    const before = await count();
    const ask = async (month: string, percent = 10) =>
      api.call('POST /api/admin/renewal-rehearsal', { token: staff, body: { month, percent } });
    const read = async (month: string, percent = 10) =>
      (
        await api.call('GET /api/admin/renewal-rehearsal', {
          token: staff,
          query: { month, percent },
          locale: 'en',
        })
      ).body.data;
    const rehearse = async (month: string, percent = 10) => {
      expect((await ask(month, percent)).body.data.state).toBe('running');
      await rehearsalJob.run({ month, percent }, api.context, new AbortController().signal);
      const { state, result } = await read(month, percent);
      expect(state).toBe('ready');
      return must(result, 'result');
    };
    expect(await read('2027-02')).toMatchObject({ state: 'none', result: null });
    const february = await rehearse('2027-02');
    expect(february).toMatchObject({
      renewals: 2,
      total_cents: 2400,
      changed: 1,
      changes: [
        {
          customer_id: user.id,
          on: '2027-02-28',
          before_cents: 1500,
          after_cents: 900,
          reason: 'Your plan changed to Premium.',
        },
      ],
    });
    expect(february.plans).toHaveLength(2);
    expect((await rehearse('2027-02', 50)).changed).toBe(0);
    expect(await rehearse('2027-03')).toMatchObject({ renewals: 2, total_cents: 2400, changed: 0 });
    const far = await ask('2099-12');
    expect(far.status).toBe(422);
    expect(await count()).toEqual(before);
    // Asked for again, the result stays until there is another; asked for twice, it is calculated once.
    await ask('2027-02');
    await ask('2027-02');
    expect(await read('2027-02')).toMatchObject({ state: 'running', result: { renewals: 2 } });
    const { rows: jobs } = await api.pool.query(
      `select 1 from graphile_worker._private_jobs where key = 'billing_rehearsal:2027-02:10'`,
    );
    expect(jobs).toHaveLength(1);
    const ended = new AbortController();
    ended.abort();
    await expect(
      rehearsalJob.run({ month: '2027-02', percent: 10 }, api.context, ended.signal),
    ).rejects.toThrow();
    api.setNow(new Date(start.getTime() + 6 * 60_000));
    expect((await read('2027-02')).state).toBe('stalled');
    expect((await ask('2027-02')).body.data.state).toBe('running');
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const bills = [...(await paymentsOf(user)).slice(0, 1), ...(await paymentsOf(other.user)).slice(0, 1)];
    expect(bills.reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(february.total_cents);
  });

  test('knows the price that will be announced by then, and that a plan from a gift ends with its credit', async () => {
    api.setNow(start);
    await api.pool.query(`update billing_subscriptions set renews = false where state <> 'ended'`);
    const rising = await buildPlan(api.db, { nameEn: 'Rising', priceCents: 1000 });
    const user = await buildPayer(api);
    expect((await subscribe(api, user, rising)).body.data.state).toBe('paid');
    const gifted = await buildPayer(api);
    expect((await subscribe(api, gifted, rising)).body.data.state).toBe('paid');
    await api.pool.query(`update billing_subscriptions set ends_with_credit = true where household_id = $1`, [
      gifted.householdId,
    ]);
    await api.pool.query(
      `insert into plans_prices (id, plan_id, starts_at, price_cents) values (gen_random_uuid(), $1, '2027-03-15', 1300)`,
      [rising.id],
    );
    const rehearse = async (month: string) => {
      const asked = { month, percent: 10 };
      await api.call('POST /api/admin/renewal-rehearsal', { token: staff, body: asked });
      await rehearsalJob.run(asked, api.context, new AbortController().signal);
      const { body } = await api.call('GET /api/admin/renewal-rehearsal', {
        token: staff,
        query: asked,
        locale: 'en',
      });
      return must(body.data.result, 'result');
    };
    expect(await rehearse('2027-02')).toMatchObject({ renewals: 1, total_cents: 1000, changed: 0 });
    const march = await rehearse('2027-03');
    expect(march).toMatchObject({ renewals: 1, total_cents: 1300, changed: 1 });
    expect(march.changes).toMatchObject([
      {
        customer_id: user.id,
        before_cents: 1000,
        after_cents: 1300,
        reason: 'The price of the plan changed.',
      },
    ]);
    const announced = new Date('2027-03-10T20:00:00Z');
    await runUntil(api, start, announced);
    await remindPayers(api.context);
    expect(await rehearse('2027-03')).toMatchObject({ renewals: 1, total_cents: 1300, changed: 1 });
    await runUntil(api, announced, new Date('2027-03-31T20:00:00Z'));
    expect((await paymentsOf(user))[0]).toMatchObject({ total_cents: 1300 });
    expect(await paymentsOf(gifted)).toHaveLength(1);
  });

  test('keeps every bill that changes of the newest one: listed in pages, found, and exported', async () => {
    api.setNow(start);
    await api.pool.query(`update billing_subscriptions set renews = false where state <> 'ended'`);
    const { user } = await paying();
    const dear = await buildPlan(api.db, { nameEn: 'Premium', priceCents: 900 });
    await changePlan(api, user, { kind: 'plan', price_id: dear.priceId });
    // More than stand with the result: they have had no bill yet.
    const many = 1100;
    await api.pool.query(
      `with own as (select * from billing_subscriptions where household_id = $1),
        copies as (insert into billing_subscriptions (id, account_id, state, platform, zone, plan_id, price_id, began_on, period_from, period_to, renews)
          select gen_random_uuid(), account_id, state, platform, zone, plan_id, price_id, began_on, period_from, period_to, true
          from own cross join generate_series(1, $2) returning id)
      insert into billing_changes (subscription_id, position, kind, day, plan_id, price_id, price_cents, months, trial_days, made_by, at)
        select copies.id, c.position, c.kind, c.day, c.plan_id, c.price_id, c.price_cents, c.months, c.trial_days, c.made_by, c.at
        from copies cross join own join billing_changes c on c.subscription_id = own.id and c.position = 0`,
      [user.householdId, many],
    );
    const rehearse = async (asked: { month: string; percent: number }) => {
      await api.call('POST /api/admin/renewal-rehearsal', { token: staff, body: asked });
      await rehearsalJob.run(asked, api.context, new AbortController().signal);
    };
    const read = async (asked: { month: string; percent: number }) =>
      must(
        (await api.call('GET /api/admin/renewal-rehearsal', { token: staff, query: asked })).body.data.result,
        'result',
      );
    const list = async (query: object) =>
      (await api.call('GET /api/admin/bill-changes', { token: staff, query, locale: 'en' })).body;
    const wanted = { month: '2027-02', percent: 10 };
    await rehearse(wanted);
    const result = await read(wanted);
    expect(result).toMatchObject({ changed: many + 1, listed: true });
    expect(result.changes).toHaveLength(1000);
    const seen = new Set<string>();
    for (let page = 1; page <= 12; page += 1) {
      const asked = { sort: 'change_cents', order: 'desc', page, per_page: 100 };
      for (const { id } of (await list(asked)).data) seen.add(id);
    }
    expect(seen.size).toBe(many + 1);
    // The smallest change is one that the result has no room for.
    const found = await list({ q: user.username });
    expect(found.data).toMatchObject([
      {
        customer_id: user.id,
        month: '2027-02',
        renews_on: '2027-02-28',
        before_cents: 1500,
        after_cents: 900,
        change_cents: 600,
        reason: 'Your plan changed to Premium.',
      },
    ]);
    expect((await list({ change_cents_max: 600 })).data).toEqual(found.data);
    for (const format of ['csv', 'xlsx'] as const) {
      const made = await api.call('POST /api/admin/exports', {
        token: staff,
        body: {
          resource: 'bill-changes',
          format,
          query: { sort: 'change_cents', order: 'asc' },
          columns: [
            { field: 'username', label: 'who' },
            { field: 'change_cents', label: 'by', as: 'cents' },
            { field: 'reason', label: 'why' },
          ],
        },
      });
      const file = await api.app.inject({
        url: `/api/admin/exports/${made.body.data.id}/file`,
        headers: { authorization: `Bearer ${staff}` },
      });
      expect([format, file.statusCode, made.body.data.rows]).toEqual([format, 200, many + 1]);
      if (format === 'xlsx') continue;
      const lines = file.body.trim().split('\r\n');
      expect(lines).toHaveLength(many + 2);
      expect(lines[1]).toContain(`${user.username},6,`);
    }
    const stranger = await signIn({ payments: ['read'] });
    expect((await api.call('GET /api/admin/bill-changes', { token: stranger })).status).toBe(403);
    // Another rehearsal takes its place; one that is killed changes nothing of what is shown.
    const ended = new AbortController();
    ended.abort();
    await api.call('POST /api/admin/renewal-rehearsal', { token: staff, body: wanted });
    await expect(rehearsalJob.run(wanted, api.context, ended.signal)).rejects.toThrow();
    expect((await list({})).meta.total).toBe(many + 1);
    await rehearse({ ...wanted, percent: 50 });
    expect((await list({})).meta.total).toBe(many);
    expect(await read(wanted)).toMatchObject({ changed: many + 1, listed: false });
    const { rows } = await api.pool.query(
      'select count(*)::int as n, count(distinct run)::int as runs from billing_rehearsal_changes',
    );
    expect(rows).toEqual([{ n: many, runs: 1 }]);
  });
});

test('what the list is filtered by says the same as invoices, subscriptions and payments', async () => {
  const { rows } = await api.pool.query(
    `select count(*)::int as payments, count(p.starts_on)::int as begun, count(a.last_paid_at)::int as paid,
        count(*) filter (where (p.subscription_id, p.plan_id, p.starts_on, p.ends_on, p.subscription_cancelled_at, a.last_paid_at)
          is distinct from (i.subscription_id,
            (select l.plan_id from billing_invoice_lines l where l.invoice_id = i.id and l.plan_id is not null order by l.position desc limit 1),
            (select min(l.first_day) from billing_invoice_lines l where l.invoice_id = i.id and l.sign = 1),
            (select max(l.last_day) from billing_invoice_lines l where l.invoice_id = i.id and l.sign = 1),
            (select s.cancelled_at from billing_subscriptions s where s.id = i.subscription_id),
            (select max(o.paid_at) from billing_payments o where o.account_id = a.id)))::int as wrong
      from billing_payments p join billing_invoices i on i.id = p.invoice_id join billing_accounts a on a.id = p.account_id`,
  );
  expect(rows[0]).toMatchObject({ wrong: 0 });
  for (const some of ['payments', 'begun', 'paid']) expect(rows[0][some]).toBeGreaterThan(0);
});
