/**
 * Taxes by a provider, through HTTP: quotes, charges, records and refunds, also while the provider is
 * unavailable.
 */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  address,
  type BillingApi,
  buildPayer,
  openBillingApi,
  openTaxedApi,
  runAt,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import type { Taxes } from '../../adapters/taxes/port.ts';
import { personalData } from '../../db/personal-data.ts';
import { issueInvoices, singleCharge } from './invoicing.service.ts';
import { rehearsalJob, reportTaxesJob } from './jobs/billing.jobs.ts';
import { advanceSubscriptions } from './subscriptions.service.ts';

type Given = NonNullable<Parameters<typeof buildPayer>[1]>['address'];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const places = {
  quebec: { city: 'Québec', region: 'QC', postal_code: 'G1A 1A3', country: 'CA' },
  ontario: { city: 'Toronto', region: 'ON', postal_code: 'M5V 2T6', country: 'CA' },
  seattle: { city: 'Seattle', region: 'WA', postal_code: '98109' },
  houston: { city: 'Houston', region: 'TX', postal_code: '77002' },
  losAngeles: {},
} satisfies Record<string, Given>;
/** An address that does not exist: a ZIP code of New York in Washington. */
const nowhere = { city: 'Seattle', region: 'WA', postal_code: '10001' };
/** Taxes on $15.00, in cents. */
const taxOf = { quebec: 225, ontario: 195, seattle: 156, houston: 99, losAngeles: 0 };

let api: Awaited<ReturnType<typeof openTaxedApi>>;
let taxes: Taxes;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
let staff: string;
/** Time shared by all tests, because the provider's clock can only move forward. */
let now = new Date();

beforeAll(async () => {
  api = await openTaxedApi({}, pino({ level: 'silent' }));
  taxes = api.context.taxes as Taxes;
  monthly = await buildPlan(api.db, { priceCents: 1500 });
  staff = await signIn();
  await later(1000);
});
afterEach(async () => {
  await api.gateway.control('/test/faults', { kind: 'none' });
});

async function signIn(given: Parameters<typeof buildStaff>[1] = {}): Promise<string> {
  const { id, token } = await buildStaff(api.db, given);
  await api.pool.query(
    `update staff_sessions set last_seen_at = now() + interval '1 year', created_at = now() + interval '1 year'
      where staff_id = $1`,
    [id],
  );
  return token;
}
async function later(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms);
  await api.moveTo(now);
}
const rows = async (query: string, values: unknown[] = []) => (await api.pool.query(query, values)).rows;
const count = async (object: string) =>
  Number((await rows('select count(*) as n from gateway.objects where object = $1', [object]))[0].n);
const away = (times = 1000) => api.gateway.control('/test/faults', { kind: '500', path: '/v1/tax/', times });
const signal = new AbortController().signal;
const report = () => reportTaxesJob.run({}, api.context, signal);
const subscribed = async (place: keyof typeof places) => {
  const user = await buildPayer(api, { address: places[place] });
  const { body } = await subscribe(api, user, monthly);
  expect(body.data?.state, JSON.stringify(body)).toBe('paid');
  return user;
};
const quote = ({ token }: { token: string }) =>
  api.call('POST /api/account/checkout-quotes', {
    token,
    body: { plan_id: monthly.id, price_id: monthly.priceId },
  });
const paymentsOf = ({ householdId }: { householdId: string }) =>
  rows(
    `select p.*, i.total_cents, i.tax_cents, i.number from billing_payments p join billing_invoices i on i.id = p.invoice_id
      join billing_accounts a on a.id = p.account_id where a.household_id = $1 order by p.id`,
    [householdId],
  );
const reportsOf = (user: { householdId: string }) =>
  rows(
    `select r.* from billing_tax_reports r join billing_payments p on p.id = r.payment_id
      join billing_accounts a on a.id = p.account_id where a.household_id = $1 order by r.at, r.kind desc, r.id`,
    [user.householdId],
  );
