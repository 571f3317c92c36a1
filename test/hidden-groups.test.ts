/**
 * Groups of fields that a role hides appear in no answer of the office, and no query reads them. Records have marked
 * values in the fields of each group. The calls come from the contract, so that a new call is tested too.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { groupsOf } from '../src/contract/admin/field-groups.ts';
import { fieldKind, filtersOf, readFilter } from '../src/contract/admin/filters.ts';
import { everyPermission, fieldGroups, staffModules } from '../src/contract/admin/permissions.ts';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { keysOf } from '../src/contract/keys.ts';
import { users } from '../src/server/modules/accounts/accounts.tables.ts';
import {
  partnerStatements,
  partnerStatementTitles,
} from '../src/server/modules/partner-statements/partner-statements.tables.ts';
import { must } from '../src/server/must.ts';
import { labelFields } from '../src/server/resource/labels.ts';
import { resourcesOf } from '../src/server/resource/registry.ts';
import { addCard, type BillingApi, buildAddressed, openBillingApi, subscribe } from './billing.ts';
import {
  buildAsset,
  buildContentPartner,
  buildCoupon,
  buildInquiry,
  buildMail,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildRole,
  buildStaff,
} from './build.ts';

/** Marked values by group, as an answer, a file or a sentence may contain them. */
const marks = {
  amounts: /77731|233193|777\.31|12321|123\.21|34543|345\.43|99119|991\.19|88228|882\.28/,
  personal: /zqmail|8210999988|Zqname|Zqstreet|Zqprofile|198\.51\.100\.77|1977-07-17/,
  notes: /Zqnote/,
  terms: /37\.31|66166|661\.66/,
} as const;

let api: BillingApi;
let whole: string;
let blind: string;
/** Ids of records by the path segment of the calls that name them. */
const ids = new Map<string, string[]>();
let statementId = '';

