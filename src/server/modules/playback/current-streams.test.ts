/** The page of current playbacks through HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildProfile,
  buildProgramme,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { playbackSessions } from './playback.tables.ts';

const api = await openTestApi();
const { db } = api;
const staff = await buildStaff(db);
const { householdId } = await buildUser(db);
const profileId = (await buildProfile(db, { householdId })).id;
let now = new Date('2026-03-07T18:20:00Z');
const minute = 60_000;
beforeEach(async () => {
  // A day later than the last test, because the line is shared for a minute.
  now = new Date(now.getTime() + 1440 * minute);
  api.setNow(now);
  await db.delete(playbackSessions);
});

const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);

/** A playback that began some minutes ago. */
async function playback(minutes: number, values: Partial<typeof playbackSessions.$inferInsert>) {
  await db.insert(playbackSessions).values({
    id: newId(),
    householdId,
    profileId,
    device: 'web',
    region: 'US',
    startedAt: ago(minutes),
    heartbeatAt: now,
    ...values,
  });
}
const film = async (titleEn: string) => {
  const { id: assetId } = await buildAsset(db);
  const programme = await buildProgramme(db, { titleEn, assetId });
  return { programmeId: programme.id, assetId, durationSeconds: 3000 };
};
const read = async () =>
  (await api.call('GET /api/admin/current-streams', { token: staff.token, locale: 'en' })).body.data;

test('playbacks of this moment are counted by title, channel, device and country', async () => {
  const river = await film('River');
  const tv = await buildChannel(db, { nameEn: 'Hill TV' });
  const radio = await buildChannel(db, { nameEn: 'Maru Gayo', medium: 'radio' });
  await playback(10, { ...river, node: 'seoul-1' });
  await playback(20, { ...river, node: 'seoul-1', device: 'stb', region: null });
  await playback(5, { channelId: tv.id });
  await playback(5, { channelId: radio.id, device: 'mobile' });
  // Ended, and silent for minutes.
  await playback(30, { ...river, endedAt: ago(1) });
  await playback(30, { ...river, heartbeatAt: ago(9) });
  expect(await read()).toMatchObject({
    at: now.toISOString(),
    streams: 4,
    titles: [{ id: river.programmeId, name: 'River', streams: 2 }],
    channels: [
      { id: tv.id, name: 'Hill TV', medium: 'tv', streams: 1 },
      { id: radio.id, name: 'Maru Gayo', medium: 'radio', streams: 1 },
    ],
    clips: [],
    devices: [
      { device: 'web', streams: 2 },
      { device: 'mobile', streams: 1 },
      { device: 'stb', streams: 1 },
    ],
    countries: [
      { country: 'US', streams: 3 },
      { country: null, streams: 1 },
    ],
    nodes: [
      { node: 'seoul-1', streams: 2 },
      { node: null, streams: 2 },
    ],
  });
});

test('the line of the last day agrees with a count of the playbacks at each of its instants', async () => {
  const river = await film('River');
  const spans: [from: number, to: number | null][] = [
    [10, null],
    [47, 3],
    [65, 50],
    [60, 45],
    [1500, 1300],
    [3000, 1439],
    [2000, 1990],
    [1440, null],
    [28, 27],
  ];
  for (const [from, to] of spans)
    await playback(from, { ...river, ...(to === null ? {} : { endedAt: ago(to) }) });
  await playback(200, { ...river, heartbeatAt: ago(100) });
  const { line } = await read();
  expect(line).toHaveLength(96);
  expect(line.at(-1)?.at).toBe('2026-03-09T18:15:00.000Z');
  const ends: [number, number | null][] = [...spans, [200, 100]];
  for (const { at, streams } of line) {
    const instant = Date.parse(at);
    const on = ends.filter(
      ([from, to]) => ago(from).getTime() <= instant && (to === null || ago(to).getTime() > instant),
    );
    expect(streams, at).toBe(on.length);
  }
});

test('the line is read once a minute, the other counts at each request', async () => {
  const river = await film('River');
  await playback(30, river);
  expect((await read()).line.at(-1)?.streams).toBe(1);
  await playback(30, river);
  const again = await read();
  expect([again.streams, again.line.at(-1)?.streams]).toEqual([2, 1]);
  api.setNow(new Date(now.getTime() + minute));
  expect((await read()).line.at(-1)?.streams).toBe(2);
});

test('needs its permission', async () => {
  const { token } = await buildStaff(db, { permissions: { programmes: ['read'] } });
  expect((await api.call('GET /api/admin/current-streams', { token })).status).toBe(403);
});
