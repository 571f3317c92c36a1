/** Hidden fields of a role appear in no answer. The tests cover every field of every resource of the office. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { filterReads } from '../src/contract/admin/filter-reads.ts';
import { fieldKind, filtersOf, readFilter } from '../src/contract/admin/filters.ts';
import { everyPermission } from '../src/contract/admin/permissions.ts';
import type { CallName } from '../src/contract/calls.ts';
import { users } from '../src/server/modules/accounts/accounts.tables.ts';
import { must } from '../src/server/must.ts';
import { labelFields } from '../src/server/resource/labels.ts';
import { resourcesOf } from '../src/server/resource/registry.ts';
import { dayIn } from '../src/server/zone.ts';
import { openTestApi } from './api.ts';
import {
  buildBanner,
  buildCannedAnswer,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildInquiry,
  buildMail,
  buildNews,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildPerson,
  buildPlan,
  buildPopup,
  buildProgramme,
  buildRole,
  buildSection,
  buildStaff,
  buildUser,
} from './build.ts';
import { buildClip, buildPlaylist } from './build-partner-video.ts';

const api = await openTestApi();
const { db, context } = api;
const everyone = await buildStaff(db);
for (const build of [
  buildBanner,
  buildCannedAnswer,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildMail,
  buildNews,
  buildNotice,
  buildPerson,
  buildPlan,
  buildPopup,
  buildSection,
  buildClip,
  buildPlaylist,
])
  await (build as (on: typeof db) => Promise<unknown>)(db);
await buildPageVersion(db, { pageId: (await buildPage(db)).id });
await buildInquiry(db, { user: await buildUser(db) });

const someId = '0198a3c2-7d4e-7f00-8a00-0123456789ab';
const some: Record<string, string> = {
  like: 'a',
  in: 'true',
  min: '0',
  max: '9',
  from: '2020-01-01T00:00:00Z',
  until: '2030-01-01T00:00:00Z',
  empty: 'false',
};

/** Numbers of checks made, so that the test cannot pass without any. */
const asked = { records: 0, filters: 0, sorts: 0, columns: 0, searches: 0, found: 0, changes: 0, labels: 0 };
const call = (token: string, name: string, sent: object = {}) =>
  api.call(name as CallName, { token, ...sent } as never) as unknown as Promise<{
    status: number;
    body: { data: Record<string, unknown>[] & Record<string, unknown>; errors?: object; event_id?: string };
  }>;

