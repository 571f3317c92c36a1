/** Plans and prices as staff keep them, and what viewers are offered of it. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildPlan, buildPlanPrice, buildStaff, buildUser } from '../../../../test/build.ts';

let api: TestApi;
let call: TestApi['call'];
let who: { token: string };
beforeAll(async () => {
  api = await openTestApi();
  ({ call } = api);
  who = { token: (await buildStaff(api.db)).token };
});
beforeEach(() => api.setNow(undefined));

// Minutes: a member of staff who does nothing for hours is signed out.
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const input = { name_ko: '가족', name_en: 'Family', period: 'monthly' as const, active: true };
const create = async (body: object = {}) =>
  (await call('POST /api/admin/plans', { ...who, body: { ...input, ...body } })).body;
const addPrice = (body: { plan_id: string; price_cents: number; starts_at: string } & object) =>
  call('POST /api/admin/plan-prices', { ...who, body });
const read = async (id: string) =>
  (await call('GET /api/admin/plans/{id}', { ...who, params: { id } })).body.data;
const offered = async (id: string) =>
  (await call('GET /api/plans', { locale: 'en' })).body.data.find((plan) => plan.id === id);
const undo = async (event: string | null | undefined) =>
  call('POST /api/admin/undo', { ...who, body: { event_id: event ?? '' } });

test('a new plan with its price is offered at once, and undoing takes both back', async () => {
  const { data, event_id } = await create({
    price_cents: 1299,
    regular_price_cents: 1599,
    streams: 5,
    ad_free: false,
    max_height: 720,
    trial_days: 7,
    box_quantity: 1,
    devices: ['stb', 'pc', 'stb'],
  });
  const id = data.id ?? '';
  expect(data).toMatchObject({ price_cents: 1299, regular_price_cents: 1599, devices: ['stb', 'pc'] });
  expect(await offered(id)).toMatchObject({
    name: 'Family',
    price_cents: 1299,
    regular_price_cents: 1599,
    streams: 5,
    ad_free: false,
    max_height: 720,
    trial_days: 7,
    box_quantity: 1,
  });
  expect((await undo(event_id)).status).toBe(200);
  expect(await offered(id)).toBeUndefined();
  expect((await api.pool.query('select from plans_prices where plan_id = $1', [id])).rowCount).toBe(0);
});

test('an inactive plan and one without a price are not offered', async () => {
  const [hidden, free] = [await create({ price_cents: 999, active: false }), await create()];
  expect(await offered(hidden.data.id ?? '')).toBeUndefined();
  expect(await offered(free.data.id ?? '')).toBeUndefined();
  const params = { id: hidden.data.id ?? '' };
  const shown = await call('PATCH /api/admin/plans/{id}', { ...who, params, body: { active: true } });
  expect(await offered(params.id)).toMatchObject({ price_cents: 999 });
  expect((await undo(shown.body.event_id)).status).toBe(200);
  expect(await offered(params.id)).toBeUndefined();
});

test('a price takes effect at its instant, and until then it can be changed or taken back', async () => {
  const id = (await create({ price_cents: 1000 })).data.id ?? '';
  const add = (minutes: number, price_cents: number) =>
    addPrice({ plan_id: id, price_cents, starts_at: later(minutes).toISOString() });
  const coming = (await add(2, 1200)).body.data;
  expect(coming).toMatchObject({ state: 'coming', label: '가족 $12.00' });
  const params = { id: coming.id ?? '' };
  const changed = await call('PATCH /api/admin/plan-prices/{id}', {
    ...who,
    params,
    body: { price_cents: 1300, regular_price_cents: 1500 },
  });
  expect(changed.status).toBe(200);
  const other = (await add(3, 9900)).body.data;
  const taken = await call('DELETE /api/admin/plan-prices/{id}', { ...who, params: { id: other.id ?? '' } });
  expect(taken.status).toBe(200);
  expect(await read(id)).toMatchObject({ price_cents: 1000 });
  api.setNow(later(4));
  expect(await read(id)).toMatchObject({ price_cents: 1300, regular_price_cents: 1500 });
  expect(await offered(id)).toMatchObject({ price_id: params.id, price_cents: 1300 });
  const { data } = (
    await call('GET /api/admin/plan-prices', { ...who, query: { plan_id: id, order: 'desc' } })
  ).body;
  expect(data.map(({ state, price_cents }) => [state, price_cents])).toEqual([
    ['in_force', 1300],
    ['past', 1000],
  ]);
});

test('what is or was in force never changes, and no price is put before now', async () => {
  const id = (await create({ price_cents: 1000 })).data.id ?? '';
  const { data } = (await call('GET /api/admin/plan-prices', { ...who, query: { plan_id: id } })).body;
  const params = { id: data[0]?.id ?? '' };
  const changed = await call('PATCH /api/admin/plan-prices/{id}', {
    ...who,
    params,
    body: { price_cents: 900 },
  });
  expect(changed.body.errors).toHaveProperty('starts_at');
  const gone = await call('DELETE /api/admin/plan-prices/{id}', { ...who, params });
  expect(gone.status).toBe(422);
  const past = await addPrice({ plan_id: id, price_cents: 900, starts_at: later(-1).toISOString() });
  expect(past.body.errors).toHaveProperty('starts_at');
  const at = later(5).toISOString();
  await addPrice({ plan_id: id, price_cents: 900, starts_at: at });
  expect((await addPrice({ plan_id: id, price_cents: 901, starts_at: at })).body.errors).toHaveProperty(
    'starts_at',
  );
});

test('the first price may say since when it has been in force', async () => {
  const id = (await create()).data.id ?? '';
  const first = await addPrice({ plan_id: id, price_cents: 900, starts_at: later(-60).toISOString() });
  expect(first.body.data).toMatchObject({ state: 'in_force' });
  expect(await offered(id)).toMatchObject({ price_cents: 900 });
});

test('a regular price that is not above the price, and amounts nobody can charge, are refused', async () => {
  const refused = async (body: object) =>
    Object.keys(((await create(body)) as { errors?: object }).errors ?? {});
  expect(await refused({ price_cents: 1000, regular_price_cents: 1000 })).toEqual(['regular_price_cents']);
  expect(await refused({ regular_price_cents: 1000 })).toEqual(['price_cents']);
  expect(await refused({ price_cents: 49 })).toEqual(['price_cents']);
  expect(await refused({ price_cents: 10.5 })).toEqual(['price_cents']);
  expect(await refused({ devices: [] })).toEqual(['devices']);
  expect(await refused({ max_height: 100 })).toEqual(['max_height']);
  expect(await refused({ streams: 0, trial_days: 91 })).toEqual(['streams', 'trial_days']);
  expect(await refused({ period: 'once', trial_days: 7 })).toEqual(['trial_days']);
  expect(await refused({ period: 'once', trial_days: 0 })).toEqual([]);
  const unknown = await addPrice({
    plan_id: '01926f6e-0000-7000-8000-000000000000',
    price_cents: 900,
    starts_at: later(1).toISOString(),
  });
  expect(unknown.body.errors).toHaveProperty('plan_id');
});

test('a plan that somebody has or had is not deleted, and one with a price in force keeps its period', async () => {
  const plan = await buildPlan(api.db);
  await buildPlanPrice(api.db, { planId: plan.id, priceCents: 1700, startsAt: later(9) });
  const params = { id: plan.id };
  const moved = await call('PATCH /api/admin/plans/{id}', { ...who, params, body: { period: 'yearly' } });
  expect(moved.body.errors).toHaveProperty('period');
  const remove = () => call('DELETE /api/admin/plans/{id}', { ...who, params });
  await buildUser(api.db, { plan: -30, planId: plan.id });
  expect((await remove()).body.code).toBe('in_use');
  await api.pool.query('delete from plans_periods where plan_id = $1', [plan.id]);
  const removed = await remove();
  expect(removed.status).toBe(200);
  // Its prices come back with it, those in force too.
  expect((await undo(removed.body.event_id)).status).toBe(200);
  expect(await read(plan.id)).toMatchObject({ price_cents: 1499 });
  const prices = await call('GET /api/admin/plan-prices', { ...who, query: { plan_id: plan.id } });
  expect(prices.body.data).toHaveLength(2);
});
