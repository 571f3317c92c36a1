/**
 * Paying for another household's plan, through HTTP: request by link, payment, service, end, and messages to
 * both sides.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  addCard,
  address,
  type BillingApi,
  buildPayer,
  householdReads,
  openBillingApi,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildProfile, buildStaff, buildUser } from '../../../../test/build.ts';
import { countWaiting, untilWaiting } from '../../../../test/locks.ts';
import { must } from '../../must.ts';
import { cancelDeletion, requestDeletion } from '../accounts/deletion.service.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { billingPersonalData } from './billing.personal-data.ts';
import { remindPayers } from './reminders.service.ts';

let api: BillingApi;
let plan: Awaited<ReturnType<typeof buildPlan>>;
let dear: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  plan = await buildPlan(api.db, { nameEn: 'Korea', priceCents: 1500, trialDays: 7 });
  dear = await buildPlan(api.db, { nameEn: 'All', priceCents: 3000 });
});

type User = Awaited<ReturnType<typeof buildUser>>;
type Payer = Awaited<ReturnType<typeof buildPayer>>;

const { hasPlan, membership } = householdReads(() => api);
const ask = (user: User, planId = plan.id) =>
  api.call('POST /api/account/pay-requests', { token: user.token, body: { plan_id: planId } });
const find = (user: User, code: string) =>
  api.call('POST /api/account/pay-requests/find', { token: user.token, locale: 'en', body: { code } });
const quoteFor = (user: User, code: string, planId = plan.id) =>
  api.call('POST /api/account/checkout-quotes', {
    token: user.token,
    locale: 'en',
    body: { plan_id: planId, price_id: plan.priceId, pay_request: code },
  });
const payFor = async (user: Payer, code: string) => {
  const quoted = (await quoteFor(user, code)).body.data;
  return api.call('POST /api/account/checkouts', {
    token: user.token,
    locale: 'en',
    body: {
      key: randomUUID(),
      plan_id: plan.id,
      price_id: plan.priceId,
      card_id: user.cardId,
      pay_request: code,
      charge_cents: quoted.bill.charge_cents,
      agreement: quoted.agreement,
    },
  });
};
const mailsTo = async ({ id }: User) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const subjectsTo = async (user: User) => (await mailsTo(user)).map(({ subject }) => subject);
const notificationsOf = async (user: User) => {
  const { id } = await buildProfile(api.db, { householdId: user.householdId });
  const { body } = await api.call('GET /api/account/notifications', {
    token: user.token,
    query: { profile_id: id },
    locale: 'en',
  });
  return body.data.map(({ title }) => title);
};

/** A household that requests payment in the name of its first profile, with the code of its link. */
async function buildAsker(): Promise<User & { code: string }> {
  const user = await buildUser(api.db, { locale: 'en' });
  await buildProfile(api.db, { householdId: user.householdId, name: '민지' });
  expect((await ask(user)).status).toBe(200);
  return { ...user, code: (await membership(user)).pay_request?.code ?? '' };
}

/** A household whose plan is paid by another one, and the payer. */
async function buildServed() {
  const asker = await buildAsker();
  const payer = await buildPayer(api);
  await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [payer.id]);
  expect((await payFor(payer, asker.code)).body.data.state).toBe('paid');
  return { asker, payer };
}

