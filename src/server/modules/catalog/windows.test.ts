/** The publication windows of categories, genres, people and seasons through HTTP: what viewers are shown within and outside of them. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildCategory,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildStaff,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { episodes, seasons } from './catalog.tables.ts';
import { announceEpisodeJob } from './jobs/announce-episode.ts';
import { refreshSeriesJob } from './jobs/refresh-series.ts';

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
/** What stands in an answer of a call, or that there is none. */
const asText = ({ status, body }: { status: number; body: unknown }) =>
  status === 200 ? JSON.stringify(body) : String(status);

type Windowed = 'categories' | 'genres' | 'people' | 'seasons';
/** Windows that are not open now. */
const closed = {
  hidden: { published: false },
  before: { available_from: inHours(1).toISOString() },
  after: { available_until: inHours(-1).toISOString() },
} as const;

let api: TestApi;
let who: { token: string };
beforeAll(async () => {
  api = await openTestApi();
  who = { token: (await buildStaff(api.db)).token };
});
afterEach(() => api.setNow(undefined));

/** Saves a window in the office, as `always` unless said otherwise. */
async function save(resource: Windowed, id: string, window: object = {}) {
  const always = { published: true, available_from: null, available_until: null };
  const { status, body } = await api.call(
    `PATCH /api/admin/${resource}/{id}` as never,
    {
      ...who,
      params: { id },
      body: { ...always, ...window },
    } as never,
  );
  expect([status, (body as { errors?: unknown }).errors]).toEqual([200, undefined]);
}

/** Where viewers come across one of each: what is answered there names it, or is missing. */
async function stock() {
  const { db, call } = api;
  const category = await buildCategory(db, { slug: 'window-category', nameKo: '창문 분류' });
  const sub = await buildCategory(db, { slug: 'window-sub', nameKo: '창문 하위', parentId: category.id });
  const genre = await buildGenre(db, { slug: 'window-genre', nameKo: '창문 장르' });
  const subGenre = await buildGenre(db, { slug: 'window-sub-genre', parentId: genre.id });
  const person = await buildPerson(db, { slug: 'window-person', nameKo: '창문배우' });
  const series = await buildProgramme(
    db,
    { kind: 'series', slug: 'window-series', categoryId: category.id, subCategoryId: sub.id },
    { genreIds: [genre.id, subGenre.id], cast: [{ personId: person.id }] },
  );
  const first = await buildSeason(db, { programmeId: series.id, number: 1 });
  const season = await buildSeason(db, { programmeId: series.id, number: 2 });
  await buildEpisode(db, { season: first, number: 1 });
  const episode = await buildEpisode(db, {
    season,
    number: 1,
    titleKo: '창문 회차',
    availableFrom: inHours(-2),
  });
  await buildSection(db, { categoryId: category.id });
  await buildSection(db, { categoryId: sub.id });
  const user = await buildUser(db);
  const profile = await buildProfile(db, { householdId: user.householdId });
  await buildViewing(db, { profile, programmeId: series.id, episodeId: episode.id });
  const mine = { token: user.token };
  const profile_id = profile.id;
  const page = async (path: string) => {
    const { statusCode, body } = await api.app.inject({ url: path });
    return statusCode === 200 ? body : String(statusCode);
  };
  const query = <Q extends object>(own: Q) => ({ query: own as never });
  const details = () => call('GET /api/program/details', query({ id: series.id })).then(asText);
  const sitemap = () => page('/sitemaps/titles-1.xml');
  return {
    category,
    sub,
    genre,
    person,
    series,
    season,
    episode,
    places: {
      categories: {
        mark: 'window-category',
        read: {
          menus: () => call('GET /api/categories').then(asText),
          home: () => call('GET /api/home-sections').then(asText),
          page: () => call('GET /api/category/home', query({ id: category.slug })).then(asText),
          'sub-category': () =>
            call(
              'GET /api/sub-category/items',
              query({ category_id: category.slug, sub_category_id: sub.slug }),
            ).then(asText),
          footer: () => call('GET /api/sitemap').then(asText),
          details,
          sitemap,
          schedule: () =>
            call('GET /api/schedule').then(({ body }) =>
              JSON.stringify(body).replaceAll('창문 분류', 'window-category'),
            ),
        },
      },
      genres: {
        mark: 'window-genre',
        read: {
          list: () => call('GET /api/genres').then(asText),
          page: () => call('GET /api/genre/details', query({ id: genre.slug })).then(asText),
          below: () => call('GET /api/genre/details', query({ id: subGenre.slug })).then(asText),
          titles: () =>
            call('GET /api/genre/video-items', query({ id: genre.slug })).then(({ status }) =>
              status === 200 ? 'window-genre' : String(status),
            ),
          details,
          sitemap,
        },
      },
      people: {
        mark: 'window-person',
        read: {
          page: () => call('GET /api/cast-details', query({ id: person.slug })).then(asText),
          search: () => call('GET /api/video/search', query({ q: '창문배우' })).then(asText),
          suggestions: () => call('GET /api/search/suggestions', query({ q: '창문배우' })).then(asText),
          details,
          sitemap,
        },
      },
      seasons: {
        mark: episode.id,
        read: {
          list: () => call('GET /api/videos/details', query({ id: series.id })).then(asText),
          season: () => call('GET /api/videos/details', query({ id: series.id, season: 2 })).then(asText),
          details: () => details().then((text) => (text.includes('"number":2') ? episode.id : '')),
          search: () => call('GET /api/video/search', query({ q: '창문 회차' })).then(asText),
          new: () => call('GET /api/genre/latest-episodes', query({ id: 'window-genre' })).then(asText),
          history: () => call('GET /api/account/history', { ...mine, ...query({ profile_id }) }).then(asText),
          'going on': () =>
            call('GET /api/continue-watching', { ...mine, ...query({ profile_id }) }).then(asText),
          play: async () => {
            const { status, body } = await call('POST /api/playback/sessions', {
              ...mine,
              body: { type: 'e', id: episode.id, profile_id, device: 'web' },
            });
            if (status === 200)
              await api.pool.query('update playback_sessions set ended_at = now() where ended_at is null');
            return status === 200 ? episode.id : String(body.code);
          },
        },
      },
    },
  };
}

