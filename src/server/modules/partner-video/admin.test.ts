/** Partner video as staff arrange it, through HTTP: viewers see each change at once, and only what is open. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildAsset, buildStaff } from '../../../../test/build.ts';
import { buildClip, buildPartnerCategory } from '../../../../test/build-partner-video.ts';

const api = await openTestApi();
const { db, call, setNow } = api;
const who = { token: (await buildStaff(db)).token };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const clipInput = async () => ({
  slug: `clip-${Math.random().toString(36).slice(2)}`,
  title_ko: '골목 떡볶이',
  title_en: 'Alley tteokbokki',
  category_id: (await buildPartnerCategory(db)).id,
  youtube_id: `yt${Math.random().toString(36).slice(2, 12)}`,
});
const newest = async () => (await call('GET /api/youtube-new-arrival')).body.data.map(({ id }) => id);

test('a clip has all that is entered of it, is found by its name, and is seen while it is open', async () => {
  const input = await clipInput();
  const sub = await buildPartnerCategory(db, { parentId: input.category_id });
  const body = {
    ...input,
    sub_category_id: sub.id,
    description_ko: '맵고 달아요.',
    description_en: 'Hot and sweet.',
    duration_ms: 61_000,
    premium: true,
    maturity: 7 as const,
    regions: ['US', 'CA'],
    published: true,
    available_until: later(2),
  };
  const made = await call('POST /api/admin/clips', { ...who, body });
  expect(made.body.data).toMatchObject(body);
  const { id } = made.body.data;
  expect(await newest()).toContain(id);
  const found = await call('GET /api/video/search', { query: { q: '떡볶이' } });
  expect(found.body.yt_results.map((clip) => clip.id)).toContain(id);
  setNow(new Date(Date.now() + 3 * 60_000));
  expect(await newest()).not.toContain(id);
  setNow(undefined);
  const wrong = await call('PATCH /api/admin/clips/{id}', {
    ...who,
    params: { id },
    body: { regions: ['KR'] },
  });
  expect(wrong.body.errors).toHaveProperty('regions');
});

test.each([
  ['two videos at once', async () => ({ asset_id: (await buildAsset(db)).id }), 'asset_id'],
  [
    'a sub-category of another',
    async () => ({ sub_category_id: (await buildPartnerCategory(db)).id }),
    'sub_category_id',
  ],
  ['no name of the partner’s', async () => ({ youtube_id: 'a b' }), 'youtube_id'],
  [
    'a window that ends before it begins',
    async () => ({ available_from: later(2), available_until: later(1) }),
    'available_until',
  ],
])('a clip with %s is refused', async (_what, more, field) => {
  const refused = await call('POST /api/admin/clips', {
    ...who,
    body: { ...(await clipInput()), ...(await more()) },
  });
  expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
});

test('a playlist keeps its clips in the order given, and goes on without one that is deleted', async () => {
  const [a, b, c] = [await buildClip(db), await buildClip(db), await buildClip(db)];
  const input = { play_list_id: 'PLnew', title_ko: '새 목록', title_en: 'A new list', published: true };
  const made = await call('POST /api/admin/playlists', {
    ...who,
    body: { ...input, clip_ids: [c.id, a.id, b.id], clips_planned: 12 },
  });
  const { id } = made.body.data;
  expect(made.body.data.clip_ids).toEqual([c.id, a.id, b.id]);
  const shown = async () => {
    const { status, body } = await call('GET /api/youtube-playlist-videos', {
      query: { playListId: 'PLnew' },
    });
    return status === 200 ? body.data.map((clip) => clip.id) : status;
  };
  expect(await shown()).toEqual([c.id, a.id, b.id]);
  expect((await call('DELETE /api/admin/clips/{id}', { ...who, params: { id: a.id } })).status).toBe(200);
  expect(await shown()).toEqual([c.id, b.id]);
  const listed = await call('GET /api/admin/clips', { ...who, query: { playlist_id: id } });
  expect(listed.body.data.map((clip) => clip.id).sort()).toEqual([b.id, c.id].sort());
  await call('PATCH /api/admin/playlists/{id}', {
    ...who,
    params: { id },
    body: { available_until: later(-1) },
  });
  expect(await shown()).toBe(404);
  const all = { ...input, play_list_id: 'all' };
  expect((await call('POST /api/admin/playlists', { ...who, body: all })).body.errors).toHaveProperty(
    'play_list_id',
  );
});

test('a category has one level below it, and hides what is below when it is hidden', async () => {
  const add = (body: { slug: string; parent_id?: string }) =>
    call('POST /api/admin/partner-categories', {
      ...who,
      body: { name_ko: '요리', name_en: 'Cooking', published: true, ...body },
    });
  const top = (await add({ slug: 'cooking' })).body.data;
  const sub = (await add({ slug: 'soup', parent_id: top.id })).body.data;
  expect((await add({ slug: 'clear-soup', parent_id: sub.id })).body.errors).toHaveProperty('parent_id');
  await buildClip(db, { categoryId: top.id, subCategoryId: sub.id });
  const subs = async () => {
    const { status, body } = await call('GET /api/youtube-sub-categories/{id}', {
      params: { id: 'cooking' },
    });
    return status === 200 ? body.data.sub_categories.map(({ id }) => id) : status;
  };
  expect(await subs()).toEqual([sub.id]);
  const change = (id: string, body: object) =>
    call('PATCH /api/admin/partner-categories/{id}', { ...who, params: { id }, body });
  await change(sub.id, { available_from: later(2) });
  expect(await subs()).toEqual([]);
  await change(top.id, { published: false });
  expect(await subs()).toBe(404);
  const refused = await call('DELETE /api/admin/partner-categories/{id}', { ...who, params: { id: top.id } });
  expect(refused.body.code).toBe('in_use');
});

test('a sub-category that is moved takes its clips along, and brings them back when that is undone', async () => {
  const [top, other] = [await buildPartnerCategory(db), await buildPartnerCategory(db)];
  const sub = await buildPartnerCategory(db, { parentId: top.id });
  const clip = await buildClip(db, { categoryId: top.id, subCategoryId: sub.id });
  const place = async () => {
    const { data } = (await call('GET /api/admin/clips/{id}', { ...who, params: { id: clip.id } })).body;
    return [data.category_id, data.sub_category_id];
  };
  const moved = await call('PATCH /api/admin/partner-categories/{id}', {
    ...who,
    params: { id: sub.id },
    body: { parent_id: other.id },
  });
  expect(await place()).toEqual([other.id, sub.id]);
  const undone = await call('POST /api/admin/undo', {
    ...who,
    body: { event_id: moved.body.event_id ?? '' },
  });
  expect(undone.body.data).toMatchObject({
    changed: [
      { resource: 'clips', count: 1 },
      { resource: 'partner-categories', count: 1 },
    ],
    refused: [],
  });
  expect(await place()).toEqual([top.id, sub.id]);
});

test('a sub-category that is deleted says which clips leave it, and has them back when that is undone', async () => {
  const top = await buildPartnerCategory(db);
  const sub = await buildPartnerCategory(db, { parentId: top.id });
  const clip = await buildClip(db, { categoryId: top.id, subCategoryId: sub.id });
  const inSub = async () =>
    (await call('GET /api/admin/clips/{id}', { ...who, params: { id: clip.id } })).body.data.sub_category_id;
  const change = { resource: 'partner-categories', ids: [sub.id], change: { action: 'delete' as const } };
  const tried = await call('POST /api/admin/changes', { ...who, body: { ...change, dry_run: true } });
  expect(tried.body.data.changed).toEqual([
    { resource: 'clips', action: 'update', count: 1 },
    { resource: 'partner-categories', action: 'delete', count: 1 },
  ]);
  const done = await call('POST /api/admin/changes', { ...who, body: change });
  expect(await inSub()).toBeNull();
  const undone = await call('POST /api/admin/undo', {
    ...who,
    body: { event_id: done.body.data.event_id ?? '' },
  });
  expect(undone.body.data.refused).toEqual([]);
  expect(await inSub()).toBe(sub.id);
});