test('somebody else pays for the plan of who asked, as for their own and without a trial', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  expect(await hasPlan(asker)).toBe(true);
  expect(await hasPlan(payer)).toBe(false);
  expect(await notificationsOf(asker)).toEqual(['Your plan has begun']);
  expect(await notificationsOf(payer)).toEqual([]);
  const served = await membership(asker);
  expect(served).toMatchObject({
    subscription: null,
    given_plan: { plan_name: 'Korea', renews: true, is_stopped: false },
    pay_request: null,
    open_invoice: null,
    cards: [],
    pays_for: [],
    trial_possible: false,
  });
  expect(JSON.stringify(served)).not.toContain('1500');
  const paying = await membership(payer);
  expect(paying).toMatchObject({
    subscription: null,
    given_plan: null,
    // The payer's own first plan may still start with a trial.
    trial_possible: true,
    pays_for: [
      { name: '민지', plan_name: 'Korea', state: 'active', next_charge: { on: '2027-02-28', cents: 1500 } },
    ],
  });
  // Staff members see each household's counterpart.
  const staff = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [start]);
  const atOffice = async ({ id }: User) => {
    const { body } = await api.call('GET /api/admin/customers/{id}/billing', {
      token: staff.token,
      params: { id },
      locale: 'en',
    });
    return { paid_by: body.data.paid_by, pays_for: body.data.pays_for };
  };
  const names = await api.pool.query<{ id: string; username: string }>(
    'select id, username from accounts_users where id = any($1)',
    [[asker.id, payer.id]],
  );
  const other = ({ id }: User) => ({
    customer_id: id,
    username: names.rows.find((row) => row.id === id)?.username,
    plan_name: 'Korea',
  });
  expect(await atOffice(asker)).toEqual({ paid_by: other(payer), pays_for: [] });
  expect(await atOffice(payer)).toEqual({ paid_by: null, pays_for: [other(asker)] });
  // The recipient's name is masked, also in the agreement, until the staff member unmasks the customer.
  const texts = async () => {
    const { body } = await api.call('GET /api/admin/customers/{id}/billing', {
      token: staff.token,
      params: { id: payer.id },
      locale: 'en',
    });
    return [...body.data.history, ...body.data.consents].map(({ text }) => text);
  };
  expect(await texts()).toEqual(['Korea began (민•••)', expect.stringMatching(/^.•••$/)]);
  const opened = await api.call('POST /api/admin/personal-data-openings', {
    token: staff.token,
    body: { resource: 'customers', id: payer.id, reason: 'They called' },
  });
  expect(opened.status).toBe(200);
  expect(await texts()).toEqual(['Korea began (민지)', expect.stringContaining('민지')]);
  const invoices = async (user: User) =>
    (await api.call('GET /api/account/invoices', { token: user.token, locale: 'en' })).body.data;
  expect(await invoices(asker)).toEqual([]);
  const [invoice] = await invoices(payer);
  expect(invoice).toMatchObject({
    text: expect.stringMatching(/^Korea .*\(민지\)$/),
    total_cents: 1500,
    state: 'paid',
  });
  const read = await api.call('GET /api/account/invoices/{id}', {
    token: asker.token,
    params: { id: invoice?.id ?? '' },
  });
  expect(read.status).toBe(404);
  const history = async (user: User) =>
    (await api.call('GET /api/account/subscription-history', { token: user.token, locale: 'en' })).body.data;
  expect(await history(asker)).toMatchObject([{ text: 'Korea began' }]);
  expect(await history(payer)).toMatchObject([{ text: 'Korea began (민지)' }]);
  expect(await subjectsTo(asker)).toEqual(['Korea is yours to watch']);
  const [receipt, ...more] = await mailsTo(payer);
  expect([receipt?.subject, more]).toEqual([expect.stringContaining('receipt: $15.00'), []]);
  expect(receipt?.text).toContain('We charged $15.00 for Korea for 민지');
  // The payer's own plan starts in addition, with the trial.
  expect((await subscribe(api, payer, plan)).body.data.state).toBe('paid');
  expect((await membership(payer)).subscription?.state).toBe('trial');
});

test('a link says the name and the plan, and nothing once it is expired, withdrawn, replaced or paid', async () => {
  api.setNow(start);
  const asker = await buildAsker();
  const payer = await buildPayer(api);
  const { body } = await find(payer, ` ${asker.code.toLowerCase()} `);
  expect(body.data).toEqual({
    name: '민지',
    plan_id: plan.id,
    price_id: plan.priceId,
    plan_name: 'Korea',
    price_cents: 1500,
    period: 'monthly',
    is_own: false,
  });
  expect((await find(asker, asker.code)).body.data.is_own).toBe(true);
  const gone = async (code: string) => {
    const [found, quoted] = [await find(payer, code), await quoteFor(payer, code)];
    expect([found.status, found.body.code, quoted.body.code]).toEqual([
      404,
      'pay_request_gone',
      'pay_request_gone',
    ]);
  };
  await gone('AAAA-BBBB-CCCC-DDDD');
  // The link cannot pay for another plan, and the requesting household cannot use it.
  expect((await quoteFor(payer, asker.code, dear.id)).body.code).toBe('pay_request_gone');
  expect((await quoteFor(asker, asker.code)).body.code).toBe('pay_request_gone');
  await ask(asker);
  await gone(asker.code);
  const { code } = (await membership(asker)).pay_request ?? { code: '' };
  api.setNow(new Date(start.getTime() + 14 * 86_400_000));
  await gone(code);
  expect((await membership(asker)).pay_request).toBeNull();
  await ask(asker);
  const fresh = (await membership(asker)).pay_request?.code ?? '';
  expect((await find(payer, fresh)).status).toBe(200);
  await api.call('DELETE /api/account/pay-requests', { token: asker.token });
  await gone(fresh);
  await ask(asker);
  const last = (await membership(asker)).pay_request?.code ?? '';
  expect((await payFor(payer, last)).body.data.state).toBe('paid');
  await gone(last);
  expect((await ask(asker)).body.code).toBe('already_subscribed');
});

