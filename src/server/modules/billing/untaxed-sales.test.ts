/** What is sold to an address at which no tax rate counts, through HTTP, with both settings. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addCard,
  address,
  buildPayer,
  changePlan,
  openBillingApi,
  resumePlan,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildStaff, buildUser } from '../../../../test/build.ts';
import { must } from '../../must.ts';

const alaska = { region: 'AK', city: 'Anchorage', postal_code: '99501' };

async function openTaxed(taxUnknown: 'allow' | 'refuse') {
  const api = await openBillingApi({ taxUnknown });
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values
    (gen_random_uuid(), 'US', 'CA', 'plan', 'State', 'US-CA', 100000, '2020-01-01', now(), now()),
    (gen_random_uuid(), 'US', 'OR', 'plan', 'None', 'US-OR', 0, '2020-01-01', now(), now())`);
  return { api, plan: await buildPlan(api.db, { priceCents: 1500 }) };
}

test('is sold and listed where that is allowed, with its place, and no other sale is', async () => {
  const { api, plan } = await openTaxed('allow');
  for (const address of [{}, { region: 'OR', postal_code: '97201' }, alaska])
    expect((await subscribe(api, await buildPayer(api, { address }), plan)).body.data.state).toBe('paid');
  const staff = await buildStaff(api.db, { permissions: { payments: ['read', 'export'] } });
  const query = { untaxed_cents_min: '1' };
  const { body } = await api.call('GET /api/admin/payments', { token: staff.token, query: query as object });
  expect(body.data).toMatchObject([
    { state: 'AK', country: 'US', zip: '99501', untaxed_cents: 1500, total_cents: 1500 },
  ]);
  const made = await api.call('POST /api/admin/exports', {
    token: staff.token,
    body: {
      resource: 'payments',
      format: 'csv',
      query,
      columns: [
        { field: 'number', label: 'number' },
        { field: 'zip', label: 'zip' },
        { field: 'untaxed_cents', label: 'untaxed', as: 'cents' },
      ],
    },
  });
  const file = await api.app.inject({
    url: `/api/admin/exports/${made.body.data.id}/file`,
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(file.body.trim().split('\r\n').slice(1)).toEqual([`${body.data[0]?.number},99501,15`]);
  const stranger = await buildStaff(api.db, { permissions: { plans: ['read'] } });
  expect(
    (await api.call('GET /api/admin/payments', { token: stranger.token, query: query as object })).status,
  ).toBe(403);
});

test('is refused where that is the setting, and nothing is listed', async () => {
  const { api, plan } = await openTaxed('refuse');
  const refused = await subscribe(api, await buildPayer(api, { address: alaska }), plan);
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['address']);
  // A rate of 0 is one.
  const oregon = await buildPayer(api, { address: { region: 'OR', postal_code: '97201' } });
  expect((await subscribe(api, oregon, plan)).body.data.state).toBe('paid');
  const { token } = await buildStaff(api.db);
  const { body } = await api.call('GET /api/admin/payments', {
    token,
    query: { untaxed_cents_min: 1 } as object,
  });
  expect(body.data).toEqual([]);
});

test('is refused of a change, a gift and a plan that staff begin, and a renewal is listed', async () => {
  const { api, plan } = await openTaxed('refuse');
  const start = new Date('2027-01-31T20:00:00Z');
  api.setNow(start);
  const { token } = await buildStaff(api.db);
  const staySignedIn = () =>
    api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
  await staySignedIn();
  const [user, stranger] = [await buildPayer(api), await buildPayer(api, { address: alaska })];
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  await api.call('PUT /api/account/billing-address', { token: user.token, body: { ...address, ...alaska } });
  const large = await buildPlan(api.db, { priceCents: 2500 });
  const { quoted } = await changePlan(api, user, { kind: 'plan', price_id: large.priceId });
  expect(Object.keys(quoted.body.errors ?? {})).toEqual(['address']);
  await api.call('POST /api/admin/gift-lots', {
    token,
    body: { lot: 'One', plan_id: plan.id, months: 1, count: 1, expires_at: null },
  });
  const gifts = await api.call('GET /api/admin/gifts', { token, query: { q: 'One' } });
  const code = gifts.body.data[0]?.code ?? '';
  for (const call of ['POST /api/account/gifts/check', 'POST /api/account/gifts/redeem'] as const) {
    const refused = await api.call(call, { token: stranger.token, body: { code } });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['address']);
  }
  const begun = await api.call('POST /api/admin/customers/{id}/subscription-quotes', {
    token,
    params: { id: stranger.id },
    body: { plan_id: plan.id },
  });
  expect(Object.keys(begun.body.errors ?? {})).toEqual(['address']);
  await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
  await staySignedIn();
  const listed = await api.call('GET /api/admin/payments', {
    token,
    query: { untaxed_cents_min: 1 } as object,
  });
  expect(listed.body.data).toMatchObject([{ state: 'AK', untaxed_cents: 1500, total_cents: 1500 }]);
});

test('is of its kind: rates of plans alone say nothing of what is charged once', async () => {
  for (const taxUnknown of ['refuse', 'allow'] as const) {
    const { api } = await openTaxed(taxUnknown);
    const once = await buildPlan(api.db, { priceCents: 2000, period: 'once' });
    const sold = await subscribe(api, await buildPayer(api), once);
    const { token } = await buildStaff(api.db);
    const { body } = await api.call('GET /api/admin/payments', {
      token,
      query: { untaxed_cents_min: 1 } as object,
    });
    if (taxUnknown === 'refuse') expect(Object.keys(sold.body.errors ?? {})).toEqual(['address']);
    expect(body.data).toMatchObject(taxUnknown === 'refuse' ? [] : [{ state: 'CA', untaxed_cents: 2000 }]);
  }
});

test('a file of tax rates has them in percent, as the list has', async () => {
  const { api } = await openTaxed('refuse');
  const rate = `(gen_random_uuid(), 'CA', 'QC', 'plan', 'QST', 'CA-QC', 99750, '2020-01-01', now(), now())`;
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values ${rate}`);
  const { token } = await buildStaff(api.db, { permissions: { 'tax-rates': ['read', 'export'] } });
  const made = await api.call('POST /api/admin/exports', {
    token,
    body: {
      resource: 'tax-rates',
      format: 'csv',
      query: { sort: 'rate_ppm', order: 'desc' },
      columns: [
        { field: 'name', label: 'Name' },
        { field: 'rate_ppm', label: 'Rate (%)', as: 'ppm' },
      ],
    },
  });
  const file = await api.app.inject({
    url: `/api/admin/exports/${made.body.data.id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.body.trim().split('\r\n').slice(1)).toEqual(['State,10', 'QST,9.975', 'None,0']);
});

test('to nobody without an address: each thing that is charged asks for it, and for a place with a rate', async () => {
  const { api, plan } = await openTaxed('refuse');
  const dear = await buildPlan(api.db, { priceCents: 2500 });
  const { token: staff } = await buildStaff(api.db);
  await api.call('POST /api/admin/gift-lots', {
    token: staff,
    body: { lot: 'Two', plan_id: plan.id, months: 1, count: 2, expires_at: null },
  });
  const lot = await api.call('GET /api/admin/gifts', { token: staff, query: { q: 'Two' } });
  const codes = lot.body.data.map(({ code }) => code);
  const addressOf = ({ body }: { body: { errors?: Record<string, string[]> } }) => body.errors?.address;
  const needed = ['청구지 주소를 먼저 입력해 주세요. 세금을 계산하고 청구서에 적어요.'];

  // A gift is kind: no address is asked of whom it serves.
  const user = await buildUser(api.db);
  const { token } = user;
  const redeemed = await api.call('POST /api/account/gifts/redeem', {
    token,
    body: { code: codes[0] ?? '' },
  });
  expect(redeemed.body.data).toMatchObject({ begins: true });
  await addCard(api, user);
  expect(addressOf(await resumePlan(api, user))).toEqual(needed);
  const wanted = { kind: 'plan', price_id: dear.priceId } as const;
  const { quoted, changed } = await changePlan(api, user, wanted);
  expect(quoted.body.data.needs_address).toBe(true);
  expect(addressOf(must(changed, 'change'))).toEqual(needed);
  const gift = { plan_id: plan.id, months: 1 } as const;
  const buy = async () => {
    const { data } = (await api.call('POST /api/account/gift-quotes', { token, body: gift })).body;
    const { bill, agreement } = data;
    const [card_id, key] = [(await membershipOf(token)).cards[0]?.id ?? null, randomUUID()];
    const body = { ...gift, key, card_id, charge_cents: bill.charge_cents, agreement };
    return { data, bought: await api.call('POST /api/account/gifts', { token, body }) };
  };
  const membershipOf = async (of: string) =>
    (await api.call('GET /api/account/membership', { token: of })).body.data;
  const gifted = await buy();
  expect(gifted.data.needs_address).toBe(true);
  expect(addressOf(gifted.bought)).toEqual(needed);
  // Somebody else pays: whose address counts, is theirs.
  const asker = await buildPayer(api);
  await api.call('POST /api/account/pay-requests', { token: asker.token, body: { plan_id: plan.id } });
  const payRequest = (await membershipOf(asker.token)).pay_request?.code ?? '';
  const asked = { plan_id: plan.id, price_id: plan.priceId, pay_request: payRequest };
  const shown = (await api.call('POST /api/account/checkout-quotes', { token, body: asked })).body.data;
  expect(shown.needs_address).toBe(true);
  const paid = await api.call('POST /api/account/checkouts', {
    token,
    body: {
      ...asked,
      key: randomUUID(),
      card_id: null,
      charge_cents: shown.bill.charge_cents,
      agreement: shown.agreement,
    },
  });
  expect(addressOf(paid)).toEqual(needed);
  // Staff are told that it is the customer's to give.
  const stranger = await buildUser(api.db);
  const params = { id: stranger.id };
  const byStaff = await api.call('POST /api/admin/customers/{id}/subscription-quotes', {
    token: staff,
    params,
    body: { plan_id: plan.id },
  });
  expect(addressOf(byStaff)?.[0]).toContain('고객의 청구지 주소가 없어요.');
  const begun = await api.call('POST /api/admin/customers/{id}/subscriptions', {
    token: staff,
    params,
    body: {
      plan_id: plan.id,
      price_id: plan.priceId,
      charge_cents: 1500,
      platform: 'cms',
      method: 'cash',
      check_number: '',
      paid_by: '',
      notes: '',
    },
  });
  expect(addressOf(begun)).toEqual(addressOf(byStaff));

  const live = (place: object) =>
    api.call('PUT /api/account/billing-address', { token, body: { ...address, ...place } });
  await live(alaska);
  for (const refused of [await resumePlan(api, user), (await changePlan(api, user, wanted)).quoted])
    expect(addressOf(refused)?.[0]).toContain('이 주소로는 아직 판매하지 않아요.');
  await live({});
  expect((await buy()).bought.body.data.state).toBe('paid');
  expect((await resumePlan(api, user)).status).toBe(200);
  expect((await changePlan(api, user, wanted)).changed?.body.data.state).toBe('paid');
});

test('to nobody’s address goes on where it was begun so, and is listed, whatever the setting', async () => {
  for (const taxUnknown of ['refuse', 'allow'] as const) {
    const { api, plan } = await openTaxed(taxUnknown);
    const start = new Date('2027-01-31T20:00:00Z');
    api.setNow(start);
    const user = await buildPayer(api);
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    await api.pool.query('update billing_accounts set address_id = null');
    await runUntil(api, start, new Date('2027-02-28T20:00:00Z'));
    const { token } = await buildStaff(api.db);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
    const query = { untaxed_cents_min: 1 } as object;
    const { body } = await api.call('GET /api/admin/payments', { token, query });
    expect(body.data).toMatchObject([{ state: '', untaxed_cents: 1500, total_cents: 1500 }]);
  }
});
