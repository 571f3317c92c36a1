/** Yearly renewals are told in their window, or by the confirmation of the change that brings them nearer. */
import { beforeAll, expect, test } from 'vitest';
import {
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
import { buildPlan, buildPlanPrice, buildStaff } from '../../../../test/build.ts';
import { remindPayers } from './reminders.service.ts';

let api: BillingApi;
let yearly: Awaited<ReturnType<typeof buildPlan>>;
let dearer: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const untaxed = { address: { region: 'OR', postal_code: '97201' } };

beforeAll(async () => {
  api = await openBillingApi();
  yearly = await buildPlan(api.db, {
    nameKo: '한 해 이용권',
    nameEn: 'Year',
    period: 'yearly',
    priceCents: 15_000,
  });
  dearer = await buildPlan(api.db, { nameEn: 'Dear', period: 'yearly', priceCents: 20_000 });
});

const { invoicesOf, membership, taken } = householdReads(() => api);
type User = Awaited<ReturnType<typeof buildSubscriber>>;
/** A household with a plan since 31 January 2027. */
const begin = async (plan: Awaited<ReturnType<typeof buildPlan>>, locale: 'ko' | 'en' = 'en') => {
  api.setNow(start);
  const user = await buildSubscriber(api, plan, untaxed);
  await api.pool.query('update accounts_users set locale = $1 where id = $2', [locale, user.id]);
  return user;
};
const buildYearly = (locale: 'ko' | 'en' = 'en') => begin(yearly, locale);
const goTo = async (day: string) => {
  const at = new Date(`${day}T20:00:00Z`);
  api.setNow(at);
  await api.pool.query('update accounts_sessions set last_seen_at = $1', [at]);
};
/** Lets the days pass, with the job that reminds on each of them. Answers on which day what was told. */
const watch = async (users: readonly User[], from: string, to: string) => {
  const told: string[][] = users.map(() => []);
  for (let at = Date.parse(`${from}T20:00:00Z`); at <= Date.parse(`${to}T20:00:00Z`); at += 86_400_000) {
    const before = await Promise.all(users.map(async (user) => (await mailsTo(user)).length));
    await runUntil(api, new Date(at), new Date(at));
    await remindPayers(api.context);
    for (const [index, user] of users.entries())
      for (const { subject } of (await mailsTo(user)).slice(before[index]))
        if (!subject.includes('receipt') && !subject.includes('영수증'))
          told[index]?.push(`${new Date(at).toISOString().slice(0, 10)} ${subject}`);
  }
  return told;
};
const mailsTo = async ({ id }: { id: string }) =>
  (
    await api.pool.query<{ subject: string; text: string }>(
      `select subject, text from mail_messages where user_id = $1 and template = 'billing' order by id`,
      [id],
    )
  ).rows;
const lastTo = async (user: { id: string }) => (await mailsTo(user)).at(-1);
const pause = async ({ token, password }: User, from: string, to: string) => {
  const body = { from, to, password };
  expect((await api.call('POST /api/account/membership/pause', { token, body })).status).toBe(200);
};
const endPause = async ({ token, password }: User) => {
  const body = { password };
  expect((await api.call('DELETE /api/account/membership/pause', { token, body })).status).toBe(200);
};
const moveTo = async (user: User, day_of_month: number) => {
  const { quoted, changed } = await changePlan(api, user, { kind: 'billing_day', day_of_month });
  expect(changed?.body.data.state).toBe('paid');
  return quoted.body.data;
};

test('a yearly renewal is told during a pause, thirty days before, and not again after it', async () => {
  const user = await buildYearly();
  await goTo('2027-10-01');
  // Sixty days come after: the renewal is on 31 March, three days after the pause ends.
  await pause(user, '2028-01-28', '2028-03-28');
  const [told] = await watch([user], '2028-02-20', '2028-04-01');
  expect(told?.filter((one) => one.includes('renews'))).toEqual(['2028-03-01 Year renews on March 31, 2028']);
  expect(await taken(user)).toBe(30_000);
});

test('a new price is told during a pause too, before the renewal at it', async () => {
  const own = await buildPlan(api.db, { nameEn: 'Own', period: 'yearly', priceCents: 10_000 });
  const user = await begin(own);
  await goTo('2027-10-01');
  await pause(user, '2028-01-28', '2028-03-28');
  const startsAt = new Date('2028-02-15T08:00:00Z');
  await buildPlanPrice(api.db, { planId: own.id, priceCents: 12_000, startsAt });
  const [told] = await watch([user], '2028-02-25', '2028-04-01');
  expect(told?.filter((one) => !one.includes('About'))).toEqual([
    '2028-03-01 The price of Own changes on March 31, 2028',
    '2028-03-01 Own renews on March 31, 2028',
  ]);
  expect((await mailsTo(user)).find(({ subject }) => subject.includes('renews'))?.text).toContain('$120.00');
  expect(await taken(user)).toBe(22_000);
});

test('a pause that is ended early tells at once of the renewal that is nearer by it', async () => {
  const user = await buildYearly();
  await goTo('2027-12-20');
  await pause(user, '2028-01-01', '2028-05-01');
  await goTo('2028-01-20');
  const before = (await mailsTo(user)).length;
  await remindPayers(api.context);
  await endPause(user);
  // Thirty days are left of the year.
  const [mail, ...more] = (await mailsTo(user)).slice(before).filter(({ subject }) => !/About/.test(subject));
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('With your change, Year renews on February 19, 2028');
  expect(mail?.text).toContain('On February 19, 2028 we will charge $150.00 for another year of Year');
  expect((await membership(user)).subscription?.next_charge).toMatchObject({
    on: '2028-02-19',
    cents: 15_000,
  });
  const [told] = await watch([user], '2028-01-20', '2028-02-18');
  expect(told?.filter((one) => one.includes('renews'))).toEqual([]);
});

test('a new price that was told for a later day is told for the day to which ending a pause brings it', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Month', priceCents: 1000 });
  const user = await begin(monthly);
  await pause(user, '2027-02-10', '2027-03-10');
  const startsAt = new Date('2027-02-08T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  // Eighteen days are left when it pauses.
  const [told] = await watch([user], '2027-02-10', '2027-02-26');
  expect(told).toEqual(['2027-02-26 The price of Month changes on March 28, 2027']);
  await endPause(user);
  expect(await lastTo(user)).toMatchObject({
    subject: 'The price of Month changes on March 16, 2027',
    text: expect.stringContaining('costs $12.00 plus tax'),
  });
  await watch([user], '2027-02-27', '2027-03-16');
  expect((await lastTo(user))?.subject).toContain('receipt: $12.00');
});

test('a new price is not charged within seven days of being told, also where ending a pause brings the renewal nearer', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Near', priceCents: 1000 });
  const user = await begin(monthly);
  // Three days are left when it pauses: the renewal is on 28 March.
  await pause(user, '2027-02-25', '2027-03-25');
  const startsAt = new Date('2027-02-08T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  const [told] = await watch([user], '2027-02-25', '2027-02-27');
  expect(told).toEqual(['2027-02-26 The price of Near changes on March 28, 2027']);
  await endPause(user);
  const next = (await membership(user)).subscription?.next_charge;
  expect(next).toMatchObject({ on: '2027-03-02', cents: 1000 });
  const [later] = await watch([user], '2027-02-28', '2027-04-02');
  expect(later).toEqual(['2027-03-03 The price of Near changes on April 2, 2027']);
  expect((await invoicesOf(user)).map(({ total_cents }) => total_cents)).toEqual([1200, 1000, 1000]);
});

test('a new price that is told again for the day to which a pause moves the renewal is told once of it, and not once it is charged', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Moved', priceCents: 1000 });
  const user = await begin(monthly);
  const startsAt = new Date('2027-02-08T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  const [told] = await watch([user], '2027-02-01', '2027-02-02');
  expect(told).toEqual(['2027-02-01 The price of Moved changes on February 28, 2027']);
  await goTo('2027-02-20');
  await pause(user, '2027-02-21', '2027-03-03');
  expect((await lastTo(user))?.subject).toBe('The price of Moved changes on March 10, 2027');
  const [later] = await watch([user], '2027-02-20', '2027-04-15');
  expect(later).toEqual([]);
  expect((await invoicesOf(user)).map(({ total_cents }) => total_cents)).toEqual([1200, 1200, 1000]);
});

test('a new price whose day a pause moves far away is told again in its time, and then alone', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Away', priceCents: 1000 });
  const user = await begin(monthly);
  const startsAt = new Date('2027-02-08T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  const [told] = await watch([user], '2027-02-01', '2027-02-02');
  expect(told).toEqual(['2027-02-01 The price of Away changes on February 28, 2027']);
  await goTo('2027-02-20');
  await pause(user, '2027-02-21', '2027-04-10');
  const [later] = await watch([user], '2027-02-20', '2027-04-18');
  expect(later).toEqual(['2027-03-18 The price of Away changes on April 17, 2027']);
  expect(await mailsTo(user)).toHaveLength(4);
});

test('a new price is told again only of another day than it was told of last, also where a pause comes and goes', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Back', priceCents: 1000 });
  const user = await begin(monthly);
  const startsAt = new Date('2027-02-08T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  const [told] = await watch([user], '2027-02-01', '2027-02-02');
  expect(told).toEqual(['2027-02-01 The price of Back changes on February 28, 2027']);
  const toldBy = async (days: () => Promise<void>) => {
    const before = (await mailsTo(user)).length;
    await days();
    return (await mailsTo(user)).slice(before).map(({ subject }) => subject);
  };
  await goTo('2027-02-05');
  // Far away, which is not told yet, and back.
  expect(
    await toldBy(async () => {
      await pause(user, '2027-02-25', '2027-04-10');
      await endPause(user);
    }),
  ).toEqual([]);
  // Some days later, which is told, and back.
  expect(
    await toldBy(async () => {
      await pause(user, '2027-02-25', '2027-02-28');
      await goTo('2027-02-06');
      await endPause(user);
    }),
  ).toEqual(['The price of Back changes on March 3, 2027', 'The price of Back changes on February 28, 2027']);
  const [later] = await watch([user], '2027-02-06', '2027-03-15');
  expect(later).toEqual([]);
  expect((await invoicesOf(user)).map(({ total_cents }) => total_cents)).toEqual([1200, 1000]);
});

test('a new price is not charged before it begins, also where ending a pause brings the renewal nearer', async () => {
  const monthly = await buildPlan(api.db, { nameEn: 'Early', priceCents: 1000 });
  const user = await begin(monthly);
  await pause(user, '2027-02-10', '2027-03-10');
  const startsAt = new Date('2027-03-20T08:00:00Z');
  const { id } = await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  const [told] = await watch([user], '2027-02-10', '2027-02-26');
  expect(told).toEqual(['2027-02-26 The price of Early changes on March 28, 2027']);
  await goTo('2027-02-28');
  // What was told stays: staff add another price instead.
  const { token } = await buildStaff(api.db, {});
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
  const toStaff = async (body: object) =>
    (await api.call('PATCH /api/admin/plan-prices/{id}', { token, params: { id }, body })).body;
  for (const body of [{ price_cents: 1300 }, { starts_at: '2027-04-20T08:00:00Z' }])
    expect(Object.keys((await toStaff(body)).errors ?? {})).toEqual(Object.keys(body));
  expect((await toStaff({ regular_price_cents: 1500 })).errors).toBeUndefined();
  await endPause(user);
  expect((await membership(user)).subscription?.next_charge).toMatchObject({ on: '2027-03-18', cents: 1000 });
  const [later] = await watch([user], '2027-02-28', '2027-04-20');
  expect(later).toEqual(['2027-03-19 The price of Early changes on April 18, 2027']);
  expect((await invoicesOf(user)).map(({ total_cents }) => total_cents)).toEqual([1200, 1000, 1000]);
});

test('a new price that ending a pause postpones is not charged by taking another plan back, nor that plan’s own', async () => {
  api.setNow(start);
  const [monthly, small] = [
    await buildPlan(api.db, { nameEn: 'Kept', priceCents: 1000 }),
    await buildPlan(api.db, { nameEn: 'Less', priceCents: 500 }),
  ];
  const build = () => buildSubscriber(api, monthly, untaxed);
  const [back, gone] = [await build(), await build()] as const;
  await api.pool.query(`update accounts_users set locale = 'en' where id = any($1)`, [[back.id, gone.id]]);
  const startsAt = new Date('2027-03-05T08:00:00Z');
  await buildPlanPrice(api.db, { planId: monthly.id, priceCents: 1200, startsAt });
  await buildPlanPrice(api.db, { planId: small.id, priceCents: 600, startsAt });
  const choose = (user: User) => changePlan(api, user, { kind: 'plan', price_id: small.priceId });
  const next = async (user: User) => {
    const { on, cents } = (await membership(user)).subscription?.next_charge ?? {};
    return [on, cents];
  };
  await goTo('2027-02-05');
  await choose(gone);
  for (const user of [back, gone]) await pause(user, '2027-02-10', '2027-02-17');
  await watch([back, gone], '2027-02-05', '2027-02-06');
  expect(await next(gone)).toEqual(['2027-03-07', 600]);
  expect(await next(back)).toEqual(['2027-03-07', 1200]);
  // It chooses the other plan and takes that back, before and after the renewal is nearer again.
  await choose(back);
  await resumePlan(api, back);
  expect(await next(back)).toEqual(['2027-03-07', 1200]);
  await choose(back);
  for (const user of [back, gone]) await endPause(user);
  expect(await next(gone)).toEqual(['2027-02-28', 500]);
  expect((await resumePlan(api, back)).status).toBe(200);
  expect(await next(back)).toEqual(['2027-02-28', 1000]);
  // Both are told of it in its time.
  const told = await watch([back, gone], '2027-02-07', '2027-04-01');
  expect(told.map((own) => own.filter((subject) => subject.includes('price')))).toEqual([
    ['2027-03-01 The price of Kept changes on March 31, 2027'],
    ['2027-03-01 The price of Less changes on March 31, 2027'],
  ]);
  expect(await taken(back)).toBe(1000 + 1000 + 1200);
  expect(await taken(gone)).toBe(1000 + 500 + 600);
});

test('a yearly renewal is told again of the day to which it comes back, after another was told', async () => {
  const user = await buildYearly();
  await goTo('2028-01-10');
  await remindPayers(api.context);
  expect((await lastTo(user))?.subject).toBe('Year renews on January 31, 2028');
  await goTo('2028-01-11');
  await pause(user, '2028-01-20', '2028-01-25');
  expect((await lastTo(user))?.subject).toBe('With your change, Year renews on February 5, 2028');
  await goTo('2028-01-12');
  await endPause(user);
  expect((await lastTo(user))?.subject).toBe('With your change, Year renews on January 31, 2028');
  const [told] = await watch([user], '2028-01-12', '2028-02-03');
  expect(told?.filter((one) => one.includes('renews'))).toEqual([]);
});

test('a price that is back to what a household pays is not told to it', async () => {
  const yearOffered = await buildPlan(api.db, { nameEn: 'Back', period: 'yearly', priceCents: 10_000 });
  const user = await begin(yearOffered);
  for (const [startsAt, priceCents] of [
    ['2027-11-01T08:00:00Z', 8000],
    ['2027-12-01T08:00:00Z', 10_000],
  ] as const)
    await buildPlanPrice(api.db, { planId: yearOffered.id, priceCents, startsAt: new Date(startsAt) });
  const [told] = await watch([user], '2027-12-30', '2028-02-01');
  expect(told?.filter((one) => !one.includes('About'))).toEqual([
    '2028-01-01 Back renews on January 31, 2028',
  ]);
  expect(await taken(user)).toBe(20_000);
});

test('a new price is told seven to thirty days before, and once, by the clock of its household', async () => {
  /** Who has a plan of their own since 31 January in Los Angeles, renewed once; and how often a price was told by an instant. */
  const build = async (zone: string) => {
    api.setNow(start);
    const plan = await buildPlan(api.db, { nameEn: 'Far', priceCents: 1000 });
    const user = await buildPayer(api, untaxed);
    await api.pool.query(`update accounts_users set locale = 'en' where id = $1`, [user.id]);
    await api.pool.query('update accounts_households set zone = $1 where id = $2', [zone, user.householdId]);
    expect((await subscribe(api, user, plan)).body.data?.state).toBe('paid');
    await goTo('2027-03-01');
    await runAt(api, new Date('2027-03-01T01:00:00Z'));
    const toldBy = async (at: string) => {
      api.setNow(new Date(at));
      await remindPayers(api.context);
      return (await mailsTo(user)).filter(({ subject }) => subject.includes('price')).length;
    };
    const on = (await membership(user)).subscription?.next_charge?.on;
    const change = (startsAt: string) =>
      buildPlanPrice(api.db, { planId: plan.id, priceCents: 1200, startsAt: new Date(startsAt) });
    return { on, toldBy, change };
  };
  // It is 1 March in Los Angeles, and 28 February in Honolulu: 31 days before.
  const honolulu = await build('Pacific/Honolulu');
  expect(honolulu.on).toBe('2027-03-31');
  await honolulu.change('2027-03-15T08:00:00Z');
  expect(await honolulu.toldBy('2027-03-01T08:30:00Z')).toBe(0);
  expect(await honolulu.toldBy('2027-03-01T10:30:00Z')).toBe(1);
  expect(await honolulu.toldBy('2027-03-20T10:30:00Z')).toBe(1);
  // It is 25 March in Los Angeles, and 26 March in Seoul: six days before.
  const seoul = await build('Asia/Seoul');
  expect(seoul.on).toBe('2027-04-01');
  await seoul.change('2027-03-25T15:30:00Z');
  expect(await seoul.toldBy('2027-03-25T16:00:00Z')).toBe(0);
});

test('another billing day is told as a part of a year, together with the year after it, in both languages', async () => {
  const [en, ko] = [await buildYearly(), await buildYearly('ko')];
  await goTo('2027-11-01');
  const quoted = await moveTo(en, 5);
  expect(quoted.next_charge).toEqual({
    on: '2028-01-31',
    cents: 205,
    part: { until: '2028-02-04', next: { on: '2028-02-05', cents: 15_000 } },
  });
  await moveTo(ko, 5);
  // Nothing is near: the job tells of it.
  expect(await mailsTo(en)).toHaveLength(1);
  const told = await watch([en, ko], '2027-12-20', '2028-02-06');
  expect(told.map((own) => own.filter((one) => /renews|갱신/.test(one)))).toEqual([
    ['2028-01-01 Year renews on January 31, 2028'],
    ['2028-01-01 한 해 이용권이 2028년 1월 31일에 갱신돼요'],
  ]);
  const [mail, mailKo] = [
    (await mailsTo(en)).find(({ subject }) => subject.includes('renews')),
    (await mailsTo(ko)).find(({ subject }) => subject.includes('갱신')),
  ];
  const words = (text: string | undefined) => text?.replace(/\s+/g, ' ');
  expect(words(mail?.text)).toContain(
    'On January 31, 2028 we will charge $2.05 for Year to the card ending in 4242. That is for the days from January 31, 2028 to February 4, 2028, until your new billing day.',
  );
  expect(words(mail?.text)).toContain('On February 5, 2028 we will charge $150.00 for another year');
  expect(mail?.text).not.toContain('$2.05 for another year');
  expect(words(mailKo?.text)).toContain(
    '2028년 1월 31일에 한 해 이용권 요금 $2.05가 카드(끝자리 4242)로 결제돼요. 새 결제일이 되기까지 2028년 1월 31일부터 2028년 2월 4일까지의 요금이에요.',
  );
  expect(words(mailKo?.text)).toContain('2028년 2월 5일에는 1년 요금 $150.00가');
  expect(mailKo?.text).not.toContain('1년 요금 $2.05');
  expect((await invoicesOf(en)).map(({ total_cents }) => total_cents)).toEqual([15_000, 205]);
});

test('what follows a long way to another billing day is told in its own time as well, never later than 15 days before', async () => {
  const user = await buildYearly();
  await goTo('2027-11-01');
  // From 31 January to 28 February.
  await moveTo(user, 28);
  const [told] = await watch([user], '2027-12-20', '2028-02-28');
  const renewals = told?.filter((one) => one.includes('renews'));
  // On 14 January both are within 15 to 45 days.
  expect(renewals).toEqual(['2028-01-14 Year renews on January 31, 2028']);
  const mail = (await mailsTo(user)).find(({ subject }) => subject.includes('renews'));
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(
    'On February 28, 2028 we will charge $150.00 for another year',
  );
  expect(await taken(user)).toBe(30_000 + Math.round((15_000 * 28) / 366));
});

test('a change in the last days before a renewal is confirmed at once, with the day and the amount, each time anew', async () => {
  const user = await buildYearly();
  await watch([user], '2028-01-01', '2028-01-02');
  expect((await lastTo(user))?.text).toContain('$150.00 for another year of Year');
  await goTo('2028-01-25');
  await moveTo(user, 5);
  const first = await lastTo(user);
  expect(first?.subject).toBe('With your change, Year renews on January 31, 2028');
  expect(first?.text.replace(/\s+/g, ' ')).toContain(
    'On February 5, 2028 we will charge $150.00 for another year',
  );
  await moveTo(user, 10);
  await moveTo(user, 5);
  expect((await lastTo(user))?.text).toBe(first?.text);
  // Another plan: its price is confirmed likewise, once it is paid.
  const { changed } = await changePlan(api, user, { kind: 'plan', price_id: dearer.priceId });
  expect(changed?.body.data.state).toBe('paid');
  const last = (await mailsTo(user)).slice(-2).find(({ subject }) => !subject.includes('receipt'));
  expect(last?.subject).toBe('With your change, Dear renews on January 31, 2028');
  expect(last?.text.replace(/\s+/g, ' ')).toContain(
    'On February 5, 2028 we will charge $200.00 for another year',
  );
  const [told] = await watch([user], '2028-01-25', '2028-02-06');
  expect(told?.filter((one) => one.includes('renews'))).toEqual([]);
});

test('a cancellation that is taken back in the last days says what is charged, also after the days until a new billing day', async () => {
  const user = await buildYearly();
  await goTo('2027-11-01');
  await moveTo(user, 5);
  await api.call('POST /api/account/membership/cancel', {
    token: user.token,
    body: { password: user.password },
  });
  await goTo('2028-01-29');
  expect((await resumePlan(api, user)).status).toBe(200);
  const mail = (await lastTo(user))?.text.replace(/\s+/g, ' ');
  expect(mail).toContain('The next charge is on January 31, 2028: $2.05.');
  expect(mail).toContain('The charge after it is on February 5, 2028: $150.00.');
  const [told] = await watch([user], '2028-01-29', '2028-02-06');
  expect(told?.filter((one) => one.includes('renews'))).toEqual([]);
});
