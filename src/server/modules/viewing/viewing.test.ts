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
} from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

/** A household with a plan and one profile. */
async function viewer(values: Parameters<typeof buildProfile>[1] = {}) {
  const user = await buildUser(api.db, { plan: 30 });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { user, profile, token: user.token, profile_id: profile.id };
}
type Watcher = Awaited<ReturnType<typeof viewer>>;

const later = (seconds: number) => api.setNow(new Date(Date.now() + seconds * 1000));

async function movie(values: Parameters<typeof buildProgramme>[1] = {}) {
  const asset = await buildAsset(api.db, { durationMs: 100_000, packagePrefix: 'packages/x' });
  return buildProgramme(api.db, { kind: 'movie', assetId: asset.id, ...values });
}

/** Plays a title to a position, as its player would: opens a session now, and stops it after the given number of seconds. */
async function watch(watcher: Watcher, type: 'e' | 'm', id: string, position: number, seconds = 20) {
  const begun = api.context.now().getTime();
  const { body } = await api.call('POST /api/playback/sessions', {
    body: { type, id, profile_id: watcher.profile_id, device: 'web' },
    token: watcher.token,
  });
  const session = (body.data as { id: string }).id;
  for (let at = 0; at < seconds; at += 15) {
    api.setNow(new Date(begun + at * 1000));
    await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      params: { id: session },
      body: { position_seconds: Math.max(1, position - seconds + at) },
      token: watcher.token,
    });
  }
  api.setNow(new Date(begun + seconds * 1000));
  await api.call('POST /api/playback/sessions/{id}/stop', {
    params: { id: session },
    body: { position_seconds: position },
    token: watcher.token,
  });
  return session;
}

const row = async ({ token, profile_id }: Watcher) =>
  (await api.call('GET /api/continue-watching', { token, query: { profile_id } })).body.data;
const resumeAt = async ({ token, profile_id }: Watcher, id: string) =>
  (await api.call('GET /api/program/details', { token, query: { id, profile_id } })).body.data.play
    ?.current_position;
const remove = ({ token, profile_id }: Watcher, id: string) =>
  api.call('DELETE /api/continue-watching/{id}', { params: { id }, query: { profile_id }, token });
const notNow = ({ token, profile_id }: Watcher, id: string) =>
  api.call('POST /api/continue-watching/{id}/not-now', { params: { id }, body: { profile_id }, token });
const restore = ({ token, profile_id }: Watcher, id: string) =>
  api.call('POST /api/continue-watching/{id}/restore', { params: { id }, body: { profile_id }, token });

describe('continue watching', () => {
  test('after “not now” a title is hidden, resumes where it was, and comes back when it is played again', async () => {
    const own = await viewer();
    const title = await movie();
    await watch(own, 'm', title.id, 40);
    expect(await row(own)).toHaveLength(1);
    expect((await notNow(own, title.id)).status).toBe(200);
    expect(await row(own)).toEqual([]);
    expect(await resumeAt(own, title.id)).toBe(40);

    later(3600);
    await watch(own, 'm', title.id, 50);
    expect(await row(own)).toMatchObject([{ program_id: title.id, current_position: 50 }]);
  });

  test('a finished title that is opened for a moment stays finished, and resumes once it has played on', async () => {
    const own = await viewer();
    const title = await movie();
    await watch(own, 'm', title.id, 99);
    expect(await row(own)).toEqual([]);
    later(3600);
    await watch(own, 'm', title.id, 2);
    expect(await row(own)).toEqual([]);
    expect(await resumeAt(own, title.id)).toBe(0);
    later(7200);
    await watch(own, 'm', title.id, 40, 40);
    expect(await row(own)).toMatchObject([{ program_id: title.id, current_position: 40 }]);
  });

  test('removed, a title starts over; taken back, it is where it was', async () => {
    const own = await viewer();
    const series = await buildProgramme(api.db, { kind: 'series' });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const asset = await buildAsset(api.db, { durationMs: 100_000, packagePrefix: 'packages/y' });
    const first = await buildEpisode(api.db, { season, number: 1, assetId: asset.id });
    const second = await buildEpisode(api.db, { season, number: 2, assetId: asset.id });
    await watch(own, 'e', first.id, 99);
    later(60);
    await watch(own, 'e', second.id, 30);
    expect(await row(own)).toMatchObject([{ play_id: second.id, current_position: 30 }]);

    // Two removals, as from two open pages: the second finds nothing and loses nothing.
    await remove(own, series.id);
    await remove(own, series.id);
    expect(await row(own)).toEqual([]);
    const details = async () =>
      (
        await api.call('GET /api/program/details', {
          token: own.token,
          query: { id: series.id, profile_id: own.profile_id },
        })
      ).body.data.play;
    expect(await details()).toMatchObject({ id: first.id, current_position: 0 });

    await restore(own, series.id);
    await restore(own, series.id);
    expect(await row(own)).toMatchObject([{ play_id: second.id, current_position: 30 }]);
    expect(await details()).toMatchObject({ id: second.id, current_position: 30 });
  });

  test('taken back after it was played again, the newer position stays; after a day nothing comes back', async () => {
    const own = await viewer();
    const [again, forgotten] = [await movie(), await movie()];
    for (const { id } of [again, forgotten]) {
      await watch(own, 'm', id, 40);
      await remove(own, id);
    }
    later(60);
    await watch(own, 'm', again.id, 25);
    await restore(own, again.id);
    expect(await resumeAt(own, again.id)).toBe(25);

    later(25 * 3600);
    await restore(own, forgotten.id);
    expect(await resumeAt(own, forgotten.id)).toBe(0);
  });

  test('is each profile’s own, and another household’s profile does not exist', async () => {
    const own = await viewer();
    const sibling = {
      ...own,
      profile_id: (await buildProfile(api.db, { householdId: own.user.householdId })).id,
    };
    const stranger = await viewer();
    const title = await movie();
    await watch(own, 'm', title.id, 40);
    await remove(sibling, title.id);
    await notNow(sibling, title.id);
    await remove(stranger, title.id);
    expect(await row(own)).toHaveLength(1);
    const forged = { ...stranger, profile_id: own.profile_id };
    for (const attempt of [remove, notNow, restore])
      expect((await attempt(forged, title.id)).status).toBe(404);
    expect(await row(own)).toHaveLength(1);
  });

  test('nothing is written of a title that does not exist', async () => {
    const own = await viewer();
    const missing = '01890000-0000-7000-8000-000000000000';
    for (const attempt of [remove, notNow, restore]) expect((await attempt(own, missing)).status).toBe(200);
    const found = await api.db.execute(
      sql`select from viewing_dismissed where profile_id = ${own.profile_id}`,
    );
    expect(found.rows).toEqual([]);
  });
});
