/** Changes by a household to its plan, through HTTP, against the simulated card processor. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addCard,
  address,
  type BillingApi,
  buildPayer,
  buildSubscriber,
  changePlan,
  householdReads,
  openBillingApi,
  resumePlan,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildPlanPrice, buildStaff, buildUser } from '../../../../test/build.ts';
import type { PaymentEnd } from '../../../contract/account/billing.ts';
import { readBalances } from './ledger.service.ts';
import { remindPayers } from './reminders.service.ts';

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

const { accountOf, hasPlan, invoicesOf, membership, taken } = householdReads(() => api);
const subscribed = (given: Parameters<typeof buildSubscriber>[2] = {}, plan = monthly) =>
  buildSubscriber(api, plan, given);
type Payer = Awaited<ReturnType<typeof buildPayer>>;
const whyOf = async (user: { token: string }, id = '') =>
  (
    await api.call('GET /api/account/invoices/{id}', {
      token: user.token,
      params: { id },
      locale: 'en',
    })
  ).body.data.why_different;
const billingMails = async ({ id }: { id: string }) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const resume = (user: Payer, given: { password?: string | undefined } = {}) =>
  resumePlan(api, { ...user, ...given });
const change = async (user: Payer, wanted: { kind: 'plan'; price_id: string }, password = user.password) => {
  const { quoted, changed } = await changePlan(api, { ...user, password }, wanted);
  return { quoted: quoted.body.data, end: changed?.body.data as PaymentEnd };
};

describe('a change whose amount is not as it was quoted', () => {
  test('is refused with the new total, and the price of today is quoted in place of an older one', async () => {
    api.setNow(start);
    const user = await subscribed();
    const plan = await buildPlan(api.db, { nameEn: 'Dated', priceCents: 2500 });
    const wanted = { kind: 'plan', price_id: plan.priceId } as const;
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    const quoteOf = async () =>
      (await api.call('POST /api/account/membership/quotes', { token: user.token, body: { change: wanted } }))
        .body.data;
    const confirm = (price_id: string, charge_cents: number, agreement: string | null) =>
      api.call('POST /api/account/membership/changes', {
        token: user.token,
        body: { change: { kind: 'plan', price_id }, charge_cents, agreement, password: user.password },
      });
    const shown = await quoteOf();
    expect(shown.price_id).toBe(plan.priceId);
    const dearer = await buildPlanPrice(api.db, {
      planId: plan.id,
      priceCents: 2900,
      startsAt: new Date('2027-02-10T20:00:01Z'),
    });
    api.setNow(new Date('2027-02-10T20:00:02Z'));
    const refused = await confirm(plan.priceId, shown.bill.charge_cents, shown.agreement);
    const now = await quoteOf();
    expect(now).toMatchObject({ price_id: dearer.id });
    expect(now.bill.charge_cents).toBeGreaterThan(shown.bill.charge_cents);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'amount_changed', total_cents: now.bill.charge_cents },
    ]);
    expect(await taken(user)).toBe(1500);
    // Not by the old price, even with the new total and words; nor by other words, or none.
    const { charge_cents: cents } = now.bill;
    for (const [id, words] of [
      [plan.priceId, now.agreement],
      [dearer.id, shown.agreement],
      [dearer.id, null],
    ] as const)
      expect((await confirm(id, cents, words)).body.code).toBe('amount_changed');
    expect((await confirm(dearer.id, cents, now.agreement)).body.data.state).toBe('paid');
    expect((await membership(user)).subscription).toMatchObject({ plan_id: plan.id, price_cents: 2900 });
  });
});

test('until a renewal is taken on, its day and the last day that is paid are said; cancelled then, the plan ends with that', async () => {
  api.setNow(start);
  const [user, other] = [await subscribed(), await subscribed()];
  await api.pool.query(`update accounts_users set locale = 'en' where id = any($1)`, [[user.id, other.id]]);
  await runUntil(api, start, new Date('2027-02-27T20:00:00Z'));
  // Nothing has run yet on the day of the renewal.
  api.setNow(new Date('2027-02-28T08:01:00Z'));
  const paid = { period_to: '2027-02-28', last_day: '2027-02-27' };
  expect((await membership(user)).subscription).toMatchObject({
    ...paid,
    next_charge: { on: '2027-02-28', cents: 1500 },
  });
  for (const { token, password } of [user, other])
    await api.call('POST /api/account/membership/cancel', { token, body: { password } });
  expect((await membership(user)).subscription).toMatchObject({ ...paid, renews: false });
  expect((await billingMails(user)).at(-1)?.text).toContain('You can keep watching until February 27, 2027');
  const { subscription } = await membership(other);
  expect(subscription?.resume_agreement).toContain('February 28, 2027');
  expect((await resume(other)).status).toBe(200);
  expect((await billingMails(other)).at(-1)?.text).toContain('February 28, 2027: $15.00');
  await runAt(api, new Date('2027-02-28T08:02:00Z'));
  expect([await hasPlan(user), await taken(user)]).toEqual([false, 1500]);
  expect([await hasPlan(other), await taken(other)]).toEqual([true, 3000]);
});

describe('a change that was left open', () => {
  test('is confirmed again only in its words, by the price in force', async () => {
    api.setNow(start);
    const plan = await buildPlan(api.db, { nameEn: 'Open', priceCents: 2500 });
    const user = await subscribed();
    const wanted = { kind: 'plan', price_id: plan.priceId } as const;
    api.setNow(new Date('2027-02-09T20:00:00Z'));
    await addCard(api, user, '4000002760003184');
    const { quoted, end } = await change(user, wanted);
    expect(end.state).toBe('action');
    await addCard(api, user);
    const confirm = (agreement: string | null) =>
      api.call('POST /api/account/membership/changes', {
        token: user.token,
        body: {
          change: wanted,
          charge_cents: quoted.bill.charge_cents,
          agreement,
          password: user.password,
        },
      });
    const refused = { code: 'amount_changed', total_cents: quoted.bill.charge_cents };
    for (const words of ['whatever I like', null]) expect((await confirm(words)).body).toMatchObject(refused);
    expect(await taken(user)).toBe(1500);
    await addCard(api, user, '4000002760003184');
    const again = await change(user, wanted);
    const dearer = await buildPlanPrice(api.db, {
      planId: plan.id,
      priceCents: 2900,
      startsAt: new Date('2027-02-09T20:00:01Z'),
    });
    api.setNow(new Date('2027-02-09T20:00:02Z'));
    await addCard(api, user);
    expect((await confirm(again.quoted.agreement)).body.code).toBe('amount_changed');
    expect(await taken(user)).toBe(1500);
    expect((await change(user, { kind: 'plan', price_id: dearer.id })).end.state).toBe('paid');
  });

  test('is shown with its bank, continued there, and discarded', async () => {
    api.setNow(start);
    const user = await subscribed();
    api.setNow(new Date('2027-02-09T20:00:00Z'));
    const cardId = await addCard(api, user, '4000002760003184');
    expect((await membership(user)).waiting_payment).toBeNull();
    const { end } = await change(user, { kind: 'plan', price_id: better.priceId });
    const id = String(end.invoice_id);
    expect((await membership(user)).waiting_payment).toMatchObject({
      invoice_id: id,
      is_change: true,
      text: expect.stringContaining('Premium'),
    });
    // The bank's question stays the same, without a second attempt.
    const pay = () =>
      api.call('POST /api/account/invoices/{id}/pay', {
        token: user.token,
        params: { id },
        body: { card_id: cardId },
      });
    expect((await pay()).body.data).toMatchObject({ state: 'action', client_secret: end.client_secret });
    const tried = `select count(*)::int as count from billing_attempts t join billing_payments p on p.id = t.payment_id
      where p.invoice_id = $1`;
    expect((await api.pool.query(tried, [id])).rows).toEqual([{ count: 1 }]);
    const discard = (user: { token: string }, id: string) =>
      api.call('POST /api/account/invoices/{id}/discard', { token: user.token, params: { id } });
    expect((await discard(await subscribed(), id)).status).toBe(404);
    expect((await discard(user, id)).status).toBe(200);
    expect((await discard(user, id)).status).toBe(200);
    expect((await membership(user)).waiting_payment).toBeNull();
    expect([(await membership(user)).subscription?.plan_id, await taken(user)]).toEqual([monthly.id, 1500]);
    // An invoice that is paid, or a renewal, is not discarded.
    const [newest] = await invoicesOf(await subscribed());
    const other = await subscribed();
    const [paid] = await invoicesOf(other);
    expect(newest?.id).not.toBe(paid?.id);
    expect((await discard(other, paid?.id ?? '')).body).toMatchObject({ code: 'not_changeable' });
  });

  test('that is paid on a later day has all of its days from that one on', async () => {
    // The bank is answered the day after, while nothing of ours runs.
    api.setNow(start);
    const late = await subscribed();
    api.setNow(new Date('2027-02-09T20:00:00Z'));
    await addCard(api, late, '4000002760003184');
    const open = await change(late, { kind: 'plan', price_id: better.priceId });
    const { client_secret: secret, invoice_id: id } = open.end;
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    await api.gateway.fromBrowser('POST', `/v3/challenge/${String(secret).split('_secret')[0]}/complete`, {
      client_secret: String(secret),
    });
    const settled = await api.call('POST /api/account/invoices/{id}/settle', {
      token: late.token,
      params: { id: String(id) },
    });
    expect(settled.body.data.state).toBe('paid');
    // 19 days were paid for at the dearer price, from the 10th on.
    expect((await membership(late)).subscription).toMatchObject({
      plan_id: better.id,
      period_to: '2027-03-01',
      next_charge: { on: '2027-03-01', cents: 2500 },
    });
    const { rows } = await api.pool.query(
      `select plan_id, (starts_at at time zone 'America/Los_Angeles')::date::text as "from",
        (lasts_until at time zone 'America/Los_Angeles')::date::text as "until"
        from plans_periods where household_id = $1 order by starts_at`,
      [late.householdId],
    );
    expect(rows).toEqual([
      { plan_id: monthly.id, from: '2027-01-31', until: '2027-02-09' },
      { plan_id: better.id, from: '2027-02-10', until: '2027-03-01' },
    ]);
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
      // Until it is paid for, the next bill is as the last one.
      expect((await membership(user)).subscription?.why_different).toBeNull();
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
      // Paid a day later than requested: that day follows the period.
      period_to: '2028-02-28',
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
          agreement: null,
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

  const sentencesOf = async (user: { token: string }) => {
    const [last] = await invoicesOf(user);
    const params = { id: String(last?.id) };
    const said = async (locale: 'ko' | 'en') =>
      (await api.call('GET /api/account/invoices/{id}', { token: user.token, params, locale })).body.data
        .why_different;
    return [last?.total_cents, await said('ko'), await said('en')];
  };

  test('is told that a bill is higher because a discount has ended', async () => {
    api.setNow(start);
    const coupon = await buildCoupon(api.db, { percentOff: 20 });
    const user = await buildPayer(api);
    await subscribe(api, user, monthly, { coupon: coupon.code });
    expect(await sentencesOf(user)).toEqual([1200, null, null]);
    await runAt(api, new Date('2027-02-28T20:00:00Z'));
    expect(await sentencesOf(user)).toEqual([
      1500,
      '할인이 끝났거나 줄어서 금액이 달라졌어요.',
      'A discount ended or became smaller.',
    ]);
  });

  test('is told what of a discount is taken back with unused days', async () => {
    api.setNow(start);
    const coupon = await buildCoupon(api.db, { name: '환영 쿠폰', percentOff: 50 });
    const user = await buildPayer(api);
    await subscribe(api, user, monthly, { coupon: coupon.code });
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    const { quoted, end } = await change(user, { kind: 'plan', price_id: yearly.priceId });
    expect(end.state).toBe('paid');
    // 18 of 28 days had cost half.
    const [unused, half] = [964, 482];
    const line = (text: string, detail: string) => ({ kind: 'discount', text, detail, amount_cents: half });
    const ko = line('되돌린 할인: 환영 쿠폰', '빼 드린 남은 날은 이만큼 할인받은 날이었어요.');
    const en = line('Discount taken back: 환영 쿠폰', 'The unused days above had been discounted by this.');
    expect(quoted.bill.lines).toMatchObject([
      { kind: 'plan', amount_cents: -unused },
      ko,
      { kind: 'plan', amount_cents: 15_000 },
    ]);
    const [invoice] = await invoicesOf(user);
    expect(invoice?.total_cents).toBe(15_000 - unused + half);
    const params = { id: String(invoice?.id) };
    for (const [locale, words] of [
      ['ko', ko],
      ['en', en],
    ] as const) {
      const shown = await api.call('GET /api/account/invoices/{id}', { token: user.token, params, locale });
      expect(shown.body.data.bill.lines[1]).toMatchObject(words);
    }
    const staff = await buildStaff(api.db);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
    const { rows } = await api.pool.query('select id from billing_payments where invoice_id = $1', [
      params.id,
    ]);
    const payment = await api.call('GET /api/admin/payments/{id}', {
      token: staff.token,
      params: { id: rows[0].id },
    });
    expect(payment.body.data).toMatchObject({ discount_cents: 0 });
    expect(payment.body.data.bill.lines[1]?.amount_cents).toBe(half);
  });

  test('is told that a bill differs because its taxes have changed', async () => {
    api.setNow(start);
    await api.pool.query(
      `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
        values (gen_random_uuid(), 'US', 'WA', 'plan', 'Sales tax', 'US-WA', 65000, '2027-02-15')`,
    );
    const user = await subscribed({ address: { region: 'WA', city: 'Seattle', postal_code: '98101' } });
    expect(await sentencesOf(user)).toEqual([1500, null, null]);
    await runAt(api, new Date('2027-02-28T20:00:00Z'));
    expect(await sentencesOf(user)).toEqual([
      1598,
      '세금이 바뀌어서 금액이 달라졌어요.',
      'The taxes changed.',
    ]);
    // The next is like this one.
    await runAt(api, new Date('2027-03-31T20:00:00Z'));
    expect(await sentencesOf(user)).toEqual([1598, null, null]);
  });

  test('cancels with its password, watches to the end, and may take it back until then', async () => {
    api.setNow(start);
    const user = await subscribed();
    const cancel = (password: string) =>
      api.call('POST /api/account/membership/cancel', { token: user.token, body: { password } });
    expect(Object.keys((await cancel('wrong')).body.errors ?? {})).toEqual(['password']);
    const history = async () =>
      (
        await api.call('GET /api/account/subscription-history', { token: user.token, locale: 'en' })
      ).body.data.map(({ kind, on }) => `${kind} ${on}`);
    expect(await history()).toEqual(['begin 2027-01-31']);
    expect((await cancel(user.password)).status).toBe(200);
    expect(await history()).toEqual(['cancel 2027-01-31', 'begin 2027-01-31']);
    expect((await membership(user)).subscription).toMatchObject({ renews: false, last_day: '2027-02-27' });
    for (const password of [undefined, 'wrong'])
      expect(Object.keys((await resume(user, { password })).body.errors ?? {})).toEqual(['password']);
    expect((await membership(user)).subscription?.renews).toBe(false);
    expect((await resume(user)).status).toBe(200);
    expect((await membership(user)).subscription).toMatchObject({ renews: true, cancelled_at: null });
    expect(await history()).toEqual(['begin 2027-01-31']);
    await cancel(user.password);
    api.setNow(new Date('2027-02-27T20:00:00Z'));
    expect(await hasPlan(user)).toBe(true);
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect(await hasPlan(user)).toBe(false);
    expect((await membership(user)).subscription).toBeNull();
    expect(await history()).toEqual(['end 2027-02-28', 'cancel 2027-01-31', 'begin 2027-01-31']);
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
    expect(told[0]?.text).toContain('it ends right away. The unpaid invoice is canceled');
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
    expect((await pause('2027-02-20', '2027-02-10')).body.errors).toEqual({
      to: ['2027-02-20보다 늦어야 해요.'],
    });
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
    // Cancelled, the mail says the last day that the page says.
    const gone = await pausing();
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [gone.id]);
    await api.call('POST /api/account/membership/cancel', {
      token: gone.token,
      body: { password: gone.password },
    });
    expect((await membership(gone)).subscription?.last_day).toBe('2027-02-27');
    const mail = (await billingMails(gone)).at(-1);
    expect(`${mail?.subject} ${mail?.text}`).toContain('February 27, 2027');
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('March 19, 2027');
  });

  test('is served each paid day once where it is stopped for a bill before or within a pause of its own', async () => {
    /** A pause, when the bill of 28 February is paid, how it stands then, and when the next period begins by that. */
    const cases = [
      { from: '2027-03-03', to: '2027-03-20', paidOn: '2027-03-10', state: 'paused', next: '2027-04-17' },
      { from: '2027-03-10', to: '2027-03-15', paidOn: '2027-03-12', state: 'paused', next: '2027-04-08' },
      { from: '2027-03-20', to: '2027-03-25', paidOn: '2027-03-12', state: 'active', next: '2027-04-10' },
      { from: '2027-03-03', to: '2027-03-09', paidOn: '2027-03-15', state: 'active', next: '2027-04-12' },
    ];
    api.setNow(start);
    const users: (Payer & (typeof cases)[number])[] = [];
    for (const { from, to, ...own } of cases) {
      const user = await subscribed();
      const body = { from, to, password: user.password };
      await api.call('POST /api/account/membership/pause', { token: user.token, body });
      await addCard(api, user, '4000000000000341');
      users.push({ ...user, from, to, ...own });
    }
    const noon = (day: string) => new Date(`${day}T20:00:00Z`);
    let last = start;
    for (const user of users) {
      await runUntil(api, last, noon(user.paidOn));
      last = noon(user.paidOn);
      expect((await membership(user)).subscription?.state).toBe('stopped');
      await addCard(api, user);
      await runAt(api, last);
      expect((await membership(user)).subscription).toMatchObject({
        state: user.state,
        period_to: user.next,
        pause: user.to > user.paidOn ? { to: user.to } : null,
        next_charge: { on: user.next, cents: 1500 },
      });
      expect(await hasPlan(user)).toBe(user.state === 'active');
    }
    await runUntil(api, last, noon('2027-04-18'));
    for (const user of users) {
      expect(await taken(user)).toBe(4500);
      expect((await membership(user)).subscription).toMatchObject({
        state: 'active',
        period_from: user.next,
      });
    }
  });

  test('is renewed also where the plan of another cannot be, which is tried again later', async () => {
    api.setNow(start);
    const [broken, user] = [await subscribed(), await subscribed()];
    const { rows } = await api.pool.query<{ id: string }>(
      `with own as (select id from billing_subscriptions where household_id = $1)
        update billing_changes c set kind = 'resume' from own where c.subscription_id = own.id returning own.id`,
      [broken.householdId],
    );
    const logged = vi.spyOn(api.context.log, 'error').mockImplementation(() => undefined);
    const renewal = new Date('2027-02-28T20:00:00Z');
    await runUntil(api, start, renewal);
    expect(logged.mock.calls.map(([about]) => about)).toContainEqual(
      expect.objectContaining({ subscriptionId: rows[0]?.id }),
    );
    logged.mockRestore();
    expect(await taken(user)).toBe(3000);
    const { rows: later } = await api.pool.query<{ due_at: Date }>(
      `update billing_changes c set kind = 'begin' from billing_subscriptions s
        where s.id = c.subscription_id and s.household_id = $1 returning s.due_at`,
      [broken.householdId],
    );
    expect(later[0]?.due_at).toEqual(new Date(renewal.getTime() + 15 * 60_000));
    await runAt(api, new Date(renewal.getTime() + 15 * 60_000));
    expect(await taken(broken)).toBe(3000);
  });

  test('moves its billing day by a shorter period', async () => {
    api.setNow(start);
    const user = await subscribed();
    const wanted = { kind: 'billing_day' as const, day_of_month: 15 };
    const { changed } = await changePlan(api, user, wanted);
    expect(changed?.body.data.state).toBe('paid');
    await runUntil(api, start, new Date('2027-03-15T20:00:00Z'));
    const [last, before] = await invoicesOf(user);
    expect(before?.total_cents).toBe(Math.round((1500 * 15) / 31));
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

  test('has no part of a period to pay for the billing day that it has, also where it was to have another', async () => {
    for (const plan of [yearly, monthly]) {
      api.setNow(start);
      const user = await subscribed({}, plan);
      const moveTo = async (day_of_month: number) =>
        (await changePlan(api, user, { kind: 'billing_day', day_of_month })).quoted;
      const next = async () => (await membership(user)).subscription?.next_charge;
      const before = await next();
      expect(before?.part).toBeNull();
      expect((await moveTo(31)).body.code).toBe('not_changeable');
      await moveTo(5);
      expect((await next())?.part).not.toBeNull();
      expect((await moveTo(31)).body.data.next_charge).toMatchObject({ cents: before?.cents, part: null });
      expect(await next()).toEqual(before);
      expect((await moveTo(31)).body.code).toBe('not_changeable');
    }
  });

  test('is agreed to with the part that another billing day makes of the next charge', async () => {
    api.setNow(start);
    const user = await subscribed();
    await changePlan(api, user, { kind: 'billing_day', day_of_month: 15 });
    const { token, password } = user;
    await api.call('POST /api/account/membership/cancel', { token, body: { password } });
    const part =
      'on February 28, 2027 a part of the price is charged for the days before March 15, 2027, and starting on March 15, 2027, $15.00 plus tax is charged automatically to the card every month';
    expect((await membership(user)).subscription?.resume_agreement).toContain(part);
    expect((await resumePlan(api, user)).status).toBe(200);
    // A dearer plan beside it, now and then.
    const { quoted } = await changePlan(api, user, { kind: 'plan', price_id: better.priceId });
    expect(quoted.body.data.agreement).toContain(
      '결제하고, 2027년 2월 28일에는 2027년 3월 15일 전까지의 요금이 날짜만큼, 2027년 3월 15일부터는 매달',
    );
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

  test('takes a change back that it asked for before it cancelled, once its plan goes on', async () => {
    api.setNow(start);
    const user = await subscribed({}, better);
    await change(user, { kind: 'plan', price_id: monthly.priceId });
    await api.call('POST /api/account/membership/cancel', {
      token: user.token,
      body: { password: user.password },
    });
    expect((await resume(user)).status).toBe(200);
    const shown = async () => (await membership(user)).subscription;
    expect(await shown()).toMatchObject({ plan_id: better.id, next_charge: { cents: 1500 } });
    expect((await resume(user)).status).toBe(200);
    expect(await shown()).toMatchObject({ renews: true, next_charge: { cents: 2500 } });
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    expect(await taken(user)).toBe(5000);
  });

  test('is charged a price that was announced, also after it took a change of the plan back', async () => {
    api.setNow(start);
    const plan = await buildPlan(api.db, { priceCents: 2000 });
    const users = [await subscribed({}, plan), await subscribed({}, plan)] as const;
    await buildPlanPrice(api.db, {
      planId: plan.id,
      priceCents: 2300,
      startsAt: new Date('2027-02-20T08:00:00Z'),
    });
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    await remindPayers(api.context);
    const [user, other] = users;
    const shown = async () => (await membership(user)).subscription;
    expect(await shown()).toMatchObject({
      next_charge: { cents: 2300 },
      resume_agreement: null,
    });
    // Nothing but an announced price: there is no change to take back.
    expect((await resume(other)).body.code).toBe('not_changeable');
    await change(user, { kind: 'plan', price_id: monthly.priceId });
    expect(await shown()).toMatchObject({
      next_charge: { cents: 1500 },
      resume_agreement: expect.stringContaining('$23.00'),
    });
    expect((await resume(user)).status).toBe(200);
    expect(await shown()).toMatchObject({ next_charge: { cents: 2300 }, resume_agreement: null });
    await remindPayers(api.context);
    await runUntil(api, new Date('2027-02-10T20:00:00Z'), new Date('2027-02-28T20:00:00Z'));
    for (const payer of users) expect(await taken(payer)).toBe(2000 + 2300);
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
