/** Whoever moves within a period, through HTTP: what is given back takes back the taxes that were charged for it, and no others. */
import { expect, test } from 'vitest';
import {
  address,
  type BillingApi,
  buildPayer,
  changePlan,
  householdReads,
  openBillingApi,
  subscribe,
} from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildStaff } from '../../../../test/build.ts';
import { must } from '../../must.ts';
import { readBalances } from './ledger.service.ts';

const oregon = { region: 'OR', city: 'Portland', postal_code: '97201' };
const ontario = { region: 'ON', city: 'Toronto', postal_code: 'M5V 2T6', country: 'CA' as const };

async function openPlaces() {
  const api = await openBillingApi();
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values
    (gen_random_uuid(), 'US', 'OR', 'plan', 'None', 'US-OR', 0, '2020-01-01', now(), now()),
    (gen_random_uuid(), 'US', 'CA', 'plan', 'State', 'US-CA', 100000, '2020-01-01', now(), now()),
    (gen_random_uuid(), 'CA', 'ON', 'plan', 'HST', 'CA-ON', 130000, '2020-01-01', now(), now())`);
  const plans = {
    small: await buildPlan(api.db, { priceCents: 1500 }),
    large: await buildPlan(api.db, { priceCents: 2500 }),
    yearly: await buildPlan(api.db, { priceCents: 15_000, period: 'yearly' }),
  };
  api.setNow(new Date('2027-02-01T20:00:00Z'));
  return { api, ...plans };
}
type Places = Awaited<ReturnType<typeof openPlaces>>;
type Payer = Awaited<ReturnType<typeof buildPayer>>;

const moveTo = ({ api }: Places, { token }: Payer, place: object) =>
  api.call('PUT /api/account/billing-address', { token, body: { ...address, ...place } });

/** What the ledger owes to each jurisdiction. */
const owed = async (api: BillingApi) =>
  Object.fromEntries(
    (
      await api.pool.query<{ jurisdiction: string; cents: number }>(
        `select jurisdiction, -sum(amount_cents)::int as cents from billing_entries where account = 'tax' group by 1`,
      )
    ).rows.map(({ jurisdiction, cents }) => [jurisdiction, cents]),
  );

test('from where nothing is taxed, an upgrade takes back no tax that was never charged', async () => {
  const places = await openPlaces();
  const { api, small, large } = places;
  const user = await buildPayer(api, { address: oregon });
  expect((await subscribe(api, user, small)).body.data.state).toBe('paid');
  await moveTo(places, user, ontario);
  api.setNow(new Date('2027-02-10T20:00:00Z'));
  const { quoted, changed } = await changePlan(api, user, { kind: 'plan', price_id: large.priceId });
  // 19 of 28 days: -10.18 without a tax, 16.96 with 13 %.
  expect(quoted.body.data.bill).toMatchObject({
    lines: [{ amount_cents: -1018 }, { amount_cents: 1696 }],
    taxes: [{ name: 'HST', amount_cents: 220 }],
    total_cents: 898,
  });
  expect(changed?.body.data.state).toBe('paid');
  expect(await owed(api)).toEqual({ 'CA-ON': 220 });
});

test('from where it is taxed, all that is given back takes its tax along, with the discount that it had', async () => {
  const places = await openPlaces();
  const { api, small, yearly } = places;
  await buildCoupon(api.db, { code: 'HALF', percentOff: 50 });
  const user = await buildPayer(api);
  expect((await subscribe(api, user, small, { coupon: 'HALF' })).body.data.state).toBe('paid');
  expect(await owed(api)).toEqual({ 'US-CA': 75 });
  await moveTo(places, user, ontario);
  // On the same day: the whole month comes back.
  const { quoted, changed } = await changePlan(api, user, { kind: 'plan', price_id: yearly.priceId });
  expect(changed?.body.data.state).toBe('paid');
  const { bill } = quoted.body.data;
  expect(bill.taxes).toEqual([
    { name: 'State', rate: '10%', amount_cents: -75 },
    { name: 'HST', rate: '13%', amount_cents: expect.any(Number) },
  ]);
  const { 'US-CA': california, 'CA-ON': province } = await owed(api);
  expect(california).toBe(0);
  expect(province).toBe(bill.taxes[1]?.amount_cents);
  expect(province).toBe(Math.round((bill.net_cents + 750) * 0.13));
  const all = await readBalances(api.db);
  expect(Object.values(all).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  expect(await householdReads(() => api).taken(user)).toBe(825 + bill.charge_cents);
});

/** Gives back of the last payment of somebody, in as many parts, and says what is owed then. */
async function refundLast(api: BillingApi, user: Payer, parts: number) {
  const { token } = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [api.context.now()]);
  const { body } = await api.call('GET /api/admin/payments', {
    token,
    query: { q: user.id, order: 'desc', status: 'paid' },
  });
  const { id, amount_cents: total } = must(body.data[0], 'payment');
  for (let part = 1, left = total; part <= parts; part++) {
    const amount_cents = part === parts ? left : Math.floor(total / parts);
    const { status } = await api.call('POST /api/admin/payments/{id}/refunds', {
      token,
      params: { id },
      body: { amount_cents, refundable_cents: left, reason: 'Sorry' },
    });
    expect(status).toBe(200);
    left -= amount_cents;
  }
  const { rows } = await api.pool.query(
    `select sum(r.tax_cents)::int as refunded, i.tax_cents as invoiced from billing_refunds r
      join billing_payments p on p.id = r.payment_id join billing_invoices i on i.id = p.invoice_id
      where p.id = $1 group by 2`,
    [id],
  );
  expect(rows[0].refunded).toBe(rows[0].invoiced);
  return owed(api);
}

test.each([
  { ppm: 78_000, parts: 1 },
  { ppm: 78_000, parts: 2 },
  { ppm: 78_500, parts: 2 },
  { ppm: 78_500, parts: 5 },
])('a bill of two places that is given back in $parts gives the taxes of each back ($ppm)', async (given) => {
  const places = await openPlaces();
  const { api, small, large } = places;
  await api.pool.query(
    `insert into billing_tax_rates
      (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at)
      values (gen_random_uuid(), 'US', 'WA', 'plan', 'Sales tax', 'US-WA', $1, '2020-01-01', now(), now())`,
    [given.ppm],
  );
  const user = await buildPayer(api, { address: ontario });
  await subscribe(api, user, small);
  const before = await owed(api);
  await moveTo(places, user, { region: 'WA', city: 'Seattle', postal_code: '98101' });
  api.setNow(new Date('2027-02-10T20:00:00Z'));
  const { changed } = await changePlan(api, user, { kind: 'plan', price_id: large.priceId });
  expect(changed?.body.data.state).toBe('paid');
  expect(await owed(api)).not.toEqual(before);
  expect(await refundLast(api, user, given.parts)).toEqual({ ...before, 'US-WA': 0 });
});

test.each([1, 2, 8])('a bill of two taxes that is given back in %i parts gives each back', async (parts) => {
  const { api, small } = await openPlaces();
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values
    (gen_random_uuid(), 'US', 'NV', 'plan', 'State', 'US-NV', 72500, '2020-01-01', now(), now()),
    (gen_random_uuid(), 'US', 'NV', 'plan', 'Local', 'US-NV-1', 10000, '2020-01-01', now(), now())`);
  const user = await buildPayer(api, { address: { region: 'NV', city: 'Reno', postal_code: '89501' } });
  await subscribe(api, user, small);
  expect(await owed(api)).toEqual({ 'US-NV': 109, 'US-NV-1': 15 });
  expect(await refundLast(api, user, parts)).toEqual({ 'US-NV': 0, 'US-NV-1': 0 });
});