const buyMonth = async ({ token, cardId }: { token: string; cardId: string }) => {
  const wanted = { plan_id: monthly.id, months: 1 } as const;
  const { agreement } = (await api.call('POST /api/account/gift-quotes', { token, body: wanted })).body.data;
  return api.call('POST /api/account/gifts', {
    token,
    body: { ...wanted, key: crypto.randomUUID(), card_id: cardId, charge_cents: 1500, agreement },
  });
};
const subscriptionOf = async (user: { householdId: string }) =>
  (await rows('select * from billing_subscriptions where household_id = $1', [user.householdId]))[0];
const refund = async (user: { householdId: string }, cents: number) => {
  const [payment] = await paymentsOf(user);
  const { body } = await api.call('POST /api/admin/payments/{id}/refunds', {
    token: staff,
    params: { id: payment.id },
    body: {
      amount_cents: cents,
      refundable_cents: payment.amount_cents - payment.refunded_cents,
      reason: 'Asked for it',
    },
  });
  expect(body.data?.state, JSON.stringify(body)).toBe('succeeded');
};

describe('a sale', () => {
  test('is quoted and charged by the party’s rates, recorded once, and taken back once', async () => {
    const user = await buildPayer(api, { address: places.quebec });
    const before = await count('tax.calculation');
    const [first, second] = [await quote(user), await quote(user)];
    expect(first.body.data.bill).toMatchObject({ tax_cents: 225, total_cents: 1725 });
    expect(second.body.data).toEqual(first.body.data);
    expect((await subscribe(api, user, monthly)).body.data.state).toBe('paid');
    // One calculation serves all of them.
    expect((await count('tax.calculation')) - before).toBe(1);
    const [payment] = await paymentsOf(user);
    expect(
      await rows(
        'select jurisdiction, name, rate_ppm, amount_cents from billing_invoice_taxes where invoice_id = $1 order by 1',
        [payment.invoice_id],
      ),
    ).toEqual([
      { jurisdiction: 'CA', name: 'GST', rate_ppm: 50_000, amount_cents: 75 },
      { jurisdiction: 'CA-QC', name: 'QST', rate_ppm: 99_750, amount_cents: 150 },
    ]);

    await Promise.all([report(), report()]);
    await report();
    const [sale] = await reportsOf(user);
    expect(sale).toMatchObject({ kind: 'sale', state: 'recorded', tax_cents: 225, their_tax_cents: 225 });
    const made = await rows(
      `select body from gateway.objects where object = 'tax.transaction' and body->>'reference' = $1`,
      [sale.id],
    );
    expect(made).toHaveLength(1);
    expect(made[0].body.posted_at).toBe(Math.floor(sale.at.getTime() / 1000));

    await later(hourMs);
    await refund(user, 575);
    await report();
    await report();
    await refund(user, 1150);
    await report();
    const back = await reportsOf(user);
    expect(back.map(({ kind, state, their_tax_cents: tax }) => [kind, state, tax])).toEqual([
      ['sale', 'recorded', 225],
      ['reversal', 'recorded', -75],
      ['reversal', 'recorded', -150],
    ]);
  });

  test('that is given back whole is taken back whole', async () => {
    const user = await subscribed('houston');
    await later(hourMs);
    await refund(user, 1599);
    await report();
    const reports = await reportsOf(user);
    expect(reports.map(({ asked_cents: asked, their_tax_cents: tax }) => [asked, tax])).toEqual([
      [null, 99],
      [null, -99],
    ]);
  });

  test('is recorded once also when it was killed between calculation and record, or its answer was lost', async () => {
    const user = await subscribed('quebec');
    const before = [await count('tax.calculation'), await count('tax.transaction')];
    const killed: Taxes = Object.assign(Object.create(taxes), {
      recordSale: () => Promise.reject(new Error('killed')),
    });
    const context = { ...api.context, taxes: killed };
    await reportTaxesJob.run({}, context, signal);
    expect(await reportsOf(user)).toMatchObject([{ state: 'waiting', calculation_id: expect.any(String) }]);
    // A report that another worker may be processing is skipped for a while.
    await report();
    expect((await count('tax.transaction')) - (before[1] ?? 0)).toBe(0);
    await later(11 * 60_000);
    await api.gateway.control('/test/faults', { kind: 'lost', path: 'create_from_calculation', times: 2 });
    await report();
    expect(await reportsOf(user)).toMatchObject([{ state: 'waiting' }]);
    await later(11 * 60_000);
    await report();
    expect(await reportsOf(user)).toMatchObject([{ state: 'recorded', their_tax_cents: 225 }]);
    expect([await count('tax.calculation'), await count('tax.transaction')]).toEqual([
      (before[0] ?? 0) + 1,
      (before[1] ?? 0) + 1,
    ]);
  });

  test('that was calculated too long ago is calculated again', async () => {
    const user = await subscribed('ontario');
    await away();
    await report();
    await api.gateway.control('/test/faults', { kind: 'none' });
    await api.pool.query(`update billing_tax_reports set calculation_id = 'taxcalc_gone', calculations = 1`);
    await later(11 * 60_000);
    await report();
    expect(await reportsOf(user)).toMatchObject([
      { state: 'recorded', calculations: 2, their_tax_cents: 195 },
    ]);
  });

  test('of nothing, of a gift, void or not paid is not recorded', async () => {
    const declined = await buildPayer(api, { number: '4000000000000341', address: places.seattle });
    expect((await subscribe(api, declined, monthly)).body.data.state).toBe('declined');
    const giver = await buildPayer(api, { address: places.seattle });
    const bought = await buyMonth(giver);
    expect(bought.body.data?.state, JSON.stringify(bought.body)).toBe('paid');
    await report();
    expect([...(await reportsOf(declined)), ...(await reportsOf(giver))]).toEqual([]);
  });

  test('whose bill is below zero takes back of the last sale of its subscription', async () => {
    const user = await subscribed('quebec');
    const subscription = await subscriptionOf(user);
    await report();
    await later(hourMs);
    const place = { country: 'CA', region: 'QC', postalCode: 'G1A 1A3' };
    const own = singleCharge(
      { kind: 'once', planId: monthly.id, priceId: monthly.priceId, months: null, amountCents: -500 },
      place,
      '2027-01-01',
      [],
    );
    const lines = own.lines.map((line) => ({ ...line, kind: 'plan' as const }));
    await api.db.transaction((tx) =>
      issueInvoices(
        tx,
        [
          {
            quote: { ...own, lines },
            accountId: subscription.account_id,
            subscriptionId: subscription.id,
            addressId: null,
            place,
            dueOn: '2027-01-01',
            payment: { method: 'card', platform: 'web' },
          },
        ],
        now,
      ),
    );
    await report();
    const [sale, back] = await reportsOf(user);
    expect(back).toMatchObject({ kind: 'reversal', state: 'recorded', sale_id: sale.id, asked_cents: 500 });
    expect(back.their_tax_cents).toBeLessThan(0);
  });

  test('to no address, and what takes back an older one, is kept as not recorded', async () => {
    // A gift is redeemed without an address.
    const buyer = await subscribed('seattle');
    const { body } = await buyMonth(buyer);
    const user = await buildUser(api.db);
    const code = { code: body.data.gift?.code ?? '' };
    const begun = await api.call('POST /api/account/gifts/redeem', { token: user.token, body: code });
    expect(begun.body.data).toMatchObject({ begins: true, credit_cents: 1500 });
    const older = await subscribed('seattle');
    await api.pool.query(`update billing_payments set paid_at = now() - interval '2 days' where id = $1`, [
      (await paymentsOf(older))[0].id,
    ]);
    await refund(older, 100);
    await report();
    expect(await reportsOf(user)).toMatchObject([
      { state: 'failed', failure: 'no_address', next_try_at: null },
    ]);
    expect(await reportsOf(older)).toMatchObject([
      { state: 'failed', failure: 'no_sale', next_try_at: null },
    ]);
  });
});

