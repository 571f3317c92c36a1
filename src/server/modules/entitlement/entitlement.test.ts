import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildEpisode,
  buildGenre,
  buildNotification,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';
import type { CallDefinition } from '../../../contract/call.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { maturities } from '../../../contract/ratings.ts';
import type { Maturity } from '../../../contract/wire.ts';
import type { Viewer } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { households } from '../accounts/accounts.tables.ts';
import { episodes, programmes, seasons } from '../catalog/catalog.tables.ts';
import { blockedTitles } from '../profiles/profiles.tables.ts';
import {
  decidePlay,
  decideSee,
  type EpisodePublication,
  isEpisodeOpen,
  maySee,
  type ProgrammeFacts,
} from './entitlement.ts';

const now = new Date('2026-06-15T12:00:00Z');
const instants = [null, -86_400_000, -1, 0, 1, 86_400_000].map((offset) =>
  offset === null ? null : new Date(now.getTime() + offset),
);

/** Every call that returns titles, with its query. */
const lists: [CallName, Record<string, unknown>][] = [
  ['GET /api/home-sections', {}],
  ['GET /api/videos/new-release', { per_page: 100 }],
  ['GET /api/category/items', { id: 'ratings' }],
  ['GET /api/category/home', { id: 'ratings' }],
  ['GET /api/continue-watching', {}],
  ['GET /api/my-list', { per_page: 100 }],
  ['GET /api/account/history', { per_page: 100 }],
  ['GET /api/account/activity', {}],
  ['GET /api/account/notifications', { per_page: 100 }],
  ['GET /api/ratings', { per_page: 100 }],
  ['GET /api/home/main-content', {}],
  ['GET /api/free-videos', {}],
  ['GET /api/videos/free-videos', {}],
  ['GET /api/videos/leaving-soon', { per_page: 100 }],
  ['GET /api/custom-row', { row_id: 'ratings-row' }],
  ['GET /api/sub-category/items', { category_id: 'ratings', sub_category_id: 'ratings-sub' }],
  ['GET /api/cast-details', { id: 'ratings-person' }],
  ['GET /api/genre/video-items', { id: 'ratings-genre' }],
  ['GET /api/genre/latest-episodes', { id: 'ratings-genre' }],
  ['GET /api/sub-genre/items', { id: 'ratings-genre', subId: 'ratings-sub-genre' }],
  ['GET /api/get-kocowa', {}],
  ['GET /api/video/search', { q: '제목' }],
  ['GET /api/search/suggestions', { q: '제목' }],
  ['GET /api/live/guide', {}],
  ['GET /api/schedule', {}],
  ['GET /api/schedule/video', {}],
  ['GET /api/latest-series', {}],
];

/** Calls that take a profile and answer no titles of the catalogue, or one that is walked by itself. */
const others: CallName[] = [
  'GET /api/program/details',
  'GET /api/videos/details',
  'GET /api/video/similar',
  'GET /api/videos/live/tvs',
  'GET /api/radio',
  'GET /api/favorite-channels',
  'GET /api/youtube-categories',
  'GET /api/youtube-home',
  'GET /api/youtube-allPlaylist',
  'GET /api/youtube-new-arrival',
  'GET /api/youtube-sub-categories/{id}',
  'GET /api/youtube-videos',
  'GET /api/youtube-playlist',
  'GET /api/youtube-playlist-videos',
  'GET /api/categories',
  'GET /api/popup',
  'GET /api/get-small-banner-ad',
  'GET /api/video/search/history',
  'GET /api/account/history/export',
  'GET /api/account/notifications/unread',
];

/** A movie and a series of every grade, in every place where titles are listed. */
async function stockRatings({ db }: TestApi): Promise<Map<string, Maturity>> {
  const category = await buildCategory(db, { slug: 'ratings' });
  const sub = await buildCategory(db, { slug: 'ratings-sub', parentId: category.id });
  const genre = await buildGenre(db, { slug: 'ratings-genre' });
  const subGenre = await buildGenre(db, { slug: 'ratings-sub-genre', parentId: genre.id });
  const person = await buildPerson(db, { slug: 'ratings-person' });
  const partner = await buildContentPartner(db, { slug: 'kocowa' });
  await buildSection(db, { categoryId: category.id });
  await buildSection(db, { type: 'free' });
  const asset = await buildAsset(db);
  const titles = new Map<string, Maturity>();
  for (const maturity of maturities) {
    const common = {
      categoryId: category.id,
      subCategoryId: sub.id,
      contentPartnerId: partner.id,
      availableUntil: new Date(Date.now() + 10 * 86_400_000),
      maturity,
    };
    const parts = { genreIds: [subGenre.id], cast: [{ personId: person.id }] };
    const movie = await buildProgramme(db, { ...common, kind: 'movie', assetId: asset.id }, parts);
    const series = await buildProgramme(db, { ...common, kind: 'series' }, parts);
    await buildEpisode(db, { programmeId: series.id, assetId: asset.id });
    titles.set(movie.id, maturity);
    titles.set(series.id, maturity);
  }
  const customRow = await buildCustomRow(db, { slug: 'ratings-row' }, [...titles.keys()]);
  await buildSection(db, { type: 'row', customRowId: customRow.id });
  return titles;
}