test.each([...resourcesOf(context).keys()].sort())(
  'nothing that a role may not read of %s is answered',
  async (name) => {
    const { shape, options } = resourcesOf(context).get(name)!;
    const secret = `zqhidden${name.replaceAll('-', '')}`;
    const fields = Object.keys(shape.record.shape);
    // The id and the sort field stay readable, because the list needs them.
    const order = shape.sort.includes('created_at') ? 'created_at' : (shape.sort[0] ?? 'id');
    const hidden = fields.filter((field) => !['id', order].includes(field));
    const ofOthers = Object.values(filterReads[name] ?? {})
      .flat()
      .filter((field) => field.includes('.'))
      .map((field) => field.split('.'));
    const hiddenFields = {
      ...Object.fromEntries(ofOthers.map(([other, field = '']) => [other, [field]])),
      [name]: hidden,
    };
    const role = await buildRole(db, { permissions: everyPermission, hiddenFields });
    const { token } = await buildStaff(db, { roleId: role.id });
    const list = (token: string, query: object = {}) =>
      call(token, `GET /api/admin/${name}`, { query: { sort: order, ...query } });
    /** Expects a refusal for the role. Returns false if the query fails even with all permissions. */
    const expectRefused = async (query: Record<string, string>): Promise<boolean> => {
      if ((await list(everyone.token, query)).status !== 200) return false;
      expect((await list(token, query)).status, JSON.stringify(query)).toBe(422);
      return true;
    };

    // A search matches personal data only as a whole. Unmasking returns the whole values.
    if (shape.personal)
      for (const opening of [everyone.token, token])
        await call(opening, 'POST /api/admin/personal-data-openings', {
          body: { resource: name, id: null, reason: '누가 찾는지 확인함' },
        });
    const [first] = (await list(everyone.token, { order: 'desc' })).body.data;
    const page = await list(token);
    expect(page.status).toBe(200);
    for (const row of page.body.data) for (const field of hidden) expect(row).not.toHaveProperty(field);

    for (const sort of shape.sort)
      if (sort !== order && hidden.includes(sort)) {
        expect(await expectRefused({ sort }), sort).toBe(true);
        asked.sorts += 1;
      }
    const derived = filtersOf(shape.record.shape as never);
    for (const field of hidden)
      for (const [suffix, sample] of Object.entries(some)) {
        const filter = `${field}_${suffix}`;
        if (!(filter in derived)) continue;
        const kind = fieldKind(shape.record.shape[field] as never);
        const value =
          suffix === 'in' && first && kind !== 'flag'
            ? String(first[field] ?? first.id)
            : kind === 'day'
              ? sample.slice(0, 10)
              : sample;
        if (await expectRefused({ [filter]: value })) asked.filters += 1;
      }
    for (const filter of Object.keys(shape.filter)) {
      if (!(filter in (filterReads[name] ?? {})) && !hidden.includes(filter)) continue;
      const samples = [...(first ? [String(first[filter])] : []), 'true', 'me', someId];
      for (const sample of samples)
        if (await expectRefused({ [filter]: sample })) {
          asked.filters += 1;
          break;
        }
    }
    // A search by a hidden field finds nothing, not even by its whole value.
    if ('q' in shape.filter && first)
      for (const field of hidden) {
        const value = first[field];
        if (typeof value !== 'string' || value === '' || /^\d{4}-\d{2}-\d{2}T/.test(value)) continue;
        const finds = async (token: string) =>
          (await list(token, { q: value })).body.data.some(({ id }) => id === first.id);
        if (!(await finds(everyone.token))) continue;
        expect([field, await finds(token)]).toEqual([field, false]);
        const found = await call(token, 'GET /api/admin/find', { query: { q: value } });
        expect(JSON.stringify(found.body.data), field).not.toContain(String(first.id));
        asked.found += 1;
      }

    for (const [at, field] of hidden.entries()) {
      const columns = [
        { field: 'id', label: 'ID' },
        { field, label: field },
      ];
      const body = { resource: name, format: 'csv', query: {}, columns };
      const file = await call(token, 'POST /api/admin/exports', { body });
      expect([at, file.status], field).toEqual([at, 422]);
      asked.columns += 1;
    }
    if (!first) return;

    const params = { id: first.id };
    const read = `GET /api/admin/${name}/{id}`;
    const whole = await call(everyone.token, read, { params });
    if (whole.status === 200) {
      const { status, body } = await call(token, read, { params });
      expect(status).toBe(200);
      for (const field of hidden) expect(body.data).not.toHaveProperty(field);
      asked.records += 1;
    }

    // A permitted staff member changes a hidden text. Search, log, comparison and undo must not reveal it to
    // the role.
    const isChangeable = !options.isReadOnly && whole.status === 200;
    const text = Object.keys(shape.update.shape).find(
      (field) =>
        hidden.includes(field) &&
        /^(?:title|name|question|answer|body|text)(?:_ko)?$/.test(field) &&
        typeof whole.body.data[field] === 'string',
    );
    if (!isChangeable || !text) return;
    const changed = await call(everyone.token, `PATCH /api/admin/${name}/{id}`, {
      params,
      body: { [text]: secret },
    });
    expect(changed.status, text).toBe(200);
    const searches = options.search?.some((column) => column.name === text);
    if (searches) {
      expect((await list(everyone.token, { q: secret })).body.data).toHaveLength(1);
      expect((await list(token, { q: secret })).body.data).toEqual([]);
      const found = await call(token, 'GET /api/admin/find', { query: { q: secret } });
      expect(found.body.data).toEqual([]);
      asked.searches += 1;
    }
    const log = await call(token, 'GET /api/admin/events', { query: { entity_id: first.id } });
    expect(log.body.data.length).toBeGreaterThan(0);
    for (const { changes } of log.body.data)
      for (const field of hidden) expect(changes).not.toHaveProperty(field);
    // A label repeats field values. Neither the log nor a search in it may reveal a hidden one.
    expect(JSON.stringify(log.body)).not.toContain(secret);
    const all = await call(everyone.token, 'GET /api/admin/events', { query: { q: secret } });
    if (all.body.data.length > 0) asked.labels += 1;
    for (const query of [{ q: secret }, { label_like: secret }])
      expect((await call(token, 'GET /api/admin/events', { query })).body.data, name).toEqual([]);
    const compared = await call(token, 'GET /api/admin/history/{resource}/{id}', {
      params: { resource: name, ...params },
      query: { at: new Date(0).toISOString() },
    });
    expect(JSON.stringify(compared.body)).not.toContain(secret);
    const undone = await call(token, 'POST /api/admin/undo', { body: { event_id: changed.body.event_id } });
    expect(undone.status).toBe(403);
    asked.changes += 1;
  },
);

