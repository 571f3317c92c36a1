import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import {
  buildCategory,
  buildContentPartner,
  buildEpisode,
  buildPage,
  buildPageVersion,
  buildProgramme,
  buildSeason,
  buildStaff,
} from '../../../test/build.ts';
import { buildPartnerCategory, buildPlaylist } from '../../../test/build-partner-video.ts';
import type { Permissions } from '../../contract/admin/permissions.ts';
import type { CallName } from '../../contract/calls.ts';
import { seasons } from '../modules/catalog/catalog.tables.ts';

let api: TestApi;
let who: { token: string };
beforeAll(async () => {
  api = await openTestApi();
  who = { token: (await buildStaff(api.db)).token };
});

const send = async (name: CallName, sent: object) => {
  const { status, body } = await api.call(name, { ...who, ...sent } as never);
  expect([name, status, body]).toEqual([name, 200, expect.anything()]);
  return (body as unknown as { data: { id: string } & Record<string, unknown> }).data;
};
const statusOf = async (resource: string, id: string) =>
  (await api.call(`GET /api/admin/${resource}/{id}` as CallName, { ...who, params: { id } } as never)).status;
const staffWith = async (permissions: Permissions) => (await buildStaff(api.db, { permissions })).token;
const restore = (resource: string, id: string, at: Date, token = who.token) =>
  api.call('POST /api/admin/restore', { token, body: { resource, id, at: at.toISOString() } });
/** Moves the clock on, by minutes from now; the instant before the next change is half a minute earlier. */
const setMinute = (minutes: number) => api.setNow(new Date(Date.now() + minutes * 60_000));
const beforeMinute = (minutes: number) => new Date(Date.now() + minutes * 60_000 - 30_000);

test('restoring makes and changes what the person may make and change alone, and names the rest', async () => {
  const category = await buildCategory(api.db);
  const section = await send('POST /api/admin/home-sections', {
    body: { type: 'category', name_ko: '드라마', name_en: 'Drama', category_id: category.id },
  });
  setMinute(1);
  await send('DELETE /api/admin/categories/{id}', { params: { id: category.id } });
  api.setNow(undefined);
  const token = await staffWith({ categories: ['read', 'create'] });
  const restored = await restore('categories', category.id, beforeMinute(1), token);
  expect(restored.status).toBe(200);
  expect(restored.body.data.changed.map(({ resource }) => resource)).toEqual(['categories']);
  expect(restored.body.data).toMatchObject({
    refused: [
      { resource: 'home-sections', id: section.id, label: '', message: '이 작업을 할 권한이 없어요.' },
    ],
    refused_count: 1,
  });
  expect([await statusOf('categories', category.id), await statusOf('home-sections', section.id)]).toEqual([
    200, 404,
  ]);

  // A row that the deleted record stood in is changed, which is a permission of its own.
  const programme = await buildProgramme(api.db);
  const row = await send('POST /api/admin/custom-rows', {
    body: { slug: 'row-left', title_ko: '모음', title_en: 'Row', programme_ids: [programme.id] },
  });
  setMinute(1);
  await send('DELETE /api/admin/programmes/{id}', { params: { id: programme.id } });
  api.setNow(undefined);
  const maker = await staffWith({ programmes: ['read', 'create'], home: ['read', 'create'] });
  const back = await restore('programmes', programme.id, beforeMinute(1), maker);
  expect(back.body.data.changed.map(({ resource }) => resource)).toEqual(['programmes']);
  expect(back.body.data.refused).toMatchObject([{ resource: 'custom-rows', id: row.id, label: '모음' }]);
  const rowNow = await send('GET /api/admin/custom-rows/{id}', { params: { id: row.id } });
  expect(rowNow.programme_ids).toEqual([]);

  // The list of what is deleted says what comes back for whoever asks.
  const series = await buildProgramme(api.db, { kind: 'series' });
  await buildSeason(api.db, { programmeId: series.id });
  await send('POST /api/admin/home-banners', { body: { programme_id: series.id } });
  await send('DELETE /api/admin/programmes/{id}', { params: { id: series.id } });
  const comesWith = async (token: string) => {
    const { body } = await api.call('GET /api/admin/deleted', { token, query: { resource: 'programmes' } });
    return body.data.find(({ id }) => id === series.id)?.with.map(({ resource }) => resource);
  };
  expect(await comesWith(who.token)).toEqual(expect.arrayContaining(['seasons', 'home-banners']));
  expect(await comesWith(await staffWith({ programmes: ['read', 'create'] }))).toEqual(['seasons']);
});

