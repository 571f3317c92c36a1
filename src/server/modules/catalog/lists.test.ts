import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildUser,
} from '../../../../test/build.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const idsOf = (cards: { id: string }[]) => cards.map((card) => card.id);

describe('the catalogue’s lists', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });

  test('have what leaves within 30 days, the first first, on home too, and its page says its last day', async () => {
    const { db, call } = api;
    const category = await buildCategory(db);
    const day = (days: number) => daysAgo(-days);
    const zone = api.context.config.serviceZone;
    const today = dayIn(new Date(), zone);
    const build = (until: Date | null, more: object = {}) =>
      buildProgramme(db, { categoryId: category.id, availableUntil: until, ...more });
    // Midnight in the service's zone: the day before is the last.
    const second = await build(startOfDay(addDays(today, 10), zone));
    const first = await build(day(3));
    const later = await build(day(31));
    const grown = await build(day(2), { maturity: 19 });
    await build(day(-1));
    await build(day(4), { published: false });
    await build(null);
    const { body } = await call('GET /api/videos/leaving-soon', { locale: 'en' });
    expect(idsOf(body.data)).toEqual([grown.id, first.id, second.id]);
    expect(body.data[2]).toMatchObject({ leaving_on: addDays(today, 9) });
    expect(body.data[2]?.leaving_on_hr).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}$/);
    expect(body.meta.total).toBe(3);
    const second_page = await call('GET /api/videos/leaving-soon', { query: { page: 2, per_page: 2 } });
    expect(idsOf(second_page.body.data)).toEqual([second.id]);
    // A child is not notified of titles above its grade.
    const user = await buildUser(db);
    const child = await buildProfile(db, { householdId: user.householdId, maturity: 7, isKid: true, age: 8 });
    const own = await call('GET /api/videos/leaving-soon', {
      token: user.token,
      query: { profile_id: child.id },
    });
    expect(idsOf(own.body.data)).not.toContain(grown.id);
    await buildSection(db, { type: 'leaving', nameKo: '곧 종료', nameEn: 'Leaving soon', categoryId: null });
    const home = await call('GET /api/home-sections', { query: { content_per_page: 2 } });
    const section = home.body.data.find(({ type }) => type === 'leaving');
    expect(section && idsOf(section.videos as { id: string }[])).toEqual([grown.id, first.id]);
    const details = async (id: string) =>
      (await call('GET /api/program/details', { query: { id } })).body.data.leaving_on;
    expect(await details(second.id)).toBe(addDays(today, 9));
    expect(await details(later.id)).toBeNull();
  });

  test('name the letters in both languages, without all and etc', async () => {
    const { body } = await api.call('GET /api/filter-names');
    expect(body.ko_filter.map((own) => own.s).join('')).toBe('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ');
    expect(body.en_filter).toHaveLength(26);
    expect(body.en_filter[25]).toEqual({ s: 'Z', name: 'Z' });
  });

  test('page a sub-category by current_page, and only under its own category', async () => {
    const { db, call } = api;
    const category = await buildCategory(db, { slug: 'shows', nameEn: 'Shows' });
    const sub = await buildCategory(db, {
      slug: 'talk',
      parentId: category.id,
      nameEn: 'Talk',
      metaTitleEn: 'Talk shows',
    });
    const other = await buildCategory(db, { slug: 'elsewhere' });
    const titles = [];
    for (let days = 1; days <= 5; days++) {
      const common = { categoryId: category.id, subCategoryId: sub.id };
      titles.push(await buildProgramme(db, { ...common, availableFrom: daysAgo(days) }));
    }
    const page = (current_page: number) =>
      call('GET /api/sub-category/items', {
        locale: 'en',
        query: { category_id: 'shows', sub_category_id: 'talk', current_page, per_page: 2, web: '1' },
      });
    const second = (await page(2)).body;
    expect(idsOf(second.data.videos)).toEqual(idsOf(titles.slice(2, 4)));
    expect(second.data).toMatchObject({
      name: 'Talk',
      name_en: 'Talk',
      meta_title: 'Talk shows',
      parent_id: category.id,
      category: { slug: 'shows', name: 'Shows' },
    });
    expect(second.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5 });
    expect(idsOf((await page(3)).body.data.videos)).toEqual(idsOf(titles.slice(4)));
    expect((await page(4)).body.data.videos).toEqual([]);
    const wrong = { category_id: other.slug, sub_category_id: 'talk' };
    expect((await call('GET /api/sub-category/items', { query: wrong })).status).toBe(404);
    const top = { category_id: 'shows', sub_category_id: 'shows' };
    expect((await call('GET /api/sub-category/items', { query: top })).status).toBe(404);
  });

  test('page a genre with its sub-genres, each title once, and follow an episode that comes out', async () => {
    const { db, call } = api;
    const genre = await buildGenre(db, { slug: 'mystery', nameKo: '미스터리', nameEn: 'Mystery' });
    const sub = await buildGenre(db, { slug: 'locked-room', parentId: genre.id, nameEn: 'Locked Room' });
    const categoryId = (await buildCategory(db)).id;
    const both = await buildProgramme(
      db,
      { categoryId, availableFrom: daysAgo(1) },
      { genreIds: [genre.id, sub.id] },
    );
    const subOnly = await buildProgramme(
      db,
      { categoryId, availableFrom: daysAgo(2) },
      { genreIds: [sub.id] },
    );
    const own = await buildProgramme(
      db,
      { categoryId, kind: 'series', availableFrom: daysAgo(3) },
      { genreIds: [genre.id] },
    );
    await buildProgramme(db, { categoryId, published: false }, { genreIds: [genre.id] });
    const page = async (id: string, number = 1) =>
      (await call('GET /api/genre/video-items', { query: { id, page: number, per_page: 2, last_page: 9 } }))
        .body;
    const first = await page('mystery');
    expect(idsOf(first.data)).toEqual([both.id, subOnly.id]);
    expect(first.meta).toEqual({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    expect(idsOf((await page('mystery', 2)).data)).toEqual([own.id]);
    expect(idsOf((await page('locked-room')).data)).toEqual([both.id, subOnly.id]);

    await buildEpisode(db, { programmeId: own.id, availableFrom: daysAgo(0.5) });
    api.context.responseCache.drop('catalog');
    expect(idsOf((await page('mystery')).data)).toEqual([own.id, both.id]);

    const details = await call('GET /api/genre/details', { query: { id: 'mystery' }, locale: 'en' });
    expect(details.body.data).toMatchObject({
      name: 'Mystery',
      parent: null,
      sub_genres: [{ slug: 'locked-room', name: 'Locked Room' }],
    });
    const items = await call('GET /api/sub-genre/items', { query: { id: 'mystery', subId: 'locked-room' } });
    expect(items.body.data).toMatchObject({ slug: 'locked-room', genre: { slug: 'mystery' } });
    expect(idsOf(items.body.data.videos)).toEqual([both.id, subOnly.id]);
    const swapped = { id: 'locked-room', subId: 'mystery' };
    expect((await call('GET /api/sub-genre/items', { query: swapped })).status).toBe(404);
    const all = await call('GET /api/genres');
    expect(all.body.data.map((each) => each.slug)).not.toContain('locked-room');
  });

  test('show what is new in a genre: the newest episode of each series that is ready, and movies', async () => {
    const { db, call } = api;
    const genre = await buildGenre(db, { slug: 'space' });
    const common = { categoryId: (await buildCategory(db)).id, availableFrom: daysAgo(40) };
    const parts = { genreIds: [genre.id] };
    const series = await buildProgramme(
      db,
      { ...common, kind: 'series', titleEn: 'Orbit', episodesPlanned: 8 },
      parts,
    );
    const season = await buildSeason(db, { programmeId: series.id });
    await buildEpisode(db, { season, number: 1, availableFrom: daysAgo(9) });
    const newest = await buildEpisode(db, {
      season,
      number: 2,
      titleEn: 'Docking',
      availableFrom: daysAgo(2),
    });
    await buildEpisode(db, { season, number: 3, assetId: null, availableFrom: daysAgo(1) });
    await buildEpisode(db, { season, number: 4, availableFrom: daysAgo(-1) });
    const movie = await buildProgramme(db, common, parts);
    await buildProgramme(db, { ...common, assetId: null }, parts);
    const waiting = await buildAsset(db, { state: 'processing' });
    await buildProgramme(db, { ...common, assetId: waiting.id }, parts);
    await buildProgramme(db, { ...common, kind: 'series' }, parts);
    const { body } = await call('GET /api/genre/latest-episodes', { query: { id: 'space' }, locale: 'en' });
    expect(body.data).toMatchObject([
      {
        id: newest.id,
        type: 'e',
        title: 'Orbit',
        episode_name: 'Docking',
        episode_number: 2,
        season_number: 1,
        program_id: series.id,
        current_episode_text: '3 / 8',
        duration_seconds: 60,
      },
      { id: movie.id, type: 'm', episode_name: null, duration_seconds: 60 },
    ]);
    expect(body.meta.total).toBe(2);
  });

  test('show a partner’s titles on its page, kocowa’s when no other is named', async () => {
    const { db, call } = api;
    expect((await call('GET /api/get-kocowa')).status).toBe(404);
    const partner = await buildContentPartner(db, { slug: 'kocowa', nameKo: '코코와', nameEn: 'Kocowa' });
    const other = await buildContentPartner(db, { slug: 'other-partner' });
    const mine = await buildProgramme(db, { contentPartnerId: partner.id });
    const theirs = await buildProgramme(db, { contentPartnerId: other.id });
    const { body } = await call('GET /api/get-kocowa', { query: { device: 'web', per_page: 30, page: 1 } });
    expect(idsOf(body.data)).toEqual([mine.id]);
    expect(body).toMatchObject({ partner: { slug: 'kocowa', name: '코코와' }, meta: { total: 1 } });
    const named = await call('GET /api/get-kocowa', { query: { id: 'other-partner' } });
    expect(idsOf(named.body.data)).toEqual([theirs.id]);
    const details = await call('GET /api/program/details', { query: { id: mine.id }, locale: 'en' });
    expect(details.body.data.content_partner).toEqual({ slug: 'kocowa', name: 'Kocowa' });
  });

  test('show a custom row in its own order, while it is published', async () => {
    const { db, call } = api;
    const [a, b, c] = [
      await buildProgramme(db),
      await buildProgramme(db),
      await buildProgramme(db, { published: false }),
    ];
    const row = await buildCustomRow(db, { slug: 'rainy-evening', titleKo: '비 오는 날' }, [
      b.id,
      c.id,
      a.id,
    ]);
    const bySlug = await call('GET /api/custom-row', { query: { row_id: 'rainy-evening', web: '1' } });
    expect(bySlug.body.data.title).toBe('비 오는 날');
    expect(idsOf(bySlug.body.data.videos)).toEqual([b.id, a.id]);
    const byId = await call('GET /api/custom-row', { query: { row_id: row.id } });
    expect(byId.body).toEqual(bySlug.body);
    await buildCustomRow(db, { slug: 'draft', published: false }, [a.id]);
    expect((await call('GET /api/custom-row', { query: { row_id: 'draft' } })).status).toBe(404);
  });

  test('show a person with their age by the day in the service’s zone, and what they are in', async () => {
    const { db, call } = api;
    const person = await buildPerson(db, {
      slug: 'jang-nuri',
      nameEn: 'Nuri Jang',
      professionEn: 'Actor',
      birthDate: '1990-06-15',
    });
    const older = await buildProgramme(
      db,
      { availableFrom: new Date('2020-01-01T00:00:00Z') },
      { cast: [{ personId: person.id }] },
    );
    const newer = await buildProgramme(
      db,
      { availableFrom: new Date('2021-01-01T00:00:00Z') },
      { cast: [{ personId: person.id }] },
    );
    const read = async (at: string) => {
      api.setNow(new Date(at));
      return (await call('GET /api/cast-details', { query: { id: 'jang-nuri' }, locale: 'en' })).body.data;
    };
    // Seven in the morning in Korea, and still the evening before in Los Angeles.
    expect((await read('2026-06-14T22:00:00Z')).age).toBe(35);
    const birthday = await read('2026-06-15T08:00:00Z');
    api.setNow(undefined);
    expect(birthday).toMatchObject({ name: 'Nuri Jang', profession: 'Actor', dob: '1990-06-15', age: 36 });
    expect(idsOf(birthday.videos)).toEqual([newer.id, older.id]);
    expect((await call('GET /api/cast-details', { query: { id: 'nobody' } })).status).toBe(404);
  });

  test('end what is new after a thousand titles, without counting on', async () => {
    const { db, call } = api;
    const category = await buildCategory(db, { slug: 'flood' });
    await db.execute(sql`insert into catalog_programmes (id, kind, slug, title_ko, title_en, category_id, published, status, listed_at)
      select gen_random_uuid(), 'movie', 'flood-' || n, '제목 ' || n, 'Title ' || n, ${category.id}, true, 'completed', now() - n * interval '1 minute'
      from generate_series(1, 1030) n`);
    const page = (number: number) =>
      call('GET /api/videos/new-release', { query: { category_id: 'flood', per_page: 60, page: number } });
    const last = (await page(17)).body;
    expect(last.meta).toEqual({ current_page: 17, last_page: 17, per_page: 60, total: 1000 });
    expect(last.data.at(-1)?.slug).toBe('flood-1000');
    expect(last.data).toHaveLength(40);
    expect((await page(18)).body.data).toEqual([]);
    expect((await page(100_000)).body.data).toEqual([]);
  });
});

