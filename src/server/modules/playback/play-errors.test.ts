/** The play error log through HTTP: reports of viewers' players, and the list and the summary of staff. */
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildEpisode,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { forgetPlayErrorsJob } from './jobs/playback.jobs.ts';
import { playbackSessions, playErrors } from './playback.tables.ts';

let api: TestApi;
let admin: Awaited<ReturnType<typeof buildStaff>>;
let viewer: Awaited<ReturnType<typeof buildUser>>;
let profileId: string;
let title: { programmeId: string; episodeId: string; assetId: string };
const now = new Date('2026-03-08T18:20:00Z');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

beforeAll(async () => {
  api = await openTestApi();
  admin = await buildStaff(api.db);
  viewer = await buildUser(api.db, { plan: 30 });
  profileId = (await buildProfile(api.db, { householdId: viewer.householdId })).id;
  const programme = await buildProgramme(api.db, { kind: 'series', titleKo: '달빛', titleEn: 'Moonlight' });
  const season = await buildSeason(api.db, { programmeId: programme.id, number: 2 });
  const { id: assetId } = await buildAsset(api.db);
  const episode = await buildEpisode(api.db, { season, number: 3, assetId });
  title = { programmeId: programme.id, episodeId: episode.id, assetId };
});
beforeEach(async () => {
  api.setNow(now);
  await api.db.delete(playErrors);
});

/** A session of the viewer that began 95 seconds ago. */
async function session(values: Partial<typeof playbackSessions.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const startedAt = new Date(now.getTime() - 95_000);
  await api.db.insert(playbackSessions).values({
    id,
    householdId: viewer.householdId,
    profileId,
    device: 'web',
    durationSeconds: 100,
    startedAt,
    heartbeatAt: startedAt,
    ...title,
    ...values,
  });
  return id;
}
const report = (id: string, code = '1002', kind = 'network', token = viewer.token) =>
  api.call('POST /api/playback/sessions/{id}/errors', {
    params: { id },
    body: { kind: kind as 'network', code },
    token,
    headers: { 'user-agent': chrome },
  });
const list = async (query: object = {}, locale: 'ko' | 'en' = 'en') => {
  const { body } = await api.call('GET /api/admin/play-errors', { token: admin.token, query, locale });
  return body.data;
};

test('a failure is listed with its title, device, browser, asset and time', async () => {
  const id = await session();
  expect((await report(id)).status).toBe(200);
  expect(await list()).toMatchObject([
    {
      kind: 'network',
      code: '1002',
      title: 'Moonlight 2-3',
      device: 'web',
      browser: 'Chrome · Windows',
      after_seconds: 95,
      playback_id: id,
      asset_id: title.assetId,
    },
  ]);
  expect((await list({}, 'ko'))[0]?.title).toBe('달빛 2-3');
});

test('a session reports each failure once, and at most ten', async () => {
  const id = await session();
  for (const code of ['1002', '1002', ...Array.from({ length: 20 }, (_, index) => `30${10 + index}`)])
    expect((await report(id, code)).status).toBe(200);
  expect(await list({ per_page: 100 })).toHaveLength(10);
});

test('only the household reports of its session, in the form of a code', async () => {
  const id = await session();
  const stranger = await buildUser(api.db);
  expect((await report(id, '1002', 'network', stranger.token)).status).toBe(404);
  expect((await report(newId())).status).toBe(404);
  expect((await report(id, '<script>')).body).toMatchObject({ errors: { code: [expect.any(String)] } });
  expect((await report(id, '1002', 'weather')).body).toMatchObject({
    errors: { kind: [expect.any(String)] },
  });
  expect(await list()).toEqual([]);
});

test('the list is filtered by kind, code, device, asset and session', async () => {
  const [one, two] = [await session(), await session({ device: 'stb' })];
  await report(one, '1001/404', 'expired');
  await report(two, '3016', 'media');
  for (const query of [{ kind: 'media' }, { q: '3016' }, { device: 'stb' }, { playback_id: two }])
    expect([query, (await list(query)).map(({ code }) => code)]).toEqual([query, ['3016']]);
  expect(await list({ asset_id: title.assetId })).toHaveLength(2);
  expect(await list({ asset_id: newId() })).toEqual([]);
});

test('the summary has the counts of the last 24 hours and the most frequent codes', async () => {
  await report(await session(), '1002');
  await report(await session(), '1002');
  await report(await session(), '3016', 'media');
  const early = await session();
  await report(early, '1003');
  const yesterday = new Date('2026-03-07T18:30:00Z');
  await api.db.update(playErrors).set({ createdAt: yesterday }).where(eq(playErrors.playbackId, early));
  const { body } = await api.call('GET /api/admin/play-error-summary', { token: admin.token });
  expect(body.data.hours).toHaveLength(24);
  expect(body.data.hours.at(-1)).toEqual({ from: '2026-03-08T18:00:00.000Z', errors: 3 });
  expect(body.data.hours[0]).toEqual({ from: '2026-03-07T19:00:00.000Z', errors: 0 });
  expect(
    body.data.codes.map(({ code, errors, households, titles }) => [code, errors, households, titles]),
  ).toEqual([
    ['1002', 2, 1, 1],
    ['3016', 1, 1, 1],
    ['1003', 1, 1, 1],
  ]);
});

test('staff without the permission see neither the list nor the summary', async () => {
  const { token } = await buildStaff(api.db, { permissions: { staff: ['read'] } });
  expect((await api.call('GET /api/admin/play-errors', { token })).status).toBe(403);
  expect((await api.call('GET /api/admin/play-error-summary', { token })).status).toBe(403);
});

test('failures are deleted after ninety days', async () => {
  const [old, recent] = [await session(), await session()];
  await report(old);
  await report(recent);
  const before = new Date(now.getTime() - 91 * 86_400_000);
  await api.db.update(playErrors).set({ createdAt: before }).where(eq(playErrors.playbackId, old));
  await forgetPlayErrorsJob.run({}, api.context, new AbortController().signal);
  expect((await list()).map(({ playback_id }) => playback_id)).toEqual([recent]);
});