test('restoring leaves out what publishes something else, whoever restores, and names it', async () => {
  const category = await buildPartnerCategory(api.db);
  const { id } = await buildPlaylist(api.db, { categoryId: category.id, synced: true, publishNew: true });
  const get = () => send('GET /api/admin/playlists/{id}', { params: { id } });
  setMinute(1);
  await send('PATCH /api/admin/playlists/{id}', {
    params: { id },
    body: { publish_new: false, synced: false, clips_planned: 7 },
  });
  const changed = await restore('playlists', id, beforeMinute(1));
  expect(changed.body.data.refused.map(({ resource, errors }) => [resource, Object.keys(errors)])).toEqual([
    ['playlists', ['publish_new']],
  ]);
  expect(await get()).toMatchObject({ synced: true, publish_new: false, clips_planned: null });
  setMinute(2);
  await send('PATCH /api/admin/playlists/{id}', { params: { id }, body: { publish_new: true } });
  setMinute(3);
  await send('DELETE /api/admin/playlists/{id}', { params: { id } });
  const deleted = await restore('playlists', id, beforeMinute(3));
  expect(deleted.body.data.refused.map(({ resource, errors }) => [resource, Object.keys(errors)])).toEqual([
    ['playlists', ['publish_new']],
  ]);
  expect(await get()).toMatchObject({ synced: true, publish_new: false, published: false });
  // What is left out was all that differed.
  setMinute(4);
  await send('PATCH /api/admin/playlists/{id}', { params: { id }, body: { publish_new: true } });
  setMinute(5);
  await send('PATCH /api/admin/playlists/{id}', { params: { id }, body: { publish_new: false } });
  const nothing = await restore('playlists', id, beforeMinute(5));
  expect(nothing.body.data).toMatchObject({ changed: [], event_id: null, refused_count: 1 });

  // A coming version of a published page takes force on its day by itself.
  api.setNow(undefined);
  for (const [kind, published] of [
    ['terms', true],
    ['privacy', false],
  ] as const) {
    const page = await buildPage(api.db, { kind, published });
    await buildPageVersion(api.db, { pageId: page.id });
    const version = await buildPageVersion(api.db, {
      pageId: page.id,
      effectiveFrom: new Date(Date.now() + 86_400_000),
    });
    setMinute(1);
    await send('PATCH /api/admin/page-versions/{id}', {
      params: { id: version.id },
      body: { content_ko: '<p>다른 글</p>' },
    });
    const text = async () =>
      (await send('GET /api/admin/page-versions/{id}', { params: { id: version.id } })).content_ko;
    const earlier = await restore('page-versions', version.id, beforeMinute(1));
    expect([kind, earlier.body.data.refused_count, await text()]).toEqual([
      kind,
      published ? 1 : 0,
      published ? '<p>다른 글</p>' : version.contentKo,
    ]);
    setMinute(2);
    await send('DELETE /api/admin/page-versions/{id}', { params: { id: version.id } });
    const back = await restore('page-versions', version.id, beforeMinute(2));
    expect([kind, back.body.data.refused.map(({ id: own }) => own)]).toEqual([
      kind,
      published ? [version.id] : [],
    ]);
    expect(await statusOf('page-versions', version.id)).toBe(published ? 404 : 200);
  }
  api.setNow(undefined);
});

