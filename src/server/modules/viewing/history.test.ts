import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildEpisode,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

async function viewer(values: Parameters<typeof buildProfile>[1] = {}) {
  const user = await buildUser(api.db, { plan: 30 });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { user, profile, token: user.token, profile_id: profile.id };
}
type Watcher = Awaited<ReturnType<typeof viewer>>;

async function movie(values: Parameters<typeof buildProgramme>[1] = {}) {
  const asset = await buildAsset(api.db, { durationMs: 100_000, packagePrefix: 'packages/x' });
  return buildProgramme(api.db, { kind: 'movie', assetId: asset.id, ...values });
}

const history = async ({ token, profile_id }: Watcher, page = 1, per_page = 30) =>
  (await api.call('GET /api/account/history', { token, query: { profile_id, page, per_page } })).body;
const activity = async ({ token, profile_id }: Watcher) =>
  (await api.call('GET /api/account/activity', { token, query: { profile_id } })).body.data;
const row = async ({ token, profile_id }: Watcher) =>
  (await api.call('GET /api/continue-watching', { token, query: { profile_id } })).body.data;
const exported = async ({ token, profile_id }: Watcher, locale: 'ko' | 'en' = 'ko') =>
  api.call('GET /api/account/history/export', { token, query: { profile_id }, locale });

/** Plays a title with a heartbeat at each of the given moments: seconds since it began, and the position by then. */
async function play(watcher: Watcher, type: 'e' | 'm', id: string, beats: [at: number, position: number][]) {
  const begun = api.context.now().getTime();
  const { body } = await api.call('POST /api/playback/sessions', {
    body: { type, id, profile_id: watcher.profile_id, device: 'web' },
    token: watcher.token,
  });
  const params = { id: (body.data as { id: string }).id };
  for (const [index, [at, position_seconds]] of beats.entries()) {
    api.setNow(new Date(begun + at * 1000));
    const last = index === beats.length - 1;
    const sent = { params, body: { position_seconds }, token: watcher.token };
    if (last) await api.call('POST /api/playback/sessions/{id}/stop', sent);
    else await api.call('POST /api/playback/sessions/{id}/heartbeat', sent);
  }
}
const steadily = (until: number): [number, number][] =>
  Array.from({ length: until / 15 }, (_, index) => [(index + 1) * 15, (index + 1) * 15]);