/** Notifies a profile of every episode, as before it was limited. A link to a title has its id. */
async function tellOfEpisodes(
  { db }: TestApi,
  user: { id: string; householdId: string },
  profile: { id: string },
): Promise<void> {
  for (const { id, programmeId } of await db.select().from(episodes))
    await buildNotification(db, {
      user,
      profile,
      kind: 'new_episode',
      cause: 'new_episode',
      subjectId: id,
      values: { slug: programmeId, title_ko: '제목', title_en: 'Title', season: 1, number: 1 },
    });
}

describe('the entitlement rule', () => {
  let api: TestApi;
  let titles: Map<string, Maturity>;
  beforeAll(async () => {
    api = await openTestApi();
    titles = await stockRatings(api);
  });

  test('says the same as SQL and as a function, for every kind of title and viewer', async () => {
    const { db } = api;
    const profile = await buildProfile(db);
    const categoryId = (await buildCategory(db)).id;
    const facts = fc.record({
      published: fc.boolean(),
      availableFrom: fc.constantFrom(...instants),
      availableUntil: fc.constantFrom(...instants),
      maturity: fc.constantFrom(...maturities),
      premium: fc.boolean(),
      regions: fc.constantFrom<string[] | null>(null, ['US'], ['CA'], ['US', 'CA'], []),
      blocked: fc.boolean(),
    });
    const viewers = fc.record({
      profileId: fc.constantFrom(undefined, profile.id),
      maturity: fc.constantFrom(...maturities),
      hasPlan: fc.boolean(),
      adFree: fc.boolean(),
      region: fc.constantFrom('US', 'CA', 'KR'),
      changedAt: fc.constant(0),
      withinHours: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: 20, maxLength: 60 }),
        fc.array(viewers, { minLength: 5, maxLength: 12 }),
        async (titles, askers) => {
          const made: { id: string; own: Omit<ProgrammeFacts, 'blocked'> & { blocked: boolean } }[] = [];
          for (const own of titles) {
            const { blocked, ...columns } = own;
            const row = await buildProgramme(db, { ...columns, categoryId, assetId: null });
            if (blocked)
              await db.insert(blockedTitles).values({ profileId: profile.id, programmeId: row.id });
            made.push({ id: row.id, own });
          }
          for (const asker of askers) {
            const viewer: Viewer = { ...asker, hasBlockedTitles: asker.profileId !== undefined };
            const seen = await db
              .select({ id: programmes.id })
              .from(programmes)
              .where(maySee(programmes, viewer, now));
            for (const { id, own } of made) {
              const forViewer = { ...own, blocked: own.blocked && viewer.profileId !== undefined };
              const isSeen = seen.some((row) => row.id === id);
              expect(decideSee(viewer, forViewer, now) === 'yes').toBe(isSeen);
              const isPlayed =
                isSeen &&
                viewer.profileId !== undefined &&
                viewer.withinHours &&
                (viewer.hasPlan || !own.premium);
              expect(decidePlay(viewer, forViewer, now) === 'play').toBe(isPlayed);
            }
          }
          await db.execute(sql`delete from catalog_programmes where category_id = ${categoryId}`);
        },
      ),
      { numRuns: 6 },
    );
  });

  test('says the same of an episode and its season, as SQL and as a function', async () => {
    const { db } = api;
    const series = await buildProgramme(db, { kind: 'series' });
    const viewer: Viewer = {
      profileId: undefined,
      maturity: 19,
      hasPlan: false,
      adFree: false,
      region: 'US',
      changedAt: 0,
      withinHours: true,
      hasBlockedTitles: false,
    };
    const [programme] = await db.select().from(programmes).where(eq(programmes.id, series.id));
    const windows = [true, false].flatMap((published) =>
      instants.flatMap((availableFrom) =>
        instants.map((availableUntil) => ({ published, availableFrom, availableUntil })),
      ),
    );
    const made: { id: string; facts: EpisodePublication }[] = [];
    for (const [place, season] of windows.entries()) {
      const { id: seasonId } = await buildSeason(db, {
        programmeId: series.id,
        number: place + 1,
        ...season,
      });
      const own = windows.map((episode, number) => ({
        ...episode,
        programmeId: series.id,
        seasonId,
        seasonNumber: place + 1,
        number: number + 1,
        titleKo: '회차',
        titleEn: 'Episode',
      }));
      const rows = await db.insert(episodes).values(own).returning();
      made.push(...rows.map((row) => ({ id: row.id, facts: { ...row, season } })));
    }
    const open = await db
      .select({ id: episodes.id })
      .from(episodes)
      .where(and(eq(episodes.programmeId, series.id), isEpisodeOpen(episodes, now)));
    const found = new Set(open.map(({ id }) => id));
    expect(found.size).toBeGreaterThan(0);
    for (const { id, facts } of made)
      expect(
        decideSee(viewer, { ...must(programme, 'programme'), blocked: false }, now, facts) === 'yes',
      ).toBe(found.has(id));
    await db.delete(episodes).where(eq(episodes.programmeId, series.id));
    await db.delete(seasons).where(eq(seasons.programmeId, series.id));
    await db.delete(programmes).where(eq(programmes.id, series.id));
  });

  test('holds at every call for every rating: nothing above a profile’s ceiling is ever shown or played', async () => {
    const { db, call } = api;
    const user = await buildUser(db);
    for (const ceiling of maturities) {
      const profile = await buildProfile(db, { householdId: user.householdId, maturity: ceiling });
      const who = { token: user.token };
      const profile_id = profile.id;
      for (const id of titles.keys()) {
        // Listed and half watched before the ceiling was lowered: still nothing may come through.
        await db.execute(
          sql`insert into viewing_my_list (household_id, profile_id, programme_id) values (${user.householdId}, ${profile.id}, ${id})`,
        );
        await db.execute(sql`insert into viewing_ratings (household_id, profile_id, programme_id, value)
          values (${user.householdId}, ${profile.id}, ${id}, 1)`);
        await db.execute(sql`insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
          values (${profile.id}, ${id}, ${user.householdId}, ${id}, 5, 60)`);
        await buildViewing(db, { profile, programmeId: id });
      }
      await tellOfEpisodes(api, user, profile);
      const shownWhole = lists
        .map(([name]) => name)
        .filter(
          (name) => !/home|continue|suggestions|activity|guide|schedule|latest|notifications/.test(name),
        );
      for (const [name, query] of lists) {
        const { status, body } = await call(name, { ...who, query: { ...query, profile_id } as never });
        expect(status, name).toBe(200);
        const text = JSON.stringify(body);
        for (const [id, maturity] of titles) {
          const shown = text.includes(id);
          if (maturity > ceiling) expect(shown, `${name} shows ${maturity} to ${ceiling}`).toBe(false);
          else if (shownWhole.includes(name)) expect(shown, `${name} for ${ceiling}`).toBe(true);
        }
      }
      for (const [id, maturity] of titles) {
        const expected = maturity > ceiling ? 403 : 200;
        for (const name of [
          'GET /api/program/details',
          'GET /api/videos/details',
          'GET /api/video/similar',
        ] as const) {
          const { status, body } = await call(name, { ...who, query: { id, profile_id } as never });
          expect(status, `${name} of ${maturity} for ${ceiling}`).toBe(expected);
          if (status !== 200) expect(body.code).toBe('maturity_blocked');
          for (const [other, grade] of titles) {
            if (grade > ceiling) expect(JSON.stringify(body)).not.toContain(other);
          }
        }
        const listed = await call('PUT /api/my-list/{id}', { ...who, params: { id }, body: { profile_id } });
        expect(listed.status).toBe(expected);
        const play = await call('POST /api/playback/sessions', {
          ...who,
          body: { type: 'm', id, profile_id, device: 'web' },
        });
        if (maturity > ceiling) expect([403, 404]).toContain(play.status);
      }
    }
  });

  test('holds for blocked titles, and in a kids session whatever profile a call names', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { plan: 5 });
    const { householdId } = user;
    const adult = await buildProfile(db, { householdId });
    const kid = await buildProfile(db, { householdId, isKid: true, maturity: 7 });
    const blocked = [...titles.keys()].filter((_, place) => place % 2 === 0);
    for (const profile of [adult, kid]) {
      for (const id of titles.keys()) {
        await db.execute(
          sql`insert into viewing_my_list (household_id, profile_id, programme_id) values (${householdId}, ${profile.id}, ${id})`,
        );
        await db.execute(sql`insert into viewing_ratings (household_id, profile_id, programme_id, value)
          values (${householdId}, ${profile.id}, ${id}, 1)`);
        await db.execute(sql`insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
          values (${profile.id}, ${id}, ${householdId}, ${id}, 5, 60)`);
      }
      await tellOfEpisodes(api, user, profile);
      await db
        .insert(blockedTitles)
        .values(blocked.map((programmeId) => ({ profileId: profile.id, programmeId })));
    }
    const walk = async (named: string | undefined, mayShow: (id: string) => boolean) => {
      const who = { token: user.token };
      for (const [name, query] of lists) {
        const { status, body } = await call(name, {
          ...who,
          query: { ...query, profile_id: named } as never,
        });
        if (status === 404 || status === 422) continue;
        const text = JSON.stringify(body);
        for (const id of titles.keys()) {
          if (!mayShow(id)) expect(text.includes(id), `${name} shows ${titles.get(id)}`).toBe(false);
        }
      }
      for (const id of titles.keys()) {
        const sent = { ...who, query: { id, profile_id: named } as never };
        for (const name of ['GET /api/program/details', 'GET /api/videos/details'] as const) {
          expect((await call(name, sent)).status === 200, `${name} of ${titles.get(id)}`).toBe(mayShow(id));
        }
        const play = await call('POST /api/playback/sessions', {
          ...who,
          body: { type: 'm', id, profile_id: named ?? kid.id, device: 'web' },
        });
        if (!mayShow(id)) expect([403, 404]).toContain(play.status);
        await db.execute(sql`update playback_sessions set ended_at = now()`);
      }
    };
    await walk(adult.id, (id) => !blocked.includes(id));
    await call('POST /api/account/profiles/{id}/enter', {
      token: user.token,
      params: { id: kid.id },
      body: {},
    });
    const forKid = (id: string) => !blocked.includes(id) && (titles.get(id) as number) <= 7;
    for (const named of [kid.id, adult.id, undefined]) await walk(named, forKid);
  });

  test('holds at every call in a session that has entered no profile, whose device a child may hold', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { plan: 5 });
    const { householdId } = user;
    const adult = await buildProfile(db, { householdId });
    const kid = await buildProfile(db, { householdId, isKid: true, maturity: 7 });
    await db.update(households).set({ parentPinHash: 'set' }).where(eq(households.id, householdId));
    for (const id of titles.keys()) {
      await db.execute(
        sql`insert into viewing_my_list (household_id, profile_id, programme_id) values (${householdId}, ${adult.id}, ${id})`,
      );
      await db.execute(sql`insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
        values (${adult.id}, ${id}, ${householdId}, ${id}, 5, 60)`);
      await buildViewing(db, { profile: adult, programmeId: id });
    }
    const who = { token: user.token };
    for (const named of [adult.id, undefined]) {
      for (const [name, query] of [...lists, ...others.map((own) => [own, {}] as const)]) {
        const own = calls[name] as CallDefinition;
        const { status, body } = await call(name, {
          ...who,
          params: { id: 'all' } as never,
          query: { ...query, profile_id: named } as never,
        });
        if (own.who === 'profile') expect([404, 422], name).toContain(status);
        // The answer that a guest gets, without the profile's own facts.
        expect(JSON.stringify(body), name).not.toMatch(
          /"(my_list|myList)":true|"percentage":[1-9]|"current_position":[1-9]/,
        );
      }
      for (const id of titles.keys()) {
        const play = await call('POST /api/playback/sessions', {
          ...who,
          body: { type: 'm', id, profile_id: named ?? adult.id, device: 'web' },
        });
        expect(play.status, `${titles.get(id)}`).toBe(404);
      }
    }
    for (const [id, maturity] of titles) {
      const play = await call('POST /api/playback/sessions', {
        ...who,
        body: { type: 'm', id, profile_id: kid.id, device: 'web' },
      });
      if (maturity > 7) expect(play.body.code).toBe('maturity_blocked');
      await db.execute(sql`update playback_sessions set ended_at = now()`);
    }
  });

  test('is walked over every call that takes a profile', () => {
    const walked = new Set<string>([...lists.map(([name]) => name), ...others]);
    const forgotten = Object.entries(calls).filter(
      ([name, { query }]: [string, CallDefinition]) =>
        name.startsWith('GET ') && query && 'profile_id' in query.shape && !walked.has(name),
    );
    expect(forgotten.map(([name]) => name)).toEqual([]);
  });
});
