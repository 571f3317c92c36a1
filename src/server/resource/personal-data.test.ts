/** Personal data in the back office: masked in all answers unless it was unmasked with a reason, and only there. */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openData, openTestApi } from '../../../test/api.ts';
import {
  buildInquiry,
  buildMail,
  buildProfile,
  buildProgramme,
  buildRole,
  buildStaff,
  buildUser,
  buildViewing,
} from '../../../test/build.ts';
import { listQuery } from '../../contract/admin/resource.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { logins } from '../modules/accounts/accounts.tables.ts';
import { resourcesOf } from './registry.ts';

const api = await openTestApi();
const { db, call, context } = api;
const admin = await buildStaff(db);
const token = admin.token;

const people = [
  { username: 'haneul.seo', email: 'seo-haneul@mailbox.example', phone: '+821087654321', name: '서하늘' },
  { username: 'minwoo.bae', email: 'bae-minwoo@postbox.example', phone: '+821023456789', name: '배민우' },
];
const address = '198.51.100.77';
/**
 * Personal data of a customer, which only a staff member who has unmasked it may see. No test unmasks the
 * second one.
 */
const secrets = (at: number) => [people[at]?.email, people[at]?.phone, people[at]?.name].map(String);
const all = [...secrets(0), ...secrets(1), address];

interface Seeded {
  id: string;
  inquiry: string;
  mail: string;
  login: string;
}
const seeded: Seeded[] = [];

beforeAll(async () => {
  const title = await buildProgramme(db);
  for (const { name, ...person } of people) {
    const user = await buildUser(db, { ...person, suspendedAt: null });
    const profile = await buildProfile(db, { householdId: user.householdId, name });
    await buildViewing(db, { profile, programmeId: title.id, watchedSeconds: 600 });
    const inquiry = await buildInquiry(db, { user });
    const mail = await buildMail(db, {
      userId: user.id,
      toAddress: person.email,
      text: `${name}님, 안녕하세요`,
      html: `<p>${name}님</p>`,
      state: 'failed',
      error: `550 5.1.1 <${person.email}>: no such mailbox`,
    });
    const [login] = await db
      .insert(logins)
      .values({ userId: user.id, succeeded: true, deviceName: 'Chrome', address, country: 'KR' })
      .returning({ id: logins.id });
    seeded.push({ id: user.id, inquiry: inquiry.id, mail: mail.id, login: String(login?.id) });
  }
  const params = { id: String(seeded[0]?.id) };
  await call('POST /api/admin/customers/{id}/suspend', { token, params });
  await call('POST /api/admin/customers/{id}/unsuspend', { token, params });
});

const first = () => seeded[0] ?? expect.fail('not seeded');
const newSession = () => buildStaff(db);
const leaks = (answer: unknown, of = all) => of.filter((secret) => JSON.stringify(answer).includes(secret));
const customer = async (as: string, id = first().id) =>
  (await call('GET /api/admin/customers/{id}', { token: as, params: { id } })).body.data;
const found = async (as: string, query: object) =>
  call('GET /api/admin/customers', { token: as, query: query as never });

/** Answers of all reading office calls as text, by call. */
async function readEverything(as: string): Promise<Map<string, string>> {
  const { id, inquiry, mail, login } = first();
  const idOf: Record<string, string> = { customers: id, inquiries: inquiry, mail, logins: login };
  const events = (await call('GET /api/admin/events', { token: as, query: { per_page: 1000 } })).body.data;
  const said = new Map<string, string>();
  for (const [name, { who, params, cache }] of Object.entries<CallDefinition>(calls)) {
    const [method, path = ''] = name.split(' ');
    if (method !== 'GET' || !path.startsWith('/api/admin/') || cache !== 'private' || who === 'anyone')
      continue;
    const [, resource = ''] = /^\/api\/admin\/([^/]+)/.exec(path) ?? [];
    const ids = resource === 'events' ? events.map((event) => String(event.id)) : [idOf[resource] ?? id];
    for (const own of params ? ids : ['']) {
      const sent = params ? { params: { id: own, resource: 'customers', name: 'customers' } } : {};
      const answer = await call(name as CallName, { token: as, ...sent } as never);
      said.set(`${name} ${own}`, JSON.stringify(answer.body));
    }
  }
  for (const [resource, { shape }] of resourcesOf(context)) {
    const fields = Object.keys(shape.record.shape);
    const made = await call('POST /api/admin/exports', {
      token: as,
      body: {
        resource,
        format: 'csv',
        query: {},
        columns: fields.map((field) => ({ field, label: field })),
      },
    });
    if (made.status !== 200) continue;
    const file = await api.app.inject({
      url: `/api/admin/exports/${made.body.data.id}/file`,
      headers: { authorization: `Bearer ${as}` },
    });
    expect(file.statusCode, resource).toBe(200);
    said.set(`export of ${resource}`, file.body);
  }
  for (const text of ['haneul.seo', ...secrets(0)]) {
    const finds = await call('GET /api/admin/find', { token: as, query: { q: text } });
    said.set(`find ${text}`, JSON.stringify(finds.body));
  }
  return said;
}