test('a payment that fails is told to who pays alone, and who is served may leave it', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  await addCard(api, payer, '4000000000000341');
  const due = new Date('2027-02-28T20:00:00Z');
  await runUntil(api, start, due);
  expect(await membership(asker)).toMatchObject({
    open_invoice: null,
    given_plan: { renews: true, is_stopped: false },
  });
  expect(await membership(payer)).toMatchObject({
    open_invoice: { cents: 1500 },
    pays_for: [{ state: 'unpaid' }],
  });
  await runUntil(api, due, new Date('2027-03-08T20:00:00Z'));
  await remindPayers(api.context);
  expect(await hasPlan(asker)).toBe(false);
  expect((await membership(asker)).given_plan?.is_stopped).toBe(true);
  expect(await subjectsTo(asker)).toEqual(['Korea is yours to watch']);
  expect(await subjectsTo(payer)).toEqual([
    expect.stringContaining('receipt'),
    expect.stringContaining('We couldn’t charge you'),
    'Korea for 민지 is on hold',
  ]);
  expect((await membership(asker)).given_plan?.ends_at_once).toBe(true);
  // The recipient ends the plan. The open invoice ends with it, and the recipient may choose a plan.
  const cancelled = await api.call('POST /api/account/membership/cancel', {
    token: asker.token,
    body: { password: asker.password },
  });
  expect(cancelled.status).toBe(200);
  await runAt(api, new Date('2027-03-08T21:00:00Z'));
  expect(await membership(asker)).toMatchObject({ given_plan: null, subscription: null });
  expect(await membership(payer)).toMatchObject({ open_invoice: null, pays_for: [] });
  expect((await subjectsTo(asker)).at(-1)).toBe('Korea has ended');
  const last = (await mailsTo(payer)).at(-1);
  expect(last?.subject).toBe('You won’t be charged for Korea for 민지 anymore');
  expect(last?.text).toContain('it ends right away');
  expect((await ask(asker)).status).toBe(200);
});

test('a new card pays all that is open, of the payer’s own plan and of the one they pay for', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  expect((await subscribe(api, payer, dear)).body.data.state).toBe('paid');
  await addCard(api, payer, '4000000000000341');
  const later = new Date('2027-03-01T20:00:00Z');
  await runUntil(api, start, later);
  expect((await membership(payer)).subscription?.state).toBe('unpaid');
  expect((await membership(payer)).pays_for).toMatchObject([{ state: 'unpaid' }]);
  await addCard(api, payer, '4242424242424242');
  expect(await membership(payer)).toMatchObject({
    open_invoice: null,
    subscription: { state: 'active' },
    pays_for: [{ state: 'active' }],
  });
  expect(await hasPlan(asker)).toBe(true);
});

