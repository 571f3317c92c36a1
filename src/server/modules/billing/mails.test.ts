/** Mails about money: each says how it was paid, and what will be charged. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildAddressed,
  buildPayer,
  changePlan,
  householdReads,
  openBillingApi,
  resumePlan,
  runAt,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildPlanPrice, buildProfile, buildStaff } from '../../../../test/build.ts';
import { shownCode } from './gift-codes.ts';
import { askRefund, carryOutRefund } from './refunds.service.ts';
import { remindPayers } from './reminders.service.ts';

let api: BillingApi;
let plan: Awaited<ReturnType<typeof buildPlan>>;
let small: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
/** Taxed at a tenth. */
const taxed = { address: { region: 'CA', postal_code: '90010' } };
const untaxed = { address: { region: 'OR', postal_code: '97201' } };

beforeAll(async () => {
  api = await openBillingApi();
  plan = await buildPlan(api.db, { nameKo: '한국 이용권', nameEn: 'Korea', priceCents: 1500 });
  small = await buildPlan(api.db, { nameKo: '작은 플러스', nameEn: 'Small', priceCents: 1000 });
  await api.pool.query(
    `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
      values (gen_random_uuid(), 'US', 'CA', 'plan', 'Sales tax', 'US-CA', 100000, '2020-01-01')`,
  );
});

type Payer = Awaited<ReturnType<typeof buildPayer>>;
/** Somebody who pays and reads mails in a language. */
const buildReader = async (given: Parameters<typeof buildPayer>[1] = {}, locale: 'ko' | 'en' = 'en') => {
  api.setNow(start);
  const user = await buildPayer(api, given);
  await api.pool.query('update accounts_users set locale = $1 where id = $2', [locale, user.id]);
  return user;
};
const mailsTo = async ({ id }: { id: string }) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const { membership } = householdReads(() => api);
const lastTo = async (user: { id: string }) => (await mailsTo(user)).at(-1);
const paymentOf = async ({ householdId }: { householdId: string }) =>
  (
    await api.pool.query<{ id: string }>(
      `select p.id from billing_payments p join billing_accounts a on a.id = p.account_id
        where a.household_id = $1 order by p.id desc limit 1`,
      [householdId],
    )
  ).rows[0]?.id ?? '';
const resume = (user: Payer) => resumePlan(api, user);
const cancel = (user: Payer) =>
  api.call('POST /api/account/membership/cancel', {
    token: user.token,
    body: { password: user.password },
  });
const refund = async (paymentId: string, amountCents: number) => {
  const { id } = await api.db.transaction((tx) =>
    askRefund(tx, api.context, { paymentId, amountCents, reason: 'The customer called', staffName: 'Kim' }),
  );
  expect(await carryOutRefund(api.context, id)).toBe('succeeded');
};

describe('a receipt', () => {
  test('names the card that was charged, which need not be the one that is charged next', async () => {
    const user = await buildReader();
    await addCard(api, user, '5555555555554444');
    await subscribe(api, user, plan);
    expect((await lastTo(user))?.text).toContain('to the card ending in 4242');
    await refund(await paymentOf(user), 100);
    expect((await lastTo(user))?.text).toContain('on your card statement');
  });

  test.each([
    { method: 'check', check_number: '1047', said: 'by check' },
    { method: 'cash', said: 'in cash' },
    { method: 'promotion', said: 'A promotion paid $15.00' },
  ])('of a bill that was paid by $method says so, and names no card', async ({ said, ...received }) => {
    const user = await buildReader(untaxed);
    await subscribe(api, user, plan);
    const bad = await addCard(api, user, '4000000000000341');
    expect(bad).not.toBe('');
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const { id: staffId, token } = await buildStaff(api.db);
    await api.pool.query(
      `update staff_sessions set last_seen_at = '2027-04-01', created_at = '2027-04-01' where staff_id = $1`,
      [staffId],
    );
    const id = await paymentOf(user);
    expect((await lastTo(user))?.text).toContain('ending in 0341');
    const { status } = await api.call('POST /api/admin/payments/{id}/receive', {
      token,
      params: { id },
      body: received as never,
    });
    expect(status).toBe(200);
    const receipt = await lastTo(user);
    expect(receipt?.subject).toContain('receipt: $15.00');
    expect(receipt?.text).toContain(said);
    expect(receipt?.text).not.toMatch(/card|0341|4242/);
    // Of a promotion nobody has paid anything.
    if (received.method === 'promotion') return;
    await refund(id, 500);
    expect((await lastTo(user))?.text).toContain('We refunded $5.00');
    expect((await lastTo(user))?.text).not.toContain('statement');
  });
});

