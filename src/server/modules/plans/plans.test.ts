import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildPlan, buildUser } from '../../../../test/build.ts';

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
  const offered = await call('GET /api/plans', { locale: 'en' });
  expect(offered.body.data).toMatchObject([
    { name: 'Monthly', price_cents: 1499, period: 'monthly' },
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