test('who pays may stop, both hear when it ends, and it ends with the paid period', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  const [paid] = (await membership(payer)).pays_for;
  const stop = (user: User, password: string) =>
    api.call('POST /api/account/paid-plans/{id}/cancel', {
      token: user.token,
      params: { id: paid?.id ?? '' },
      body: { password },
    });
  expect((await stop(payer, 'not the password')).status).toBe(422);
  expect((await stop(asker, asker.password)).status).toBe(404);
  expect((await stop(payer, payer.password)).status).toBe(200);
  expect(await membership(asker)).toMatchObject({ given_plan: { renews: false, last_day: '2027-02-27' } });
  expect(await membership(payer)).toMatchObject({ pays_for: [{ renews: false, next_charge: null }] });
  await runUntil(api, start, new Date('2027-02-27T20:00:00Z'));
  expect(await hasPlan(asker)).toBe(true);
  await runAt(api, new Date('2027-02-28T20:00:00Z'));
  expect(await hasPlan(asker)).toBe(false);
  expect(await membership(asker)).toMatchObject({ given_plan: null });
  expect(await subjectsTo(asker)).toEqual(['Korea is yours to watch', 'Korea ends on February 27, 2027']);
  expect(await subjectsTo(payer)).toEqual([
    expect.stringContaining('receipt'),
    'You won’t be charged for Korea for 민지 anymore',
  ]);
  for (const { text } of await mailsTo(asker)) expect(text).not.toMatch(/\$|4242/);
});

/** Resumes payment of the payer's only plan for another household, as its page does. */
const payAgain = async (payer: Payer, agreement?: string) => {
  const [paid] = (await membership(payer)).pays_for;
  return api.call('POST /api/account/paid-plans/{id}/resume', {
    token: payer.token,
    locale: 'en',
    params: { id: paid?.id ?? '' },
    body: { agreement: agreement ?? paid?.resume_agreement ?? '', password: payer.password },
  });
};
const stopPaying = async (payer: Payer) => {
  const [paid] = (await membership(payer)).pays_for;
  const params = { id: paid?.id ?? '' };
  const { password } = payer;
  return api.call('POST /api/account/paid-plans/{id}/cancel', {
    token: payer.token,
    params,
    body: { password },
  });
};

test('who pays and has stopped pays again until the plan ends, by words that are kept, and who is served hears of it', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  expect((await membership(payer)).pays_for).toMatchObject([{ renews: true, resume_agreement: null }]);
  // A plan that renews has no stopped payment to resume.
  expect((await payAgain(payer, 'anything')).body.code).toBe('conflict');
  expect((await stopPaying(payer)).status).toBe(200);
  const [stopped] = (await membership(payer)).pays_for;
  expect(stopped?.resume_agreement).toContain(
    'starting on February 28, 2027, $15.00 plus tax is charged automatically to my card every month',
  );
  expect(stopped?.resume_agreement).toContain('민지 uses the plan');
  expect((await payAgain(payer, 'other words')).body.code).toBe('conflict');
  const foreign = await api.call('POST /api/account/paid-plans/{id}/resume', {
    token: asker.token,
    params: { id: stopped?.id ?? '' },
    body: { agreement: stopped?.resume_agreement ?? '', password: asker.password },
  });
  expect(foreign.status).toBe(404);
  expect((await payAgain(payer)).status).toBe(200);
  expect((await membership(payer)).pays_for).toMatchObject([
    { renews: true, resume_agreement: null, next_charge: { on: '2027-02-28', cents: 1500 } },
  ]);
  expect(await membership(asker)).toMatchObject({ given_plan: { renews: true } });
  expect((await subjectsTo(asker)).at(-1)).toBe('Korea continues');
  expect((await subjectsTo(payer)).at(-1)).toBe('You pay for Korea for 민지 again');
  const kept = await api.pool.query<{ text: string }>(
    'select text from billing_consents where subscription_id = $1 order by at desc, id desc limit 1',
    [stopped?.id],
  );
  expect(kept.rows[0]?.text).toContain('{name} uses the plan');
  await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
  expect(await hasPlan(asker)).toBe(true);
  expect(await membership(payer)).toMatchObject({ pays_for: [{ state: 'active', last_day: '2027-03-30' }] });
});