describe('a notification', () => {
  const notificationsOf = async (user: Payer, locale: 'ko' | 'en') => {
    const { id: profile_id } = await buildProfile(api.db, { householdId: user.householdId });
    const { body } = await api.call('GET /api/account/notifications', {
      token: user.token,
      query: { profile_id },
      locale,
    });
    return body.data.map(({ kind, title, text, path }) => ({ kind, title, text, path }));
  };

  test('says what happened by itself, in the words of its mail, and leads to what it asks for; a receipt is mail alone', async () => {
    const user = await buildReader(untaxed);
    await subscribe(api, user, plan);
    expect(await notificationsOf(user, 'en')).toEqual([]);
    await addCard(api, user, '4000000000000341');
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    const { rows } = await api.pool.query<{ id: string }>(
      'select invoice_id as id from billing_payments where id = $1',
      [await paymentOf(user)],
    );
    const path = `/account/invoices/${rows[0]?.id}`;
    const [told] = await notificationsOf(user, 'ko');
    expect(told).toMatchObject({ kind: 'billing', title: '요금을 결제하지 못했어요', path });
    expect(told?.text).toBe('한국 이용권 $15.00를 카드(끝자리 0341)로 결제하지 못했어요.');
    expect(await notificationsOf(user, 'en')).toEqual([
      {
        kind: 'billing',
        title: 'Your payment didn’t go through',
        text: 'We tried to charge $15.00 for Korea to the card ending in 0341, and it didn’t go through.',
        path,
      },
    ]);
    // The first failure is told, not each retry; the last one is that the plan is on hold.
    await runUntil(api, new Date('2027-03-01T20:00:00Z'), new Date('2027-03-20T20:00:00Z'));
    expect((await notificationsOf(user, 'en')).map(({ title }) => title)).toEqual([
      'Your plan is on hold',
      'Your payment didn’t go through',
    ]);
  });

  test('of a renewal that the bank declines until it has asked the owner says so, and leads to the bill', async () => {
    const user = await buildReader(untaxed);
    await subscribe(api, user, plan);
    const card_id = await addCard(api, user, '4000002760003184');
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    const subject = 'Your bank asks you to confirm a payment';
    const mail = await lastTo(user);
    expect(mail?.subject).toBe(subject);
    const id = /\/account\/invoices\/([0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? '';
    // On the page it says so itself where the bank is not answered.
    const of = { token: user.token, params: { id } };
    const asked = await api.call('POST /api/account/invoices/{id}/pay', { ...of, body: { card_id } });
    const secret = String(asked.body.data.client_secret);
    const challenge = `/v3/challenge/${secret.split('_secret')[0]}/fail`;
    await api.gateway.fromBrowser('POST', challenge, { client_secret: secret });
    const ended = await api.call('POST /api/account/invoices/{id}/settle', of);
    expect(ended.body.data.state).toBe('declined');
    expect((await lastTo(user))?.subject).toBe(subject);
    expect((await notificationsOf(user, 'ko')).map(({ title, text }) => [title, text])).toEqual([
      [
        '결제를 마치려면 확인이 필요해요',
        '한국 이용권 $15.00 결제에 카드사의 본인 확인이 필요해요. 확인하면 결제가 끝나요.',
      ],
    ]);
  });
});

describe('what goes on again', () => {
  test('says what is charged next with its taxes, and which of its reasons it is', async () => {
    const user = await buildReader(taxed);
    await subscribe(api, user, plan);
    await cancel(user);
    await resume(user);
    expect((await lastTo(user))?.subject).toBe('Korea continues');
    expect((await lastTo(user))?.text).toContain('The next charge is on February 28, 2027: $16.50.');
    await changePlan(api, user, { kind: 'plan', price_id: small.priceId });
    await resume(user);
    expect((await lastTo(user))?.subject).toBe('You keep Korea');
    expect((await lastTo(user))?.text).toContain('$16.50.');
  });

  test('after a gift says whether a card pays', async () => {
    const user = await buildReader(untaxed, 'ko');
    await api.pool.query(
      `insert into billing_gifts (id, plan_id, months, code, state, amount_cents, created_at, updated_at)
        values (gen_random_uuid(), $1, 1, 'AAAABBBBCCCCDDDD', 'open', 1500, now(), now())`,
      [plan.id],
    );
    const redeemed = await api.call('POST /api/account/gifts/redeem', {
      token: user.token,
      body: { code: shownCode('AAAABBBBCCCCDDDD') },
    });
    expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
    await cancel(user);
    await resume(user);
    expect((await lastTo(user))?.text).toContain('카드로는 결제되지 않아요');
    await resume(user);
    expect((await lastTo(user))?.subject).toBe('한국 이용권을 카드로 이어서 봐요');
    expect((await lastTo(user))?.text).toContain('다음 결제일은 2027년 2월 28일, 요금은 $15.00예요.');
  });
});

describe('what goes on by a card', () => {
  /** Staff whose session is of the clock. */
  const staffNow = async () => {
    const { token } = await buildStaff(api.db);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
    return token;
  };
  const cardIsRequired = { status: 422, body: { errors: { card_id: [expect.any(String)] } } };

  test('after one period that was paid to staff asks for the card first, and nobody had cancelled', async () => {
    api.setNow(start);
    const user = await buildAddressed(api, untaxed.address);
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
    const begun = await api.call('POST /api/admin/customers/{id}/subscriptions', {
      token: await staffNow(),
      params: { id: user.id },
      body: {
        plan_id: plan.id,
        price_id: plan.priceId,
        charge_cents: 1500,
        method: 'check',
        check_number: '1047',
        paid_by: '',
        notes: '',
      },
    });
    expect(begun.status).toBe(200);
    const told = (await mailsTo(user)).length;
    expect(await resumePlan(api, user)).toMatchObject(cardIsRequired);
    expect((await membership(user)).subscription).toMatchObject({ renews: false, cancelled_at: null });
    expect(await mailsTo(user)).toHaveLength(told);
    await addCard(api, user);
    expect((await resumePlan(api, user)).status).toBe(200);
    const last = await lastTo(user);
    expect(last?.subject).toBe('Korea continues after the paid period');
    expect(last?.text).toContain('The next charge is on February 28, 2027: $15.00.');
    expect(last?.text).not.toContain('cancelled');
    await runUntil(api, start, new Date('2027-03-01T20:00:00Z'));
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', renews: true });
  });

  test('is not resumed once the card is removed, by its household or by staff', async () => {
    const user = await buildReader(untaxed);
    await subscribe(api, user, plan);
    await cancel(user);
    const removed = await api.call('DELETE /api/account/cards/{id}', {
      token: user.token,
      params: { id: user.cardId },
    });
    expect(removed.status).toBe(200);
    expect(await resume(user)).toMatchObject(cardIsRequired);
    const byStaff = await api.call('POST /api/admin/customers/{id}/resume-subscription', {
      token: await staffNow(),
      locale: 'en',
      params: { id: user.id },
      body: { reason: 'The customer called' },
    });
    expect([byStaff.status, byStaff.body.errors?.card_id?.[0]]).toEqual([
      422,
      'The customer has no card. They have to add one first.',
    ]);
    expect((await membership(user)).subscription?.renews).toBe(false);
  });

  test('and has none when it is due is told so, and not that it was tried', async () => {
    const user = await buildReader(untaxed);
    await subscribe(api, user, plan);
    await api.pool.query('update billing_accounts set card_id = null where household_id = $1', [
      user.householdId,
    ]);
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const last = await lastTo(user);
    expect(last?.text).toContain('$15.00 is due for Korea, and there is no card to charge.');
    expect(last?.text).not.toContain('tried');
  });
});

describe('what is paid as it is billed', () => {
  test('by a coupon has a receipt, at its checkout', async () => {
    const user = await buildReader(untaxed);
    const { code } = await buildCoupon(api.db, { percentOff: 100 });
    await subscribe(api, user, plan, { coupon: code });
    const [receipt, ...more] = await mailsTo(user);
    expect(more).toEqual([]);
    expect(receipt?.subject).toContain('receipt: $0.00');
    expect(receipt?.text).toContain('Nothing was left to pay for Korea.');
    const { body } = await api.call('GET /api/account/invoices', { token: user.token });
    expect(body.data).toMatchObject([{ total_cents: 0, method: 'promotion' }]);
  });

  test('by credit has a receipt, at a checkout, a change and a renewal', async () => {
    const user = await buildReader(untaxed);
    const { id: staffId, token } = await buildStaff(api.db);
    await api.pool.query(
      `update staff_sessions set last_seen_at = '2027-04-01', created_at = '2027-04-01' where staff_id = $1`,
      [staffId],
    );
    const given = await api.call('POST /api/admin/customers/{id}/credits', {
      token,
      params: { id: user.id },
      body: { key: randomUUID(), amount_cents: 4000, reason: 'Sorry' },
    });
    expect(given.status).toBe(200);
    await subscribe(api, user, small);
    await changePlan(api, user, { kind: 'plan', price_id: plan.priceId });
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const mails = await mailsTo(user);
    expect(mails.map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual(['$10.00', '$5.00', '$15.00']);
    expect(mails[0]?.text).toContain('You paid $10.00 for Small with your credit.');
    expect(mails[2]?.text).toContain('You paid $15.00 for Korea with your credit.');
  });

  test('is nothing where a trial begins, which is confirmed with what was agreed to', async () => {
    const tried = await buildPlan(api.db, { nameEn: 'Tried first', priceCents: 1000, trialDays: 14 });
    // A trial is had once with a card.
    const user = await buildReader({ ...untaxed, number: '5555555555554444' });
    await subscribe(api, user, tried);
    const { rows } = await api.pool.query(
      `select c.text from billing_consents c join billing_subscriptions s on s.id = c.subscription_id
        where s.household_id = $1`,
      [user.householdId],
    );
    const [told, ...more] = await mailsTo(user);
    expect(more).toEqual([]);
    expect(told?.subject).toBe('Your free trial of Tried first has begun');
    expect(told?.text).toContain('The first charge is on February 14, 2027.');
    expect(told?.text.replace(/\s+/g, ' ')).toContain(rows[0].text);
  });
});

test('a plan’s name has the particles of its last letter', async () => {
  const user = await buildReader(untaxed, 'ko');
  await subscribe(api, user, small);
  await cancel(user);
  expect((await lastTo(user))?.subject).toBe('작은 플러스를 해지했어요');
});

describe('what is told beforehand', () => {
  test('of a yearly plan is the new price first, and then that it is charged', async () => {
    const yearly = await buildPlan(api.db, { nameEn: 'Year', period: 'yearly', priceCents: 10_000 });
    const user = await buildReader(taxed);
    await subscribe(api, user, yearly);
    await buildPlanPrice(api.db, {
      planId: yearly.id,
      priceCents: 12_000,
      startsAt: new Date('2027-12-01T08:00:00Z'),
    });
    const before = (await mailsTo(user)).length;
    api.setNow(new Date('2028-01-02T20:00:00Z'));
    await remindPayers(api.context);
    const told = (await mailsTo(user)).slice(before);
    expect(told.map(({ subject }) => subject)).toEqual([
      'The price of Year changes on January 31, 2028',
      'Year renews on January 31, 2028',
    ]);
    expect(told[0]?.text).toContain('costs $120.00 plus tax');
    expect(told[1]?.text).toContain('we will charge $132.00 for another year');
  });

  test('of a price comes with a yearly renewal that is told early, and again in the time for prices', async () => {
    const { yearlyNoticeDays } = api.context.config.billing;
    api.context.config.billing.yearlyNoticeDays = 45;
    try {
      const early = await buildPlan(api.db, { nameEn: 'Early', period: 'yearly', priceCents: 10_000 });
      const user = await buildReader(untaxed);
      await subscribe(api, user, early);
      const startsAt = new Date('2027-12-01T08:00:00Z');
      await buildPlanPrice(api.db, { planId: early.id, priceCents: 12_000, startsAt });
      const before = (await mailsTo(user)).length;
      const told = async () => (await mailsTo(user)).slice(before).map(({ subject }) => subject);
      await remindAt('2027-12-18');
      const price = 'The price of Early changes on January 31, 2028';
      expect(await told()).toEqual([price, 'Early renews on January 31, 2028']);
      await remindAt('2027-12-31');
      expect(await told()).toHaveLength(2);
      for (const day of ['2028-01-01', '2028-01-02', '2028-01-30']) await remindAt(day);
      expect((await told()).slice(2)).toEqual([price]);
      expect((await mailsTo(user)).at(-1)?.text).toContain('Early costs $120.00 plus tax');
    } finally {
      api.context.config.billing.yearlyNoticeDays = yearlyNoticeDays;
    }
  });

  const remindAt = async (day: string) => {
    api.setNow(new Date(`${day}T20:00:00Z`));
    await remindPayers(api.context);
  };

  test('of a renewal for another year is told once, from 30 days before it, in the language of its reader; of a month never', async () => {
    const yearly = await buildPlan(api.db, {
      nameKo: '한 해 이용권',
      nameEn: 'Whole year',
      period: 'yearly',
      priceCents: 10_000,
    });
    const readers = {
      ko: await buildReader(untaxed, 'ko'),
      en: await buildReader(untaxed, 'en'),
      month: await buildReader(untaxed, 'en'),
    };
    await subscribe(api, readers.ko, yearly);
    await subscribe(api, readers.en, yearly);
    await subscribe(api, readers.month, plan);
    await runUntil(api, start, new Date('2027-03-10T20:00:00Z'));
    const before = {
      ko: (await mailsTo(readers.ko)).length,
      en: (await mailsTo(readers.en)).length,
      month: (await mailsTo(readers.month)).length,
    };
    const subjects = async (who: keyof typeof readers) =>
      (await mailsTo(readers[who])).slice(before[who]).map(({ subject }) => subject);
    // The month's renewal is as near then as the year's.
    for (const day of ['2027-03-20', '2027-03-30', '2027-12-31']) await remindAt(day);
    for (const who of ['ko', 'en', 'month'] as const) expect(await subjects(who)).toEqual([]);
    for (const day of ['2028-01-01', '2028-01-02', '2028-01-30']) await remindAt(day);
    expect(await subjects('ko')).toEqual(['한 해 이용권이 2028년 1월 31일에 갱신돼요']);
    expect(await subjects('en')).toEqual(['Whole year renews on January 31, 2028']);
    expect(await subjects('month')).toEqual([]);
  });

  test('of what is subscribed to comes once a year, from the day on which the plan began, in the language of its reader', async () => {
    const [ko, en] = [await buildReader(untaxed, 'ko'), await buildReader(untaxed)];
    const yearly = await buildPlan(api.db, { nameEn: 'Long', period: 'yearly', priceCents: 10_000 });
    // By the month too.
    await subscribe(api, ko, plan);
    await subscribe(api, en, yearly);
    const told = async (user: { id: string }) =>
      (await mailsTo(user)).filter(({ subject }) => /구독을 알려|About your/.test(subject));
    await remindAt('2028-01-30');
    expect([await told(ko), await told(en)]).toEqual([[], []]);
    await runAt(api, new Date('2028-01-31T20:00:00Z'));
    for (const day of ['2028-01-31', '2028-02-01', '2028-02-20']) await remindAt(day);
    expect((await told(ko)).map(({ subject }) => subject)).toEqual(['마루 구독을 알려 드려요']);
    expect((await told(ko))[0]?.text).toContain('한국 이용권을 구독하고 있어요.');
    expect((await told(en)).map(({ subject }) => subject)).toEqual(['About your Maru subscription']);
    expect((await told(en))[0]?.text).toContain(
      'You subscribe to Long. The next charge is on January 31, 2029: $100.00.',
    );
    for (const day of ['2029-01-30', '2029-01-31', '2029-02-01']) await remindAt(day);
    expect([(await told(ko)).length, (await told(en)).length]).toEqual([2, 2]);
  });

  test('is charged with the coupon taken off, and after credit', async () => {
    const tried = await buildPlan(api.db, { nameEn: 'Tried', priceCents: 1000, trialDays: 14 });
    const coupon = await buildCoupon(api.db, { percentOff: 50 });
    const user = await buildReader(taxed);
    await subscribe(api, user, tried, { coupon: coupon.code });
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    await remindPayers(api.context);
    const told = await lastTo(user);
    expect(told?.text).toContain(
      'On February 14, 2027 we will charge $5.50 for Tried to the card ending in 4242.',
    );
    expect(told?.text).not.toContain('credit');
  });
});