describe('what counts as watched', () => {
  test('a minute does, with how long it played and how far it came; less does not', async () => {
    const own = await viewer();
    const title = await movie({ titleKo: '달빛 정원' });
    await play(own, 'm', title.id, steadily(45));
    expect((await history(own)).data).toEqual([]);
    api.setNow(new Date(api.context.now().getTime() + 1000));
    await play(own, 'm', title.id, steadily(75));
    expect((await history(own)).data).toMatchObject([
      {
        type: 'm',
        play_id: title.id,
        title: '달빛 정원',
        subtitle: '',
        skip: '0',
        watched_seconds: 75,
        position_seconds: 75,
        percentage: 75,
      },
    ]);
  });

  test('coming to the end does, however short; a pause and a jump ahead are not time watched', async () => {
    const own = await viewer();
    const [short, paused] = [await movie(), await movie()];
    await play(own, 'm', short.id, [[15, 99]]);
    expect((await history(own)).data).toMatchObject([
      { play_id: short.id, watched_seconds: 15, percentage: 99 },
    ]);
    await play(own, 'm', paused.id, [
      [15, 15],
      [30, 15],
      [45, 15],
      [60, 80],
    ]);
    expect((await history(own)).meta.total).toBe(1);
  });

  test('every viewing is a row of its own, newest first, in pages', async () => {
    const own = await viewer();
    const series = await buildProgramme(api.db, { kind: 'series', titleKo: '봄', titleEn: 'Spring' });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const asset = await buildAsset(api.db);
    const episode = await buildEpisode(api.db, { season, number: 1, titleEn: 'Snow', assetId: asset.id });
    for (const hoursAgo of [3, 1, 2])
      await buildViewing(api.db, {
        profile: own.profile,
        programmeId: series.id,
        episodeId: episode.id,
        startedAt: new Date(Date.now() - hoursAgo * 3_600_000),
        watchedSeconds: hoursAgo * 100,
      });
    const first = await history(own, 1, 2);
    expect(first.data.map((entry) => entry.watched_seconds)).toEqual([100, 200]);
    expect(first.meta).toEqual({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    expect((await history(own, 2, 2)).data.map((entry) => entry.watched_seconds)).toEqual([300]);
    const english = await api.call('GET /api/account/history', {
      token: own.token,
      query: { profile_id: own.profile_id },
      locale: 'en',
    });
    expect(english.body.data[0]).toMatchObject({ type: 'e', title: 'Spring', subtitle: 'S1 E1 · Snow' });
  });

  test('a row of a month without a partition is kept, too', async () => {
    const own = await viewer();
    const title = await movie();
    await buildViewing(api.db, {
      profile: own.profile,
      programmeId: title.id,
      startedAt: new Date('2020-02-02T00:00:00Z'),
    });
    expect((await history(own)).data).toHaveLength(1);
  });
});

describe('what a profile may see of it', () => {
  test('not what is blocked for it, above its grade or withdrawn: neither in the list nor in the file nor in the activity', async () => {
    const own = await viewer({ maturity: 12 });
    const titles = {
      fine: await movie({ titleKo: '괜찮은 영화' }),
      mature: await movie({ titleKo: '어른 영화', maturity: 19 }),
      blocked: await movie({ titleKo: '막은 영화' }),
      withdrawn: await movie({ titleKo: '내린 영화', published: false }),
    };
    await api.db.execute(
      sql`insert into profiles_blocked_titles (profile_id, programme_id) values (${own.profile_id}, ${titles.blocked.id})`,
    );
    for (const { id } of Object.values(titles))
      await buildViewing(api.db, { profile: own.profile, programmeId: id });
    const { data, meta } = await history(own);
    expect(data.map(({ title }) => title)).toEqual(['괜찮은 영화']);
    expect(meta.total).toBe(1);
    for (const text of [String((await exported(own)).body), JSON.stringify(await activity(own))]) {
      expect(text).toContain('괜찮은 영화');
      for (const hidden of ['어른 영화', '막은 영화', '내린 영화']) expect(text).not.toContain(hidden);
    }
  });

  test('another household’s profile does not exist, and neither do its viewings', async () => {
    const [own, stranger] = [await viewer(), await viewer()];
    const title = await movie();
    const viewing = await buildViewing(api.db, { profile: own.profile, programmeId: title.id });
    for (const name of [
      'GET /api/account/history',
      'GET /api/account/activity',
      'DELETE /api/account/history',
    ] as const) {
      const answered = await api.call(name, { token: stranger.token, query: { profile_id: own.profile_id } });
      expect(answered.status, name).toBe(404);
    }
    const forget = (who: Watcher) =>
      api.call('DELETE /api/account/history/{id}', {
        params: { id: viewing.id },
        query: { profile_id: who.profile_id },
        token: who.token,
      });
    expect((await forget(stranger)).status).toBe(404);
    expect((await history(own)).data).toHaveLength(1);
    expect((await forget(own)).status).toBe(200);
    expect((await forget(own)).status).toBe(404);
    expect((await history(own)).data).toEqual([]);
  });
});

describe('forgetting', () => {
  test('one viewing forgets how far it came, and its title leaves continue watching', async () => {
    const own = await viewer();
    const series = await buildProgramme(api.db, { kind: 'series' });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const ready = async () =>
      (await buildAsset(api.db, { durationMs: 100_000, packagePrefix: 'packages/z' })).id;
    const first = await buildEpisode(api.db, { season, number: 1, assetId: await ready() });
    const second = await buildEpisode(api.db, { season, number: 2, assetId: await ready() });
    await play(own, 'e', first.id, [[15, 99]]);
    await play(own, 'e', second.id, steadily(75));
    expect(await row(own)).toMatchObject([{ play_id: second.id }]);
    const newest = (await history(own)).data[0];
    await api.call('DELETE /api/account/history/{id}', {
      params: { id: newest?.id ?? '' },
      query: { profile_id: own.profile_id },
      token: own.token,
    });
    expect(await row(own)).toEqual([]);
    expect((await history(own)).data).toMatchObject([{ play_id: first.id }]);
  });

  test('all of it leaves nothing of this profile, and everything of the others', async () => {
    const own = await viewer();
    const sibling = await buildProfile(api.db, { householdId: own.user.householdId });
    const title = await movie();
    await play(own, 'm', title.id, steadily(75));
    await buildViewing(api.db, { profile: sibling, programmeId: title.id });
    await api.call('DELETE /api/account/history', {
      query: { profile_id: own.profile_id },
      token: own.token,
    });
    expect((await history(own)).data).toEqual([]);
    expect(await row(own)).toEqual([]);
    expect((await history({ ...own, profile_id: sibling.id })).data).toHaveLength(1);
    // The deleted title cannot be restored.
    await api.call('POST /api/continue-watching/{id}/restore', {
      params: { id: title.id },
      body: { profile_id: own.profile_id },
      token: own.token,
    });
    expect(await row(own)).toEqual([]);
  });

  test('a profile that is deleted takes its history along', async () => {
    const own = await viewer();
    const title = await movie();
    await buildViewing(api.db, { profile: own.profile, programmeId: title.id });
    await api.db.execute(sql`delete from profiles where id = ${own.profile_id}`);
    const left = await api.db.execute(sql`select from viewing_history where profile_id = ${own.profile_id}`);
    expect(left.rows).toEqual([]);
  });
});

describe('the file', () => {
  test('opens in Excel: a mark, Hangul composed, and no title that runs as a formula', async () => {
    const own = await viewer();
    const title = await movie({ titleKo: '=HYPERLINK("http://evil.example","여름")'.normalize('NFD') });
    await buildViewing(api.db, {
      profile: own.profile,
      programmeId: title.id,
      startedAt: new Date('2026-11-02T03:04:05Z'),
    });
    const { headers, body } = await exported(own);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/);
    expect(body).toBe(
      `\ufeff본 날짜,제목,회차,본 시간(초),본 비율(%)\r\n2026-11-02T03:04:05.000Z,"'=HYPERLINK(""http://evil.example"",""여름"")",,60,2\r\n`,
    );
  });

  test('has every row, however many there are', async () => {
    const own = await viewer();
    const title = await movie();
    await api.db.execute(sql`
      insert into viewing_history (id, started_at, household_id, profile_id, programme_id, watched_seconds, position_seconds, duration_seconds)
      select gen_random_uuid(), now() - make_interval(mins => n), ${own.user.householdId}, ${own.profile_id}, ${title.id}, 60, 60, 100
      from generate_series(1, 1203) n`);
    expect(
      String((await exported(own, 'en')).body)
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(1204);
  });
});

describe('the household’s activity', () => {
  test('counts by day of the service’s zone, and hides from others what a PIN protects', async () => {
    const own = await viewer();
    const locked = await buildProfile(api.db, { householdId: own.user.householdId, pin: '1234' });
    const [seen, secret] = [await movie({ titleKo: '모두의 영화' }), await movie({ titleKo: '비밀 영화' })];
    api.setNow(new Date('2026-11-10T20:00:00Z'));
    // In Los Angeles it is the evening of the 9th.
    await buildViewing(api.db, {
      profile: own.profile,
      programmeId: seen.id,
      startedAt: new Date('2026-11-10T07:30:00Z'),
      watchedSeconds: 1800,
    });
    await buildViewing(api.db, {
      profile: locked,
      programmeId: secret.id,
      startedAt: new Date('2026-11-10T19:00:00Z'),
      watchedSeconds: 600,
    });
    await api.db.execute(
      sql`insert into search_queries (id, household_id, profile_id, q, term, searched_at)
        values (gen_random_uuid(), ${own.user.householdId}, ${own.profile_id}, '봄', '봄', '2026-11-09T00:00:00Z')`,
    );
    await api.call('PUT /api/ratings/{id}', {
      params: { id: seen.id },
      body: { profile_id: own.profile_id, like: 1 },
      token: own.token,
    });
    const { days, profiles } = await activity(own);
    expect([days.length, days[0], days.at(-1)]).toEqual([14, '2026-10-28', '2026-11-10']);
    const [mine, other] = profiles;
    expect(mine).toMatchObject({ likes: 1, dislikes: 0, searches: 1, titles: [{ title: '모두의 영화' }] });
    expect(mine?.seconds.slice(-2)).toEqual([1800, 0]);
    expect(other?.seconds.slice(-2)).toEqual([0, 600]);
    expect(other?.titles).toBeNull();
  });

  test('a kids’ profile sees its own alone, and nobody sees titles above their grade', async () => {
    const own = await viewer();
    const kid = await buildProfile(api.db, { householdId: own.user.householdId, isKid: true, maturity: 7 });
    const grown = await movie({ maturity: 19 });
    await buildViewing(api.db, { profile: own.profile, programmeId: grown.id });
    await buildViewing(api.db, { profile: kid, programmeId: grown.id });
    const asKid = await activity({ ...own, profile_id: kid.id });
    expect(asKid.profiles).toMatchObject([{ id: kid.id, titles: [] }]);
    expect((await activity(own)).profiles.map(({ id }) => id).sort()).toEqual(
      [own.profile_id, kid.id].sort(),
    );
  });
});