test('who pays takes back what their own leaving has ended, and not what who is served has ended or leaves', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  const leave = async ({ id }: User) => {
    await requestDeletion(api.context, id);
    return () => cancelDeletion(api.context, id);
  };
  const stay = await leave(payer);
  // A payer with a deletion request is not charged, whatever the agreement.
  expect((await payAgain(payer)).body.code).toBe('household_leaving');
  await stay();
  expect((await payAgain(payer)).status).toBe(200);
  const returns = await leave(asker);
  expect((await membership(payer)).pays_for).toMatchObject([{ renews: false, resume_agreement: null }]);
  expect((await payAgain(payer, 'anything')).body.code).toBe('conflict');
  await returns();
  expect((await payAgain(payer)).status).toBe(200);
  const ended = await api.call('POST /api/account/membership/cancel', {
    token: asker.token,
    body: { password: asker.password },
  });
  expect(ended.status).toBe(200);
  expect((await membership(payer)).pays_for).toMatchObject([{ renews: false, resume_agreement: null }]);
  expect((await payAgain(payer, 'anything')).body.code).toBe('conflict');
});

test('a plan that somebody in another zone pays for follows the one that has just ended, and no hour is served twice', async () => {
  const zoned = async (user: User, zone: string) =>
    api.pool.query('update accounts_households set zone = $2 where id = $1', [user.householdId, zone]);
  for (const [own, other] of [
    ['America/Los_Angeles', 'America/New_York'],
    ['America/New_York', 'America/Los_Angeles'],
  ] as const) {
    api.setNow(start);
    const [asker, payer] = [await buildPayer(api), await buildPayer(api)];
    await zoned(asker, own);
    await zoned(payer, other);
    expect((await subscribe(api, asker, dear)).body.data.state).toBe('paid');
    const { password } = asker;
    await api.call('POST /api/account/membership/cancel', { token: asker.token, body: { password } });
    // The recipient's plan ended half an hour ago, by the recipient's own zone.
    const over = new Date(own === 'America/New_York' ? '2027-02-28T05:30:00Z' : '2027-02-28T08:30:00Z');
    await runUntil(api, start, over);
    expect(await hasPlan(asker)).toBe(false);
    await buildProfile(api.db, { householdId: asker.householdId });
    await ask(asker);
    const { pay_request } = await membership(asker);
    expect((await payFor(payer, pay_request?.code ?? '')).body.data.state).toBe('paid');
    expect(await hasPlan(asker)).toBe(true);
    // Another change of its first period keeps the row.
    expect((await stopPaying(payer)).status).toBe(200);
    expect((await payAgain(payer)).status).toBe(200);
    const { rows } = await api.pool.query<{ starts: Date; ends: Date }>(
      'select starts_at as starts, ends_at as ends from plans_periods where household_id = $1 order by starts_at',
      [asker.householdId],
    );
    expect(rows).toHaveLength(2);
    expect(rows[1]?.starts).toEqual(rows[0]?.ends);
  }
});

test('who is served changes nothing that costs somebody else money', async () => {
  api.setNow(start);
  const { asker } = await buildServed();
  const token = asker.token;
  const change = { kind: 'plan' as const, price_id: dear.priceId };
  const { password } = asker;
  const ends = [
    await api.call('POST /api/account/membership/quotes', { token, body: { change } }),
    await api.call('POST /api/account/membership/changes', {
      token,
      body: { change, charge_cents: 0, agreement: null, password },
    }),
    await api.call('POST /api/account/membership/pause', {
      token,
      body: { from: '2027-02-05', to: '2027-02-09', password },
    }),
    await api.call('POST /api/account/membership/resume', { token, body: { agreement: null, password } }),
    await api.call('DELETE /api/account/membership/pause', { token, body: { password } }),
  ];
  expect(ends.map(({ body }) => body.code)).toEqual(Array(5).fill('not_yours_to_change'));
});

test('when either of the two leaves, nothing more is charged', async () => {
  api.setNow(start);
  for (const leaving of ['asker', 'payer'] as const) {
    const pair = await buildServed();
    await api.context.db.transaction((tx) =>
      api.context.hooks.householdLeaving(api.context, tx, pair[leaving].householdId),
    );
    expect((await membership(pair.payer)).pays_for).toMatchObject([{ renews: false }]);
    expect((await membership(pair.asker)).given_plan).toMatchObject({ renews: false });
  }
});