interface Answer {
  status: number;
  text: string;
}
async function send(
  token: string,
  name: string,
  path: string,
  query: object = {},
  body?: object,
): Promise<Answer> {
  const answer = await api.app.inject({
    method: name.split(' ')[0] as 'GET',
    url: path,
    query: query as Record<string, string>,
    headers: { authorization: `Bearer ${token}`, 'x-locale': 'en' },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, text: answer.body };
}
const call = (token: string, name: string, sent: object = {}) =>
  api.call(name as CallName, { token, ...sent } as never) as unknown as Promise<{
    status: number;
    body: { data: Record<string, unknown>[] & Record<string, unknown>; event_id?: string };
  }>;
const models = () => [...resourcesOf(api.context).values()];
const found = (text: string) => fieldGroups.filter((group) => marks[group].test(text));

beforeAll(async () => {
  api = await openBillingApi();
  const { db, pool } = api;
  whole = (await buildStaff(db)).token;
  const role = await buildRole(db, { permissions: everyPermission, hiddenGroups: [...fieldGroups] });
  blind = (await buildStaff(db, { roleId: role.id })).token;
  const asked = async (name: string, sent: object) => {
    const answer = await call(whole, name, sent);
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };

  const plan = await buildPlan(db, { priceCents: 77731 });
  const user = await buildAddressed(api, { name: 'Zqname Kim', line1: 'Zqstreet 1' });
  await pool.query(
    `update accounts_users set email = 'zqmail@maru.example', phone = '+821099998888', birth_date = '1977-07-17' where id = $1`,
    [user.id],
  );
  await buildProfile(db, { householdId: user.householdId, name: 'Zqprofile' });
  const cardId = await addCard(api, user);
  const bought = await subscribe(api, { ...user, cardId }, plan);
  expect(bought.body.data).toMatchObject({ state: 'paid' });
  const payments = await asked('GET /api/admin/payments', { query: { q: user.id } });
  const id = String(payments.data[0]?.id);
  await asked('PATCH /api/admin/payments/{id}', { params: { id }, body: { notes: 'Zqnote of a payment' } });
  await asked('POST /api/admin/payments/{id}/refunds', {
    params: { id },
    body: { amount_cents: 12321, refundable_cents: 77731, reason: 'Zqnote of a refund' },
  });
  await asked('POST /api/admin/customers/{id}/credits', {
    params: { id: user.id },
    body: { key: randomUUID(), amount_cents: 34543, reason: 'Zqnote of a credit' },
  });
  const coupon = await buildCoupon(db, { amountOffCents: 99119 });
  await asked('PATCH /api/admin/coupons/{id}', {
    params: { id: coupon.id },
    body: { amount_off_cents: 88228 },
  });
  await asked('POST /api/admin/planned-changes', {
    body: {
      entity: 'coupons',
      id: coupon.id,
      action: 'update',
      fields: { amount_off_cents: 99119 },
      applies_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  await asked('POST /api/admin/plan-prices', {
    body: {
      plan_id: plan.id,
      price_cents: 88228,
      starts_at: new Date(Date.now() + 40 * 86_400_000).toISOString(),
    },
  });
  await asked('POST /api/admin/gift-lots', {
    body: { lot: 'Lot', plan_id: plan.id, months: 3, count: 1, expires_at: null },
  });
  await asked('POST /api/admin/tax-rates', {
    body: {
      country: 'US',
      region: 'WA',
      name: 'Sales tax',
      jurisdiction: 'US-WA',
      kind: 'plan',
      rate_ppm: 100_000,
      starts_on: '2030-01-01',
      notes: 'Zqnote of a rate',
    },
  });
  const partner = await buildContentPartner(db);
  const film = await buildProgramme(db, { contentPartnerId: partner.id });
  await asked('POST /api/admin/partner-terms', {
    body: {
      content_partner_id: partner.id,
      starts_on: '2026-01-01',
      share_percent: 37.31,
      per_minute_cents: 66166,
      minimum_guarantee_cents: 66166,
    },
  });
  const [statement] = await db
    .insert(partnerStatements)
    .values({
      contentPartnerId: partner.id,
      month: '2027-01-01',
      partnerKo: '제휴사',
      partnerEn: 'Partner',
      views: 3,
      minutes: 9,
      shareCents: 77731,
      minuteCents: 12321,
      guaranteeCents: 66166,
      amountCents: 99119,
      revenueCents: 1,
      planSeconds: 0,
      terms: [
        {
          id: randomUUID(),
          starts_on: '2026-01-01',
          ends_on: null,
          share_percent: 37.31,
          per_minute_cents: 66166,
          minimum_guarantee_cents: 66166,
          programme_ids: [],
          regions: null,
          days: 31,
          earned_cents: 77731,
          guaranteed_cents: 66166,
        },
      ],
      madeAt: new Date(),
    })
    .returning({ id: partnerStatements.id });
  statementId = must(statement, 'statement').id;
  await db.insert(partnerStatementTitles).values({
    statementId,
    programmeId: film.id,
    titleKo: '영화',
    titleEn: 'Film',
    freeViews: 1,
    planViews: 2,
    freeMinutes: 4,
    planMinutes: 5,
    shareCents: 77731,
    minuteCents: 12321,
  });
  await buildInquiry(db, { user });
  await buildMail(db, {
    toAddress: 'zqmail@maru.example',
    text: 'Zqname, $777.31',
    html: '<p>Zqname, $777.31</p>',
  });
  await pool.query(
    `insert into accounts_logins (id, user_id, household_id, succeeded, device_name, address)
      values (gen_random_uuid(), $1, $2, true, 'Chrome', '198.51.100.77')`,
    [user.id, user.householdId],
  );
  await buildAsset(db, { uploaderAddress: '198.51.100.77' });
  const openings = 'POST /api/admin/personal-data-openings';
  for (const token of [whole, blind])
    for (const { shape } of models())
      if (shape.personal)
        await send(
          token,
          openings,
          '/api/admin/personal-data-openings',
          {},
          {
            resource: shape.name,
            id: null,
            reason: 'Check the hidden groups',
          },
        );
  for (const { shape } of models()) {
    const { body } = await call(whole, `GET /api/admin/${shape.name}`, { query: { per_page: 50 } });
    ids.set(
      shape.name,
      body.data.slice(-5).map((row) => String(row.id)),
    );
  }
  expect(await db.$count(users)).toBeGreaterThan(0);
});

const now = new Date().toISOString();
const queries: Record<string, object[]> = {
  'GET /api/admin/bill-changes': [{ sort: 'renews_on' }],
  'GET /api/admin/calendar': [{ from: now.slice(0, 10), to: now.slice(0, 10) }],
  'GET /api/admin/find': [{ q: 'Zqname' }, { q: 'zqmail@maru.example' }, { q: 'Partner' }, { q: '777' }],
  'GET /api/admin/history/{resource}/{id}': [{ at: now }],
  'GET /api/admin/events': [{ per_page: 100, order: 'desc' }],
  'GET /api/admin/renewal-rehearsal': [{ month: now.slice(0, 7) }],
  'GET /api/admin/partner-statements/{id}/titles': [{ sort: 'title' }],
};

/** Requests of a call that reads: each record, resource or report, and each query. */
function requestsOf(name: string): [path: string, query: object][] {
  const path = name.split(' ')[1] ?? '';
  const segment = path.split('/')[3] ?? '';
  const paths = path.includes('{resource}')
    ? models().flatMap(({ shape }) =>
        (path.includes('{id}') ? (ids.get(shape.name) ?? []) : ['']).map((id) =>
          path.replace('{resource}', shape.name).replace('{id}', id),
        ),
      )
    : path.includes('{')
      ? (ids.get(segment) ?? []).map((id) => path.replace(/\{\w+\}/, id))
      : [path];
  const resources =
    name === 'GET /api/admin/deleted' ||
    name === 'GET /api/admin/views' ||
    name === 'GET /api/admin/importable'
      ? models().map(({ shape }) => ({ resource: shape.name }))
      : (queries[name] ?? [{}]);
  return paths.flatMap((own) => resources.map((query) => [own, query] as [string, object]));
}

test('no call of the office answers a value of a hidden group', async () => {
  const seen = new Map<string, string[]>();
  for (const [name] of Object.entries(calls) as [string, CallDefinition][]) {
    if (!name.startsWith('GET /api/admin/')) continue;
    for (const [path, query] of requestsOf(name)) {
      const control = await send(whole, name, path, query);
      if (control.status !== 200) continue;
      for (const group of found(control.text)) seen.set(group, [...(seen.get(group) ?? []), name]);
      const answer = await send(blind, name, path, query);
      expect([answer.status, name]).toEqual([200, name]);
      expect([path, found(answer.text)]).toEqual([path, []]);
      expect(answer.text, path).not.toMatch(/"(?:\w+_)?cents":/);
    }
  }
  const among = (group: string) => [...new Set(seen.get(group))];
  expect(among('amounts')).toEqual(
    expect.arrayContaining([
      'GET /api/admin/payments',
      'GET /api/admin/payments/{id}',
      'GET /api/admin/customers/{id}/billing',
      'GET /api/admin/coupons',
      'GET /api/admin/events',
      'GET /api/admin/history/{resource}/{id}',
      'GET /api/admin/gifts',
      'GET /api/admin/mail/{id}',
      'GET /api/admin/partner-statements/{id}/titles',
      'GET /api/admin/plan-prices',
      'GET /api/admin/plans',
      'GET /api/admin/releases/{id}/changes',
    ]),
  );
  expect(among('personal')).toEqual(
    expect.arrayContaining([
      'GET /api/admin/payments',
      'GET /api/admin/customers',
      'GET /api/admin/customers/{id}',
      'GET /api/admin/inquiries',
      'GET /api/admin/logins',
      'GET /api/admin/mail',
      'GET /api/admin/programme-progress',
    ]),
  );
  expect(among('notes')).toEqual(
    expect.arrayContaining([
      'GET /api/admin/payments',
      'GET /api/admin/payments/{id}',
      'GET /api/admin/tax-rates',
    ]),
  );
  expect(among('terms')).toEqual(
    expect.arrayContaining(['GET /api/admin/partner-terms', 'GET /api/admin/partner-statements/{id}']),
  );
});

describe('queries and files', () => {
  const some: Record<string, string> = {
    like: 'a',
    in: 'true',
    min: '0',
    max: '9',
    from: '2020-01-01',
    until: '2030-01-01',
    empty: 'false',
  };

  test('a hidden field is no filter, sort or column', async () => {
    const asked = { filters: 0, sorts: 0, columns: 0, files: 0 };
    for (const { shape } of models()) {
      const { name, record, filter } = shape;
      const fields = Object.entries(record.shape) as [string, never][];
      const hidden = fields
        .filter(([field, type]) => groupsOf(field, type).length > 0)
        .map(([field]) => field);
      if (hidden.length === 0) continue;
      const path = `/api/admin/${name}`;
      const list = (token: string, query: object) => send(token, `GET ${path}`, path, query);
      for (const sort of shape.sort.filter((field) => hidden.includes(field))) {
        expect((await list(whole, { sort })).status).toBe(200);
        expect((await list(blind, { sort })).status, `${name} ${sort}`).toBe(422);
        asked.sorts += 1;
      }
      const own = Object.keys({ ...filtersOf(record.shape as never), ...filter });
      for (const filterName of own) {
        const asksFor = readFilter(filterName)?.field ?? filterName;
        const isHidden =
          hidden.includes(asksFor) ||
          (filterName in filter && groupsOf(filterName, filter[filterName] as never).length > 0);
        if (!isHidden) continue;
        const query = { [filterName]: some[readFilter(filterName)?.suffix ?? ''] ?? 'true' };
        expect((await list(blind, query)).status, `${name} ${filterName}`).toBe(422);
        if ((await list(whole, query)).status === 200) asked.filters += 1;
      }
      const order = shape.sort.find((field) => !hidden.includes(field));
      const file = (columns: string[]) =>
        call(blind, 'POST /api/admin/exports', {
          body: {
            resource: name,
            format: 'csv',
            query: { sort: order },
            columns: columns.map((field) => ({ field, label: field })),
          },
        });
      for (const field of hidden) {
        expect((await file(['id', field])).status, `${name} ${field}`).toBe(422);
        asked.columns += 1;
      }
      const shown = fields.filter(([field, type]) => !hidden.includes(field) && fieldKind(type) !== null);
      const made = await file(shown.map(([field]) => field));
      expect(made.status, name).toBe(200);
      const { text } = await send(blind, 'GET', `/api/admin/exports/${made.body.data.id}/file`);
      expect([name, found(text)]).toEqual([name, []]);
      asked.files += 1;
    }
    expect(asked.filters).toBeGreaterThan(60);
    expect(asked.sorts).toBeGreaterThan(5);
    expect(asked.columns).toBeGreaterThan(40);
    expect(asked.files).toBeGreaterThan(12);
  });

  test('a search finds nobody by hidden personal data', async () => {
    for (const name of ['customers', 'payments', 'inquiries', 'mail', 'find'])
      for (const q of ['zqmail@maru.example', '010-9999-8888']) {
        const path = `/api/admin/${name}`;
        const rows = async (token: string) =>
          (JSON.parse((await send(token, `GET ${path}`, path, { q })).text) as { data: unknown[] }).data;
        if (q.includes('@')) expect(await rows(whole), name).not.toEqual([]);
        expect(await rows(blind), `${name} ${q}`).toEqual([]);
      }
  });

  test('titles of a statement are neither sorted nor exported by an amount', async () => {
    const path = `/api/admin/partner-statements/${statementId}/titles`;
    expect((await send(blind, 'GET', path, { sort: 'amount_cents' })).status).toBe(422);
    const sums = JSON.parse((await send(blind, 'GET', path, { sort: 'title' })).text) as {
      meta: { columns: { kind: string }[]; sums: unknown[] };
    };
    expect(sums.meta.columns.some(({ kind }) => kind === 'money')).toBe(false);
    expect(sums.meta.sums).toHaveLength(1);
  });
});

test('what is hidden cannot be entered', async () => {
  const id = must(ids.get('payments')?.[0], 'payment');
  const refund = { amount_cents: 1, refundable_cents: 1, reason: 'Guess' };
  const change = {
    resource: 'coupons',
    ids: ids.get('coupons'),
    change: { action: 'update', fields: { amount_off_cents: 1 } },
  };
  for (const [name, sent] of [
    ['POST /api/admin/payments/{id}/refunds', { params: { id }, body: refund }],
    ['PATCH /api/admin/payments/{id}', { params: { id }, body: { notes: 'New' } }],
    [
      'PATCH /api/admin/coupons/{id}',
      { params: { id: ids.get('coupons')?.[0] }, body: { amount_off_cents: 1 } },
    ],
    ['POST /api/admin/changes', { body: change }],
  ] as const)
    expect((await call(blind, name, sent)).status, name).toBe(403);
});

test('a plan, a coupon and a log can be read by their other fields', async () => {
  const { body } = await call(blind, 'GET /api/admin/me');
  expect(body.data.hidden_groups).toEqual([...fieldGroups]);
  expect(body.data.hidden_fields).toMatchObject({
    coupons: ['amount_off_cents'],
    'tax-reports': expect.arrayContaining(['difference_cents', 'differs']),
  });
  const [payment] = (await call(blind, 'GET /api/admin/payments')).body.data;
  expect(payment).toMatchObject({ status: expect.any(String), username: expect.any(String) });
});

test('labels of records are made of no field of a group, and masked fields are personal', () => {
  for (const model of models()) {
    const { name, record, personal = {} } = model.shape;
    const types = record.shape as Record<string, never>;
    for (const field of labelFields(model))
      expect([name, field, groupsOf(field, types[field])]).toEqual([name, field, []]);
    for (const field of Object.keys(personal).filter((own) => own in types))
      expect([name, field, groupsOf(field, types[field])]).toEqual([
        name,
        field,
        expect.arrayContaining(['personal']),
      ]);
  }
  expect(keysOf(staffModules).length).toBeGreaterThan(30);
});