test('a deleted record comes back with what hung on it at that instant, as that was then', async () => {
  const programme = await buildProgramme(api.db, { kind: 'series' });
  const other = await buildProgramme(api.db);
  const first = await send('POST /api/admin/seasons', {
    body: { programme_id: programme.id, number: 1, name_ko: '처음 이름' },
  });
  const banner = await send('POST /api/admin/home-banners', { body: { programme_id: other.id } });
  setMinute(1);
  await send('PATCH /api/admin/seasons/{id}', { params: { id: first.id }, body: { name_ko: '다음 이름' } });
  const later = await send('POST /api/admin/seasons', { body: { programme_id: programme.id, number: 2 } });
  await send('POST /api/admin/episodes', {
    body: { season_id: later.id, number: 1, title_ko: '나중', title_en: 'Later' },
  });
  await send('PATCH /api/admin/home-banners/{id}', {
    params: { id: banner.id },
    body: { programme_id: programme.id },
  });
  // One row had the title then, the other one has it since.
  const rowOf = async (slug: string) =>
    (
      await send('POST /api/admin/custom-rows', {
        body: { slug, title_ko: '모음', title_en: 'Row', programme_ids: [other.id] },
      })
    ).id;
  const rowIds = [await rowOf('row-then'), await rowOf('row-since')];
  const joins = (id = '') =>
    send('PATCH /api/admin/custom-rows/{id}', {
      params: { id },
      body: { programme_ids: [other.id, programme.id] },
    });
  await joins(rowIds[0]);
  setMinute(2);
  await joins(rowIds[1]);
  setMinute(3);
  await send('DELETE /api/admin/programmes/{id}', { params: { id: programme.id } });
  api.setNow(undefined);
  const { body } = await restore('programmes', programme.id, beforeMinute(2));
  expect(body.data.refused).toEqual([]);
  expect(body.data.changed.map(({ resource, count }) => [resource, count])).toEqual([
    ['programmes', 1],
    ['home-banners', 1],
    ['seasons', 2],
    ['episodes', 1],
    ['custom-rows', 1],
  ]);
  const titlesOf = async (id = '') =>
    (await send('GET /api/admin/custom-rows/{id}', { params: { id } })).programme_ids;
  expect([await titlesOf(rowIds[0]), await titlesOf(rowIds[1])]).toEqual([
    [other.id, programme.id],
    [other.id],
  ]);
  // An instant before all of that.
  setMinute(4);
  await send('DELETE /api/admin/programmes/{id}', { params: { id: programme.id } });
  api.setNow(undefined);
  const { body: earlier } = await restore('programmes', programme.id, beforeMinute(1));
  expect(earlier.data.changed.map(({ resource, count }) => [resource, count])).toEqual([
    ['programmes', 1],
    ['seasons', 1],
  ]);
  const own = await api.db.select().from(seasons).where(eq(seasons.programmeId, programme.id));
  expect(own.map(({ id, nameKo }) => [id, nameKo])).toEqual([[first.id, '처음 이름']]);
});

test('a content partner’s people read and restore nothing of when a record was another partner’s', async () => {
  const [before, after] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
  const programme = await buildProgramme(api.db, {
    kind: 'series',
    contentPartnerId: before.id,
    titleKo: '남의 제목',
  });
  const season = await buildSeason(api.db, { programmeId: programme.id });
  const episode = await buildEpisode(api.db, { season, titleKo: '남의 회차' });
  const update = (resource: string, id: string, body: object) =>
    send(`PATCH /api/admin/${resource}/{id}` as CallName, { params: { id }, body });
  setMinute(1);
  await update('programmes', programme.id, { content_partner_id: after.id, title_ko: '우리 제목' });
  await update('seasons', season.id, { name_ko: '우리 시즌' });
  await update('episodes', episode.id, { title_ko: '우리 회차' });
  setMinute(3);
  await update('programmes', programme.id, { title_ko: '다음 제목' });
  await update('episodes', episode.id, { title_ko: '다음 회차' });
  api.setNow(undefined);
  const { token } = await buildStaff(api.db, { contentPartnerId: after.id });
  const compare = (resource: string, id: string, at: Date, by = token) =>
    api.call('GET /api/admin/history/{resource}/{id}', {
      token: by,
      params: { resource, id },
      query: { at: at.toISOString() },
    });
  const ids = { programmes: programme.id, seasons: season.id, episodes: episode.id };
  for (const [resource, id] of Object.entries(ids)) {
    // Then another's, and then not there: either is answered alike.
    for (const at of [beforeMinute(1), new Date(Date.now() - 3_600_000)])
      for (const { status, body } of [
        await compare(resource, id, at),
        await restore(resource, id, at, token),
      ])
        expect([resource, status, body.code]).toEqual([resource, 404, 'not_found']);
    expect((await compare(resource, id, beforeMinute(1), who.token)).body.data.past).not.toBeNull();
    expect((await compare(resource, id, beforeMinute(3))).body.data.past).not.toBeNull();
  }
  expect((await compare('programmes', programme.id, beforeMinute(3))).body.data.past).toMatchObject({
    title_ko: '우리 제목',
  });
  expect((await restore('episodes', episode.id, beforeMinute(3), token)).status).toBe(200);
  const now = await send('GET /api/admin/episodes/{id}', { params: { id: episode.id } });
  expect(now.title_ko).toBe('우리 회차');
});
