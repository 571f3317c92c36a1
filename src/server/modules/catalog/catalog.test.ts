import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildBanner,
  buildCategory,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildUser,
} from '../../../../test/build.ts';
import { refreshSeriesJob } from './jobs/refresh-series.ts';

const dayMs = 86_400_000;

describe('the catalogue', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });

  test('lists categories with their sub-categories in order, in the request’s language', async () => {
    const { db, call } = api;
    const parent = await buildCategory(db, { slug: 'drama', nameKo: '드라마', nameEn: 'Drama', position: 5 });
    await buildCategory(db, { slug: 'second', nameKo: '둘째', parentId: parent.id, position: 2 });
    await buildCategory(db, {
      slug: 'first',
      nameKo: '첫째',
      nameEn: 'First',
      parentId: parent.id,
      position: 1,
    });
    const ko = await call('GET /api/categories', { query: { web: '1' } });
    const found = ko.body.data.find((own) => own.slug === 'drama');
    expect(found?.name).toBe('드라마');
    expect(found?.subCategories.map((own) => own.name)).toEqual(['첫째', '둘째']);
    const en = await call('GET /api/categories', { locale: 'en' });
    expect(en.body.data.find((own) => own.slug === 'drama')?.name).toBe('Drama');
  });

  test('shows a programme by slug and by id, with genres, cast and seasons', async () => {
    const { db, call } = api;
    const genre = await buildGenre(db, { nameEn: 'Romance' });
    const person = await buildPerson(db, { nameEn: 'Han Bom', professionEn: 'Actor' });
    const series = await buildProgramme(
      db,
      { kind: 'series', slug: 'spring-day', titleEn: 'Spring Day', episodesPlanned: 16 },
      { genreIds: [genre.id], cast: [{ personId: person.id, roleEn: 'The florist' }] },
    );
    const season = await buildSeason(db, { programmeId: series.id });
    await buildEpisode(db, { season, number: 1 });
    await buildEpisode(db, { season, number: 2 });
    await buildEpisode(db, { season, number: 3, published: false });
    const bySlug = await call('GET /api/program/details', { query: { id: 'spring-day' }, locale: 'en' });
    expect(bySlug.body.data).toMatchObject({
      id: series.id,
      type: 's',
      title: 'Spring Day',
      current_episode_text: '2 / 16',
      genres: [{ name: 'Romance' }],
      casts: [{ name: 'Han Bom', role: 'The florist' }],
      seasons: [{ number: 1, episodes: 2 }],
      play: { type: 'e', season_number: 1, episode_number: 1, current_position: 0 },
    });
    const byId = await call('GET /api/program/details', { query: { id: series.id }, locale: 'en' });
    expect(byId.body).toEqual(bySlug.body);
    expect((await call('GET /api/program/details', { query: { id: 'nothing-here' } })).status).toBe(404);
  });

  test('pages a series’ episodes, newest first or oldest first', async () => {
    const { db, call } = api;
    const series = await buildProgramme(db, { kind: 'series' });
    const season = await buildSeason(db, { programmeId: series.id });
    for (let number = 1; number <= 5; number++)
      await buildEpisode(db, { season, number, titleKo: `${number}화` });
    const latest = await call('GET /api/videos/details', {
      query: { type: 's', id: series.id, per_page: 2 },
    });
    expect(latest.body.data.map((own) => own.episode_number)).toEqual([5, 4]);
    expect(latest.body.meta).toEqual({ current_page: 1, last_page: 3, per_page: 2, total: 5 });
    const oldest = await call('GET /api/videos/details', {
      query: { type: 's', id: series.id, per_page: 2, page: 3, sort_order: 'asc' },
    });
    expect(oldest.body.data.map((own) => own.episode_name)).toEqual(['5화']);
  });

  test('takes as latest what came last by day, and by number what is numbered', async () => {
    const { db, call } = api;
    const series = await buildProgramme(db, { kind: 'series' });
    const [first, second] = [
      await buildSeason(db, { programmeId: series.id, number: 1 }),
      await buildSeason(db, { programmeId: series.id, number: 2 }),
    ];
    const on = (day: string) => ({ availableFrom: new Date(`2026-03-${day}T09:00:00Z`) });
    await buildEpisode(db, { season: first, number: 1, titleKo: '1-1', ...on('01') });
    // Found again long after.
    await buildEpisode(db, { season: first, number: 2, titleKo: '1-2', ...on('20') });
    await buildEpisode(db, { season: second, number: 1, titleKo: '2-1', ...on('10') });
    await buildEpisode(db, { season: second, number: 2, titleKo: '2-2', ...on('10') });
    const names = async (sort_by: 'latest' | 'episode_number', sort_order: 'asc' | 'desc') =>
      (
        await call('GET /api/videos/details', { query: { type: 's', id: series.id, sort_by, sort_order } })
      ).body.data.map((own) => own.episode_name);
    expect(await names('latest', 'desc')).toEqual(['1-2', '2-2', '2-1', '1-1']);
    expect(await names('latest', 'asc')).toEqual(['1-1', '2-1', '2-2', '1-2']);
    expect(await names('episode_number', 'desc')).toEqual(['2-2', '2-1', '1-2', '1-1']);
    expect(await names('episode_number', 'asc')).toEqual(['1-1', '1-2', '2-1', '2-2']);
  });

  test('remembers how far a profile is, and what its button plays', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { plan: 10 });
    const profile = await buildProfile(db, { householdId: user.householdId });
    const series = await buildProgramme(db, { kind: 'series' });
    const season = await buildSeason(db, { programmeId: series.id });
    const first = await buildEpisode(db, { season, number: 1 });
    const second = await buildEpisode(db, { season, number: 2 });
    const who = { token: user.token };
    const watch = (item: string, seconds: number, at: string) =>
      db.execute(sql`insert into viewing_progress
        (profile_id, item_id, household_id, programme_id, episode_id, position_seconds, duration_seconds, updated_at)
        values (${profile.id}, ${item}, ${user.householdId}, ${series.id}, ${item}, ${seconds}, 60, ${at})
        on conflict (profile_id, item_id) do update set position_seconds = excluded.position_seconds, updated_at = excluded.updated_at`);
    const details = async () =>
      (await call('GET /api/program/details', { ...who, query: { id: series.id, profile_id: profile.id } }))
        .body.data;
    const goOn = async () =>
      (await call('GET /api/continue-watching', { ...who, query: { profile_id: profile.id } })).body.data;

    await watch(first.id, 20, '2026-01-01T00:00:00Z');
    expect((await details()).play).toMatchObject({ id: first.id, current_position: 20 });
    expect(await goOn()).toMatchObject([
      { play_id: first.id, percentage: 33, current_position: 20, episode_number: 1 },
    ]);

    await watch(first.id, 59, '2026-01-02T00:00:00Z');
    expect((await details()).play).toMatchObject({ id: second.id, current_position: 0 });
    expect(await goOn()).toMatchObject([{ play_id: second.id, percentage: 0, episode_number: 2 }]);

    await watch(second.id, 60, '2026-01-03T00:00:00Z');
    expect((await details()).play).toMatchObject({ id: first.id });
    expect(await goOn()).toEqual([]);
  });

  test('puts similar titles first by shared cast and genres', async () => {
    const { db, call } = api;
    const categoryId = (await buildCategory(db)).id;
    const [genre, other] = [await buildGenre(db), await buildGenre(db)];
    const person = await buildPerson(db);
    const cast = [{ personId: person.id }];
    const one = await buildProgramme(db, { categoryId }, { genreIds: [genre.id], cast });
    const both = await buildProgramme(db, { categoryId }, { genreIds: [genre.id], cast });
    const genreOnly = await buildProgramme(db, { categoryId }, { genreIds: [genre.id, other.id] });
    const neither = await buildProgramme(db, { categoryId });
    const { body } = await call('GET /api/video/similar', { query: { id: one.id, content_to_show: 3 } });
    expect(body.data.map((own) => own.id)).toEqual([both.id, genreOnly.id, neither.id]);
  });

  test('lists what is new by its newest episode, and marks it', async () => {
    const { db, call } = api;
    const categoryId = (await buildCategory(db, { slug: 'fresh' })).id;
    const old = await buildProgramme(db, { categoryId, availableFrom: new Date(Date.now() - 90 * dayMs) });
    const movie = await buildProgramme(db, { categoryId, availableFrom: new Date(Date.now() - 2 * dayMs) });
    const series = await buildProgramme(db, {
      categoryId,
      kind: 'series',
      availableFrom: new Date(Date.now() - 400 * dayMs),
    });
    await buildEpisode(db, { programmeId: series.id, availableFrom: new Date(Date.now() - dayMs) });
    await buildProgramme(db, { categoryId, availableFrom: new Date(Date.now() + dayMs) });
    // Announced, with nothing to play yet.
    await buildProgramme(db, {
      categoryId,
      status: 'upcoming',
      assetId: null,
      availableFrom: new Date(Date.now() - dayMs),
    });
    const { body } = await call('GET /api/videos/new-release', { query: { category_id: 'fresh' } });
    expect(body.data.map((own) => [own.id, own.new_series, own.new_episode])).toEqual([
      [series.id, false, true],
      [movie.id, true, false],
      [old.id, false, false],
    ]);
    expect(body.meta.total).toBe(3);
  });
});

