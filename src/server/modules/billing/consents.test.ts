import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addCard,
  buildPayer,
  buildSubscriber,
  changePlan,
  openBillingApi,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildRole, buildStaff } from '../../../../test/build.ts';
import { must } from '../../must.ts';
import { billingPersonalData } from './billing.personal-data.ts';
import { remindJob } from './jobs/billing.jobs.ts';

test('what was agreed to is kept word for word for three years, and for one after the end', async () => {
  const api = await openBillingApi();
  const plan = await buildPlan(api.db, { nameKo: '한 달', nameEn: 'A month', priceCents: 1500 });
  const agreed = async () => {
    api.setNow(new Date('2027-01-31T20:00:00Z'));
    const user = await buildPayer(api);
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    const { rows } = await api.pool.query(
      `select c.id, c.text, c.locale, c.price_cents, c.total_cents, c.subscription_id from billing_consents c
        join billing_subscriptions s on s.id = c.subscription_id where s.household_id = $1`,
      [user.householdId],
    );
    return rows[0];
  };
  const [running, ended] = [await agreed(), await agreed()];
  expect(running).toMatchObject({ locale: 'ko', price_cents: 1500, total_cents: 1500 });
  expect(running.text).toContain('한 달');
  await api.pool.query(
    `update billing_subscriptions set state = 'ended', renews = false, ended_at = case when id = $1 then timestamptz '2029-06-01' end`,
    [ended.subscription_id],
  );
  const kept = async (at: string) => {
    api.setNow(new Date(at));
    await remindJob.run({}, api.context, new AbortController().signal);
    const { rows } = await api.pool.query('select id from billing_consents order by at, id');
    return new Set(rows.map(({ id }) => id));
  };
  expect(await kept('2030-02-02T00:00:00Z')).toEqual(new Set([running.id, ended.id]));
  expect(await kept('2030-06-02T00:00:00Z')).toEqual(new Set([running.id]));
});

test('a change of the plan, and letting it go on, is agreed to word for word, and staff see it', async () => {
  const api = await openBillingApi();
  const small = await buildPlan(api.db, { nameKo: '작은', nameEn: 'Small', priceCents: 1000 });
  const large = await buildPlan(api.db, { nameKo: '큰', nameEn: 'Large', priceCents: 3000 });
  const start = new Date('2027-01-31T20:00:00Z');
  api.setNow(start);
  const user = await buildSubscriber(api, small);
  const { token, password } = user;
  const locale = 'en' as const;
  const consents = async () => {
    const { rows } = await api.pool.query(
      `select c.text, c.locale, c.price_id, c.price_cents, c.total_cents from billing_consents c
        join billing_subscriptions s on s.id = c.subscription_id where s.household_id = $1 order by c.id`,
      [user.householdId],
    );
    return rows.slice(1);
  };
  const change = async (price_id: string, agreement?: string) => {
    const wanted = { kind: 'plan', price_id } as const;
    const quoted = await api.call('POST /api/account/membership/quotes', {
      token,
      locale,
      body: { change: wanted },
    });
    const { bill } = quoted.body.data;
    const body = {
      change: wanted,
      charge_cents: bill.charge_cents,
      agreement: agreement ?? quoted.body.data.agreement ?? '',
      password,
    };
    const answered = await api.call('POST /api/account/membership/changes', { token, locale, body });
    return { shown: quoted.body.data.agreement, cents: bill.charge_cents, answered };
  };
  const shownNow = async () =>
    (await api.call('GET /api/account/membership', { token, locale })).body.data.subscription
      ?.resume_agreement;
  const resume = (agreement: string) =>
    api.call('POST /api/account/membership/resume', { token, locale, body: { agreement, password } });

  api.setNow(new Date('2027-02-10T20:00:00Z'));
  const other = await change(large.priceId, 'something else');
  expect(other.answered.body).toMatchObject({ code: 'amount_changed', total_cents: other.cents });
  expect(await consents()).toEqual([]);
  const up = await change(large.priceId);
  expect(up.answered.body.data.state).toBe('paid');
  expect(up.shown).toContain('Large: ');
  expect(up.shown).toContain('$30.00 plus tax is charged automatically to the card every month');
  const down = await change(small.priceId);
  expect(down.shown).toMatch(
    /^Small: starting on .*, \$10\.00 plus tax is charged automatically to the card every month/,
  );

  // Keeping the dearer plan after all, and a cancellation that is taken back.
  const kept = (await shownNow()) ?? '';
  expect(kept).toContain('$30.00');
  expect((await resume('other words')).body.code).toBe('conflict');
  expect((await resume(kept)).status).toBe(200);
  expect(await shownNow()).toBeNull();
  await api.call('POST /api/account/membership/cancel', { token, body: { password } });
  const goesOn = (await shownNow()) ?? '';
  expect((await resume(goesOn)).status).toBe(200);
  const agreed = [
    { text: up.shown, locale, price_id: large.priceId, price_cents: 3000, total_cents: up.cents },
    { text: down.shown, locale, price_id: small.priceId, price_cents: 1000, total_cents: 0 },
    { text: kept, locale, price_id: large.priceId, price_cents: 3000, total_cents: 0 },
    { text: goesOn, locale, price_id: large.priceId, price_cents: 3000, total_cents: 0 },
  ];
  expect(await consents()).toEqual(agreed);

  // The staff's session is of now.
  api.setNow(undefined);
  const seen = await api.call('GET /api/admin/customers/{id}/billing', {
    token: (await buildStaff(api.db)).token,
    params: { id: user.id },
  });
  expect(seen.body.data.consents).toHaveLength(5);
  expect(seen.body.data.consents[0]).toMatchObject({
    plan_name: '큰',
    language: 'en',
    text: goesOn,
    price_cents: 3000,
  });
  const { id: roleId } = await buildRole(api.db, { permissions: { customers: ['read'] } });
  const stranger = await buildStaff(api.db, { roleId });
  const refused = await api.call('GET /api/admin/customers/{id}/billing', {
    token: stranger.token,
    params: { id: user.id },
  });
  expect(refused.status).toBe(403);
});

