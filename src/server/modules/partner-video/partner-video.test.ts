import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildSection,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../../../test/build-partner-video.ts';
import type { CallName } from '../../../contract/calls.ts';
import { maturities } from '../../../contract/ratings.ts';
import type { ClipSession, FrameSession } from '../../../contract/viewer/playback.ts';
import { announceChange, listenForChanges } from '../../cache/changes.ts';
import type { Viewer } from '../../http/caller.ts';
import { decideSee } from '../entitlement/entitlement.ts';
import { sections } from '../home/home.tables.ts';
import { playbackSessions } from '../playback/playback.tables.ts';
import { clipFacts, maySeeClip } from './clip-rights.service.ts';
import { forgetGoneClipsJob } from './jobs/partner-video.jobs.ts';
import { clipProgress, clips, partnerCategories, playlists } from './partner-video.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  await api.db.delete(playlists);
  await api.db.delete(clips);
  await api.db.delete(clipProgress);
  await api.db.delete(partnerCategories).where(eq(partnerCategories.published, true));
  api.context.responseCache.clear();
});
afterEach(() => api.setNow(undefined));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const titlesOf = (list: readonly { title: string }[]) => list.map(({ title }) => title);

async function watcher(values: Parameters<typeof buildProfile>[1] = {}, plan?: number) {
  const user = await buildUser(api.db, plan === undefined ? {} : { plan });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { token: user.token, profile_id: profile.id, householdId: user.householdId };
}
type Watcher = Awaited<ReturnType<typeof watcher>>;

async function open<T = ClipSession>(who: Watcher, id: string, playlist?: string) {
  const answered = await api.call('POST /api/playback/sessions', {
    body: { type: 'y', id, playlist, profile_id: who.profile_id, device: 'web' },
    token: who.token,
  });
  return answered as unknown as { status: number; body: { data: T; code?: string } };
}

/** A category with two sub-categories and three clips; a playlist of them in another order. */
async function stock() {
  const cooking = await buildPartnerCategory(api.db, { slug: 'cooking', nameKo: '요리', nameEn: 'Cooking' });
  const soups = await buildPartnerCategory(api.db, {
    slug: 'soups',
    parentId: cooking.id,
    nameKo: '국물',
    nameEn: 'Soups',
  });
  const rice = await buildPartnerCategory(api.db, {
    slug: 'rice',
    parentId: cooking.id,
    nameKo: '밥',
    nameEn: 'Rice',
    position: 1,
  });
  const clip = (titleKo: string, titleEn: string, minutes: number, subCategoryId: string | null) =>
    buildClip(api.db, {
      titleKo,
      titleEn,
      listedAt: minutesAgo(minutes),
      categoryId: cooking.id,
      subCategoryId,
    });
  const seaweed = await clip('미역국', 'Seaweed Soup', 1, soups.id);
  const bean = await clip('된장국', 'Bean Paste Soup', 2, soups.id);
  const bibimbap = await clip('비빔밥', 'Bibimbap', 3, rice.id);
  const list = await buildPlaylist(
    api.db,
    {
      playListId: 'PL_first-steps',
      titleKo: '첫걸음',
      titleEn: 'First Steps',
      descriptionKo: '차근차근',
      clipsPlanned: 8,
    },
    [bibimbap.id, seaweed.id, bean.id],
  );
  return { cooking, soups, rice, seaweed, bean, bibimbap, list };
}

