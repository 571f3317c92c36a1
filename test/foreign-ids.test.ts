/**
 * A content partner's staff send every office call that takes a record id, with foreign ids. These are ids of
 * another partner's records, and of records without a partner. The answer is 404, or 403 for a call that is
 * closed to partners. The calls come from the contract, so that a new call is tested too.
 */
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { everyPermission } from '../src/contract/admin/permissions.ts';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { partnerStatements } from '../src/server/modules/partner-statements/partner-statements.tables.ts';
import { staff } from '../src/server/modules/staff/staff.tables.ts';
import { must } from '../src/server/must.ts';
import { resourcesOf } from '../src/server/resource/registry.ts';
import { openTestApi, type TestApi } from './api.ts';
import {
  buildAdGroup,
  buildAsset,
  buildBanner,
  buildCannedAnswer,
  buildCategory,
  buildChannel,
  buildContentPartner,
  buildCoupon,
  buildCustomRow,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildInquiry,
  buildLiveItem,
  buildLiveTemplate,
  buildMail,
  buildNews,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildPerson,
  buildPlan,
  buildPopup,
  buildProgramme,
  buildRadioGroup,
  buildRole,
  buildSection,
  buildServiceGroup,
  buildStaff,
  buildTemplateSlot,
  buildUser,
} from './build.ts';
import { buildClip, buildPlaylist } from './build-partner-video.ts';

const office = (Object.entries(calls) as [CallName, CallDefinition][]).filter(([name]) =>
  name.includes(' /api/admin/'),
);
const segmentOf = (name: string) => name.split('/')[3] ?? '';

let api: TestApi;
/** Token of a staff member without a partner, whose own records are foreign to the partner too. */
let ours: string;
/** Token of a content partner's staff member whose role allows everything. */
let theirs: string;
/** Foreign ids, by the path segment of a call that names the resource. */
const ids = new Map<string, string>();

const send = async (
  token: string,
  name: string,
  path: string,
  given: { query?: object; body?: unknown } = {},
) => {
  const { statusCode, body } = await api.app.inject({
    method: name.split(' ')[0] as 'GET',
    url: path,
    query: (given.query ?? {}) as Record<string, string>,
    headers: {
      authorization: `Bearer ${token}`,
      ...(given.body instanceof Buffer ? { 'content-type': 'application/octet-stream' } : {}),
    },
    ...(given.body === undefined ? {} : { payload: given.body as object }),
  });
  return { status: statusCode, body };
};
const idOf = (name: string) => ids.get(segmentOf(name)) ?? must(ids.get('programmes'), 'programme');
const pathOf = (name: string, resource: string, id: string) =>
  (name.split(' ')[1] ?? '').replace('{resource}', resource).replace(/\{(?!resource)\w+\}/g, id);

/** Requests that are valid except for the id. */
const requests: Record<string, { query?: object; body?: unknown }> = {
  'PATCH /api/admin/views/{id}': { body: { name: 'Mine', role_id: null } },
  'POST /api/admin/imports/{id}/pictures': { query: { file_name: 'a.png' }, body: Buffer.from('a') },
  'PATCH /api/admin/imports/{id}': { body: { mapping: [] } },
  'POST /api/admin/imports/{id}/run': { body: { dry_run: true } },
  'GET /api/admin/history/{resource}/{id}': { query: { at: new Date().toISOString() } },
};