test('what is agreed to for a gift, or for what is paid once, is kept word for word for three years', async () => {
  const api = await openBillingApi();
  const monthly = await buildPlan(api.db, { nameKo: '한 달', nameEn: 'A month', priceCents: 1500 });
  const once = await buildPlan(api.db, {
    nameKo: '배송',
    nameEn: 'Shipping',
    priceCents: 700,
    period: 'once',
  });
  api.setNow(new Date('2027-01-31T20:00:00Z'));
  const user = await buildPayer(api);
  const { token } = user;
  const locale = 'en' as const;
  const kept = async () => {
    const { rows } = await api.pool.query(
      `select c.text, c.locale, c.price_id, c.price_cents, c.total_cents from billing_consents c
        join billing_invoices i on i.id = c.invoice_id join billing_accounts a on a.id = i.account_id
        where a.household_id = $1 order by c.id`,
      [user.householdId],
    );
    return rows;
  };

  const wanted = { plan_id: monthly.id, months: 3 } as const;
  const { bill, agreement } = (
    await api.call('POST /api/account/gift-quotes', { token, locale, body: wanted })
  ).body.data;
  expect(agreement).toContain('I agree to pay $45.00 once, now, for a gift of 3 months of A month.');
  const ordered = { ...wanted, card_id: user.cardId, charge_cents: bill.charge_cents, key: randomUUID() };
  const order = (words: string) =>
    api.call('POST /api/account/gifts', { token, locale, body: { ...ordered, agreement: words } });
  expect((await order('other words')).body).toMatchObject({ code: 'amount_changed', total_cents: 4500 });
  expect(await kept()).toEqual([]);
  expect((await order(agreement)).body.data.state).toBe('paid');
  // Sent again, it is the same gift, agreed to once.
  expect((await order(agreement)).body.data.state).toBe('paid');
  api.setNow(new Date('2027-02-01T20:00:00Z'));
  expect((await subscribe(api, user, once)).body.data.state).toBe('paid');
  const agreed = [
    { text: agreement, locale, price_id: monthly.priceId, price_cents: 4500, total_cents: 4500 },
    {
      text: '배송 $7.00를 지금 한 번 결제하는 데 동의해요.',
      locale: 'ko',
      price_id: once.priceId,
      price_cents: 700,
      total_cents: 700,
    },
  ];
  expect(await kept()).toEqual(agreed);

  const copied = must(
    billingPersonalData.sections?.find(({ name }) => name === 'agreements'),
    'section',
  );
  const { rows } = await api.db.execute(
    copied.query({ userId: user.id, householdId: user.householdId, locale }),
  );
  expect(rows.map(({ text }) => text)).toEqual(agreed.map(({ text }) => text));

  api.setNow(undefined);
  const seen = await api.call('GET /api/admin/customers/{id}/billing', {
    token: (await buildStaff(api.db)).token,
    locale,
    params: { id: user.id },
  });
  expect(seen.body.data.consents).toMatchObject([
    { plan_name: 'Shipping', language: 'ko', text: agreed[1]?.text, price_cents: 700, total_cents: 700 },
    { plan_name: 'A month', language: 'en', text: agreement, price_cents: 4500, total_cents: 4500 },
  ]);

  const keptAt = async (at: string) => {
    api.setNow(new Date(at));
    await remindJob.run({}, api.context, new AbortController().signal);
    return (await kept()).map(({ text }) => text);
  };
  expect(await keptAt('2030-01-31T00:00:00Z')).toHaveLength(2);
  expect(await keptAt('2030-02-01T00:00:00Z')).toEqual([agreed[1]?.text]);
  expect(await keptAt('2030-02-02T00:00:00Z')).toEqual([]);
});

