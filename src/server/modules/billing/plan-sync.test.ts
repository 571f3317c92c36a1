/** The plan sync, against the simulated gateway. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildPlan, buildPlanPrice, buildStaff } from '../../../../test/build.ts';
import { openTestDatabase } from '../../../../test/database.ts';
import { openTestGateway } from '../../../../test/gateway.ts';
import { GatewayUnavailable, type Payments } from '../../adapters/payments/port.ts';

let api: TestApi;
let who: { token: string };
let payments: Payments;
beforeAll(async () => {
  api = await openTestApi();
  who = { token: (await buildStaff(api.db)).token };
  ({ payments } = await openTestGateway((await openTestDatabase({ empty: true })).url));
});
beforeEach(() => {
  api.context.payments = payments;
});

const compare = async () => (await api.call('GET /api/admin/plan-sync', who)).body.data;
const sync = async () => (await api.call('POST /api/admin/plan-sync', who)).body.data;
const of = async (planId: string, compared = compare()) =>
  (await compared).plans.find(({ plan_id }) => plan_id === planId);
const statesOf = (plan: Awaited<ReturnType<typeof of>>) => [
  plan?.state,
  ...(plan?.prices ?? []).map(({ state }) => state),
];

test('plans and prices in force are made there once, whatever is repeated, and their ids are noted', async () => {
  const plan = await buildPlan(api.db, { nameEn: 'Basic', priceCents: 1299 });
  const yearly = await buildPlan(api.db, { period: 'yearly', priceCents: 12_900 });
  // None of these is offered by the month or year.
  for (const own of [
    { active: false },
    { period: 'once' as const },
    { priceFrom: new Date(Date.now() + 60_000) },
  ]) {
    const { id } = await buildPlan(api.db, own);
    expect(await of(id)).toBeUndefined();
  }
  expect(statesOf(await of(plan.id))).toEqual(['missing', 'missing']);
  const after = await sync();
  expect(after.differences).toBe(0);
  await Promise.all([sync(), sync()]);
  const there = (await payments.listPlans()).filter(({ planId }) => planId === plan.id);
  expect(there).toMatchObject([
    {
      name: 'Basic',
      isActive: true,
      prices: [{ ourPriceId: plan.priceId, amountCents: 1299, months: 1, isActive: true }],
    },
  ]);
  expect((await of(yearly.id))?.prices).toMatchObject([{ months: 12, amount_cents: 12_900, state: 'same' }]);
  const { rows } = await api.pool.query(
    'select p.gateway_id as plan, v.gateway_id as price from plans_plans p join plans_prices v on v.plan_id = p.id where p.id = $1',
    [plan.id],
  );
  expect(rows).toEqual([{ plan: there[0]?.id, price: there[0]?.prices[0]?.id }]);
});

test('another name, another price and what is no longer offered are shown and pushed', async () => {
  const plan = await buildPlan(api.db, { nameEn: 'Old name', priceCents: 1000 });
  await sync();
  await api.pool.query(`update plans_plans set name_en = 'New name' where id = $1`, [plan.id]);
  const dearer = await buildPlanPrice(api.db, {
    planId: plan.id,
    priceCents: 1200,
    startsAt: new Date(Date.now() - 1000),
  });
  const differing = await of(plan.id);
  expect(differing).toMatchObject({ state: 'different', name_en: 'New name', gateway_name: 'Old name' });
  expect(differing?.prices).toMatchObject([
    { price_id: dearer.id, amount_cents: 1200, state: 'missing' },
    { price_id: plan.priceId, amount_cents: 1000, active: false, gateway_active: true, state: 'different' },
  ]);
  expect((await compare()).differences).toBe(3);
  expect((await sync()).differences).toBe(0);
  await api.pool.query('update plans_plans set active = false where id = $1', [plan.id]);
  expect(await of(plan.id)).toMatchObject({ state: 'different', active: false, gateway_active: true });
  await sync();
  const there = (await payments.listPlans()).find(({ planId }) => planId === plan.id);
  expect(there).toMatchObject({ name: 'New name', isActive: false });
  expect(there?.prices.find(({ ourPriceId }) => ourPriceId === plan.priceId)?.isActive).toBe(false);
});

test('a price that was switched off there is offered again, and what is not ours is left alone', async () => {
  const plan = await buildPlan(api.db);
  await sync();
  const there = (await payments.listPlans()).find(({ planId }) => planId === plan.id);
  await payments.setPriceActive(there?.prices[0]?.id ?? '', false);
  await payments.savePlan({
    planId: '01926f6e-0000-7000-8000-000000000000',
    name: 'Elsewhere',
    isActive: true,
  });
  expect(statesOf(await of(plan.id))).toEqual(['same', 'different']);
  const after = await sync();
  expect(after.differences).toBe(0);
  expect(after.plans.at(-1)).toMatchObject({ plan_id: null, gateway_name: 'Elsewhere', state: 'unknown' });
  const elsewhere = (await payments.listPlans()).find(({ name }) => name === 'Elsewhere');
  expect(elsewhere?.isActive).toBe(true);
});

test('a sync that is cut off halfway goes on where it stopped', async () => {
  const plan = await buildPlan(api.db);
  api.context.payments = new Proxy(payments, {
    get: (target, name: keyof Payments) =>
      name === 'createPrice'
        ? async (price: Parameters<Payments['createPrice']>[0]) => {
            await payments.createPrice(price);
            throw new GatewayUnavailable();
          }
        : (target[name] as () => unknown).bind(target),
  });
  const cut = await api.call('POST /api/admin/plan-sync', who).catch(() => undefined);
  api.context.payments = payments;
  expect(cut === undefined || cut.status === 503).toBe(true);
  expect((await sync()).differences).toBe(0);
  const there = (await payments.listPlans()).find(({ planId }) => planId === plan.id);
  expect(there?.prices).toHaveLength(1);
});

test('what the processor refuses is said in its words', async () => {
  const plan = await buildPlan(api.db);
  // Its product was deleted there.
  api.context.payments = new Proxy(payments, {
    get: (target, name: keyof Payments) =>
      name === 'createPrice'
        ? (price: Parameters<Payments['createPrice']>[0]) =>
            payments.createPrice({ ...price, productId: 'prod_gone' })
        : (target[name] as () => unknown).bind(target),
  });
  const refused = await api.call('POST /api/admin/plan-sync', { ...who, locale: 'en' });
  api.context.payments = payments;
  expect(refused).toMatchObject({ status: 409, body: { code: 'payments_refused' } });
  expect(refused.body.message).toContain("No such product: 'prod_gone'");
  expect((await sync()).differences).toBe(0);
  expect((await payments.listPlans()).find(({ planId }) => planId === plan.id)?.prices).toHaveLength(1);
});

test('without a processor, and with one that cannot say, there is an answer of its own', async () => {
  api.context.payments = undefined;
  const none = await api.call('GET /api/admin/plan-sync', who);
  expect([none.status, none.body.code]).toEqual([409, 'payments_not_set']);
  expect((await api.call('POST /api/admin/plan-sync', who)).body.code).toBe('payments_not_set');
  const reader = { token: (await buildStaff(api.db, { permissions: { 'plan-sync': ['read'] } })).token };
  expect((await api.call('POST /api/admin/plan-sync', reader)).status).toBe(403);
});
