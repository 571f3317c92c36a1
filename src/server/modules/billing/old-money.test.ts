/** Retention of an erased household's money. */
import { expect, test } from 'vitest';
import { addCard, buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import { readConfig } from '../../config.ts';
import { siteSettings } from '../../http/site.ts';
import { must } from '../../must.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { remindJob } from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';

test('cards and addresses of an erased household go so many years after its last invoice; amounts and the ledger stay', async () => {
  const api = await openBillingApi();
  const { billing } = api.context.config;
  (api.context.config as { billing: typeof billing }).billing = { ...billing, moneyYears: 3 };
  expect(siteSettings(api.context.config).money_years).toBe(3);
  const set = (years: string) => readConfig({ MARU_SECRET: 'x'.repeat(32), MARU_MONEY_YEARS: years });
  expect(set('').billing.moneyYears).toBe(7);
  expect(() => set('0')).toThrow('MARU_MONEY_YEARS');
  const once = await buildPlan(api.db, { priceCents: 1500, period: 'once' });
  const { id: staffId, token: staff } = await buildStaff(api.db);
  await api.pool.query(
    `update staff_sessions set last_seen_at = '2027-04-01', created_at = '2027-04-01' where staff_id = $1`,
    [staffId],
  );
  api.setNow(new Date('2027-01-31T20:00:00Z'));
  const rows = async (text: string, values: unknown[] = []) => (await api.pool.query(text, values)).rows;
  /** Buys once with a refund, and once in vain. */
  const buying = async () => {
    const user = await buildPayer(api);
    expect((await subscribe(api, user, once)).body.data.state).toBe('paid');
    const declined = { ...user, cardId: await addCard(api, user, '4000000000000341') };
    expect((await subscribe(api, declined, once)).body.data.state).toBe('declined');
    const [account] = await rows('select id from billing_accounts where household_id = $1', [
      user.householdId,
    ]);
    const payments = await rows('select id, state from billing_payments where account_id = $1', [account.id]);
    const idOf = (state: string) => must(payments.find((own) => own.state === state)?.id, state);
    const refund = { amount_cents: 500, refundable_cents: 1500, reason: 'He was ill, says Mr. Whatsisname' };
    await api.call('POST /api/admin/payments/{id}/refunds', {
      token: staff,
      params: { id: idOf('paid') },
      body: refund,
    });
    const noted = await api.call('PATCH /api/admin/payments/{id}', {
      token: staff,
      params: { id: idOf('paid') },
      body: { notes: 'Mr. Whatsisname called 213-555-0101' },
    });
    expect(noted.status).toBe(200);
    await api.call('POST /api/admin/payments/{id}/void', {
      token: staff,
      params: { id: idOf('open') },
      body: { reason: 'Mr. Whatsisname changed his mind' },
    });
    return { user, accountId: account.id as string };
  };
  const [erased, other] = [await buying(), await buying()];
  await api.pool.query('update accounts_users set deletion_requested_at = $2 where id = $1', [
    erased.user.id,
    new Date('2027-02-01T00:00:00Z'),
  ]);
  api.setNow(new Date('2027-05-10T00:00:00Z'));
  expect(await eraseDueAccounts(api.context)).toBe(1);

  // Notes and reasons of staff are removed from entries about a payment; the entries stay.
  const logged = async (accountId: string) =>
    rows(
      `select e.action, e.changes from event_log e join billing_payments p on p.id = e.entity_id and p.account_id = $1 order by e.created_at, e.id`,
      [accountId],
    );
  expect(await logged(erased.accountId)).toMatchObject([
    { action: 'refund', changes: { amount_cents: [null, 500] } },
    { action: 'note', changes: {} },
    { action: 'void' },
  ]);
  expect(JSON.stringify(await logged(erased.accountId))).not.toContain('Whatsisname');
  expect(JSON.stringify(await logged(other.accountId)).match(/Whatsisname/g)).toHaveLength(3);

  const kept = async (accountId: string) => ({
    cards: await rows(
      `select gateway_card_id, brand, last_four, expiry_month, expiry_year from billing_cards where account_id = $1 order by id`,
      [accountId],
    ),
    addresses: await rows(
      'select city, region, postal_code, country from billing_addresses where account_id = $1',
      [accountId],
    ),
    payments: await rows(
      `select gateway_payment_id, card_brand, card_last_four, card_expiry_month, card_expiry_year, failure_reason, failure_code,
        void_reason from billing_payments where account_id = $1 order by id`,
      [accountId],
    ),
    attempts: await rows(
      `select a.code from billing_attempts a join billing_payments p on p.id = a.payment_id and p.account_id = $1 order by a.id`,
      [accountId],
    ),
    refunds: await rows(
      `select r.gateway_refund_id, r.reason from billing_refunds r join billing_payments p on p.id = r.payment_id and p.account_id = $1`,
      [accountId],
    ),
  });
  /** Data that is never touched. */
  const money = async () => ({
    accounts: await rows('select id, household_id from billing_accounts order by id'),
    invoices: await rows('select * from billing_invoices order by number'),
    payments: await rows(
      'select id, state, amount_cents, refunded_cents, method, paid_at, voided_at, card_id from billing_payments order by id',
    ),
    refunds: await rows('select id, amount_cents, tax_cents, state, at from billing_refunds order by id'),
    entries: await rows('select * from billing_entries order by transaction_id, position'),
  });
  const at = async (instant: string) => {
    api.setNow(new Date(instant));
    await remindJob.run({}, api.context, new AbortController().signal);
  };
  const [before, others, booked] = [await kept(erased.accountId), await kept(other.accountId), await money()];
  expect(before.cards).toMatchObject([{ brand: 'visa', last_four: '4242' }, { last_four: '0341' }]);
  expect(before.addresses).toEqual([{ city: null, region: 'CA', postal_code: '90010', country: 'US' }]);
  expect(before.refunds).toMatchObject([{ reason: '', gateway_refund_id: expect.any(String) }]);
  expect(others.refunds).toMatchObject([{ reason: 'He was ill, says Mr. Whatsisname' }]);
  expect(before.payments.map(({ void_reason }) => void_reason)).toEqual([null, null]);
  expect(others.payments.map(({ void_reason }) => void_reason)).toEqual([
    null,
    'Mr. Whatsisname changed his mind',
  ]);
  expect(before.payments.some(({ failure_code }) => failure_code !== null)).toBe(true);

  await at('2030-01-31T19:00:00Z');
  expect(await kept(erased.accountId)).toEqual(before);
  for (const instant of ['2030-02-01T20:00:00Z', '2030-02-02T20:00:00Z']) {
    await at(instant);
    const card = { gateway_card_id: '', brand: '', last_four: '', expiry_month: 0, expiry_year: 0 };
    const payment = Object.fromEntries(Object.keys(before.payments[0]).map((column) => [column, null]));
    expect(await kept(erased.accountId)).toEqual({
      cards: [card, card],
      addresses: [{ city: null, region: '', postal_code: '', country: 'US' }],
      payments: [payment, payment],
      attempts: before.attempts.map(() => ({ code: null })),
      refunds: [{ gateway_refund_id: null, reason: '' }],
    });
    expect(await kept(other.accountId)).toEqual(others);
    expect(await money()).toEqual(booked);
  }
  const [{ cents }] = await rows('select sum(amount_cents)::int as cents from billing_entries');
  expect(cents).toBe(0);
});

test('what is owed to nobody any more ends: credit of an erased household, and codes of a lot that have expired', async () => {
  const api = await openBillingApi();
  const start = new Date('2027-01-31T20:00:00Z');
  api.setNow(start);
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  const { token } = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
  const make = async (lot: string, expires_at: string | null) => {
    const made = await api.call('POST /api/admin/gift-lots', {
      token,
      body: { lot, plan_id: plan.id, months: 3, count: 2, expires_at },
    });
    expect(made.status).toBe(200);
    const { rows } = await api.pool.query<{ code: string }>(
      'select code from billing_gifts where lot = $1 order by id',
      [lot],
    );
    return rows.map(({ code }) => code);
  };
  const redeem = async (user: { token: string }, code = '') =>
    api.call('POST /api/account/gifts/redeem', { token: user.token, locale: 'en', body: { code } });
  const work = async (at: Date) => {
    api.setNow(at);
    await api.pool.query('update accounts_sessions set last_seen_at = $1', [at]);
    await remindJob.run({}, api.context, new AbortController().signal);
  };
  const [gone, stays] = [await buildUser(api.db), await buildUser(api.db)];
  const open = await make('Open', null);
  const short = await make('Short', '2027-02-15T00:00:00Z');
  for (const [index, user] of [gone, stays].entries())
    expect((await redeem(user, open[index])).body.data).toMatchObject({ begins: true });
  expect(await readBalances(api.db)).toMatchObject({ gift_credit: -6000, gifts: -9000 });

  await work(new Date('2027-02-14T20:00:00Z'));
  expect(await readBalances(api.db)).toMatchObject({ gift_credit: -6000, gifts: -9000 });
  await work(new Date('2027-02-15T20:00:00Z'));
  expect((await readBalances(api.db)).gifts).toBeUndefined();
  // A code in hand still names the reason.
  expect((await redeem(await buildUser(api.db), short[0])).body.errors).toEqual({
    code: ['This gift code has expired.'],
  });

  await api.call('POST /api/account/deletion', { token: gone.token, body: { password: gone.password } });
  const erasedAt = new Date('2027-06-01T20:00:00Z');
  await work(erasedAt);
  expect(await readBalances(api.db)).toMatchObject({ gift_credit: -6000 });
  expect(await eraseDueAccounts(api.context)).toBe(1);
  for (const hours of [1, 25]) {
    await work(new Date(erasedAt.getTime() + hours * 3_600_000));
    expect(await readBalances(api.db)).toMatchObject({ gift_credit: -3000, breakage: -3000 });
  }
});
