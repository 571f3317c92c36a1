/** Home, its rows and what they show, as staff arrange them: viewers see each change at once, and only open ones. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildCategory, buildCustomRow, buildProgramme, buildStaff } from '../../../../test/build.ts';

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

test('a row that is filled by a saved view shows what it finds, in its order, and nothing that viewers may not see', async () => {
  const category = await buildCategory(db);
  const add = (titleKo: string, values: object = {}) =>
    buildProgramme(db, { titleKo, categoryId: category.id, releaseYear: 2024, ...values });
  const [last, first] = [await add('하'), await add('가')];
  const [draft, old] = [await add('나', { published: false }), await add('다', { releaseYear: 2019 })];
  const maker = await buildStaff(db);
  const state = {
    filter: { category_id: category.id, release_year_min: 2020, kind_in: ['series', 'movie'] },
    sort: 'title_ko',
    order: 'asc' as const,
  };
  const saved = await call('POST /api/admin/views', {
    token: maker.token,
    body: { resource: 'programmes', name: '새 작품', role_id: null, state: { ...state, columns: null } },
  });
  const view = { name: '새 작품', ...state };
  const body = {
    slug: 'found',
    title_ko: '찾은 것',
    title_en: 'Found',
    published: true,
    programme_ids: [old.id],
    view,
  };
  const made = await call('POST /api/admin/custom-rows', { ...who, body });
  expect(made.body.data).toMatchObject({ view, programme_ids: [old.id], lost_fields: [] });
  const { id } = made.body.data;
  await call('POST /api/admin/home-sections', {
    ...who,
    body: { ...names, type: 'row', custom_row_id: id, published: true },
  });
  const shown = async () => {
    const page = await call('GET /api/custom-row', { query: { row_id: 'found' } });
    const home = await call('GET /api/home-sections', { query: { content_per_page: 1 } });
    const section = home.body.data.find(({ slug }) => slug === 'found');
    return [page.body.data.videos.map((own) => own.id), section && 'videos' in section && section.last_page];
  };
  expect(await shown()).toEqual([[first.id, last.id], 2]);

  // A change of a programme shows at once, and the view's own end changes nothing.
  const change = (programmeId: string, input: object) =>
    call('PATCH /api/admin/programmes/{id}', { ...who, params: { id: programmeId }, body: input });
  await change(draft.id, { published: true });
  await change(last.id, { available_until: later(-1) });
  const params = { id: saved.body.data.id };
  await call('DELETE /api/admin/views/{id}', { token: maker.token, params });
  expect(await shown()).toEqual([[first.id, draft.id], 2]);

  // By hand again: what was chosen before is still there.
  const back = await call('PATCH /api/admin/custom-rows/{id}', {
    ...who,
    params: { id },
    body: { view: null },
  });
  expect(back.status).toBe(200);
  expect(await shown()).toEqual([[old.id], 1]);
  await call('POST /api/admin/undo', { ...who, body: { event_id: back.body.event_id ?? '' } });
  expect(await shown()).toEqual([[first.id, draft.id], 2]);
});

test('a row shows fifty programmes of its view at most', async () => {
  const category = await buildCategory(db);
  for (let n = 0; n < 52; n += 1) await buildProgramme(db, { categoryId: category.id });
  const view = { name: '많은 것', filter: { category_id: category.id }, sort: 'id', order: 'asc' as const };
  const body = { slug: 'many', title_ko: '많은 것', title_en: 'Many', published: true, view };
  expect((await call('POST /api/admin/custom-rows', { ...who, body })).status).toBe(200);
  const { videos } = (await call('GET /api/custom-row', { query: { row_id: 'many' } })).body.data;
  expect(videos).toHaveLength(50);
});

test('a view that names what is no field is refused by the field’s name', async () => {
  const view = { name: '보기', filter: {}, sort: 'title_ko', order: 'asc' as const };
  const body = { slug: 'refused', title_ko: '줄', title_en: 'Row' };
  const said = async (token: string, more: object) =>
    (
      await call('POST /api/admin/custom-rows', {
        token,
        body: { ...body, view: { ...view, ...more } },
        locale: 'en',
      })
    ).body.errors;
  const refused = (field: string) => ({
    view: [
      `This view asks for “${field}”, which is gone or which you may not see. Please choose a view without it.`,
    ],
  });
  expect(await said(who.token, { filter: { box_office_min: 3 } })).toEqual(refused('box office'));
  expect(await said(who.token, { filter: { release_year_min: 'long ago' } })).toEqual(
    refused('release year'),
  );
  expect(await said(who.token, { filter: { ids: 'x' } })).toEqual(refused('ids'));
  expect(await said(who.token, { sort: 'premium' })).toEqual(refused('premium'));
  const blind = await buildStaff(db, { permissions: { home: ['create'] } });
  const stranger = await call('POST /api/admin/custom-rows', { token: blind.token, body: { ...body, view } });
  expect(stranger.status).toBe(403);

  // A field that is gone since: the row is empty, says so, and its other fields can be changed.
  const kept = { ...view, filter: { box_office_min: 3 } };
  const row = await buildCustomRow(db, { slug: 'kept', view: kept });
  await buildProgramme(db);
  const page = await call('GET /api/custom-row', { query: { row_id: 'kept' } });
  expect(page.body.data.videos).toEqual([]);
  const renamed = await call('PATCH /api/admin/custom-rows/{id}', {
    ...who,
    params: { id: row.id },
    body: { title_ko: '새 이름', view: kept },
  });
  expect(renamed.body.data).toMatchObject({ title_ko: '새 이름', lost_fields: ['box_office'] });
});