describe('what viewers come across', () => {
  let stocked: Awaited<ReturnType<typeof stock>>;
  beforeAll(async () => {
    stocked = await stock();
    await api.pool.query(
      `insert into viewing_progress (profile_id, item_id, household_id, programme_id, episode_id, position_seconds, duration_seconds)
       select profile_id, $1, household_id, programme_id, episode_id, 5, 60 from viewing_history where episode_id = $1`,
      [stocked.episode.id],
    );
  });

  const shown = async (resource: Windowed) => {
    const { mark, read } = stocked.places[resource];
    const found: Record<string, boolean> = {};
    for (const [place, text] of Object.entries(read)) {
      found[place] = (await (text as () => Promise<string>)()).includes(mark);
    }
    return found;
  };
  const everywhere = (resource: Windowed, is: boolean) =>
    Object.fromEntries(Object.keys(stocked.places[resource].read).map((place) => [place, is]));
  const idOf = (resource: Windowed) =>
    ({
      categories: stocked.category.id,
      genres: stocked.genre.id,
      people: stocked.person.id,
      seasons: stocked.season.id,
    })[resource];

  test.each(['categories', 'genres', 'people', 'seasons'] as const)(
    'has no %s outside of their window, and has them within it',
    async (resource) => {
      await save(resource, idOf(resource));
      expect(await shown(resource)).toEqual(everywhere(resource, true));
      for (const window of Object.values(closed)) {
        await save(resource, idOf(resource), window);
        expect(await shown(resource), JSON.stringify(window)).toEqual(everywhere(resource, false));
      }
      // Within both ends, as the clock reaches them.
      const [from, until] = [inHours(1), inHours(3)];
      await save(resource, idOf(resource), {
        available_from: from.toISOString(),
        available_until: until.toISOString(),
      });
      if (resource !== 'seasons') {
        api.setNow(inHours(2));
        expect(await shown(resource)).toEqual(everywhere(resource, true));
        api.setNow(inHours(4));
        expect(await shown(resource)).toEqual(everywhere(resource, false));
        api.setNow(undefined);
      }
      await save(resource, idOf(resource));
    },
  );

  test('has the title itself while its category, genre or somebody in it is hidden', async () => {
    const { category, genre, person, series } = stocked;
    await save('categories', category.id, closed.hidden);
    await save('genres', genre.id, closed.hidden);
    await save('people', person.id, closed.hidden);
    const { status, body } = await api.call('GET /api/program/details', { query: { id: series.id } });
    expect([status, body.data.category, body.data.sub_category, body.data.genres, body.data.casts]).toEqual([
      200,
      null,
      null,
      [],
      [],
    ]);
    await save('categories', category.id);
    // What stands below one that is hidden cannot be reached either.
    await save('categories', stocked.sub.id, closed.hidden);
    const again = await api.call('GET /api/program/details', { query: { id: series.id } });
    expect([again.body.data.category?.slug, again.body.data.sub_category]).toEqual([category.slug, null]);
    await save('categories', stocked.sub.id);
    await save('genres', genre.id);
    await save('people', person.id);
  });

  test('is previewed at an instant within the window', async () => {
    const { season, series } = stocked;
    await save('seasons', season.id, { available_from: inHours(24).toISOString() });
    const seasonsAt = async (at: Date | null) => {
      const { body } = await api.call('POST /api/admin/previews', {
        ...who,
        body: { who: 'guest', locale: 'ko', country: 'US', at: at?.toISOString() ?? null },
      });
      const headers = { 'x-preview': body.data.token };
      const page = await api.call('GET /api/program/details', { headers, query: { id: series.id } });
      return [page.body.data.seasons.map(({ number }) => number), page.body.data.current_episode_text];
    };
    expect(await seasonsAt(null)).toEqual([[1], '1 / 1']);
    expect(await seasonsAt(inHours(25))).toEqual([[1, 2], '2 / 2']);
    await save('seasons', season.id);
  });
});