beforeAll(async () => {
  api = await openTestApi();
  const { db, pool } = api;
  const [own, other] = [await buildContentPartner(db), await buildContentPartner(db, { nameEn: 'Theirs' })];
  ours = (await buildStaff(db)).token;
  const role = await buildRole(db, { permissions: everyPermission });
  theirs = (await buildStaff(db, { roleId: role.id, contentPartnerId: own.id })).token;
  await buildStaff(db, { roleId: role.id, contentPartnerId: other.id });
  // Records of the partner, so that its lists are not empty.
  await buildEpisode(db, { programmeId: (await buildProgramme(db, { contentPartnerId: own.id })).id });
  const asset = await buildAsset(db);
  const programme = await buildProgramme(db, { contentPartnerId: other.id, assetId: asset.id });
  const episode = await buildEpisode(db, { programmeId: programme.id });
  for (const build of [
    buildBanner,
    buildCannedAnswer,
    buildCategory,
    buildClip,
    buildCoupon,
    buildCustomRow,
    buildFaq,
    buildGenre,
    buildMail,
    buildNews,
    buildNotice,
    buildPerson,
    buildPlan,
    buildPlaylist,
    buildPopup,
    buildSection,
  ])
    await (build as (on: typeof db) => Promise<unknown>)(db);
  for (const medium of ['tv', 'radio'] as const)
    await buildLiveItem(db, { channelId: (await buildChannel(db, { medium })).id });
  await buildRadioGroup(db);
  await buildTemplateSlot(db, { templateId: (await buildLiveTemplate(db)).id });
  await buildServiceGroup(db);
  await buildAdGroup(db);
  await buildPageVersion(db, { pageId: (await buildPage(db)).id });
  await buildInquiry(db, { user: await buildUser(db) });
  await db.insert(partnerStatements).values({
    contentPartnerId: other.id,
    month: '2027-01-01',
    partnerKo: '남',
    partnerEn: 'Theirs',
    views: 1,
    minutes: 1,
    shareCents: 0,
    minuteCents: 0,
    guaranteeCents: 0,
    amountCents: 0,
    revenueCents: 0,
    planSeconds: 0,
    terms: [],
    madeAt: new Date(),
  });
  const made = async (name: string, body: unknown, query = {}) => {
    const answer = await send(ours, name, name.split(' ')[1] ?? '', { body, query });
    expect(answer.status, `${name} ${answer.body}`).toBe(200);
    const { data } = JSON.parse(answer.body) as { data: { id: string } };
    ids.set(segmentOf(name), data.id);
  };
  await made('POST /api/admin/partner-terms', {
    content_partner_id: other.id,
    starts_on: '2030-01-01',
    share_percent: 50,
  });
  await made('POST /api/admin/exports', {
    resource: 'programmes',
    format: 'csv',
    query: {},
    columns: [{ field: 'slug', label: 'slug' }],
  });
  await made('POST /api/admin/imports', Buffer.from('slug\na\n'), {
    resource: 'genres',
    file_name: 'a.csv',
  });
  await made('POST /api/admin/views', {
    resource: 'programmes',
    name: 'Ours',
    state: { filter: {}, sort: 'created_at', order: 'desc', columns: null },
    role_id: null,
  });
  await made('POST /api/admin/releases', { name: 'Spring', applies_at: '2030-01-01T00:00:00Z' });
  await pool.query(`update staff_users set email = 'ours@maru.example'`);
  await made('POST /api/admin/report-mailings', { report: 'video', every: 'day' });
  for (const name of resourcesOf(api.context).keys()) {
    const { body } = await send(ours, 'GET', `/api/admin/${name}`);
    const rows = (JSON.parse(body) as { data: { id: string; content_partner_id?: string }[] }).data;
    const foreign = rows.find(
      ({ id, content_partner_id }) => content_partner_id !== own.id && id !== own.id && id !== asset.id,
    );
    if (foreign && !ids.has(name)) ids.set(name, foreign.id);
  }
  ids.set('assets', asset.id);
  ids.set('programmes', programme.id);
  ids.set('seasons', episode.seasonId);
  ids.set('episodes', episode.id);
});