test('what a special filter reads is said', () => {
  const named: string[] = [];
  const unsaid: string[] = [];
  for (const [name, { shape, options, columnOf }] of resourcesOf(context)) {
    const fields = Object.keys(shape.record.shape);
    const reads = filterReads[name] ?? {};
    for (const [filter, own] of Object.entries(reads)) {
      expect(Object.keys(shape.filter), name).toContain(filter);
      for (const field of own.filter((each) => !each.includes('.'))) expect(fields, name).toContain(field);
    }
    for (const filter of Object.keys(shape.filter)) {
      if (filter === 'q' || filter in reads || fields.includes(readFilter(filter)?.field ?? '')) continue;
      if (fields.includes(filter)) {
        if (options.where?.[filter]) named.push(`${name}.${filter}`);
      } else if (options.where?.[filter] || !columnOf(filter)) unsaid.push(`${name}.${filter}`);
    }
    // Each search condition belongs to a field of the record.
    for (const field of Object.keys(options.finds ?? {}).filter((each) => !each.includes('.')))
      expect(fields, name).toContain(field);
    if (!options.finds)
      for (const { name: column } of options.search ?? []) expect(fields, name).toContain(column);
  }
  expect(unsaid).toEqual([]);
  // These special filters read only the field of the same name.
  expect(named.sort()).toEqual([
    'board-events.lacks',
    'clips.lacks',
    'customers.email',
    'customers.phone',
    'episodes.lacks',
    'events.entity_id',
    'mail.to_address',
    'pages.lacks',
    'payments.email',
    'payments.phone',
    'people.lacks',
    'playlists.lacks',
    'popups.lacks',
    'programmes.lacks',
    'seasons.lacks',
  ]);
});

test('a search finds by what may be read and by nothing else', async () => {
  const email = 'zq.searched@maru.example';
  const user = await buildUser(db, { username: 'zqsearched', email });
  await db.update(users).set({ phone: '+821099998888' }).where(eq(users.id, user.id));
  const inquiry = await buildInquiry(db, { user });
  const role = await buildRole(db, {
    permissions: everyPermission,
    hiddenFields: { customers: ['email', 'phone'], inquiries: ['email'] },
  });
  const { token } = await buildStaff(db, { roleId: role.id });
  const found = async (by: string, name: string, q: string) => {
    const { status, body } = await call(by, `GET /api/admin/${name}`, { query: { q } });
    expect(status).toBe(200);
    return body.data.map(({ id }) => id);
  };
  for (const [name, id] of [
    ['customers', user.id],
    ['inquiries', inquiry.id],
    ['find', user.id],
  ] as const) {
    for (const q of [email, '010-9999-8888']) {
      expect(await found(everyone.token, name, q), `${name} ${q}`).toContain(id);
      expect(await found(token, name, q), `${name} ${q}`).toEqual([]);
    }
    for (const q of ['zqsearched', user.id]) expect(await found(token, name, q), name).toContain(id);
  }
});