describe('without being opened', () => {
  test('personal data of customers is in no answer, whoever asks', async () => {
    const said = await readEverything(token);
    expect(said.size).toBeGreaterThan(100);
    for (const wanted of ['customers', 'inquiries', 'mail', 'logins'])
      expect(said.get(`export of ${wanted}`)?.split('\n').length, wanted).toBeGreaterThan(2);
    for (const [name, text] of said) expect(leaks(text), name).toEqual([]);
  });

  test('a mask says what kind of thing it is', async () => {
    const { email, phone, profiles } = await customer((await newSession()).token);
    expect([email, phone, profiles[0]?.name]).toEqual(['s•••@m•••.example', '•••-•••-4321', '서•••']);
    const { body } = await call('GET /api/admin/mail/{id}', { token, params: { id: first().mail } });
    expect(body.data).toMatchObject({
      error: '550 5.1.1 <s•••@m•••.example>: no such mailbox',
      text: null,
      html: null,
      readable: true,
    });
    const login = await call('GET /api/admin/logins/{id}', { token, params: { id: first().login } });
    expect(login.body.data.address).toBe('198.•••');
  });

  test('a customer is found by all of an e-mail address or telephone number, never by a part', async () => {
    const as = (await newSession()).token;
    const ids = async (query: object) => (await found(as, query)).body.data.map(({ id }) => id);
    for (const query of [
      { email: 'SEO-haneul@mailbox.example' },
      { phone: '010-8765-4321' },
      { q: 'seo-haneul@mailbox.example' },
      { q: '01087654321' },
    ])
      expect(await ids(query), JSON.stringify(query)).toEqual([first().id]);
    for (const q of ['seo-haneul', 'mailbox', 'haneul@mailbox.example', '8765'])
      expect(await ids({ q }), q).toEqual([]);
  });

  test.each([
    ['customers', 'email_like', 's', 'zzz'],
    ['logins', 'address_like', '198', '10'],
    ['mail', 'to_address_like', 's', 'zzz'],
    ['mail', 'error_like', 'seo', 'zzz'],
    ['inquiries', 'email_like', 's', 'zzz'],
  ] as const)(
    'filtering %s by %s is refused alike, whatever it would find',
    async (resource, filter, hit, miss) => {
      const ask = (value: string) =>
        call(`GET /api/admin/${resource}`, { token, query: { [filter]: value } as never, locale: 'en' });
      const [one, other] = [await ask(hit), await ask(miss)];
      expect([one.status, other.status]).toEqual([422, 422]);
      expect(one.body).toEqual(other.body);
      const made = await call('POST /api/admin/exports', {
        token,
        body: { resource, format: 'csv', query: { [filter]: hit }, columns: [{ field: 'id', label: 'id' }] },
      });
      expect(made.status).toBe(422);
    },
  );

  test('no list is put in order by it', () => {
    for (const { shape } of resourcesOf(context).values())
      for (const field of Object.keys(shape.personal ?? {}))
        expect(listQuery(shape).safeParse({ sort: field }).success, `${shape.name} ${field}`).toBe(false);
  });

  test('what is masked cannot be entered, so no save writes a mask', () => {
    for (const { shape, options } of resourcesOf(context).values())
      if (shape.personal) expect([shape.name, options.isReadOnly]).toEqual([shape.name, true]);
  });
});