describe('the setting', () => {
  test('changed for a while leaves what was sold meanwhile unrecorded, and nothing else', async () => {
    const set = (own: Taxes | undefined) => {
      (api.context as { taxes: Taxes | undefined }).taxes = own;
    };
    set(undefined);
    await report();
    const meanwhile = await subscribed('quebec');
    await report();
    await later(hourMs / 2);
    set(taxes);
    await report();
    await later(1000);
    const after = await subscribed('quebec');
    await report();
    expect(await reportsOf(meanwhile)).toEqual([]);
    expect(await reportsOf(after)).toMatchObject([{ state: 'recorded' }]);
  });
});

describe('the office', () => {
  const list = async (query: object = {}, token = staff) =>
    api.call('GET /api/admin/tax-reports', { token, query });

  test('shows what was recorded, what differs by cents and what was not recorded', async () => {
    const user = await subscribed('quebec');
    await report();
    const [sale] = await reportsOf(user);
    const [{ number }] = await paymentsOf(user);
    const q = `M-${String(number).padStart(7, '0')}`;
    const { body } = await list({ q });
    expect(body.data).toMatchObject([
      { id: sale.id, number: q, kind: 'sale', state: 'recorded', tax_cents: 225, difference_cents: 0 },
    ]);
    await api.pool.query('update billing_tax_reports set their_tax_cents = 224 where id = $1', [sale.id]);
    const differing = (await list({ differs: true })).body.data;
    expect(differing.map(({ id, difference_cents: cents }) => [id, cents])).toContainEqual([sale.id, -1]);
    expect(differing.every(({ difference_cents: cents }) => cents !== 0)).toBe(true);
    expect((await list({ differs: false, q })).body.data).toEqual([]);
    const failed = (await list({ state: 'failed' })).body.data;
    expect(failed.map(({ failure }) => failure).sort()).toEqual(['no_address', 'no_sale']);
    const one = await api.call('GET /api/admin/tax-reports/{id}', { token: staff, params: { id: sale.id } });
    expect(one.body.data).toMatchObject({ number: q, their_tax_cents: 224 });
    expect((await api.call('GET /api/admin/tax-source', { token: staff })).body.data.source).toBe('stripe');
  });

  test('shows them to whoever may read payments', async () => {
    expect((await list({}, await signIn({ permissions: { 'tax-rates': ['read'] } }))).status).toBe(403);
    expect((await list({}, await signIn({ permissions: { payments: ['read'] } }))).status).toBe(200);
  });
});

