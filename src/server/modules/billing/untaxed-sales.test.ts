/** What is sold to an address at which no tax rate counts, through HTTP, with both settings. */
import { expect, test } from 'vitest';
import { buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan, buildStaff } from '../../../../test/build.ts';

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
