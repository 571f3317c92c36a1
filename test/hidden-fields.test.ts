/** What a role may not read is nowhere: a walk over every resource of the office and every field of it. */
import { expect, test } from 'vitest';
import { fieldKind, filtersOf } from '../src/contract/admin/filters.ts';
import { everyPermission } from '../src/contract/admin/permissions.ts';
import type { CallName } from '../src/contract/calls.ts';
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
  buildNews,
  buildNotice,
  buildPerson,
  buildPopup,
  buildRole,
  buildSection,
  buildStaff,
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
  buildNews,
  buildNotice,
  buildPerson,
  buildPopup,
  buildSection,
  buildClip,
  buildPlaylist,
])
  await (build as (on: typeof db) => Promise<unknown>)(db);

const some: Record<string, string> = {
  like: 'a',
  in: 'true',
  min: '0',
  max: '9',
  from: '2020-01-01T00:00:00Z',
  until: '2030-01-01T00:00:00Z',
  empty: 'false',
};

/** How much was asked, so that the walk cannot pass by asking nothing. */
const asked = { records: 0, filters: 0, sorts: 0, columns: 0, searches: 0, changes: 0 };
const call = (token: string, name: string, sent: object = {}) =>
  api.call(name as CallName, { token, ...sent } as never) as unknown as Promise<{
    status: number;
    body: { data: Record<string, unknown>[] & Record<string, unknown>; errors?: object; event_id?: string };
  }>;

test.each([...context.resources.keys()].sort())(
  'nothing that a role may not read of %s is answered',
  async (name) => {
    const { shape, options } = context.resources.get(name)!;
    const secret = `zqhidden${name.replaceAll('-', '')}`;
    const fields = Object.keys(shape.record.shape);
    // What records are found and put in order by stays, or the list could not be asked at all.
    const order = shape.sort.includes('created_at') ? 'created_at' : (shape.sort[0] ?? 'id');
    const hidden = fields.filter((field) => !['id', order].includes(field));
    const role = await buildRole(db, { permissions: everyPermission, hiddenFields: { [name]: hidden } });
    const { token } = await buildStaff(db, { roleId: role.id });
    const list = (token: string, query: object = {}) =>
      call(token, `GET /api/admin/${name}`, { query: { sort: order, ...query } });
    /** A refusal counts only where others are answered. */
    const expectRefused = async (query: Record<string, string>): Promise<boolean> => {
      if ((await list(everyone.token, query)).status !== 200) return false;
      expect((await list(token, query)).status, JSON.stringify(query)).toBe(422);
      return true;
    };

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
    for (const filter of Object.keys(shape.filter))
      if (hidden.includes(filter) && first && (await expectRefused({ [filter]: String(first[filter]) })))
        asked.filters += 1;

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

    // A change of a text by somebody who may: it cannot be found, and stands in no log, comparison or undo.
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

test('all of it was asked of enough', () => {
  expect(asked.records).toBeGreaterThan(15);
  expect(asked.filters).toBeGreaterThan(250);
  expect(asked.sorts).toBeGreaterThan(60);
  expect(asked.columns).toBeGreaterThan(300);
  expect(asked.searches).toBeGreaterThan(8);
  expect(asked.changes).toBeGreaterThan(12);
});