describe('renewals', () => {
  test('of many are each charged by the rates of their place, and recorded', async () => {
    const names = Object.keys(places) as (keyof typeof places)[];
    const users = await Promise.all(names.map((name) => subscribed(name)));
    await later(32 * dayMs);
    await runAt(api, now);
    await report();
    for (const [at, name] of names.entries()) {
      const [, renewal] = await paymentsOf(users[at] as never);
      expect([name, renewal?.state, renewal?.tax_cents]).toEqual([name, 'paid', taxOf[name]]);
      const reports = await reportsOf(users[at] as never);
      expect(reports.map(({ state, their_tax_cents: tax }) => [state, tax])).toEqual([
        ['recorded', taxOf[name]],
        ['recorded', taxOf[name]],
      ]);
    }
  });

  test('wait while nothing is known, are made up for later, and keep none of the others waiting', async () => {
    const [kept, unknown] = [await subscribed('seattle'), await subscribed('quebec')];
    await later(32 * dayMs);
    const said = await subscriptionOf(kept);
    await api.pool.query(
      `update billing_address_rates set asked_at = $1 where address_id = (select address_id from billing_accounts where id = $2)`,
      [new Date(now.getTime() - 6 * dayMs), said.account_id],
    );
    await away();
    await runAt(api, now);
    expect((await paymentsOf(kept)).map(({ state, tax_cents: tax }) => [state, tax])).toEqual([
      ['paid', 156],
      ['paid', 156],
    ]);
    expect(await paymentsOf(unknown)).toHaveLength(1);
    const waiting = await subscriptionOf(unknown);
    expect(waiting.due_at).toEqual(new Date(now.getTime() + 15 * 60_000));
    expect(waiting.state).toBe('active');
    await api.gateway.control('/test/faults', { kind: 'none' });
    await later(16 * 60_000);
    await runAt(api, now);
    expect((await paymentsOf(unknown)).map(({ state, tax_cents: tax }) => [state, tax])).toEqual([
      ['paid', 225],
      ['paid', 225],
    ]);
  });

  test('of a place that is not understood any more go on without tax, or wait, by the setting', async () => {
    const user = await subscribed('seattle');
    await api.pool.query(
      `update billing_addresses set postal_code = '10001' where account_id = (select id from billing_accounts where household_id = $1)`,
      [user.householdId],
    );
    await later(32 * dayMs);
    const strict = { ...api.context, config: { ...api.context.config, taxUnknown: 'refuse' as const } };
    await advanceSubscriptions(strict);
    expect(await paymentsOf(user)).toHaveLength(1);
    await later(16 * 60_000);
    await runAt(api, now);
    expect((await paymentsOf(user)).map(({ tax_cents: tax }) => tax)).toEqual([156, 0]);
    await report();
    const [, second] = await reportsOf(user);
    expect(second).toMatchObject({ state: 'failed', failure: 'customer_tax_location_invalid' });
    expect(second.next_try_at).toEqual(new Date(now.getTime() + dayMs));
  });

  test('are rehearsed by what was said lately, and counted where nothing is known', async () => {
    const user = await subscribed('ontario');
    const { period_to: to } = await subscriptionOf(user);
    const asked = { month: String(to.toISOString?.() ?? to).slice(0, 7), percent: 10 };
    await later(10 * dayMs);
    await api.call('POST /api/admin/renewal-rehearsal', { token: staff, body: asked });
    const before = await count('tax.calculation');
    await rehearsalJob.run(asked, api.context, signal);
    const read = async () =>
      (await api.call('GET /api/admin/renewal-rehearsal', { token: staff, query: asked })).body.data.result;
    const known = await read();
    expect(known?.taxes.find(({ jurisdiction }) => jurisdiction === 'CA-ON')?.amount_cents).toBeGreaterThan(
      0,
    );
    expect(await count('tax.calculation')).toBe(before);
    await api.pool.query('delete from billing_address_rates');
    await away();
    await rehearsalJob.run(asked, api.context, signal);
    expect((await read())?.untaxed).toBeGreaterThan(known?.untaxed ?? 0);
  });
});