describe('opened with a reason', () => {
  test('a record shows its own personal data, to that session, and no other record does', async () => {
    const { token: as, id: staffId } = await newSession();
    const { id } = first();
    const opened = await openData(api, as, 'customers', id);
    expect(opened.body.data).toMatchObject({ resource: 'customers', id });
    const { body } = await call('GET /api/admin/personal-data-openings', { token: as });
    expect(body.data).toEqual([opened.body.data]);
    expect(leaks(await customer(as))).toEqual(secrets(0));
    expect(leaks(await customer(as, seeded[1]?.id))).toEqual([]);
    expect(leaks((await found(as, {})).body)).toEqual([people[0]?.email, people[0]?.phone]);
    expect(leaks(await customer(token))).toEqual([]);
    for (const [name, text] of await readEverything(as)) {
      if (name.startsWith('export of')) expect(leaks(text), name).toEqual([]);
      expect(leaks(text, [...secrets(1), address]), name).toEqual([]);
    }
    const log = await call('GET /api/admin/events', { token, query: { entity_id: id, action: 'open' } });
    expect(log.body.data).toMatchObject([
      {
        staff_id: staffId,
        module: 'customers',
        label: 'haneul.seo',
        changes: { reason: [null, 'The customer called'], open_until: [null, opened.body.data.open_until] },
      },
    ]);
  });

  test('a list can be searched in part and exported as it is, which is logged with the reason', async () => {
    const { token: as, id: staffId } = await newSession();
    await openData(api, as, 'customers', null);
    const { body } = await found(as, { email_like: 'HANEUL@mail' });
    expect(body.data).toMatchObject([{ id: first().id, email: people[0]?.email }]);
    const made = await call('POST /api/admin/exports', {
      token: as,
      body: {
        resource: 'customers',
        format: 'csv',
        query: { email_like: 'haneul@' },
        columns: [{ field: 'email', label: 'E-mail' }],
      },
    });
    const file = await api.app.inject({
      url: `/api/admin/exports/${made.body.data.id}/file`,
      headers: { authorization: `Bearer ${as}` },
    });
    expect(file.body).toContain(people[0]?.email);
    const { body: log } = await call('GET /api/admin/events', {
      token,
      query: { staff_id: staffId, action: 'export' },
    });
    expect(log.data[0]?.changes).toEqual({ rows: [null, 1], reason: [null, 'The customer called'] });
    expect(leaks((await call('GET /api/admin/inquiries', { token: as })).body)).toEqual([]);
  });

  test('is masked again after half an hour', async () => {
    const { token: as } = await newSession();
    await openData(api, as, 'customers', first().id);
    api.setNow(new Date(Date.now() + 29 * 60_000));
    expect(leaks(await customer(as))).not.toEqual([]);
    api.setNow(new Date(Date.now() + 31 * 60_000));
    expect(leaks(await customer(as))).toEqual([]);
    expect((await call('GET /api/admin/personal-data-openings', { token: as })).body.data).toEqual([]);
    api.setNow(undefined);
  });

  test('what a role may not read stays hidden after opening', async () => {
    const role = await buildRole(db, { hiddenGroups: ['personal'] });
    const { token: as } = await buildStaff(db, { roleId: role.id });
    await openData(api, as, 'customers', first().id);
    expect(leaks(await customer(as))).toEqual([]);
    expect('email' in (await customer(as))).toBe(false);
    expect((await found(as, { email: people[0]?.email })).status).toBe(422);
  });

  test('needs the permission, a reason of some words, and something to open; losing the permission masks again', async () => {
    const role = await buildRole(db, { permissions: { customers: ['read', 'personal_data'] } });
    const { token: as } = await buildStaff(db, { roleId: role.id });
    await openData(api, as, 'customers', first().id);
    expect(leaks(await customer(as))).not.toEqual([]);
    await db.execute(
      sql`update staff_roles set permissions = '{"customers": ["read"]}' where id = ${role.id}`,
    );
    expect(leaks(await customer(as))).toEqual([]);
    expect((await openData(api, as, 'customers', first().id)).status).toBe(403);
    expect((await openData(api, token, 'programmes', null)).status).toBe(404);
    expect((await openData(api, token, 'nothing', null)).status).toBe(404);
    expect((await openData(api, token, 'customers', '00000000-0000-7000-8000-000000000000')).status).toBe(
      404,
    );
    for (const reason of ['', '   ', 'abc', 'x'.repeat(201)]) {
      const body = { resource: 'customers', id: null, reason };
      expect((await call('POST /api/admin/personal-data-openings', { token, body })).status).toBe(422);
    }
  });
});
