import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildPlan, buildPlanPrice, buildUser } from '../../../../test/build.ts';
import { findOffer, findPrice } from './plans.service.ts';

let api: TestApi;
let call: TestApi['call'];
let db: TestApi['db'];
beforeAll(async () => {
  api = await openTestApi();
  ({ call, db } = api);
});

test('plans that are offered are told, in their order', async () => {
  await buildPlan(db, { position: 2, period: 'yearly' });
  await buildPlan(db, { position: 1 });
  await buildPlan(db, { active: false });
  await buildPlan(db, { priceFrom: new Date(Date.now() + 60_000) });
  const offered = await call('GET /api/plans', { locale: 'en' });
  expect(offered.body.data).toMatchObject([
    { name: 'Monthly', price_cents: 1499, period: 'monthly', streams: 3, trial_days: 0, box_quantity: 0 },
    { period: 'yearly' },
  ]);
});

test('the running plan is told to its household', async () => {
  const { id: planId } = await buildPlan(db);
  const paying = await buildUser(db, { plan: 30, planId });
  const given = await buildUser(db, { plan: 30 });
  const free = await buildUser(db);
  expect((await call('GET /api/current-plan', { token: paying.token })).body.data).toMatchObject({
    plan_id: planId,
  });
  expect((await call('GET /api/current-plan', { token: given.token })).body.data).toMatchObject({
    plan_id: null,
  });
  expect((await call('GET /api/current-plan', { token: free.token })).body.data).toBeNull();
  expect((await call('GET /api/current-plan')).status).toBe(401);
});

test('what a plan costs is the price that began last, and an earlier one stays what it was', async () => {
  const plan = await buildPlan(db, { priceCents: 1000 });
  const planId = plan.id;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const { id: newId } = await buildPlanPrice(db, {
    planId,
    priceCents: 1200,
    regularPriceCents: 1500,
    startsAt: at(-1),
  });
  await buildPlanPrice(db, { planId, priceCents: 1300, startsAt: at(1) });
  api.context.responseCache.drop('plans');
  const offered = await call('GET /api/plans', { locale: 'en' });
  expect(offered.body.data.find(({ id }: { id: string }) => id === planId)).toMatchObject({
    price_id: newId,
    price_cents: 1200,
    regular_price_cents: 1500,
  });
  expect(await findOffer(db, { planId, at: at(-2) })).toMatchObject({ priceCents: 1000 });
  expect(await findOffer(db, { planId, at: at(2) })).toMatchObject({ priceCents: 1300 });
  expect(await findOffer(db, { planId, at: new Date('2019-01-01') })).toBeUndefined();
  expect(await findPrice(db, plan.priceId)).toMatchObject({ id: planId, priceCents: 1000 });
});