test('what a label is made of is known of every resource', () => {
  // Permissions are declared for fields, so that a label needs a field of the record.
  const unsaid = [...resourcesOf(context)].flatMap(([name, model]) => {
    const fields = labelFields(model);
    return fields.some((field) => field in model.shape.record.shape) ? [] : [[name, fields]];
  });
  // The label of a dispute is the card processor's id, which is not a field.
  expect(unsaid).toEqual([['disputes', ['gateway_dispute_id']]]);
  const of = (name: string) => labelFields(must(resourcesOf(context).get(name), name));
  expect(of('programmes')).toEqual(['title_ko']);
  expect(of('seasons')).toEqual(['name_ko', 'number']);
  expect(of('episodes')).toEqual(['season_number', 'number', 'title_ko']);
  expect(of('partner-statements')).toEqual(['partner_ko', 'month']);
  expect(of('plan-prices')).toEqual(['price_cents']);
});

test('a name that a role may not read is in nothing that is said of records', async () => {
  const secret = 'zqhiddenname';
  const programme = await buildProgramme(db, { titleKo: secret, slug: 'named' });
  await buildProgramme(db, { slug: 'taken' });
  const gone = await buildProgramme(db, { titleKo: secret, slug: 'gone' });
  const role = await buildRole(db, {
    permissions: everyPermission,
    hiddenFields: { programmes: ['title_ko'] },
  });
  const { token } = await buildStaff(db, { roleId: role.id });
  const id = programme.id;
  const many = (ids: string[], change: object, more: object = {}) => ({
    body: { resource: 'programmes', ids, change, ...more },
  });
  const soon = new Date(Date.now() + 86_400_000).toISOString();

  const bulk = many([id, gone.id], { action: 'update', fields: { release_year: 2001 } });
  const { data: changed } = (await call(everyone.token, 'POST /api/admin/changes', bulk)).body;
  const event_id = String(changed.event_id);
  await call(everyone.token, 'DELETE /api/admin/programmes/{id}', { params: { id: gone.id } });
  await call(everyone.token, 'PATCH /api/admin/programmes/{id}', {
    params: { id },
    body: { published: true, available_from: soon },
  });
  const fields = { release_year: 2002 };
  const planned = await call(everyone.token, 'POST /api/admin/planned-changes', {
    body: { entity: 'programmes', id, action: 'update', fields, applies_at: soon, name: 'Plan' },
  });
  expect(planned.status).toBe(200);
  const { release_id } = planned.body.data;
  await call(everyone.token, 'POST /api/admin/planned-changes', {
    body: { entity: 'programmes', id, action: 'update', fields: { slug: 'later' }, release_id },
  });

  const day = dayIn(new Date(soon), context.config.serviceZone);
  const days = { from: day, to: day };
  const asked: [string, object][] = [
    ['GET /api/admin/events', { query: { order: 'desc' } }],
    ['GET /api/admin/events/{id}/records', { params: { id: event_id } }],
    ['GET /api/admin/deleted', { query: { resource: 'programmes' } }],
    ['GET /api/admin/planned-changes', { query: { entity: 'programmes', id } }],
    ['GET /api/admin/releases/{id}/changes', { params: { id: release_id } }],
    ['GET /api/admin/calendar', { query: days }],
    ['GET /api/admin/find', { query: { q: 'zqhidden' } }],
    ['POST /api/admin/changes', many([id], { action: 'update', fields: { slug: 'taken' } })],
  ];
  for (const [name, sent] of asked) {
    expect(JSON.stringify((await call(everyone.token, name, sent)).body), name).toContain(secret);
    const answer = await call(token, name, sent);
    expect(answer.status, name).toBe(200);
    expect(JSON.stringify(answer.body), name).not.toContain(secret);
  }

  // The name of a release planned by the role does not contain the hidden name either.
  const own = await call(token, 'POST /api/admin/planned-changes', {
    body: { entity: 'programmes', id, action: 'update', fields, applies_at: soon },
  });
  const release = await call(everyone.token, 'GET /api/admin/releases/{id}', {
    params: { id: own.body.data.release_id },
  });
  expect(release.body.data.name).toBe('변경 1개');
});

test('all of it was asked of enough', () => {
  expect(asked.records).toBeGreaterThan(15);
  expect(asked.filters).toBeGreaterThan(250);
  expect(asked.sorts).toBeGreaterThan(60);
  expect(asked.columns).toBeGreaterThan(300);
  expect(asked.searches).toBeGreaterThan(8);
  expect(asked.found).toBeGreaterThan(30);
  expect(asked.changes).toBeGreaterThan(12);
  expect(asked.labels).toBeGreaterThan(10);
});
