/** The effect of a new price on subscribers, as staff see it before they save the price. */
import { beforeAll, expect, test } from 'vitest';
import { type BillingApi, buildSubscriber, openBillingApi } from '../../../../test/billing.ts';
import { buildPlan, buildStaff } from '../../../../test/build.ts';
import { addDays } from '../../zone.ts';

let api: BillingApi;
let staff: string;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  const { id, token } = await buildStaff(api.db, {});
  await api.pool.query(
    `update staff_sessions set last_seen_at = '2027-06-01', created_at = '2027-06-01' where staff_id = $1`,
    [id],
  );
  staff = token;
});

const effectOf = async (plan: { id: string }, price_cents: number, starts_at: string) =>
  (
    await api.call('POST /api/admin/plan-price-effects', {
      token: staff,
      body: { plan_id: plan.id, price_cents, starts_at },
    })
  ).body.data;

test('a new price names its subscribers, the day of their mail and the first renewal at it', async () => {
  api.setNow(start);
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  const none = { subscribers: 0, mail_on: null, first_renewal_on: null };
  expect(await effectOf(plan, 1600, '2027-03-05T08:00:00Z')).toEqual(none);
  const first = await buildSubscriber(api, plan);
  api.setNow(new Date('2027-02-03T20:00:00Z'));
  await buildSubscriber(api, plan);
  const { priceNoticeDays, leastPriceNoticeDays } = api.context.config.billing;
  // Renewals are on March 3 and 31, and only the later one is after the start of the price.
  expect(await effectOf(plan, 1600, '2027-03-05T08:00:00Z')).toEqual({
    subscribers: 2,
    mail_on: addDays('2027-03-31', -priceNoticeDays),
    first_renewal_on: '2027-03-31',
  });
  // Without enough notice the next renewal keeps its price.
  api.setNow(new Date('2027-02-25T20:00:00Z'));
  expect(leastPriceNoticeDays).toBeGreaterThan(6);
  expect(await effectOf(plan, 1600, '2027-02-25T08:00:00Z')).toMatchObject({
    first_renewal_on: '2027-03-31',
  });
  // The same amount changes nothing, and a canceled plan does not renew.
  expect(await effectOf(plan, 1500, '2027-03-05T08:00:00Z')).toEqual(none);
  await api.call('POST /api/account/membership/cancel', {
    token: first.token,
    body: { password: first.password },
  });
  expect(await effectOf(plan, 1600, '2027-03-05T08:00:00Z')).toMatchObject({ subscribers: 1 });
});