describe('free videos', () => {
  test('are one of each title, the newest, in three pages for home and all on their page', async () => {
    const { db, call } = await openTestApi();
    const category = await buildCategory(db, { slug: 'free-drama' });
    const series = await buildProgramme(db, {
      kind: 'series',
      slug: 'free-series',
      categoryId: category.id,
      availableFrom: daysAgo(90),
    });
    const season = await buildSeason(db, { programmeId: series.id });
    await buildEpisode(db, { season, number: 1, availableFrom: daysAgo(5) });
    const latest = await buildEpisode(db, { season, number: 2, availableFrom: daysAgo(1) });
    const movies = [];
    for (let days = 2; days <= 8; days++)
      movies.push(await buildProgramme(db, { availableFrom: daysAgo(days) }));
    await buildProgramme(db, { premium: true });
    const all = (await call('GET /api/videos/free-videos', {})).body;
    expect(idsOf(all.data)).toEqual([latest.id, ...idsOf(movies)]);
    expect(all.meta).toMatchObject({ per_page: 100, total: 8 });
    expect(all.data[0]).toMatchObject({ type: 'e', slug: 'free-series', program_id: series.id });

    const page = async (number: number) =>
      (await call('GET /api/free-videos', { query: { per_page: 2, page: number } })).body;
    expect((await page(1)).meta).toEqual({ current_page: 1, last_page: 3, per_page: 2, total: 6 });
    expect(idsOf((await page(3)).data)).toEqual(idsOf(movies.slice(3, 5)));
    expect((await page(4)).data).toEqual([]);
    const tab = await call('GET /api/free-videos', { query: { category_id: 'free-drama' } });
    expect(idsOf(tab.body.data)).toEqual([latest.id]);
  });

  test('carry a profile’s own progress in that very episode', async () => {
    const { db, call } = await openTestApi();
    const user = await buildUser(db);
    const profile = await buildProfile(db, { householdId: user.householdId });
    const season = await buildSeason(db);
    const first = await buildEpisode(db, { season, number: 1 });
    const second = await buildEpisode(db, { season, number: 2 });
    const watch = (item: string, seconds: number, at: string) =>
      db.execute(sql`insert into viewing_progress
        (profile_id, item_id, household_id, programme_id, episode_id, position_seconds, duration_seconds, updated_at)
        values (${profile.id}, ${item}, ${user.householdId}, ${season.programmeId}, ${item}, ${seconds}, 60, ${at})`);
    const query = { profile_id: profile.id };
    await call('PUT /api/ratings/{id}', {
      token: user.token,
      params: { id: season.programmeId },
      body: { ...query, like: 2 },
    });
    const card = async () =>
      (await call('GET /api/videos/free-videos', { token: user.token, query })).body.data[0];
    await watch(first.id, 30, '2026-01-02T00:00:00Z');
    expect(await card()).toMatchObject({ id: second.id, like: 2, percentage: 0, current_position: 0 });
    await watch(second.id, 15, '2026-01-01T00:00:00Z');
    expect(await card()).toMatchObject({ percentage: 25, current_position: 15 });
  });
});