describe('while the party is away', () => {
  test('nobody is quoted or charged without taxes, and nothing is begun', async () => {
    const user = await buildPayer(api, { address: places.seattle });
    await away();
    await expect(quote(user)).rejects.toThrow(/503.*taxes_away/);
    await api.gateway.control('/test/faults', { kind: 'none' });
    const { body } = await quote(user);
    await api.pool.query('delete from billing_address_rates');
    await away();
    const confirm = () =>
      api.call('POST /api/account/checkouts', {
        token: user.token,
        body: {
          key: randomUUID(),
          plan_id: monthly.id,
          price_id: monthly.priceId,
          card_id: user.cardId,
          coupon_code: '',
          charge_cents: body.data.bill.charge_cents,
          agreement: body.data.agreement,
        },
      });
    await expect(confirm()).rejects.toThrow(/503.*taxes_away/);
    expect([await subscriptionOf(user), await paymentsOf(user)]).toEqual([undefined, []]);
    await api.gateway.control('/test/faults', { kind: 'none' });
    expect((await confirm()).body.data.state).toBe('paid');
  });

  test('what was said within a week is used; the account is shown whatever is known', async () => {
    const user = await subscribed('seattle');
    const dearer = await buildPlan(api.db, { priceCents: 3000 });
    const change = () =>
      api.call('POST /api/account/membership/quotes', {
        token: user.token,
        body: { change: { kind: 'plan', price_id: dearer.priceId } },
      });
    await later(6 * dayMs);
    await away();
    expect((await change()).body.data.bill?.tax_cents).toBeGreaterThan(0);
    await later(2 * dayMs);
    await expect(change()).rejects.toThrow(/503.*taxes_away/);
    const shown = await api.call('GET /api/account/membership', { token: user.token });
    expect(shown.body.data.subscription).toMatchObject({
      state: 'active',
      next_charge: { cents: 1500, taxes_known: false },
    });
    await api.gateway.control('/test/faults', { kind: 'none' });
    const again = await api.call('GET /api/account/membership', { token: user.token });
    expect(again.body.data.subscription?.next_charge).toMatchObject({ cents: 1656, taxes_known: true });
  });

  test('a gift is redeemed later, and its code is not spent', async () => {
    const giver = await subscribed('losAngeles');
    const bought = await buyMonth(giver);
    expect(bought.body.data?.state).toBe('paid');
    const [{ code }] = await rows(`select code from billing_gifts order by created_at desc limit 1`);
    const user = await buildPayer(api, { address: places.quebec });
    const redeem = () => api.call('POST /api/account/gifts/redeem', { token: user.token, body: { code } });
    await away();
    await expect(redeem()).rejects.toThrow(/503.*taxes_away/);
    await api.gateway.control('/test/faults', { kind: 'none' });
    const { body } = await redeem();
    expect(body.data?.credit_cents, JSON.stringify(body)).toBe(1725);
  });
});