test('what was only left at a checkout is no plan that began and no charge: in the history, at the office and in the copy of the data', async () => {
  const api = await openBillingApi();
  const tried = await buildPlan(api.db, { nameEn: 'Tried', priceCents: 1500 });
  const free = await buildPlan(api.db, { nameEn: 'Free first', priceCents: 900, trialDays: 7 });
  const better = await buildPlan(api.db, { nameEn: 'Better', priceCents: 2500 });
  const start = new Date('2027-01-31T20:00:00Z');
  const locale = 'en' as const;
  api.setNow(start);
  const { token: staff } = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [start]);
  const seenOf = async (user: { id: string; token: string; householdId: string }) => {
    const history = await api.call('GET /api/account/subscription-history', { token: user.token, locale });
    const office = await api.call('GET /api/admin/customers/{id}/billing', {
      token: staff,
      locale,
      params: { id: user.id },
    });
    const copyOf = async (name: string) => {
      const section = must(
        billingPersonalData.sections?.find((own) => own.name === name),
        name,
      );
      return (await api.db.execute(section.query({ userId: user.id, householdId: user.householdId, locale })))
        .rows;
    };
    return {
      history: history.body.data.map(({ text }) => text),
      office: office.body.data.history.map(({ text }) => text),
      totals: office.body.data.consents.map(({ total_cents }) => total_cents),
      plans: (await copyOf('subscriptions')).map(({ plan }) => plan),
      charged: (await copyOf('agreements')).map(({ total }) => total),
    };
  };
  const user = await buildPayer(api, { number: '4000000000000341' });
  expect((await subscribe(api, user, tried)).body.data.state).toBe('declined');
  const nothing = { history: [], office: [], totals: [null], plans: [], charged: [null] };
  expect(await seenOf(user)).toEqual(nothing);
  // A checkout for something else ends the first one, whose end is none of a plan.
  const cardId = await addCard(api, user);
  expect((await subscribe(api, { ...user, cardId }, better)).body.data.state).toBe('paid');
  expect(await seenOf(user)).toEqual({
    history: ['Better began'],
    office: ['Better began'],
    totals: [2500, null],
    plans: ['Better'],
    charged: [null, '25.00'],
  });
  // A change that was declined is charged no more than a checkout.
  api.setNow(new Date(start.getTime() + 60_000));
  const dear = await buildPlan(api.db, { nameEn: 'Dear', priceCents: 9000 });
  await addCard(api, user, '4000000000000341');
  const { changed } = await changePlan(api, user, { kind: 'plan', price_id: dear.priceId });
  expect(changed?.body.data.state).toBe('declined');
  expect(await seenOf(user)).toMatchObject({ history: ['Better began'], totals: [null, 2500, null] });
  // A trial is a plan before anything is paid.
  const other = await buildPayer(api, { number: '5555555555554444' });
  expect((await subscribe(api, other, free)).body.data.state).toBe('paid');
  const seen = await seenOf(other);
  expect(seen).toMatchObject({
    history: ['Free first: free trial began'],
    totals: [0],
    plans: ['Free first'],
  });
});