describe('home', () => {
  test('has its free section for guests and whoever has no plan, and custom rows for all', async () => {
    const { db, call } = await openTestApi();
    const free = await buildProgramme(db);
    const premium = await buildProgramme(db, { premium: true });
    const row = await buildCustomRow(db, { slug: 'picks' }, [premium.id, free.id]);
    await buildSection(db, { type: 'free', nameKo: '오늘의 무료', position: 1 });
    await buildSection(db, { type: 'row', customRowId: row.id, nameKo: '골라 봤어요', position: 2 });
    const draft = await buildCustomRow(db, { published: false }, [free.id]);
    await buildSection(db, { type: 'row', customRowId: draft.id, position: 3 });
    const read = async (token?: string, profile_id?: string) =>
      (await call('GET /api/home-sections', { token, query: { content_per_page: 1, profile_id } })).body.data;
    const member = await buildUser(db, { plan: 10 });
    const visitor = await buildUser(db);
    const of = async (user: { householdId: string }) =>
      (await buildProfile(db, { householdId: user.householdId })).id;
    const guestSections = await read();
    expect(guestSections.map((own) => [own.type, own.slug, idsOf(own.videos), own.last_page])).toEqual([
      ['free', '', [free.id], 1],
      ['row', 'picks', [premium.id], 2],
    ]);
    // The cached answers of the two must not be mixed up, in either order.
    expect((await read(member.token, await of(member))).map((own) => own.type)).toEqual(['row']);
    expect((await read(visitor.token, await of(visitor))).map((own) => own.type)).toEqual(['free', 'row']);
    expect(await read()).toEqual(guestSections);
  });
});

