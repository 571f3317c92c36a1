/** Buying a plan through HTTP, against the simulated card processor. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
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
import { buildCoupon, buildPlan, buildPlanPrice, buildStaff, buildUser } from '../../../../test/build.ts';
import { addDays } from '../../zone.ts';
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
      key: randomUUID(),
      ...wanted,
      card_id: user.cardId,
      coupon_code: '',
      charge_cents: 1500,
      agreement: quoted.body.data.agreement,
    };
    const ask = (changed: object, token = user.token) =>
      api.call('POST /api/account/checkouts', { token, body: { ...body, ...changed } });
    for (const other of [{ agreement: 'x' }, { charge_cents: 1 }, { price_id: better.priceId }]) {
      const { status, body: refusal } = await ask(other);
      expect([status, refusal]).toMatchObject([409, { code: 'amount_changed', total_cents: 1500 }]);
    }
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

  test('keeps its coupon after a card was declined or the bank’s question was left, on a page of its own too', async () => {
    api.setNow(start);
    const couponOf = async () => (await buildCoupon(api.db, { percentOff: 20, maxUses: 1 })).code;
    for (const number of ['4000000000000341', '4000002760003184'])
      for (const plan of [monthly, better]) {
        const coupon = await couponOf();
        const user = await buildPayer(api, { number });
        const key = randomUUID();
        const first = await subscribe(api, user, monthly, { coupon, key });
        expect(['declined', 'action']).toContain(first.body.data.state);
        // To nobody else.
        const other = await buildPayer(api);
        const refused = await subscribe(api, other, monthly, { coupon });
        expect(Object.keys(refused.body.errors ?? {})).toEqual(['coupon_code']);
        const cardId = await addCard(api, user);
        const given = plan === monthly ? { coupon, key } : { coupon };
        const paid = await subscribe(api, { ...user, cardId }, plan, given);
        expect(paid.body.data?.state).toBe('paid');
        expect(await taken(user)).toBe(plan === monthly ? 1200 : 2000);
        const { rows } = await api.pool.query('select uses from billing_coupons where code = $1', [coupon]);
        expect(rows).toEqual([{ uses: 1 }]);
      }
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
    // The window in which it was left says what became of it.
    const left = (await invoicesOf(user)).find(({ state }) => state === 'cancel');
    const asked = await api.call('POST /api/account/invoices/{id}/settle', {
      token: user.token,
      params: { id: String(left?.id) },
    });
    expect(asked.body.code).toBe('payment_void');
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
    // Pressed twice, in two tabs, or again after an answer that was lost: one page has one key.
    const key = randomUUID();
    const ends = await Promise.all(Array.from({ length: 5 }, () => subscribe(api, user, shipping, { key })));
    expect(ends.map(({ body }) => body.data?.state ?? body.code)).toContain('paid');
    const first = await subscribe(api, user, shipping, { key });
    expect(first.body.data).toMatchObject({ state: 'paid' });
    api.setNow(new Date(start.getTime() + 86_400_000));
    expect((await subscribe(api, user, shipping, { key })).body.data).toEqual(first.body.data);
    expect(await taken(user)).toBe(2000);
    expect(await invoicesOf(user)).toHaveLength(1);
    // Nobody else learns of it by its key: theirs are purchases of their own, at the same instant too.
    const others = [await buildPayer(api), await buildPayer(api)];
    for (const { body } of await Promise.all(
      others.map((other) => subscribe(api, other, shipping, { key })),
    )) {
      expect(body.data.state).toBe('paid');
      expect(body.data.invoice_id).not.toBe(first.body.data.invoice_id);
    }
    expect(await Promise.all(others.map(taken))).toEqual([2000, 2000]);
    expect(await taken(user)).toBe(2000);
    // The same thing a minute later is another purchase.
    api.setNow(new Date(start.getTime() + 86_460_000));
    expect((await subscribe(api, user, shipping)).body.data.state).toBe('paid');
    expect(await taken(user)).toBe(4000);
  });

  test('of a one-time charge that was declined is finished with another card, or begun anew, and charged once', async () => {
    api.setNow(start);
    const once = await buildPlan(api.db, { priceCents: 700, period: 'once' });
    for (const isSamePage of [true, false]) {
      const user = await buildPayer(api, { number: '4000000000000341' });
      const key = randomUUID();
      expect((await subscribe(api, user, once, { key })).body.data.state).toBe('declined');
      const cardId = await addCard(api, user);
      const again = await subscribe(api, { ...user, cardId }, once, isSamePage ? { key } : {});
      expect(again.body.data.state).toBe('paid');
      expect(await taken(user)).toBe(700);
      const states = (await invoicesOf(user)).map(({ state }) => state);
      expect(states).toEqual(isSamePage ? ['paid'] : ['paid', 'cancel']);
    }
  });

  test('of a plan that is renamed meanwhile is confirmed in its new words alone', async () => {
    api.setNow(start);
    const plan = await buildPlan(api.db, { nameKo: '옛 이름', nameEn: 'Old name', priceCents: 1500 });
    const user = await buildPayer(api);
    const wanted = { plan_id: plan.id, price_id: plan.priceId };
    const quote = async () =>
      (await api.call('POST /api/account/checkout-quotes', { token: user.token, body: wanted })).body.data;
    const { agreement, bill } = await quote();
    const { token } = await buildStaff(api.db);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
    const renamed = await api.call('PATCH /api/admin/plans/{id}', {
      token,
      params: { id: plan.id },
      body: { name_ko: '새 이름' },
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const confirm = (words: string) =>
      api.call('POST /api/account/checkouts', {
        token: user.token,
        body: {
          key: randomUUID(),
          ...wanted,
          card_id: user.cardId,
          charge_cents: bill.charge_cents,
          agreement: words,
        },
      });
    expect(await confirm(agreement)).toMatchObject({
      status: 409,
      body: { code: 'amount_changed', total_cents: bill.charge_cents },
    });
    expect(await taken(user)).toBe(0);
    const now = await quote();
    expect(now).toMatchObject({ plan_name: '새 이름', bill: { charge_cents: bill.charge_cents } });
    expect(now.agreement).toBe(agreement.replace('옛 이름', '새 이름'));
    expect((await confirm(now.agreement)).body.data.state).toBe('paid');
    const { rows } = await api.pool.query(
      `select c.text from billing_consents c join billing_subscriptions s on s.id = c.subscription_id
        where s.household_id = $1`,
      [user.householdId],
    );
    expect(rows).toEqual([{ text: now.agreement }]);
  });

  test('that was declined is confirmed again only as it is quoted now: by the price, the words and the day of now', async () => {
    const declined = async (at: Date, plan: { id: string; priceId: string }) => {
      api.setNow(at);
      const user = await buildPayer(api, { number: '4000000000000341' });
      expect((await subscribe(api, user, plan)).body.data.state).toBe('declined');
      return { ...user, cardId: await addCard(api, user) };
    };
    type Payer = Awaited<ReturnType<typeof declined>>;
    const quoteOf = async (user: Payer, plan: { id: string; priceId: string }, locale: 'ko' | 'en') =>
      (
        await api.call('POST /api/account/checkout-quotes', {
          token: user.token,
          locale,
          body: { plan_id: plan.id, price_id: plan.priceId },
        })
      ).body.data;
    const confirm = (
      user: Payer,
      plan: { id: string },
      given: { price_id: string; charge_cents: number; agreement: string },
      locale: 'ko' | 'en' = 'ko',
    ) =>
      api.call('POST /api/account/checkouts', {
        token: user.token,
        locale,
        body: { key: randomUUID(), plan_id: plan.id, card_id: user.cardId, ...given },
      });
    const refusedAt = (cents: number) => ({
      status: 409,
      body: { code: 'amount_changed', total_cents: cents },
    });

    // Other words, or none that were shown.
    const worded = await declined(start, monthly);
    const shown = await quoteOf(worded, monthly, 'ko');
    const asShown = { price_id: monthly.priceId, charge_cents: 1500, agreement: shown.agreement };
    expect(await confirm(worded, monthly, { ...asShown, agreement: 'whatever I like' })).toMatchObject(
      refusedAt(1500),
    );
    expect(await taken(worded)).toBe(0);
    expect((await confirm(worded, monthly, asShown)).body.data.state).toBe('paid');

    // A price that has changed since.
    const plan = await buildPlan(api.db, { nameEn: 'Dated', priceCents: 1500 });
    const priced = await declined(start, plan);
    const before = await quoteOf(priced, plan, 'ko');
    const dearer = await buildPlanPrice(api.db, {
      planId: plan.id,
      priceCents: 2900,
      startsAt: new Date(start.getTime() + 1000),
    });
    api.setNow(new Date(start.getTime() + 2000));
    const stale = { price_id: plan.priceId, charge_cents: 1500, agreement: before.agreement };
    expect(await confirm(priced, plan, stale)).toMatchObject(refusedAt(2900));
    expect(await taken(priced)).toBe(0);
    const now = await quoteOf(priced, plan, 'ko');
    const fresh = { price_id: dearer.id, charge_cents: 2900, agreement: now.agreement };
    expect((await confirm(priced, plan, fresh)).body.data.state).toBe('paid');

    // Another address, with other taxes or none.
    const moved = await declined(start, monthly);
    const there = await quoteOf(moved, monthly, 'ko');
    await api.call('PUT /api/account/billing-address', {
      token: moved.token,
      body: { ...address, region: 'OR', postal_code: '97201' },
    });
    const atOnce = { price_id: monthly.priceId, charge_cents: 1500, agreement: there.agreement };
    expect((await confirm(moved, monthly, atOnce)).body.data.state).toBe('paid');
    expect((await invoicesOf(moved)).map(({ state }) => state)).toEqual(['paid', 'cancel']);

    // The day after, in the other language: what is kept, charged and served is what was shown that day.
    const late = await declined(start, monthly);
    const yesterday = await quoteOf(late, monthly, 'ko');
    api.setNow(new Date(start.getTime() + 12.5 * 3_600_000));
    const today = await quoteOf(late, monthly, 'en');
    expect(today.next_charge).toMatchObject({ on: '2027-03-01' });
    const old = { price_id: monthly.priceId, charge_cents: 1500, agreement: yesterday.agreement };
    expect(await confirm(late, monthly, old)).toMatchObject(refusedAt(1500));
    const shownToday = { ...old, agreement: today.agreement };
    expect((await confirm(late, monthly, shownToday, 'en')).body.data.state).toBe('paid');
    expect((await membership(late)).subscription).toMatchObject({
      began_on: '2027-02-01',
      next_charge: { on: '2027-03-01' },
    });
    const { rows } = await api.pool.query(
      `select c.text, c.locale from billing_consents c join billing_subscriptions s on s.id = c.subscription_id
        where s.household_id = $1 and s.state = 'active'`,
      [late.householdId],
    );
    expect(rows).toEqual([{ text: today.agreement, locale: 'en' }]);
    expect(await taken(late)).toBe(1500);
  });

  test('that waits for its bank ends with its day; paid after all on a later one, all of its days are served', async () => {
    const asked = async () => {
      api.setNow(start);
      const user = await buildPayer(api, { number: '4000002760003184' });
      const { body } = await subscribe(api, user, monthly);
      expect(body.data.state).toBe('action');
      return { user, secret: String(body.data.client_secret), id: String(body.data.invoice_id) };
    };
    const answerBank = (secret: string) =>
      api.gateway.fromBrowser('POST', `/v3/challenge/${secret.split('_secret')[0]}/complete`, {
        client_secret: secret,
      });
    const settle = ({ user, id }: Awaited<ReturnType<typeof asked>>) =>
      api.call('POST /api/account/invoices/{id}/settle', { token: user.token, params: { id } });

    // Los Angeles, a quarter of an hour after midnight.
    const left = await asked();
    await runAt(api, new Date('2027-02-01T08:14:00Z'));
    expect((await invoicesOf(left.user))[0]?.state).toBe('open');
    await runAt(api, new Date('2027-02-01T08:15:00Z'));
    expect((await invoicesOf(left.user))[0]?.state).toBe('cancel');
    await answerBank(left.secret);
    expect(await taken(left.user)).toBe(0);

    // Nothing has ended it: a card that is tried the day after is not charged.
    const tried = await asked();
    const cardId = await addCard(api, tried.user);
    api.setNow(new Date('2027-02-01T18:00:00Z'));
    await api.pool.query('update accounts_sessions set last_seen_at = $1', [api.context.now()]);
    await api.call('POST /api/account/invoices/{id}/pay', {
      token: tried.user.token,
      params: { id: tried.id },
      body: { card_id: cardId },
    });
    expect(await taken(tried.user)).toBe(0);
    expect((await invoicesOf(tried.user))[0]?.state).toBe('cancel');

    // Paid at the bank minutes after midnight, or while nothing of ours ran.
    for (const [at, day, until] of [
      ['2027-02-01T08:05:00Z', '2027-02-01', '2027-03-01'],
      ['2027-02-02T18:00:00Z', '2027-02-02', '2027-03-02'],
    ] as const) {
      const late = await asked();
      api.setNow(new Date(at));
      await api.pool.query('update accounts_sessions set last_seen_at = $1', [api.context.now()]);
      await answerBank(late.secret);
      expect((await settle(late)).body.data.state).toBe('paid');
      expect(await hasPlan(late.user)).toBe(true);
      expect((await membership(late.user)).subscription).toMatchObject({
        state: 'active',
        period_to: until,
        next_charge: { on: until, cents: 1500 },
      });
      const { rows } = await api.pool.query(
        `select (p.starts_at at time zone 'America/Los_Angeles')::date::text as "from",
          (p.lasts_until at time zone 'America/Los_Angeles')::date::text as "until"
          from plans_periods p where p.household_id = $1`,
        [late.user.householdId],
      );
      // The 28 days of the period that was paid for.
      expect(rows).toEqual([{ from: day, until }]);
      const { rows: open } = await api.pool.query(
        `select count(*)::int as count from billing_invoices i join billing_payments p on p.invoice_id = i.id
          where i.account_id = $1 and p.state <> 'paid'`,
        [await accountOf(late.user)],
      );
      await runAt(api, new Date(`${addDays(until, -1)}T20:00:00Z`));
      expect(open).toEqual([{ count: 0 }]);
      expect(await invoicesOf(late.user)).toHaveLength(1);
      await runAt(api, new Date(`${until}T20:00:00Z`));
      expect(await invoicesOf(late.user)).toMatchObject([{ total_cents: 1500 }, { total_cents: 1500 }]);
    }
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
        key: randomUUID(),
        plan_id: tried.id,
        price_id,
        card_id: other.cardId,
        charge_cents: bill.charge_cents,
        agreement,
      },
    });
    expect(confirmed.body.data.state).toBe('paid');
    expect(await taken(other)).toBe(999);
    // Another card of the same household, once its plan has ended: it is charged at once, and is quoted so.
    await api.call('POST /api/account/membership/cancel', {
      token: user.token,
      body: { password: user.password },
    });
    const ended = new Date('2027-03-15T20:00:00Z');
    await runUntil(api, new Date('2027-03-14T20:00:00Z'), ended);
    expect((await membership(user)).subscription).toBeNull();
    const another = await addCard(api, user, '378282246310005');
    const again = await subscribe(api, { ...user, cardId: another }, tried);
    expect(again.body.data.state).toBe('paid');
    expect(await taken(user)).toBe(1998);
    expect((await membership(user)).subscription).toMatchObject({ state: 'active', period_to: '2027-04-15' });
  });
});