test('the records that are asked for are there', async () => {
  const unbuilt = [...resourcesOf(api.context).keys()].filter((name) => !ids.has(name));
  // These resources belong to no partner. Their calls are sent with an id of another resource.
  expect(unbuilt.sort()).toEqual([
    'bill-changes',
    'board-events',
    'disputes',
    'gifts',
    'logins',
    'payment-differences',
    'payments',
    'play-errors',
    'social-links',
    'stb-categories',
    'tax-rates',
    'tax-reports',
    'youtube-syncs',
  ]);
  let seen = 0;
  for (const [name, { scoped }] of office) {
    const id = ids.get(segmentOf(name));
    if (!scoped || !id || !/^GET [^{]*\/\{id\}$/.test(name)) continue;
    seen += 1;
    expect([name, (await send(ours, name, pathOf(name, '', id))).status]).toEqual([name, 200]);
  }
  expect(seen).toBeGreaterThan(25);
});

test('every call that names a record refuses another partner’s', async () => {
  const named = office.filter(
    ([, { params }]) =>
      params && Object.keys(params.shape).some((key) => key === 'id' || key.endsWith('_id')),
  );
  expect(named.length).toBeGreaterThan(150);
  const answered: string[] = [];
  for (const [name, { body, scoped }] of named) {
    const resources = name.includes('{resource}') ? [...resourcesOf(api.context).keys()] : [segmentOf(name)];
    for (const resource of resources) {
      const id = ids.get(resource) ?? idOf(name);
      const given =
        requests[name] ?? (body === 'bytes' ? { body: Buffer.from('a') } : body ? { body: {} } : {});
      const { status, body: said } = await send(theirs, name, pathOf(name, resource, id), given);
      if (status !== (scoped ? 404 : 403))
        answered.push(`${name} ${resource}: ${status} ${said.slice(0, 200)}`);
    }
  }
  expect(answered).toEqual([]);
});

test('every call that names a record in what is sent refuses another partner’s, or leaves it out', async () => {
  const answered: string[] = [];
  for (const [resource, id] of ids) {
    if (!resourcesOf(api.context).has(resource)) continue;
    const at = new Date().toISOString();
    for (const [name, body] of [
      ['POST /api/admin/order', { resource, id, after: null }],
      ['POST /api/admin/restore', { resource, id, at }],
      ['POST /api/admin/personal-data-openings', { resource, id, reason: 'The customer called' }],
      ['POST /api/admin/changes', { resource, ids: [id], change: { action: 'delete' }, dry_run: true }],
    ] as const) {
      const { status, body: said } = await send(theirs, name, name.split(' ')[1] ?? '', { body });
      const { changed, refused } = (status === 200 ? JSON.parse(said).data : {}) as Record<string, unknown[]>;
      const isLeftOut =
        changed?.length === 0 &&
        JSON.stringify(refused).includes(id) &&
        JSON.stringify(refused).includes('"label":""');
      if (status !== 404 && !isLeftOut) answered.push(`${name} ${resource}: ${status} ${said.slice(0, 200)}`);
    }
    const listed = await send(theirs, 'GET', `/api/admin/${resource}`, { query: { ids: id } });
    if (listed.status === 200 ? listed.body.includes(id) : listed.status !== 403)
      answered.push(`GET /api/admin/${resource}?ids: ${listed.status} ${listed.body.slice(0, 200)}`);
  }
  expect(answered).toEqual([]);
});

test('no field takes another partner’s record: it is missing, like one that does not exist', async () => {
  const resources = resourcesOf(api.context);
  const scopedTables = new Map(
    [...resources.values()].flatMap((model) =>
      model.options.scope || model.options.named ? [[model.table as unknown, model.shape.name] as const] : [],
    ),
  );
  const namedBy = (table: unknown): { column: string; of: string }[] =>
    getTableConfig(table as PgTable).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const of = scopedTables.get(foreignTable);
      return of ? columns.map(({ name }) => ({ column: name, of })) : [];
    });
  const missing = '0198a3c2-7d4e-7f00-8a00-0123456789ab';
  const walked: string[] = [];
  for (const [name, { shape, table, options }] of resources) {
    if (!options.scope || options.isReadOnly) continue;
    // A record of the partner, as its staff see it.
    const own = JSON.parse((await send(theirs, 'GET', `/api/admin/${name}`)).body).data[0] as Record<
      string,
      string
    >;
    for (const { column, of } of namedBy(table)) {
      if (!(column in shape.update.shape)) continue;
      walked.push(`${name}.${column}`);
      const answers: unknown[] = [];
      for (const id of [must(ids.get(of), of), missing])
        for (const [method, path, more] of [
          ['PATCH', `/api/admin/${name}/${own.id}`, {}],
          ['POST', `/api/admin/${name}`, own],
        ] as const) {
          const given = Object.fromEntries(
            Object.keys(shape.create.shape)
              .filter((field) => field in more)
              .map((field) => [field, more[field as keyof typeof more]]),
          );
          const { status, body } = await send(theirs, method, path, { body: { ...given, [column]: id } });
          expect(status, `${method} ${path} ${column}: ${body}`).toBe(422);
          answers.push(Object.keys((JSON.parse(body) as { errors: object }).errors));
        }
      expect(answers).toEqual(Array(4).fill([column]));
    }
    // Records in list fields belong to no partner.
    for (const { named } of Object.values(options.lists ?? {}))
      expect(namedBy(named.table).map((each) => each.column)).not.toContain(named.name);
  }
  expect(walked.sort()).toEqual([
    'episodes.asset_id',
    'episodes.season_id',
    'programmes.asset_id',
    'seasons.programme_id',
  ]);
});

test('a partner’s people may show the video of one of their titles in another one', async () => {
  const video = await buildAsset(api.db);
  const { contentPartnerId } = must(
    (await api.db.select().from(staff)).find((one) => one.contentPartnerId),
    'one',
  );
  await buildProgramme(api.db, { contentPartnerId, kind: 'movie', assetId: video.id });
  const other = await buildProgramme(api.db, { contentPartnerId, kind: 'movie' });
  const changed = await send(theirs, 'PATCH', `/api/admin/programmes/${other.id}`, {
    body: { asset_id: video.id },
  });
  expect(changed.status, changed.body).toBe(200);
});