describe('an episode that comes out later', () => {
  test('is neither counted, listed nor previewed before; a job is due when it does', async () => {
    const { db, call, pool, context } = await openTestApi();
    const soon = new Date(Date.now() + dayMs);
    const series = await buildProgramme(db, { kind: 'series', listedAt: new Date('2020-01-01T00:00:00Z') });
    await buildBanner(db, { programmeId: series.id });
    const season = await buildSeason(db, { programmeId: series.id });
    const episode = await buildEpisode(db, { season, availableFrom: soon });
    const card = async () => (await call('GET /api/home/main-content')).body.data[0];
    expect(await card()).toMatchObject({ preview_video: null, current_episode_text: '0 / 0' });
    const { rows } = await pool.query<{ run_at: Date }>(
      `select run_at from graphile_worker.jobs where key = 'catalog:' || $1 || ':refresh'`,
      [series.id],
    );
    expect(rows).toEqual([{ run_at: soon }]);

    const out = new Date(Date.now() - 1000);
    await db.execute(sql`update catalog_episodes set available_from = ${out} where id = ${episode.id}`);
    await refreshSeriesJob.run({ programmeId: series.id }, context, new AbortController().signal);
    context.responseCache.drop('catalog');
    expect(await card()).toMatchObject({
      preview_video: `/previews/${episode.assetId}.mp4`,
      current_episode_text: '1 / 1',
      new_episode: true,
    });
  });
});