test('of a checkout of one’s own and one by somebody else, only one is charged', async () => {
  api.setNow(start);
  const asker = await buildAsker();
  await api.call('PUT /api/account/billing-address', { token: asker.token, body: address });
  const own = { ...asker, cardId: await addCard(api, asker, '4000000000000341') };
  const payer = await buildPayer(api);
  await api.pool.query('update plans_plans set trial_days = 0 where id = $1', [plan.id]);
  expect((await subscribe(api, own, plan)).body.data.state).toBe('declined');
  // The open checkout of one household gives way to that of the other, in both directions.
  const declined = { ...payer, cardId: await addCard(api, payer, '4000000000000341') };
  expect((await payFor(declined, asker.code)).body.data.state).toBe('declined');
  expect((await subscribe(api, own, plan)).body.data.state).toBe('declined');
  const both = await Promise.all([
    payFor(payer, asker.code),
    addCard(api, asker).then((cardId) => subscribe(api, { ...own, cardId }, plan)),
  ]);
  const { rows } = await api.pool.query(
    `select p.state from billing_payments p join billing_invoices i on i.id = p.invoice_id
      join billing_subscriptions s on s.id = i.subscription_id where s.household_id = $1 and p.state = 'paid'`,
    [asker.householdId],
  );
  expect(rows, JSON.stringify(both.map(({ body }) => body))).toHaveLength(1);
});