describe('a season', () => {
  test('that opens or ends brings its series up to date, is news, and comes out in the schedule then', async () => {
    const { db, call } = api;
    const series = await buildProgramme(db, { kind: 'series', availableFrom: inHours(-100) });
    const old = await buildSeason(db, { programmeId: series.id, number: 1 });
    await buildEpisode(db, { season: old, number: 1, availableFrom: inHours(-100) });
    const season = await buildSeason(db, { programmeId: series.id, number: 2 });
    for (const number of [1, 2]) {
      // The one has a window, the other is as old as its row.
      const at = number === 1 ? { availableFrom: inHours(-50) } : { createdAt: inHours(-50) };
      await buildEpisode(db, { season, number, titleKo: `새 시즌 ${number}`, ...at });
    }
    const facts = async () => {
      const { rows } = await api.pool.query<{ episode_count: number; latest_episode_at: Date }>(
        'select episode_count, latest_episode_at from catalog_programmes where id = $1',
        [series.id],
      );
      return [rows[0]?.episode_count, rows[0]?.latest_episode_at.toISOString()];
    };
    const opens = inHours(5);
    await save('seasons', season.id, { available_from: opens.toISOString() });
    expect((await facts())[0]).toBe(1);
    const scheduled = await call('GET /api/schedule');
    const cards = scheduled.body.data.flatMap(({ categories }) =>
      categories.flatMap((own) => own.series.filter(({ id }) => id === series.id)),
    );
    expect(cards).toMatchObject([
      { starts_at: opens.toISOString(), episodes: ['시즌 2 1화 · 새 시즌 1', '시즌 2 2화 · 새 시즌 2'] },
    ]);
    const due = await api.pool.query<{ run_at: Date }>(
      `select run_at from graphile_worker.jobs where key = 'catalog:' || $1 || ':refresh'`,
      [series.id],
    );
    expect(due.rows[0]?.run_at.toISOString()).toBe(opens.toISOString());
    // Its instant has come.
    const opened = inHours(-0.5);
    await db.update(seasons).set({ availableFrom: opened }).where(eq(seasons.id, season.id));
    await refreshSeriesJob.run({ programmeId: series.id }, api.context, new AbortController().signal);
    expect(await facts()).toEqual([3, opened.toISOString()]);
    const told = await api.pool.query(
      `select from graphile_worker.jobs where key = 'catalog:' || $1 || ':announce'`,
      [series.id],
    );
    expect(told.rowCount).toBe(1);
    await runDueJobs(api, [announceEpisodeJob]);
    const list = await call('GET /api/videos/details', { query: { id: series.id, season: 2 } });
    expect(list.body.data.map((own) => own.new_episode)).toEqual([true, true]);
    await db
      .update(seasons)
      .set({ availableUntil: inHours(-0.1) })
      .where(eq(seasons.id, season.id));
    await refreshSeriesJob.run({ programmeId: series.id }, api.context, new AbortController().signal);
    expect((await facts())[0]).toBe(1);
  });

  test('that is hidden stops a session that plays an episode of it', async () => {
    const { db, call } = api;
    const episode = await buildEpisode(db);
    const user = await buildUser(db);
    const profile = await buildProfile(db, { householdId: user.householdId });
    const begun = await call('POST /api/playback/sessions', {
      token: user.token,
      body: { type: 'e', id: episode.id, profile_id: profile.id, device: 'web' },
    });
    expect(begun.status).toBe(200);
    const beat = () =>
      call('POST /api/playback/sessions/{id}/heartbeat', {
        token: user.token,
        params: { id: (begun.body.data as { id: string }).id },
        body: { position_seconds: 1, watched_seconds: 1 } as never,
      });
    expect((await beat()).status).toBe(200);
    const [row] = await db.select().from(episodes).where(eq(episodes.id, episode.id));
    await save('seasons', row?.seasonId ?? '', closed.hidden);
    // The rule is asked again every five minutes.
    await api.pool.query(`update playback_sessions set started_at = started_at - interval '5 minutes'
      where ended_at is null`);
    const ended = await beat();
    expect([ended.status, ended.body.code]).toEqual([409, 'session_ended']);
  });
});

