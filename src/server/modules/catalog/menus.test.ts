/** The catalogue's smaller menus through HTTP: content partners, categories by device, categories of the set-top box, regions. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildArtwork,
  buildAsset,
  buildCategory,
  buildEpisode,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { ingestCaptions } from '../ingest/ingest.tables.ts';

const api = await openTestApi();
const { db, call } = api;
const who = { token: (await buildStaff(db)).token };

test('a programme names its content partner, whose page shows it, and who is named is not deleted', async () => {
  const input = { slug: 'kocowa', name_ko: '코코와', name_en: 'Kocowa' };
  const partner = (await call('POST /api/admin/content-partners', { ...who, body: input })).body.data;
  const programme = await buildProgramme(db);
  const params = { id: programme.id };
  const named = await call('PATCH /api/admin/programmes/{id}', {
    ...who,
    params,
    body: { content_partner_id: partner.id },
  });
  expect(named.body.data.content_partner_id).toBe(partner.id);
  const page = await call('GET /api/get-kocowa', { query: { id: 'kocowa' } });
  expect(JSON.stringify(page.body)).toContain(programme.id);
  const record = await call('GET /api/admin/content-partners/{id}', { ...who, params: { id: partner.id } });
  expect(record.body.data.programme_count).toBe(1);
  const found = await call('GET /api/admin/programmes', {
    ...who,
    query: { content_partner_id: partner.id },
  });
  expect(found.body.data.map(({ id }) => id)).toEqual([programme.id]);
  const refused = await call('DELETE /api/admin/content-partners/{id}', {
    ...who,
    params: { id: partner.id },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
});

test('a programme is for the countries entered, of those where the service is', async () => {
  const programme = await buildProgramme(db);
  const set = (regions: string[] | null) =>
    call('PATCH /api/admin/programmes/{id}', { ...who, params: { id: programme.id }, body: { regions } });
  const { data } = (await call('GET /api/admin/regions', who)).body;
  expect(data).toContain('US');
  const seen = async () => (await call('GET /api/program/details', { query: { id: programme.slug } })).status;
  expect((await set(['CA'])).body.data.regions).toEqual(['CA']);
  expect(await seen()).toBe(404);
  expect((await set(['CA', 'US'])).status).toBe(200);
  expect(await seen()).toBe(200);
  expect((await set(['KR'])).body.errors).toHaveProperty('regions');
  expect((await set([])).status).toBe(422);
  expect((await set(null)).body.data.regions).toBeNull();
});

test('a category has an icon, and stands on the menus and homes of its devices', async () => {
  const icon = await buildArtwork(db, { kind: 'icon' });
  const made = await call('POST /api/admin/categories', {
    ...who,
    body: {
      slug: 'tv-only',
      name_ko: '거실',
      name_en: 'Living room',
      icon_id: icon.id,
      devices: ['stb', 'stb'],
    },
  });
  expect(made.body.data).toMatchObject({ devices: ['stb'], icon: { url: `/images/${icon.id}` } });
  const { id } = made.body.data;
  await buildProgramme(db, { categoryId: id });
  await buildSection(db, { categoryId: id });
  const places = async (device: 'web' | 'mobile' | 'stb') => {
    const menu = await call('GET /api/categories', { query: { device } });
    const home = await call('GET /api/home-sections', { query: { device } });
    return [
      menu.body.data.find((own) => own.id === id)?.icon?.url,
      home.body.data.some((own) => own.category_id === id),
    ];
  };
  expect(await places('stb')).toEqual([`/images/${icon.id}`, true]);
  expect([await places('web'), await places('mobile')]).toEqual([
    [undefined, false],
    [undefined, false],
  ]);
  const change = (body: object) => call('PATCH /api/admin/categories/{id}', { ...who, params: { id }, body });
  expect((await change({ devices: ['pc', 'mobile'] })).status).toBe(200);
  expect((await places('mobile'))[1]).toBe(true);
  const below = await buildCategory(db, { parentId: id, devices: ['mobile'] });
  const within = async (device: 'web' | 'mobile') => {
    const page = await call('GET /api/category/home', { query: { id, device } });
    const map = await call('GET /api/sitemap', { query: { device } });
    const mapped = map.body.data.categories.find((own) => own.id === id);
    return [page.body.data.subCategories, mapped?.subCategories].map((own) => own?.map(({ slug }) => slug));
  };
  expect(await within('mobile')).toEqual([[below.slug], [below.slug]]);
  expect(await within('web')).toEqual([[], []]);
  expect((await change({ devices: [] })).status).toBe(422);
  expect((await change({ devices: ['radio'] })).status).toBe(422);
});

test('the set-top box has categories of its own, two levels of them, shown while they are open', async () => {
  const icon = await buildArtwork(db, { kind: 'icon' });
  const add = (body: { parent_id?: string; name_ko: string; icon_id?: string; published?: boolean }) =>
    call('POST /api/admin/stb-categories', {
      ...who,
      body: { name_en: body.name_ko, published: true, ...body },
    });
  const top = (await add({ name_ko: '실시간', icon_id: icon.id })).body.data;
  const below = (await add({ name_ko: '뉴스', parent_id: top.id })).body.data;
  await add({ name_ko: '준비 중', published: false });
  expect((await add({ name_ko: '더 아래', parent_id: below.id })).body.errors).toHaveProperty('parent_id');
  const { data } = (await call('GET /api/stb-categories')).body;
  expect(data).toEqual([
    {
      id: top.id,
      name: '실시간',
      icon: { url: `/images/${icon.id}`, color: icon.color },
      subCategories: [{ id: below.id, name: '뉴스', icon: null }],
    },
  ]);
  const refused = await call('DELETE /api/admin/stb-categories/{id}', { ...who, params: { id: top.id } });
  expect(refused.body.code).toBe('in_use');
});

test('programmes, seasons, episodes and people say what they lack', async () => {
  const pictures = {
    portraitId: (await buildArtwork(db, { kind: 'portrait' })).id,
    landscapeId: (await buildArtwork(db)).id,
    bannerId: (await buildArtwork(db, { kind: 'banner' })).id,
  };
  const texts = { synopsisKo: '줄거리', synopsisEn: 'Synopsis' };
  const asset = await buildAsset(db);
  const lacks = async (name: 'programmes' | 'seasons' | 'episodes' | 'people', id: string) =>
    (await call(`GET /api/admin/${name}/{id}`, { ...who, params: { id } })).body.data.lacks;
  const bare = await buildProgramme(db, { kind: 'movie', assetId: null, synopsisKo: '', synopsisEn: '' });
  expect(await lacks('programmes', bare.id)).toEqual(['synopsis', 'artwork', 'video']);
  const movie = await buildProgramme(db, { kind: 'movie', assetId: asset.id, ...pictures, ...texts });
  expect(await lacks('programmes', movie.id)).toEqual(['captions']);
  for (const language of ['ko', 'en'] as const)
    await db.insert(ingestCaptions).values({ assetId: asset.id, language, vtt: 'WEBVTT' });
  expect(await lacks('programmes', movie.id)).toEqual([]);

  const series = await buildProgramme(db, { kind: 'series', ...pictures, ...texts });
  expect(await lacks('programmes', series.id)).toEqual(['video']);
  const season = await buildSeason(db, { programmeId: series.id, nameKo: '첫 시즌', nameEn: '' });
  const episode = await buildEpisode(db, { season, assetId: asset.id, ...texts });
  expect(await lacks('programmes', series.id)).toEqual([]);
  expect(await lacks('seasons', season.id)).toEqual(['language', 'artwork']);
  expect(await lacks('episodes', episode.id)).toEqual(['artwork']);
  const processing = await buildAsset(db, { state: 'processing' });
  await buildEpisode(db, { season, number: 2, assetId: processing.id });
  expect(await lacks('programmes', series.id)).toEqual(['video']);

  const person = await buildPerson(db, { professionKo: '배우', professionEn: '' });
  expect(await lacks('people', person.id)).toEqual(['language', 'artwork']);
});

test('a kids profile has only the categories with titles for it', async () => {
  const [children, adults] = [await buildCategory(db), await buildCategory(db)];
  const sub = await buildCategory(db, { parentId: adults.id });
  await buildProgramme(db, { categoryId: children.id, maturity: 0 });
  await buildProgramme(db, { categoryId: adults.id, subCategoryId: sub.id, maturity: 19 });
  const user = await buildUser(db);
  const kid = await buildProfile(db, {
    householdId: user.householdId,
    isKid: true,
    age: 5,
    maturity: 0,
  });
  const menu = async (profile_id?: string) =>
    (
      await call('GET /api/categories', { token: user.token, query: profile_id ? { profile_id } : {} })
    ).body.data.map(({ id }) => id);
  expect(await menu()).toEqual(expect.arrayContaining([children.id, adults.id]));
  const own = await menu(kid.id);
  expect(own).toContain(children.id);
  expect(own).not.toContain(adults.id);
});