describe('an address', () => {
  test('that is no place is an error of its own, for each who asks', async () => {
    const user = await buildPayer(api, { address: nowhere });
    const { status, body } = await quote(user);
    expect([status, body.errors?.address]).toEqual([
      422,
      ['이 주소로는 세금을 계산할 수 없어요. 청구지 주소를 다시 확인해 주세요.'],
    ]);
    const before = await count('tax.calculation');
    await quote(user);
    expect(await count('tax.calculation')).toBe(before);
  });

  test('that is given again and again is asked for so often and no more', async () => {
    const user = await buildPayer(api, { address: places.seattle });
    const before = await count('tax.calculation');
    const statuses = [];
    for (let at = 0; at < 33; at += 1) {
      await api.call('PUT /api/account/billing-address', {
        token: user.token,
        body: { ...address, ...places.seattle, line1: `${at} Broad St` },
      });
      statuses.push(
        await quote(user).then(
          ({ status }) => status,
          () => 503,
        ),
      );
    }
    expect((await count('tax.calculation')) - before).toBe(30);
    expect(statuses.slice(-3)).toEqual([503, 503, 503]);
  });

  test('is asked for once by all who ask at the same time', async () => {
    const user = await buildPayer(api, { address: places.ontario });
    const before = await count('tax.calculation');
    await Promise.all(Array.from({ length: 10 }, () => quote(user)));
    expect((await count('tax.calculation')) - before).toBe(1);
  });

  test('takes what was said of it along when its household is erased', async () => {
    const user = await subscribed('seattle');
    const kept = () =>
      rows(
        `select r.* from billing_address_rates r join billing_addresses d on d.id = r.address_id
          where d.account_id = $1`,
        [accountId],
      );
    const { account_id: accountId } = await subscriptionOf(user);
    expect(await kept()).toHaveLength(1);
    await api.db.transaction(async (tx) => {
      for (const { erase } of api.context.registries.get(personalData))
        await erase?.(
          tx,
          { userId: user.id, householdId: user.householdId, email: 'x@example.com', isLast: true },
          api.context,
        );
    });
    expect(await kept()).toEqual([]);
  });
});

describe('with our own rates', () => {
  test('nobody outside is asked, and what is sold meanwhile is recorded nowhere', async () => {
    const own: BillingApi = await openBillingApi({}, pino({ level: 'silent' }));
    const plan = await buildPlan(own.db, { priceCents: 1500 });
    const at = new Date();
    own.setNow(at);
    const user = await buildPayer(own, { address: places.quebec });
    expect((await subscribe(own, user, plan)).body.data.state).toBe('paid');
    await runAt(own, new Date(at.getTime() + 32 * dayMs));
    await reportTaxesJob.run({}, own.context, signal);
    const { rows: asked } = await own.pool.query(
      `select (select count(*) from gateway.objects where object like 'tax.%')::int as objects,
        (select count(*) from billing_tax_reports)::int as reports, (select count(*) from billing_address_rates)::int as rates,
        (select count(*) from billing_counters where name like 'tax_%')::int as counters`,
    );
    expect(asked).toEqual([{ objects: 0, reports: 0, rates: 0, counters: 0 }]);
  });
});