describe('similar titles', () => {
  test('fill a child’s shelf though a hundred grown-up titles are nearer', async () => {
    const { db, call } = await openTestApi();
    const categoryId = (await buildCategory(db)).id;
    const genre = await buildGenre(db);
    const asset = await buildAsset(db);
    const one = await buildProgramme(
      db,
      { categoryId, maturity: 0, assetId: asset.id },
      { genreIds: [genre.id] },
    );
    const suitable = [];
    for (let index = 0; index < 12; index++) {
      const inside = index < 6;
      suitable.push(
        await buildProgramme(
          db,
          { ...(inside ? { categoryId } : {}), maturity: 7, assetId: asset.id, availableFrom: daysAgo(100) },
          { genreIds: inside ? [genre.id] : [] },
        ),
      );
    }
    await db.execute(sql`
      with made as (
        insert into catalog_programmes (id, kind, slug, title_ko, title_en, category_id, published, maturity)
        select gen_random_uuid(), 'movie', 'grown-up-' || n, '어른 ' || n, 'Grown-up ' || n, ${categoryId}, true, 19
        from generate_series(1, 130) n returning id)
      insert into catalog_programme_genres (programme_id, genre_id) select id, ${genre.id} from made`);
    const user = await buildUser(db, { plan: 10 });
    const child = await buildProfile(db, { householdId: user.householdId, maturity: 7, isKid: true });
    const { body } = await call('GET /api/video/similar', {
      token: user.token,
      query: { id: one.id, profile_id: child.id, content_to_show: 12 },
    });
    expect(idsOf(body.data).sort()).toEqual(idsOf(suitable).sort());
    const nearest = idsOf(suitable.slice(0, 6)).sort();
    expect(idsOf(body.data.slice(0, 6)).sort()).toEqual(nearest);
  });
});