describe('in the office', () => {
  test.each(['categories', 'genres', 'people', 'seasons'] as const)(
    'a window of %s ends after it begins, is filtered by, and stands in the calendar',
    async (resource) => {
      const { db, call } = api;
      const row = await {
        categories: () => buildCategory(db),
        genres: () => buildGenre(db),
        people: () => buildPerson(db),
        seasons: () => buildSeason(db),
      }[resource]();
      const set = (body: object) =>
        call(`PATCH /api/admin/${resource}/{id}` as 'PATCH /api/admin/genres/{id}', {
          ...who,
          params: { id: row.id },
          body,
        });
      const [from, until] = ['2031-05-02T03:00:00.000Z', '2031-05-20T03:00:00.000Z'];
      const wrong = await set({ available_from: until, available_until: from });
      expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['available_until']]);
      expect(
        (await set({ published: false, available_from: from, available_until: until })).body.data,
      ).toMatchObject({ published: false, available_from: from, available_until: until });
      const list = async (query: object) =>
        (
          await call(`GET /api/admin/${resource}` as 'GET /api/admin/genres', {
            ...who,
            query: { per_page: 100, ...query } as never,
          })
        ).body.data.map(({ id }) => id);
      expect(await list({ published: 'false' })).toContain(row.id);
      expect(await list({ published: 'true' })).not.toContain(row.id);
      expect(await list({ available_from_from: '2031-05-01T00:00:00Z' })).toEqual([row.id]);
      const calendar = await call('GET /api/admin/calendar', {
        ...who,
        query: { from: '2031-05-01', to: '2031-05-31' },
      });
      expect(
        calendar.body.data.flatMap(({ day, entries }) =>
          entries.filter(({ id }) => id === row.id).map((own) => [day, own.kind, own.resource, own.active]),
        ),
      ).toEqual([
        ['2031-05-01', 'start', resource, false],
        ['2031-05-19', 'end', resource, false],
      ]);
      await set({ published: true });
    },
  );
});