describe('partner video', () => {
  test('has categories with their sub-categories and newest clips, in the language of the request', async () => {
    const { cooking, soups } = await stock();
    await buildPartnerCategory(api.db, { slug: 'empty' });
    const { data } = (await api.call('GET /api/youtube-categories')).body;
    expect(data.map(({ id, slug, name }) => [id, slug, name])).toEqual([[cooking.id, 'cooking', '요리']]);
    expect(data[0]?.sub_categories.map(({ name }) => name)).toEqual(['국물', '밥']);
    expect(titlesOf(data[0]?.videos ?? [])).toEqual(['미역국', '된장국', '비빔밥']);
    expect(data[0]?.videos[0]).toMatchObject({
      type: 'y',
      category_id: cooking.id,
      sub_category_id: soups.id,
      playlist: 'PL_first-steps',
      current_episode_text: '2 / 8',
      skip: '0',
      youtube_id: null,
      duration_seconds: 60,
    });
    const english = (
      await api.call('GET /api/youtube-sub-categories/{id}', {
        params: { id: 'cooking' },
        locale: 'en',
      })
    ).body.data;
    expect(english.has_sub_categories).toBe(true);
    expect(english.category).toEqual({ id: cooking.id, slug: 'cooking', name: 'Cooking' });
    expect(english.sub_categories.map(({ name, videos }) => [name, titlesOf(videos)])).toEqual([
      ['Soups', ['Seaweed Soup', 'Bean Paste Soup']],
      ['Rice', ['Bibimbap']],
    ]);
    expect(english.videos).toHaveLength(3);
    for (const id of ['soups', soups.id, 'nowhere']) {
      expect((await api.call('GET /api/youtube-sub-categories/{id}', { params: { id } })).status).toBe(404);
    }
  });

  test('lists the newest of everything, of a category and of a sub-category, and ends at the limit', async () => {
    const { cooking, rice } = await stock();
    await buildClip(api.db, { titleKo: '골목 산책', listedAt: minutesAgo(0) });
    const videos = async (query: Record<string, unknown>) =>
      titlesOf((await api.call('GET /api/youtube-videos', { query })).body.data);
    expect(await videos({})).toEqual(['골목 산책', '미역국', '된장국', '비빔밥']);
    expect(await videos({ limit: 2 })).toEqual(['골목 산책', '미역국']);
    expect(await videos({ category_id: 'cooking' })).toHaveLength(3);
    expect(await videos({ category_id: cooking.id, sub_category_id: 'all', limit: 100 })).toHaveLength(3);
    expect(await videos({ category_id: 'cooking', sub_category_id: rice.id })).toEqual(['비빔밥']);
    expect(await videos({ sub_category_id: 'rice' })).toEqual(['비빔밥']);
    for (const query of [{ category_id: 'rice' }, { category_id: 'cooking', sub_category_id: 'cooking' }]) {
      expect((await api.call('GET /api/youtube-videos', { query })).status).toBe(404);
    }
    expect((await api.call('GET /api/youtube-videos', { query: { limit: 101 } })).status).toBe(422);
    expect(titlesOf((await api.call('GET /api/youtube-new-arrival')).body.data)[0]).toBe('골목 산책');
  });

  test('has playlists in their order, trimmed to twenty, with how far they have come', async () => {
    const { list } = await stock();
    const many = [];
    for (let number = 1; number <= 25; number += 1)
      many.push((await buildClip(api.db, { titleKo: `강의 ${number}`, listedAt: minutesAgo(100) })).id);
    await buildPlaylist(api.db, { playListId: 'lessons', titleKo: '강의', position: 1 }, many);
    await buildPlaylist(api.db, { playListId: 'nothing-in-it' });
    await buildPlaylist(api.db, { playListId: 'draft', published: false }, many);
    const home = (await api.call('GET /api/youtube-home')).body.data;
    expect(
      home.map(({ play_list_id, title, current_episode_text, videos }) => ({
        play_list_id,
        title,
        current_episode_text,
        clips: videos.length,
      })),
    ).toEqual([
      { play_list_id: 'PL_first-steps', title: '첫걸음', current_episode_text: '3 / 8', clips: 3 },
      { play_list_id: 'lessons', title: '강의', current_episode_text: '25 / 25', clips: 20 },
    ]);
    expect(titlesOf(home[0]?.videos ?? [])).toEqual(['비빔밥', '미역국', '된장국']);
    const all = (await api.call('GET /api/youtube-allPlaylist')).body.data;
    expect(all.map(({ title, videos }) => [title, titlesOf(videos)])).toEqual([
      ['첫걸음', ['비빔밥']],
      ['강의', ['강의 1']],
    ]);
    for (const id of [list.id, 'PL_first-steps']) {
      const { data } = (await api.call('GET /api/youtube-playlist', { query: { id } })).body;
      expect([data.title, data.description, data.videos.length]).toEqual(['첫걸음', '차근차근', 3]);
    }
    for (const id of ['draft', 'nothing-in-it', 'nowhere', newUuid]) {
      expect((await api.call('GET /api/youtube-playlist', { query: { id } })).status, id).toBe(404);
    }
  });

  test('pages through a playlist by twenty, and through everything', async () => {
    const ids = [];
    for (let number = 1; number <= 45; number += 1)
      ids.push((await buildClip(api.db, { titleKo: `${number}강`, listedAt: minutesAgo(number) })).id);
    await buildPlaylist(api.db, { playListId: 'long' }, ids.toReversed());
    const page = async (playListId: string, number: number, per_page?: number) =>
      (
        await api.call('GET /api/youtube-playlist-videos', {
          query: { playListId, page: number, ...(per_page ? { per_page } : {}) },
        })
      ).body;
    const first = await page('long', 1);
    expect(first.meta).toEqual({ current_page: 1, last_page: 3, per_page: 20, total: 45 });
    expect(titlesOf(first.data).slice(0, 2)).toEqual(['45강', '44강']);
    expect(first.data[1]?.current_episode_text).toBe('2 / 45');
    const third = await page('long', 3);
    expect(titlesOf(third.data)).toEqual(['5강', '4강', '3강', '2강', '1강']);
    expect((await page('long', 9)).data).toEqual([]);
    const all = await page('all', 1, 30);
    expect(all.meta).toEqual({ current_page: 1, last_page: 2, per_page: 30, total: 45 });
    expect(titlesOf(all.data)[0]).toBe('1강');
    expect(all.data[0]).toMatchObject({ playlist: 'all', current_episode_text: null });
    const everything = (await api.call('GET /api/youtube-playlist', { query: { id: 'all' }, locale: 'en' }))
      .body.data;
    expect([everything.title, everything.videos.length]).toEqual(['All Videos', 20]);
    expect(
      (await api.call('GET /api/youtube-playlist-videos', { query: { playListId: 'nowhere' } })).status,
    ).toBe(404);
  });

  test('is a section of home, and is found by searching', async () => {
    const { bean } = await stock();
    await api.db.delete(sections);
    await buildSection(api.db, { type: 'youtube', nameKo: '짧은 영상', nameEn: 'Short Clips' });
    const home = (await api.call('GET /api/home-sections')).body.data;
    expect(home.map(({ type, name, videos }) => [type, name, videos.length])).toEqual([
      ['youtube', '짧은 영상', 3],
    ]);
    const found = (await api.call('GET /api/video/search', { query: { q: '된장국' } })).body;
    expect(titlesOf(found.yt_results)).toEqual(['된장국']);
    expect(found.message).toContain('1개');
    expect(
      (await api.call('GET /api/video/search', { query: { q: 'bean paste' } })).body.yt_results[0]?.id,
    ).toBe(bean.id);
    const { data } = (await api.call('GET /api/search/suggestions', { query: { q: '된장' } })).body;
    expect(data).toMatchObject([{ type: 'y', id: bean.id, name: '된장국' }]);
    const saved = await api.call('POST /api/video/search/save', {
      body: { q: '된장국', video_id: bean.id, type: 'y' },
    });
    expect(saved.status).toBe(200);
  });

  test('does not keep a title from being found by its sound, however many clips are called so', async () => {
    const film = await buildProgramme(api.db, { titleKo: '김밥 천국의 하루', titleEn: 'One Day' });
    const { id: categoryId } = await buildPartnerCategory(api.db);
    for (let number = 1; number <= 30; number += 1)
      await buildClip(api.db, { titleKo: `한 줄 ${number}`, titleEn: `Kimbap ${number}`, categoryId });
    const { results, yt_results } = (await api.call('GET /api/video/search', { query: { q: 'kimbap' } }))
      .body;
    expect(yt_results).toHaveLength(24);
    expect(results.map(({ id }) => id)).toContain(film.id);
  });

  test('has its pages in the sitemap', async () => {
    await stock();
    await buildPlaylist(api.db, { playListId: 'hidden', published: false });
    const index = await api.app.inject('/sitemap.xml');
    expect(index.body).toContain('/sitemaps/youtube.xml</loc>');
    const { body } = await api.app.inject('/sitemaps/youtube.xml');
    for (const path of [
      '/youtube/new-arrival',
      '/youtube/playlist',
      '/youtube/category/cooking',
      '/youtube/category/cooking/soups',
      '/youtube/playlist/PL_first-steps',
    ]) {
      expect(body).toContain(`${path}</loc>`);
    }
    expect(body).not.toContain('hidden');
  });
});