describe('My List', () => {
  test('pages in one order though all was added at the same moment, and counts beyond the end', async () => {
    const { db, call } = await openTestApi();
    const user = await buildUser(db);
    const profile = await buildProfile(db, { householdId: user.householdId });
    for (let n = 0; n < 5; n++) {
      const { id } = await buildProgramme(db);
      await db.execute(sql`insert into viewing_my_list (household_id, profile_id, programme_id, added_at)
        values (${user.householdId}, ${profile.id}, ${id}, '2026-01-01T00:00:00Z')`);
    }
    const page = (number: number) =>
      call('GET /api/my-list', {
        token: user.token,
        query: { profile_id: profile.id, per_page: 2, page: number },
      });
    const pages = [await page(1), await page(2), await page(3)].flatMap(({ body }) => body.data);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(5);
    const beyond = await page(9);
    expect([beyond.body.data.length, beyond.body.meta.total]).toEqual([0, 5]);
  });
});

describe('home', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });

  test('shows sections in order with their first titles, and banner slides with a preview', async () => {
    const { db, call } = api;
    const category = await buildCategory(db, { slug: 'row-one', nameKo: '분류' });
    await buildSection(db, { categoryId: category.id, nameKo: '둘째 줄', position: 2 });
    const first = await buildSection(db, { nameKo: '첫째 줄', position: 1 });
    const asset = await buildAsset(db);
    const movie = await buildProgramme(db, { categoryId: first.categoryId as string, assetId: asset.id });
    for (let index = 0; index < 3; index++)
      await buildProgramme(db, { categoryId: category.id, assetId: asset.id });
    await buildBanner(db, { programmeId: movie.id });
    const { body } = await call('GET /api/home-sections', { query: { content_per_page: 2, device: 'web' } });
    expect(body.data.map((own) => [own.name, own.videos.length, own.last_page])).toEqual([
      ['첫째 줄', 1, 1],
      ['둘째 줄', 2, 2],
    ]);
    expect(body.data[1]).toMatchObject({ category_slug: 'row-one', type: 'category' });
    const main = await call('GET /api/home/main-content', { query: { device: 'web' } });
    expect(main.body.data).toMatchObject([
      { id: movie.id, auto_preview: '1', preview_video: `/previews/${asset.id}.mp4` },
    ]);
  });

  test('answers guests with the same bytes in the encoding they accept, and 304 when they have them', async () => {
    const { app } = api;
    const get = (headers: Record<string, string>) => app.inject({ url: '/api/home-sections', headers });
    const plain = await get({});
    const br = await get({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    const gz = await get({ 'accept-encoding': 'gzip' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body);
    const again = await get({ 'if-none-match': String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('gives a profile its own facts in the same cards, and other profiles not', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { plan: 10 });
    const [mine, other] = [
      await buildProfile(db, { householdId: user.householdId }),
      await buildProfile(db, { householdId: user.householdId }),
    ];
    const who = { token: user.token };
    const before = await call('GET /api/home-sections', {});
    const card = before.body.data[0]?.videos[0];
    expect(card).toMatchObject({ like: 0, my_list: false, percentage: 0 });
    const id = card?.id as string;
    expect(
      (await call('PUT /api/my-list/{id}', { ...who, params: { id }, body: { profile_id: mine.id } })).status,
    ).toBe(200);
    expect(
      (await call('PUT /api/my-list/{id}', { ...who, params: { id }, body: { profile_id: mine.id } })).status,
    ).toBe(200);
    await call('PUT /api/ratings/{id}', { ...who, params: { id }, body: { profile_id: mine.id, like: 2 } });
    const own = await call('GET /api/home-sections', { ...who, query: { profile_id: mine.id } });
    expect(own.body.data[0]?.videos[0]).toMatchObject({ id, like: 2, my_list: true });
    const encoded = (accepted: string) =>
      api.app.inject({
        url: `/api/home-sections?profile_id=${mine.id}`,
        headers: { authorization: `Bearer ${user.token}`, 'accept-encoding': accepted },
      });
    const [br, gz] = [await encoded('br'), await encoded('gzip')];
    expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(own.body);
    expect(JSON.parse(gunzipSync(gz.rawPayload).toString())).toEqual(own.body);
    const theirs = await call('GET /api/home-sections', { ...who, query: { profile_id: other.id } });
    expect(theirs.body).toEqual(before.body);
    const list = await call('GET /api/my-list', { ...who, query: { profile_id: mine.id } });
    expect(list.body.data.map((entry) => [entry.id, entry.like])).toEqual([[id, 2]]);
    await call('DELETE /api/my-list/{id}', { ...who, params: { id }, query: { profile_id: mine.id } });
    await call('PUT /api/ratings/{id}', { ...who, params: { id }, body: { profile_id: mine.id, like: 0 } });
    const cleared = await call('GET /api/home-sections', { ...who, query: { profile_id: mine.id } });
    expect(cleared.body).toEqual(before.body);
  });
});