test('what is charged next has the taxes of who pays', async () => {
  api.setNow(start);
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values
    (gen_random_uuid(), 'US', 'NY', 'plan', 'State', 'US-NY', 100000, '2020-01-01', now(), now())`);
  const asker = await buildAsker();
  const payer = await buildPayer(api, { address: { region: 'NY', city: 'New York', postal_code: '10001' } });
  expect((await payFor(payer, asker.code)).body.data.state).toBe('paid');
  expect((await membership(payer)).pays_for).toMatchObject([{ next_charge: { cents: 1650 } }]);
});

test('a link that is asked for while the plan is being paid waits for it, and is refused', async () => {
  api.setNow(start);
  const asker = await buildAsker();
  const payer = await buildPayer(api, { number: '4000000000000341' });
  expect((await payFor(payer, asker.code)).body.data.state).toBe('declined');
  // The payment locks the subscription, not the requesting household's account.
  const paying = await api.pool.connect();
  try {
    await paying.query('begin');
    await paying.query(
      `update billing_subscriptions set state = 'active' where household_id = $1 and state = 'incomplete'`,
      [asker.householdId],
    );
    const again = ask(asker);
    await expect.poll(() => countWaiting(api.pool), untilWaiting).toBe(1);
    await paying.query('commit');
    expect((await again).body.code).toBe('already_subscribed');
  } finally {
    paying.release();
  }
});

test('that it begins is told when it begins, and not by a link that was left', async () => {
  api.setNow(start);
  const { asker } = await buildServed();
  const told = await subjectsTo(asker);
  await api.pool.query(
    `insert into billing_pay_requests (household_id, code, plan_id, expires_at, created_at, updated_at)
      values ($1, 'LEFTLEFTLEFTLEFT', $2, '2027-03-15', now(), now())`,
    [asker.householdId, plan.id],
  );
  await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
  expect((await membership(asker)).pay_request).toBeNull();
  expect(await subjectsTo(asker)).toEqual(told);
});

test('who pays is told for whom a plan has ended that was not paid, and both of the last day that was served', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  await api.pool.query('update billing_accounts set card_id = null where household_id = $1', [
    payer.householdId,
  ]);
  await runUntil(api, start, new Date('2027-04-30T20:00:00Z'));
  const mails = await mailsTo(payer);
  expect(mails.at(-1)?.subject).toBe('Korea for 민지 has ended');
  expect(mails.at(-1)?.text).toContain('The plan for 민지 has ended');
  expect(mails.at(-1)?.text).toContain('ended on March 6, 2027');
  expect((await mailsTo(asker)).at(-1)?.text).toContain('Your plan ended on March 6, 2027.');
});

test('who pays for somebody else is told before they redeem a gift that its credit pays for that too', async () => {
  api.setNow(start);
  const { asker, payer } = await buildServed();
  const staff = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [start]);
  await api.call('POST /api/admin/gift-lots', {
    token: staff.token,
    body: { lot: 'Shared', plan_id: plan.id, months: 1, count: 1, expires_at: null },
  });
  const made = await api.call('GET /api/admin/gifts', { token: staff.token, query: { q: 'Shared' } });
  const body = { code: made.body.data[0]?.code ?? '' };
  const check = async ({ token }: User) =>
    (await api.call('POST /api/account/gifts/check', { token, body })).body.data;
  expect(await check(payer)).toMatchObject({ begins: true, pays_for_others: true });
  expect(await check(asker)).toMatchObject({ begins: false, pays_for_others: false });
  const { body: given } = await api.call('POST /api/account/gifts/redeem', { token: payer.token, body });
  expect(given.data).toMatchObject({ begins: true, pays_for_others: true });
});

test('the card of a checkout is charged for other plans once the checkout is paid or its trial begins, not before', async () => {
  api.setNow(start);
  const { payer } = await buildServed();
  const { token } = payer;
  const usual = async () => (await membership(payer)).cards.find(({ is_default }) => is_default)?.last_four;
  /** Adds another card and keeps the first one as the default. */
  const another = async (number: string) => {
    const cardId = await addCard(api, payer, number);
    await api.call('POST /api/account/cards/{id}/default', { token, params: { id: payer.cardId } });
    expect(await usual()).toBe('4242');
    return { ...payer, cardId };
  };
  const bad = await another('4000000000000341');
  const declined = await subscribe(api, bad, dear);
  expect(declined.body.data.state).toBe('declined');
  expect(await usual()).toBe('4242');
  await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
  expect((await membership(payer)).pays_for).toMatchObject([
    { state: 'active', next_charge: { on: '2027-03-31' } },
  ]);

  // A card added on a checkout page is saved without becoming the default, as long as it has paid nothing.
  const fresh = await addCard(api, payer, '4000000000000341', { forCheckout: true });
  expect(await usual()).toBe('4242');
  expect((await subscribe(api, { ...payer, cardId: fresh }, dear)).body.data.state).toBe('declined');
  expect(await usual()).toBe('4242');

  // The same checkout is paid with a third card after its own was declined.
  const once = await subscribe(api, bad, dear);
  expect(once.body.data.state).toBe('declined');
  const third = await another('5555555555554444');
  const paid = await api.call('POST /api/account/invoices/{id}/pay', {
    token,
    params: { id: once.body.data.invoice_id ?? '' },
    body: { card_id: third.cardId },
  });
  expect(paid.body.data.state).toBe('paid');
  expect(await usual()).toBe('4444');

  api.setNow(start);
  const tries = (await buildServed()).payer;
  const cardId = await addCard(api, tries, '371449635398431', { forCheckout: true });
  expect((await membership(tries)).cards.find(({ is_default }) => is_default)?.last_four).toBe('4242');
  const tried = await buildPlan(api.db, { priceCents: 1500, trialDays: 7 });
  expect((await subscribe(api, { ...tries, cardId }, tried)).body.data).toMatchObject({ state: 'paid' });
  expect((await membership(tries)).subscription?.state).toBe('trial');
  expect((await membership(tries)).cards.find(({ is_default }) => is_default)?.last_four).toBe('8431');
});

test('who is served is named to who pays while they are there, and nowhere once they are erased', async () => {
  const staff = (await buildStaff(api.db)).token;
  const agreedOf = async (payer: Payer) => {
    const section = must(
      billingPersonalData.sections?.find(({ name }) => name === 'agreements'),
      'section',
    );
    const copied = await api.db.execute(
      section.query({ userId: payer.id, householdId: payer.householdId, locale: 'en' }),
    );
    await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [api.context.now()]);
    await api.call('POST /api/admin/personal-data-openings', {
      token: staff,
      body: { resource: 'customers', id: payer.id, reason: 'They called' },
    });
    const office = await api.call('GET /api/admin/customers/{id}/billing', {
      token: staff,
      params: { id: payer.id },
      locale: 'en',
    });
    expect(office.body.data.consents.map(({ text }) => text)).toEqual(copied.rows.map(({ text }) => text));
    return String(copied.rows[0]?.text);
  };
  for (const locale of ['en', 'ko'] as const) {
    api.setNow(start);
    const asker = await buildAsker();
    const payer = await buildPayer(api);
    await api.pool.query('update accounts_users set locale = $2 where id = $1', [payer.id, locale]);
    const asked = { plan_id: plan.id, price_id: plan.priceId, pay_request: asker.code };
    const { token } = payer;
    const quoted = (await api.call('POST /api/account/checkout-quotes', { token, locale, body: asked })).body;
    const { agreement, bill } = quoted.data;
    const named = locale === 'ko' ? '이용권은 민지님이 쓰고' : '민지 uses the plan';
    expect(agreement).toContain(named);
    const paid = await api.call('POST /api/account/checkouts', {
      token,
      locale,
      body: {
        ...asked,
        key: randomUUID(),
        card_id: payer.cardId,
        charge_cents: bill.charge_cents,
        agreement,
      },
    });
    expect(paid.body.data.state).toBe('paid');
    expect(await agreedOf(payer)).toBe(agreement);
    await api.call('POST /api/account/deletion', { token: asker.token, body: { password: asker.password } });
    expect((await mailsTo(payer)).some(({ subject }) => subject.includes('민지'))).toBe(true);
    await api.pool.query(`update mail_messages set state = 'sent'`);
    // Messages with an earlier name of the recipient, and one about another recipient.
    await api.pool.query(
      `update mail_messages set subject = replace(subject, '민지', '예전'), named_as = '예전' where user_id = $1 and id =
        (select max(id::text)::uuid from mail_messages where user_id = $1 and subject like '%민지%')`,
      [payer.id],
    );
    const notified = (subject: string, values: object) =>
      api.pool.query(
        `insert into notifications_events (id, kind, cause, subject_id, "values", user_id, created_at)
          values (gen_random_uuid(), 'billing', $1, gen_random_uuid(), $2, $3, now())`,
        [subject, values, payer.id],
      );
    await notified('earlier', { for_name: '예전', for_id: asker.householdId });
    await notified('today', { for_name: '민지', for_id: asker.householdId });
    await notified('other', { for_name: '하준', for_id: randomUUID() });
    await runAt(api, new Date(start.getTime() + 91 * 86_400_000));
    expect(await eraseDueAccounts(api.context)).toBeGreaterThan(0);
    const nobody = locale === 'ko' ? '이용권은 다른 분이 쓰고' : 'Somebody else uses the plan';
    expect(await agreedOf(payer)).toBe(agreement.replace(named, nobody));
    const { rows } = await api.pool.query(
      `select (select count(*)::int from billing_consents where text like '%민지%') as agreed,
        (select count(*)::int from mail_messages where user_id = $1 and concat(subject, text, html, named_as) ~ '민지|예전') as told,
        (select array_agg(values ->> 'for_name') from notifications_events where user_id = $1 and values ? 'for_name') as named`,
      [payer.id],
    );
    expect(rows).toEqual([{ agreed: 0, told: 0, named: ['하준'] }]);
  }
});

test('guesses of a code at a checkout count as guesses of the link do, and a valid code does not', async () => {
  api.setNow(start);
  const [asker, guesser] = [await buildUser(api.db), await buildPayer(api)];
  await ask(asker);
  const code = (await membership(asker)).pay_request?.code ?? '';
  const guess = (round: number) => `ABCD-EFGH-${String(round).padStart(4, '0')}`;
  for (let round = 0; round < 10; round += 1) {
    expect((await quoteFor(guesser, guess(round))).body.code).toBe('pay_request_gone');
    expect((await quoteFor(guesser, code)).status).toBe(200);
  }
  for (let round = 10; round < 20; round += 1)
    expect((await find(guesser, guess(round))).body.code).toBe('pay_request_gone');
  expect((await quoteFor(guesser, guess(20))).body.code).toBe('too_many_tries');
  expect((await find(guesser, guess(20))).body.code).toBe('too_many_tries');
  const confirmed = await api.call('POST /api/account/checkouts', {
    token: guesser.token,
    body: {
      key: randomUUID(),
      plan_id: plan.id,
      price_id: plan.priceId,
      card_id: guesser.cardId,
      pay_request: guess(21),
      charge_cents: 1500,
      agreement: '',
    },
  });
  expect(confirmed.body.code).toBe('too_many_tries');
  // Without a code there is nothing to guess.
  const own = { plan_id: plan.id, price_id: plan.priceId };
  expect(
    (await api.call('POST /api/account/checkout-quotes', { token: guesser.token, body: own })).status,
  ).toBe(200);
});
