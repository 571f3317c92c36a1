import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildProfile,
  buildStaff,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import { makeMedia, type StreamSource, startStreamSource } from '../../../../test/stream-source.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { findPrograms } from '../../adapters/programs.ts';
import { liveChannels } from './live.tables.ts';
import * as repo from './relay.repo.ts';
import { liveRelaySegments, liveRelays } from './relay.tables.ts';
import { watchRelays } from './relay.worker.ts';

let api: TestApi;
let song: Buffer;
const songBytesPerSecond = 8000;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  api = await openTestApi({ relayHosts: ['127.0.0.1'] });
  song = makeMedia('song.mp3', ['-f', 'lavfi', '-i', 'sine=f=440:d=30', '-b:a', '64k', '-write_xing', '0']);
});
beforeEach(async () => {
  await api.db.delete(liveChannels);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function source(
  options?: Parameters<typeof startStreamSource>[2],
  bytes = song,
  rate = songBytesPerSecond,
) {
  const started = await startStreamSource(bytes, rate, options);
  ends.push(() => started.close());
  return started;
}

const watch = async () => ends.push(await watchRelays(api.context));

const station = (streamUrl: string, values: Parameters<typeof buildChannel>[1] = {}) =>
  buildChannel(api.db, { medium: 'radio', fileType: 'audio', streamUrl, ...values });

const relayOf = async (channelId: string) =>
  (await api.db.select().from(liveRelays).where(eq(liveRelays.channelId, channelId)))[0];
const untilState = (channelId: string, state: string) =>
  expect.poll(async () => (await relayOf(channelId))?.state, { timeout: 60_000, interval: 500 }).toBe(state);

async function listener() {
  const { token, householdId } = await buildUser(api.db, { plan: 30 });
  return { token, profile_id: (await buildProfile(api.db, { householdId })).id };
}

async function open(type: 't' | 'r', id: string): Promise<ChannelSession> {
  const { token, profile_id } = await listener();
  const body = { type, id, profile_id, device: 'web' as const };
  const opened = await api.call('POST /api/playback/sessions', { body, token });
  expect(opened.status).toBe(200);
  return (opened.body as { data: ChannelSession }).data;
}

const get = (session: ChannelSession, file: string) =>
  api.app.inject(session.manifest.hls.replace(/[^/]+$/, file));
const playlist = async (session: ChannelSession, file: string) =>
  HLS.parse((await get(session, file)).body) as HLS.types.MediaPlaylist;

/** Describes a segment with ffprobe. */
async function probe(session: ChannelSession, segment: HLS.types.Segment) {
  const parts = [];
  for (const file of [segment.map?.uri ?? '', segment.uri]) parts.push((await get(session, file)).rawPayload);
  const path = join(api.context.config.dataDir, 'segment.mp4');
  writeFileSync(path, Buffer.concat(parts));
  const args = ['-v', 'error', '-of', 'json', '-show_streams', path];
  const { stdout, stderr } = spawnSync(findPrograms().ffprobe, args);
  expect(String(stderr)).toBe('');
  return JSON.parse(String(stdout)).streams[0];
}

const sequencesOf = ({ mediaSequenceBase = 0, segments }: HLS.types.MediaPlaylist) =>
  segments.map((_, place) => mediaSequenceBase + place);

describe('a relay', () => {
  test('repeats a stream with its titles, plays the filler while it is silent, and goes on after', async () => {
    const stream = await source();
    stream.title = '아침의 노래';
    const filler = await buildAsset(api.db, { state: 'ready', durationMs: 20_000 });
    await buildTimeline(api.db, filler.id, 20_000);
    const channel = await station(`${stream.origin}/live`, { fillerId: filler.id });
    await watch();
    await untilState(channel.id, 'on_air');

    const session = await open('r', channel.id);
    const master = HLS.parse((await get(session, 'master.m3u8')).body) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri }) => uri)).toEqual(['audio.m3u8']);
    const isRelayed = ({ uri }: HLS.types.Segment) => uri.startsWith('relay/');
    const soundOnAir = async () => {
      const { segments } = await playlist(session, 'audio.m3u8');
      return segments.some(isRelayed) ? segments : undefined;
    };
    await expect.poll(soundOnAir, { timeout: 20_000 }).toBeDefined();
    // On a slow machine the filler begins before the source.
    const sound = (await soundOnAir()) ?? [];
    const first = sound.find(isRelayed);
    const breaks = (segments: readonly HLS.types.Segment[]) =>
      segments.filter(({ discontinuity }) => discontinuity).length;
    expect(await probe(session, first as HLS.types.Segment)).toMatchObject({
      codec_name: 'aac',
      sample_rate: '48000',
      channels: 2,
    });
    expect((await get(session, 'relay/1/audio/9999.m4s')).statusCode).toBe(404);
    expect((await get(session, 'relay/1/audio/..%2F..%2Fmaster.m3u8')).statusCode).toBe(404);
    await expect
      .poll(async () => (await relayOf(channel.id))?.title, { timeout: 20_000 })
      .toBe('아침의 노래');
    const cards = await api.call('GET /api/radio', { locale: 'en' });
    expect(cards.body.data.channels[0]).toMatchObject({
      skip: '0',
      now: { title: '아침의 노래' },
      next: null,
    });

    stream.isSilent = true;
    await untilState(channel.id, 'filler');
    await expect
      .poll(async () => (await playlist(session, 'audio.m3u8')).segments.at(-1)?.uri, { timeout: 20_000 })
      .toContain(filler.id);
    const filled = await playlist(session, 'audio.m3u8');
    expect(breaks(filled.segments)).toBe(breaks(sound) + 1);
    expect(filled.segments.at(-1)?.key?.uri).toBe(`${filler.id}/key`);
    expect(await relayOf(channel.id)).toMatchObject({ title: '' });

    stream.isSilent = false;
    await untilState(channel.id, 'on_air');
    const last = await playlist(session, 'audio.m3u8');
    const run = /^relay\/(\d+)\/audio\//.exec(last.segments.at(-1)?.uri ?? '')?.[1];
    expect(Number(run)).toBeGreaterThan(1);
    // Segments that players have received stay the same.
    const sequences = sequencesOf(last);
    for (const [place, { uri }] of filled.segments.entries()) {
      const at = sequences.indexOf(sequencesOf(filled)[place] ?? -1);
      expect(last.segments[at]?.uri).toBe(uri);
    }
    expect(last.segments.at(-1)?.discontinuitySequence).toBeGreaterThanOrEqual(3);
  });

  test('limits the picture of a source, and can be played by who asks for TV', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=10:d=20'];
    const tone = ['-f', 'lavfi', '-i', 'sine=d=20', '-ac', '1', '-c:a', 'aac', '-c:v', 'libx264'];
    const video = makeMedia('tv.ts', [
      ...picture,
      ...tone,
      '-preset',
      'ultrafast',
      '-b:v',
      '800k',
      '-g',
      '20',
    ]);
    const stream = await source({ type: 'video/mp2t' }, video, video.length / 20);
    const channel = await station(`${stream.origin}/live`, { medium: 'tv', fileType: 'video' });
    await watch();
    await untilState(channel.id, 'on_air');
    const session = await open('t', channel.id);
    const master = HLS.parse((await get(session, 'master.m3u8')).body) as HLS.types.MasterPlaylist;
    const { uri = '' } = master.variants[0] ?? {};
    await expect
      .poll(async () => (await playlist(session, uri)).segments.length, { timeout: 30_000 })
      .toBeGreaterThan(1);
    const [shown] = (await playlist(session, uri)).segments;
    expect(await probe(session, shown as HLS.types.Segment)).toMatchObject({
      codec_name: 'h264',
      width: 1280,
      height: 720,
    });
    const [heard] = (await playlist(session, 'audio.m3u8')).segments;
    expect(await probe(session, heard as HLS.types.Segment)).toMatchObject({
      codec_name: 'aac',
      channels: 2,
    });
    const guide = await api.call('GET /api/live/guide', { locale: 'en' });
    expect(guide.body.data.channels[0]?.airings[0]).toMatchObject({ title: channel.nameEn });
  });

  test('says why a source cannot be repeated', async () => {
    const elsewhere = await source();
    const stream = await source({ redirect: elsewhere.origin.replace('127.0.0.1', 'localhost') });
    const silent = await source();
    silent.isSilent = true;
    const cases = {
      not_media: `${stream.origin}/page`,
      refused: `${stream.origin}/nothing`,
      private_address: `${stream.origin}/away`,
      no_answer: 'http://127.0.0.1:9/live',
    };
    const channels = [];
    for (const [problem, url] of Object.entries(cases)) channels.push({ problem, ...(await station(url)) });
    await watch();
    for (const { id, problem } of channels) {
      await expect.poll(async () => (await relayOf(id))?.problem, { timeout: 40_000 }).toBe(problem);
      expect(await relayOf(id)).toMatchObject({ state: expect.stringMatching(/waiting|silent/) });
    }
    const [first] = channels;
    const { token, profile_id } = await listener();
    const body = { type: 'r' as const, id: first?.id ?? '', profile_id, device: 'web' as const };
    expect((await api.call('POST /api/playback/sessions', { body, token })).body).toMatchObject({
      code: 'not_ready',
    });
  });

  test('is taken over when its worker is gone, which can store nothing more', async () => {
    const stream: StreamSource = await source();
    const channel = await station(`${stream.origin}/live`);
    const gone = { channelId: channel.id, holder: 'gone' };
    expect(await repo.takeLeases(api.db, 'gone', 1)).toHaveLength(1);
    const play = (await repo.nextNumber(api.db, gone, 'play')) ?? 0;
    const segment = {
      sequence: 0,
      play,
      startsAt: Date.now() - 4000,
      durationMs: 4000,
      folder: 'relay/1/audio',
      number: 1,
      key: null,
    };
    expect(await repo.insertSegments(api.db, gone, 'audio', [segment])).toBe(true);
    // No other worker takes it while the lease lasts.
    expect(await repo.takeLeases(api.db, 'another', 1)).toEqual([]);
    const startedAt = Date.now();
    await watch();
    await untilState(channel.id, 'on_air');
    expect((await relayOf(channel.id))?.holder).not.toBe('gone');
    expect(await repo.insertSegments(api.db, gone, 'audio', [{ ...segment, sequence: 99 }])).toBe(false);
    const rows = await api.db.select().from(liveRelaySegments).orderBy(liveRelaySegments.sequence);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, place) => place));
    expect(rows[1]?.play).toBe(play + 1);
    expect(Date.now() - startedAt).toBeGreaterThan(5000);
  });

  test('deletes old segments, and all of them when the channel has no address any more', async () => {
    const stream = await source();
    const channel = await station(`${stream.origin}/live`);
    const old = { channelId: channel.id, holder: 'old' };
    await repo.takeLeases(api.db, old.holder, 1);
    const startsAt = Date.now() - 3_600_000;
    const segment = { play: 1, durationMs: 4000, folder: 'relay/1/audio', key: null };
    const segments = [0, 1].map((sequence) => ({ ...segment, startsAt, sequence, number: sequence + 1 }));
    await repo.insertSegments(api.db, old, 'audio', segments);
    await repo.releaseLease(api.db, old);
    const { storage } = api.context;
    const fileOf = (number: number) => `relays/${channel.id}/1/audio/${number}.m4s`;
    for (const number of [1, 2]) await storage.put(fileOf(number), 'old');
    await watch();
    await expect.poll(() => storage.find(fileOf(1)), { timeout: 20_000 }).toBeUndefined();
    await untilState(channel.id, 'on_air');

    await api.db.update(liveChannels).set({ streamUrl: null }).where(eq(liveChannels.id, channel.id));
    await expect.poll(async () => (await relayOf(channel.id))?.holder, { timeout: 20_000 }).toBeNull();
    const stored = async () => {
      const keys: string[] = [];
      for await (const { key } of storage.list(`relays/${channel.id}/`)) keys.push(key);
      return keys;
    };
    await expect.poll(stored, { timeout: 20_000 }).toEqual([]);
  });
});

describe('the live streaming address', () => {
  test('leads to the public internet alone', async () => {
    const { token } = await buildStaff(api.db);
    const body = (stream_url: string) => ({
      number: 41,
      slug: 'relay-41',
      name_ko: '중계',
      name_en: 'Relay',
      stream_url,
    });
    for (const address of ['http://10.0.0.7:8000/live', 'http://169.254.169.254/latest']) {
      const refused = await api.call('POST /api/admin/radio-channels', { body: body(address), token });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        errors: { stream_url: [expect.stringContaining('내부망')] },
      });
    }
    const created = await api.call('POST /api/admin/radio-channels', {
      body: body('http://8.8.8.8:8000/live'),
      token,
    });
    expect(created.body).toMatchObject({
      data: { relay_state: null, stream_url: 'http://8.8.8.8:8000/live' },
    });
  });
});