const newUuid = '01890000-0000-7000-8000-000000000001';

/** Every list that shows clips, where it shows all that there are. */
const lists: [CallName, Record<string, unknown>, Record<string, string>?][] = [
  ['GET /api/youtube-categories', {}],
  ['GET /api/youtube-home', {}],
  ['GET /api/youtube-new-arrival', {}],
  ['GET /api/youtube-sub-categories/{id}', {}, { id: 'graded' }],
  ['GET /api/youtube-videos', {}],
  ['GET /api/youtube-videos', { category_id: 'graded' }],
  ['GET /api/youtube-playlist', { id: 'graded-list' }],
  ['GET /api/youtube-playlist', { id: 'all' }],
  ['GET /api/youtube-playlist-videos', { playListId: 'graded-list' }],
  ['GET /api/youtube-playlist-videos', { playListId: 'all' }],
  ['GET /api/home-sections', {}],
  ['GET /api/video/search', { q: '등급' }],
];

describe('who may see a clip', () => {
  test('is said alike as SQL and as a function, for every kind of clip and viewer', async () => {
    const now = new Date('2026-06-15T12:00:00Z');
    const instants = [null, -1, 0, 1].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)));
    const { id: categoryId } = await buildPartnerCategory(api.db);
    const facts = fc.record({
      titleKo: fc.constantFrom('산책', 'Private video'),
      titleEn: fc.constantFrom('A Walk', 'Private video', 'private video'),
      published: fc.boolean(),
      availableFrom: fc.constantFrom(...instants),
      availableUntil: fc.constantFrom(...instants),
      maturity: fc.constantFrom(...maturities),
      premium: fc.boolean(),
      regions: fc.constantFrom<string[] | null>(null, ['US'], ['CA'], []),
    });
    const viewers = fc.record({
      maturity: fc.constantFrom(...maturities),
      region: fc.constantFrom('US', 'CA', 'KR'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: 20, maxLength: 40 }),
        fc.array(viewers, { minLength: 4, maxLength: 8 }),
        async (all, askers) => {
          await api.db.delete(clips);
          const made = [];
          for (const own of all) made.push(await buildClip(api.db, { ...own, categoryId, assetId: null }));
          for (const asker of askers) {
            const viewer: Viewer = {
              ...asker,
              profileId: undefined,
              hasPlan: false,
              adFree: false,
              hasBlockedTitles: true,
              changedAt: 0,
              withinHours: true,
            };
            const seen = await api.db.select({ id: clips.id }).from(clips).where(maySeeClip(viewer, now));
            const expected = made.filter(
              (row) =>
                decideSee(viewer, clipFacts({ ...row, titles: [row.titleKo, row.titleEn] }), now) === 'yes',
            );
            expect(seen.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  test('holds in every list and at the player: grades, withdrawn clips, dates and regions', async () => {
    const category = await buildPartnerCategory(api.db, { slug: 'graded' });
    const common = { categoryId: category.id };
    const graded = new Map<string, number>();
    for (const maturity of maturities)
      graded.set(
        (await buildClip(api.db, { ...common, maturity, titleKo: `등급 ${maturity}` })).id,
        maturity,
      );
    const never = [
      await buildClip(api.db, { ...common, titleKo: 'Private video', titleEn: 'Private video' }),
      await buildClip(api.db, { ...common, titleKo: '등급 비공개', titleEn: 'Private video' }),
      await buildClip(api.db, { ...common, titleKo: '등급 초안', published: false }),
      await buildClip(api.db, { ...common, titleKo: '등급 지난', availableUntil: minutesAgo(5) }),
      await buildClip(api.db, { ...common, titleKo: '등급 아직', availableFrom: minutesAgo(-5) }),
      await buildClip(api.db, { ...common, titleKo: '등급 멀리', regions: ['KR'] }),
    ].map(({ id }) => id);
    await buildPlaylist(api.db, { playListId: 'graded-list' }, [...never, ...graded.keys()]);
    await buildPlaylist(api.db, { playListId: 'adults' }, [...graded.keys()].slice(-1));
    await buildSection(api.db, { type: 'youtube' });
    for (const ceiling of [undefined, ...maturities]) {
      const who = ceiling === undefined ? undefined : await watcher({ maturity: ceiling });
      for (const [name, query, params] of lists) {
        const { status, body } = await api.call(name, {
          query: { ...query, profile_id: who?.profile_id } as never,
          params: params as never,
          token: who?.token,
        });
        expect(status, name).toBe(200);
        const text = JSON.stringify(body);
        for (const [id, grade] of graded)
          expect(text.includes(id), `${name}: ${grade} for ${ceiling}`).toBe(grade <= (ceiling ?? 19));
        for (const id of never) expect(text.includes(id), name).toBe(false);
        expect(text, name).not.toContain('Private video');
      }
      if (!who) continue;
      const adults = await api.call('GET /api/youtube-playlist', {
        query: { id: 'adults', profile_id: who.profile_id },
        token: who.token,
      });
      expect(adults.status).toBe(ceiling === 19 ? 200 : 404);
      for (const [id, grade] of graded) {
        const { status, body } = await open(who, id);
        expect([status, body.code]).toEqual(
          grade <= (ceiling ?? 19) ? [200, undefined] : [403, 'maturity_blocked'],
        );
        if (status === 200) {
          await api.call('POST /api/playback/sessions/{id}/stop', {
            params: { id: body.data.id },
            body: { position_seconds: 0 },
            token: who.token,
          });
        }
        const rated = await api.call('PUT /api/ratings/{id}', {
          params: { id },
          body: { profile_id: who.profile_id, like: 1 },
          token: who.token,
        });
        expect(rated.status).toBe(grade <= (ceiling ?? 19) ? 200 : 403);
      }
      for (const id of never) expect((await open(who, id)).status).toBe(404);
    }
  });
});

describe('a profile', () => {
  test('likes clips, and finds its own likes and progress in every list', async () => {
    const { bean, seaweed } = await stock();
    const who = await watcher();
    const rate = (id: string, like: 0 | 1 | 2) =>
      api.call('PUT /api/ratings/{id}', {
        params: { id },
        body: { profile_id: who.profile_id, like },
        token: who.token,
      });
    expect((await rate(bean.id, 2)).status).toBe(200);
    expect((await rate(newUuid, 2)).status).toBe(404);
    const { id } = (await open(who, seaweed.id)).body.data;
    await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      params: { id },
      body: { position_seconds: 30 },
      token: who.token,
    });
    const mine = async () => {
      const { body } = await api.call('GET /api/youtube-playlist-videos', {
        query: { playListId: 'PL_first-steps', profile_id: who.profile_id },
        token: who.token,
      });
      return body.data.map(({ title, like, percentage, current_position }) => [
        title,
        like,
        percentage,
        current_position,
      ]);
    };
    expect(await mine()).toEqual([
      ['비빔밥', 0, 0, 0],
      ['미역국', 0, 50, 30],
      ['된장국', 2, 0, 0],
    ]);
    const found = await api.call('GET /api/video/search', {
      query: { q: '된장국', profile_id: who.profile_id },
      token: who.token,
    });
    expect(found.body.yt_results[0]?.like).toBe(2);
    await rate(bean.id, 0);
    expect((await mine())[2]).toEqual(['된장국', 0, 0, 0]);
    // Titles are still rated by the same call.
    expect((await rate((await buildProgramme(api.db)).id, 1)).status).toBe(200);

    // What a clip is to somebody is unseen while it is deleted, and comes back with it; it goes when that cannot be any more.
    await rate(bean.id, 2);
    const { token: staff } = await buildStaff(api.db);
    const remove = async (clipId: string) =>
      (await api.call('DELETE /api/admin/clips/{id}', { token: staff, params: { id: clipId } })).body
        .event_id ?? '';
    const events = [await remove(bean.id), await remove(seaweed.id)];
    expect((await mine()).map(([title]) => title)).toEqual(['비빔밥']);
    const tidy = () => forgetGoneClipsJob.run({}, api.context, new AbortController().signal);
    await tidy();
    for (const event_id of events.reverse()) {
      const undone = await api.call('POST /api/admin/undo', { token: staff, body: { event_id } });
      expect(undone.body.data.refused).toEqual([]);
    }
    expect(await mine()).toEqual([
      ['비빔밥', 0, 0, 0],
      ['미역국', 0, 50, 30],
      ['된장국', 2, 0, 0],
    ]);
    await remove(bean.id);
    const kept = async () =>
      Number(
        (await api.pool.query('select count(*) from partner_video_ratings where clip_id = $1', [bean.id]))
          .rows[0].count,
      );
    expect(await kept()).toBe(1);
    api.setNow(new Date(Date.now() + 31 * 86_400_000));
    await tidy();
    api.setNow(undefined);
    expect(await kept()).toBe(0);
  });

  test('plays a clip of ours in a session, goes on where it was, and knows what comes next in the playlist', async () => {
    const { bibimbap, seaweed, bean } = await stock();
    const who = await watcher();
    const { data } = (await open(who, bibimbap.slug, 'PL_first-steps')).body;
    expect(data).toMatchObject({
      type: 'y',
      item_id: bibimbap.id,
      position_seconds: 0,
      duration_seconds: 60,
    });
    expect(data.clip).toMatchObject({ id: bibimbap.id, playlist: 'PL_first-steps' });
    expect(data.next).toMatchObject({ id: seaweed.id, playlist: 'PL_first-steps' });
    expect(data.manifest.dash).toMatch(/^\/media\//);
    const [session] = await api.db.select().from(playbackSessions).where(eq(playbackSessions.id, data.id));
    expect(session).toMatchObject({ clipId: bibimbap.id, programmeId: null, channelId: null });
    await api.call('POST /api/playback/sessions/{id}/stop', {
      params: { id: data.id },
      body: { position_seconds: 21.5 },
      token: who.token,
    });
    expect(await api.db.select().from(clipProgress)).toMatchObject([{ positionSeconds: 21.5 }]);
    expect((await open(who, bibimbap.id)).body.data).toMatchObject({ position_seconds: 21, next: null });
    expect((await open(who, bean.id, 'PL_first-steps')).body.data.next).toBeNull();
    expect((await open(who, bean.id, 'all')).body.data.next).toMatchObject({
      id: bibimbap.id,
      playlist: 'all',
    });
    expect((await open(await watcher(), bean.id, 'gone')).body.data.next).toBeNull();
  });

  test('watches on for as long as the clip is there, and no longer than that', async () => {
    const { bean } = await stock();
    const who = await watcher();
    const begun = Date.now();
    const { id } = (await open(who, bean.id)).body.data;
    const beat = async (seconds: number) => {
      api.setNow(new Date(begun + seconds * 1000));
      const { body } = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        params: { id },
        body: { position_seconds: 1 },
        token: who.token,
      });
      return body.code ?? 'alive';
    };
    for (let seconds = 30; seconds <= 330; seconds += 30)
      expect(await beat(seconds), `${seconds} s`).toBe('alive');
    await api.db.update(clips).set({ titleEn: 'Private video' }).where(eq(clips.id, bean.id));
    let last = '';
    for (let seconds = 360; seconds <= 660 && last !== 'session_ended'; seconds += 30)
      last = await beat(seconds);
    expect(last).toBe('session_ended');
  });

  test('is led past clips that it may not play', async () => {
    const { cooking } = await stock();
    const make = (titleKo: string, values: Parameters<typeof buildClip>[1] = {}) =>
      buildClip(api.db, { titleKo, categoryId: cooking.id, ...values });
    const first = await make('하나');
    const all = [
      first,
      await make('유료', { premium: true }),
      await make('준비 중', { assetId: null }),
      await make('어른', { maturity: 19 }),
      await make('처리 중', { assetId: (await buildAsset(api.db, { state: 'processing' })).id }),
      await make('마지막'),
    ];
    await buildPlaylist(
      api.db,
      { playListId: 'steps' },
      all.map(({ id }) => id),
    );
    const child = await watcher({ maturity: 7 });
    expect((await open(child, first.id, 'steps')).body.data.next?.title).toBe('마지막');
    expect((await open(child, all[1]!.id)).body.code).toBe('plan_required');
    expect((await open(child, all[2]!.id)).body.code).toBe('not_ready');
    const member = await watcher({}, 30);
    expect((await open(member, first.id, 'steps')).body.data.next?.title).toBe('유료');
  });

  test('gets the address of the partner’s player for the partner’s clip, and keeps its stream free', async () => {
    const clip = await buildClip(api.db, { youtubeId: 'dQw4w9WgXcQ', durationMs: 212_000 });
    const who = await watcher();
    for (let time = 0; time < 6; time += 1) {
      const { status, body } = await open<FrameSession>(who, clip.id);
      expect(status).toBe(200);
      const address = new URL(body.data.address);
      expect(address.origin + address.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
      expect(body.data).toMatchObject({ type: 'youtube', item_id: clip.id, next: null });
      expect(body.data.clip).toMatchObject({ youtube_id: 'dQw4w9WgXcQ', duration_seconds: 212, skip: '0' });
    }
    const sessions = await api.db
      .select()
      .from(playbackSessions)
      .where(eq(playbackSessions.profileId, who.profile_id));
    expect(sessions).toHaveLength(6);
    for (const session of sessions)
      expect(session).toMatchObject({
        clipId: clip.id,
        takesStream: false,
        assetId: null,
        durationSeconds: 212,
        endedAt: null,
      });
    await expect(buildClip(api.db, { youtubeId: 'a"b onload=x' })).rejects.toThrow();
  });

  test('plays the partner’s clip beside a plan’s one stream, and gives no key for it', async () => {
    const { id: planId } = await buildPlan(api.db, { streams: 1 });
    const { token, householdId } = await buildUser(api.db, { plan: 30, planId });
    const profile = await buildProfile(api.db, { householdId });
    const who = { token, householdId, profile_id: profile.id };
    const { bean, seaweed } = await stock();
    const partners = await buildClip(api.db, { youtubeId: 'dQw4w9WgXcQ', durationMs: 212_000 });
    const { data } = (await open<FrameSession>(who, partners.id)).body;
    const own = await open(who, bean.id);
    expect(own.status).toBe(200);
    expect((await open(who, seaweed.id)).body.code).toBe('stream_limit');
    expect((await open<FrameSession>(who, partners.id)).status).toBe(200);
    const licence = await api.call('POST /api/playback/sessions/{id}/licence', {
      params: { id: data.id },
      body: { kids: ['AAAA'] },
      token,
    });
    expect(licence.status).toBe(404);
    // Both fall silent; what takes no stream is heard of again, and so is the stream.
    api.setNow(new Date(Date.now() + 90_000));
    for (const id of [data.id, own.body.data.id]) {
      const beaten = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        params: { id },
        body: { position_seconds: 3 },
        token,
      });
      expect(beaten.status).toBe(200);
    }
  });

  test('bounds how many of the partner’s players a household has at once, and how many it opens', async () => {
    const clip = await buildClip(api.db, { youtubeId: 'dQw4w9WgXcQ' });
    const who = await watcher();
    const now = new Date();
    api.setNow(now);
    const stop = (id: string) =>
      api.call('POST /api/playback/sessions/{id}/stop', {
        params: { id },
        body: { position_seconds: 0 },
        token: who.token,
      });
    const opened: string[] = [];
    for (let time = 0; time < 20; time += 1)
      opened.push((await open<FrameSession>(who, clip.id)).body.data.id);
    expect((await open(who, clip.id)).body.code).toBe('stream_limit');
    await stop(opened[0] as string);
    for (let time = 0; time < 99; time += 1) {
      const { status, body } = await open<FrameSession>(who, clip.id);
      expect(status).toBe(200);
      await stop(body.data.id);
    }
    const refused = await open(who, clip.id);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_tries']);
    // Another household is not concerned, and a minute later neither is this one.
    expect((await open(await watcher(), clip.id)).status).toBe(200);
    api.setNow(new Date(now.getTime() + 61_000));
    expect((await open(who, clip.id)).status).toBe(200);
  });

  test('goes on with the partner’s clip where it was, when its length is known', async () => {
    const known = await buildClip(api.db, { youtubeId: 'dQw4w9WgXcQ', durationMs: 212_000 });
    const unknown = await buildClip(api.db, { youtubeId: 'aaaaaaaaaa1' });
    const who = await watcher();
    const start = async (id: string) => {
      const { data } = (await open<FrameSession>(who, id)).body;
      return [data.position_seconds, new URL(data.address).searchParams.get('start'), data.id] as const;
    };
    for (const { id } of [known, unknown]) {
      const [seconds, address, session] = await start(id);
      expect([seconds, address]).toEqual([0, '0']);
      const beaten = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        params: { id: session },
        body: { position_seconds: 106.4 },
        token: who.token,
      });
      expect(beaten.status).toBe(200);
    }
    expect((await start(known.id)).slice(0, 2)).toEqual([106, '106']);
    expect((await start(unknown.id)).slice(0, 2)).toEqual([0, '0']);
    expect(await api.db.select().from(clipProgress)).toMatchObject([
      { clipId: known.id, positionSeconds: 106.4, durationSeconds: 212 },
    ]);
  });

  test('asks the rule for the partner’s clip: of a child at the beginning, of everybody while it plays', async () => {
    const clip = await buildClip(api.db, { youtubeId: 'dQw4w9WgXcQ', maturity: 15, durationMs: 212_000 });
    const child = await watcher({ isKid: true, age: 9, maturity: 12 });
    expect((await open(child, clip.id)).body.code).toBe('maturity_blocked');
    const sessionsOf = (who: Watcher) =>
      api.db.select().from(playbackSessions).where(eq(playbackSessions.profileId, who.profile_id));
    expect(await sessionsOf(child)).toEqual([]);
    const who = await watcher();
    const begun = Date.now();
    const { id } = (await open<FrameSession>(who, clip.id)).body.data;
    await api.db.update(clips).set({ published: false }).where(eq(clips.id, clip.id));
    let last = '';
    for (let seconds = 15; seconds <= 360 && last !== 'session_ended'; seconds += 15) {
      api.setNow(new Date(begun + seconds * 1000));
      const { body } = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        params: { id },
        body: { position_seconds: seconds },
        token: who.token,
      });
      last = body.code ?? 'alive';
    }
    expect(last).toBe('session_ended');
    expect(await sessionsOf(who)).toMatchObject([{ endedAt: expect.any(Date) }]);
  });
});

test('cached answers are invalidated when clips change, and only then', async () => {
  const stop = await listenForChanges(api.context);
  try {
    const { cooking } = await stock();
    const newest = async () => titlesOf((await api.call('GET /api/youtube-new-arrival')).body.data);
    await vi.waitFor(async () => expect(await newest()).toHaveLength(3), { timeout: 10_000 });
    // Inserted directly into the table, without invalidating: the cached response stays.
    await api.db.insert(clips).values({
      slug: 'silent',
      titleKo: '조용히',
      titleEn: 'Silently',
      categoryId: cooking.id,
      published: true,
    });
    expect(await newest()).toHaveLength(3);
    await announceChange(api.db, 'partner_video');
    await vi.waitFor(async () => expect(await newest()).toHaveLength(4), { timeout: 10_000 });
  } finally {
    await stop();
  }
});
