/** Home, its rows and what they show, as staff arrange them: viewers see each change at once, and only open ones. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildCategory, buildProgramme, buildStaff } from '../../../../test/build.ts';

const api = await openTestApi();
const { db, call, setNow } = api;
const who = { token: (await buildStaff(db)).token };
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const names = { name_ko: '줄', name_en: 'Row' };

test('a custom row keeps its programmes in the order given, is shown on home, and goes with its section', async () => {
  const programmes = [];
  for (let n = 0; n < 3; n += 1) programmes.push((await buildProgramme(db)).id);
  const [a, b, c] = programmes as [string, string, string];
  const input = { slug: 'chosen', title_ko: '고른 것', title_en: 'Chosen', published: true };
  const made = await call('POST /api/admin/custom-rows', {
    ...who,
    body: { ...input, programme_ids: [c, a, c] },
  });
  expect(made.body.data.programme_ids).toEqual([c, a]);
  const { id } = made.body.data;
  const section = await call('POST /api/admin/home-sections', {
    ...who,
    body: { ...names, type: 'row', custom_row_id: id, published: true },
  });
  expect(section.status).toBe(200);
  const onHome = async () =>
    (await call('GET /api/home-sections')).body.data.flatMap(({ type, videos }) =>
      type === 'row' ? [videos.map((video) => video.id)] : [],
    );
  expect(await onHome()).toEqual([[c, a]]);
  const changed = await call('PATCH /api/admin/custom-rows/{id}', {
    ...who,
    params: { id },
    body: { programme_ids: [b, a, c] },
  });
  expect(changed.body.data.programme_ids).toEqual([b, a, c]);
  expect(await onHome()).toEqual([[b, a, c]]);
  const log = await call('GET /api/admin/events', { ...who, query: { entity_id: id, order: 'desc' } });
  expect(log.body.data[0]?.changes).toEqual({
    programme_ids: [
      [c, a],
      [b, a, c],
    ],
  });
  const row = { query: { row_id: 'chosen' } };
  expect((await call('GET /api/custom-row', row)).status).toBe(200);
  await call('PATCH /api/admin/custom-rows/{id}', {
    ...who,
    params: { id },
    body: { available_from: later(2) },
  });
  expect([await onHome(), (await call('GET /api/custom-row', row)).status]).toEqual([[], 404]);
  setNow(new Date(Date.now() + 3 * 60_000));
  expect(await onHome()).toHaveLength(1);
  setNow(undefined);
  const missing = { ...input, slug: 'other', programme_ids: [id] };
  expect((await call('POST /api/admin/custom-rows', { ...who, body: missing })).status).toBe(422);
  expect((await call('DELETE /api/admin/custom-rows/{id}', { ...who, params: { id } })).status).toBe(200);
  const gone = await call('GET /api/admin/home-sections/{id}', {
    ...who,
    params: { id: section.body.data.id },
  });
  expect(gone.status).toBe(404);
});

test('a section says what it shows, forgets what another type showed, and keeps to its window', async () => {
  const category = await buildCategory(db);
  await buildProgramme(db, { categoryId: category.id });
  for (const [type, field] of [
    ['category', 'category_id'],
    ['row', 'custom_row_id'],
  ] as const) {
    const lacking = await call('POST /api/admin/home-sections', { ...who, body: { ...names, type } });
    expect(lacking.body.errors).toHaveProperty(field);
  }
  const made = await call('POST /api/admin/home-sections', {
    ...who,
    body: {
      ...names,
      type: 'category',
      category_id: category.id,
      published: true,
      available_until: later(2),
    },
  });
  const { id } = made.body.data;
  const isOnHome = async () => (await call('GET /api/home-sections')).body.data.some((own) => own.id === id);
  expect(await isOnHome()).toBe(true);
  setNow(new Date(Date.now() + 3 * 60_000));
  expect(await isOnHome()).toBe(false);
  setNow(undefined);
  const turned = await call('PATCH /api/admin/home-sections/{id}', {
    ...who,
    params: { id },
    body: { type: 'free' },
  });
  expect(turned.body.data).toMatchObject({ type: 'free', category_id: null });
});

test('the slides of the main banner are those that are open', async () => {
  const { id: programme_id, titleEn } = await buildProgramme(db);
  const made = await call('POST /api/admin/home-banners', {
    ...who,
    body: { programme_id, auto_preview: false, published: true, available_from: later(2) },
  });
  expect(made.body.data).toMatchObject({ title_en: titleEn, auto_preview: false });
  const slides = async () => (await call('GET /api/home/main-content')).body.data.map((slide) => slide.id);
  expect(await slides()).not.toContain(programme_id);
  const params = { id: made.body.data.id };
  await call('PATCH /api/admin/home-banners/{id}', { ...who, params, body: { available_from: null } });
  expect(await slides()).toContain(programme_id);
  await call('PATCH /api/admin/home-banners/{id}', { ...who, params, body: { published: false } });
  expect(await slides()).not.toContain(programme_id);
});
