import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import epgParser from 'epg-parser';
import playlistParser from 'iptv-playlist-parser';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildEpisode,
  buildLiveItem,
  buildProfile,
  buildProgramme,
  buildRadioGroup,
  buildSeason,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import { ingestSteps } from '../../../contract/admin/ingest.ts';
import { findPrograms } from '../../adapters/programs.ts';
import { newId } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';
import { importMaster } from '../ingest/ingest.service.ts';
import { ingestKeys } from '../ingest/ingest.tables.ts';
import { runStep } from '../ingest/jobs/run-step.ts';
import { liveChannels, livePlayouts } from '../live/live.tables.ts';
import { refreshChannels } from '../live/playout.service.ts';
import { playbackSessions } from './playback.tables.ts';
import { playerLinks } from './player-links.tables.ts';

const run = promisify(execFile);
const password = 'maru-1234!';
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
const start = new Date('2026-06-10T17:20:00Z');
const at = (ms: number) => api.setNow(new Date(start.getTime() + ms));
beforeEach(async () => {
  await api.db.delete(livePlayouts);
  await api.db.delete(liveChannels);
  at(0);
});
afterEach(() => api.setNow(undefined));

const hex = () => newId().replaceAll('-', '');
const hourMs = 3_600_000;

/** A video of an hour, without encryption. */
async function video({ encrypted = false, heights = [720] as number[] } = {}): Promise<string> {
  const { id } = await buildAsset(api.db, {
    durationMs: hourMs,
    media: heights.length > 0 ? 'video' : 'audio',
  });
  await buildTimeline(api.db, id, hourMs, heights);
  if (encrypted) await api.db.insert(ingestKeys).values({ assetId: id, keyId: hex(), contentKey: hex() });
  return id;
}

async function channel(
  values: Parameters<typeof buildChannel>[1] = {},
  movie: Parameters<typeof buildProgramme>[1] = {},
  encrypted = false,
) {
  const row = await buildChannel(api.db, values);
  const assetId = await video({ encrypted });
  const programme = await buildProgramme(api.db, { availableFrom: new Date(0), ...movie, assetId });
  await buildLiveItem(api.db, { channelId: row.id, programmeId: programme.id });
  return row;
}

async function household(values: Parameters<typeof buildProfile>[1] = {}, plan?: number) {
  const user = await buildUser(api.db, plan === undefined ? {} : { plan });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { ...user, profileId: profile.id };
}
type Household = Awaited<ReturnType<typeof household>>;

const create = ({ token, profileId }: Household, body: Record<string, unknown> = {}) =>
  api.call('POST /api/account/player-links', {
    body: { profile_id: profileId, name: '거실 플레이어', password, ...body },
    token,
  });
const linkOf = async (home: Household) => (await create(home)).body.data;

const list = (token: string, locale?: 'ko' | 'en') =>
  api.call('GET /api/live/channels.m3u', { query: { token }, ...(locale ? { locale } : {}) });
const listed = async (token: string) => playlistParser.parse(String((await list(token)).body));
const open = (id: string, token: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/api/live/players/${id}/stream.m3u8?token=${token}`, headers });
const master = (opened: Awaited<ReturnType<typeof open>>) => api.app.inject(String(opened.headers.location));
const sound = (opened: Awaited<ReturnType<typeof open>>) =>
  api.app.inject(String(opened.headers.location).replace(/[^/]+$/, 'audio.m3u8'));

describe('a link', () => {
  test('is created by an adult with the password, and its token is shown once and not stored', async () => {
    const home = await household();
    expect((await create(home, { password: 'wrong-1234!' })).body.errors).toHaveProperty('password');
    const kid = await buildProfile(api.db, { householdId: home.householdId, isKid: true, maturity: 7 });
    expect((await create(home, { profile_id: kid.id })).body.code).toBe('kids_profile');
    const link = await linkOf(home);
    expect(link).toMatchObject({ name: '거실 플레이어', profile_name: '가족', last_used_at: null });
    const links = await api.call('GET /api/account/player-links', { token: home.token });
    const { token: _, ...shown } = link;
    expect(links.body.data).toEqual([shown]);
    const [row] = await api.db.select().from(playerLinks).where(eq(playerLinks.id, link.id));
    expect(JSON.stringify(row)).not.toContain(link.token);
  });

  test('belongs to its household, and a household has at most ten', async () => {
    const home = await household();
    for (let n = 0; n < 8; n++) expect((await create(home)).status).toBe(200);
    const links = await Promise.all(Array.from({ length: 4 }, () => create(home)));
    expect(links.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(links.find(({ status }) => status !== 200)?.body.code).toBe('player_link_limit');
    const stranger = await household();
    const id = links.find(({ status }) => status === 200)?.body.data.id ?? '';
    const removal = { params: { id }, token: stranger.token };
    expect((await api.call('DELETE /api/account/player-links/{id}', removal)).status).toBe(404);
    const replacement = { ...removal, body: { password } };
    expect((await api.call('POST /api/account/player-links/{id}/replacements', replacement)).status).toBe(
      404,
    );
  });

  test('stops working when it is replaced or removed, and its playback ends', async () => {
    const { id } = await channel();
    await refreshChannels(api.context);
    const home = await household();
    const link = await linkOf(home);
    const first = await open(id, link.token);
    expect((await master(first)).statusCode).toBe(200);
    const params = { id: link.id };
    const replaced = await api.call('POST /api/account/player-links/{id}/replacements', {
      params,
      body: { password },
      token: home.token,
    });
    const { token } = replaced.body.data;
    expect((await list(link.token)).status).toBe(404);
    expect((await open(id, link.token)).statusCode).toBe(404);
    at(30_000);
    expect((await master(first)).json().code).toBe('session_ended');
    const second = await open(id, token);
    expect(second.statusCode).toBe(302);
    await api.call('DELETE /api/account/player-links/{id}', { params, token: home.token });
    expect((await list(token)).status).toBe(404);
    at(60_000);
    expect((await master(second)).json().code).toBe('session_ended');
  });

  test('does not work while the account of its creator is suspended', async () => {
    const home = await household();
    const link = await linkOf(home);
    expect((await list(link.token)).status).toBe(200);
    await api.db.update(users).set({ suspendedAt: start }).where(eq(users.householdId, home.householdId));
    expect((await list(link.token)).status).toBe(404);
  });

  test('is limited to sixty requests a minute', async () => {
    const link = await linkOf(await household());
    const answers = await Promise.all(Array.from({ length: 61 }, () => list(link.token)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([429]);
  });
});

describe('the channel list', () => {
  test('is one that playlist parsers read, with the guide, the numbers, the logos and the groups', async () => {
    const tv = await channel({ number: 7, nameKo: '마루 "하나"', nameEn: 'Maru One' });
    const station = await buildChannel(api.db, { medium: 'radio', fileType: 'audio', nameKo: '마루 가요' });
    await buildLiveItem(api.db, { channelId: station.id, assetId: await video({ heights: [] }) });
    await buildRadioGroup(api.db, { channelIds: [station.id], published: true });
    await refreshChannels(api.context);
    const link = await linkOf(await household());
    const answered = await list(link.token);
    expect(answered.headers).toMatchObject({ 'content-type': 'audio/x-mpegurl; charset=utf-8' });
    const { header, items } = playlistParser.parse(String(answered.body));
    const address = (id: string) =>
      `http://localhost:80/api/live/players/${id}/stream.m3u8?token=${link.token}&lang=ko`;
    expect(header.attrs['x-tvg-url']).toBe(
      `http://localhost:80/api/live/epg.xml?token=${link.token}&lang=ko`,
    );
    expect(items.map(({ name, tvg, group, url }) => [name, tvg.id, tvg.name, group.title, url])).toEqual([
      ['마루 "하나"', `${tv.id}.maru`, '마루 ’하나’', 'TV', address(tv.id)],
      ['마루 가요', `${station.id}.maru`, '마루 가요', '음악', address(station.id)],
    ]);
    expect(String(answered.body)).toContain('tvg-chno="7"');
    const other = await linkOf(await household());
    expect(String((await list(other.token)).body)).not.toContain(link.token);
  });

  test('has what the profile may see, and no channel that another player cannot play', async () => {
    const open15 = await channel({ number: 1, maturity: 15 });
    const free = await channel({ number: 2 });
    const premium = await channel({ number: 3, premium: true });
    await channel({ number: 4 }, {}, true);
    await channel({ number: 5, active: false });
    await buildChannel(api.db, { number: 6 });
    const mixed = await channel({ number: 7 });
    const encrypted = await buildProgramme(api.db, { assetId: await video({ encrypted: true }) });
    await buildLiveItem(api.db, { channelId: mixed.id, programmeId: encrypted.id });
    const relay = { streamUrl: 'https://radio.example/live', medium: 'radio' as const };
    const relayed = await buildChannel(api.db, { ...relay, number: 8 });
    const fillerId = await video({ encrypted: true });
    await buildChannel(api.db, { ...relay, number: 9, fillerId });
    await refreshChannels(api.context);
    const idsOf = async (home: Household) => {
      const { items } = await listed((await linkOf(home)).token);
      return items.map(({ tvg }) => tvg.id.replace('.maru', ''));
    };
    expect(await idsOf(await household())).toEqual([open15.id, free.id, relayed.id]);
    expect(await idsOf(await household({ maturity: 12 }))).toEqual([free.id, relayed.id]);
    api.setNow(undefined);
    await refreshChannels(api.context);
    expect(await idsOf(await household({}, 30))).toEqual([open15.id, free.id, premium.id, relayed.id]);
  });
});

describe('the guide', () => {
  test('has the same channels with a day back and a week ahead, as XMLTV parsers read it', async () => {
    const series = await buildProgramme(api.db, {
      kind: 'series',
      titleEn: 'Moonlight',
      synopsisEn: 'Moon & <Light>',
      maturity: 12,
      availableFrom: new Date(0),
    });
    const season = await buildSeason(api.db, { programmeId: series.id, number: 2 });
    const assetId = await video();
    const episode = await buildEpisode(api.db, { season, number: 3, titleEn: 'First Snow', assetId });
    const tv = await buildChannel(api.db, { nameEn: 'Maru One' });
    await buildLiveItem(api.db, { channelId: tv.id, programmeId: series.id, episodeId: episode.id });
    const grown = await buildProgramme(api.db, { assetId: await video(), maturity: 19 });
    await buildLiveItem(api.db, { channelId: tv.id, programmeId: grown.id });
    at(-2 * 24 * hourMs);
    await refreshChannels(api.context);
    at(0);
    const link = await linkOf(await household({ maturity: 15 }));
    const answered = await api.app.inject({
      url: `/api/live/epg.xml?token=${link.token}&lang=en`,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(answered.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-encoding': 'gzip',
    });
    const xml = gunzipSync(answered.rawPayload).toString();
    expect(xml).toContain('<desc lang="en">Moon &amp; &lt;Light&gt;</desc>');
    const { channels, programs } = epgParser.parse(xml);
    const ids = (await listed(link.token)).items.map(({ tvg }) => tvg.id);
    expect(channels.map(({ id }) => id)).toEqual(ids);
    expect(channels[0]?.displayName[0]).toEqual({ lang: 'en', value: 'Maru One' });
    // The film for adults takes every other hour, and is hidden from this profile. Both ends of the window lie in an airing.
    expect(programs).toHaveLength(8 * 12 + 1);
    expect(programs[0]).toMatchObject({
      channel: ids[0],
      title: [{ lang: 'en', value: 'Moonlight' }],
      subTitle: [{ lang: 'en', value: 'First Snow' }],
      rating: [{ system: 'KMRB', value: '12' }],
      episodeNum: [
        { system: 'xmltv_ns', value: '1.2.' },
        { system: 'onscreen', value: 'S2E3' },
      ],
    });
    expect(Date.parse(programs[0]?.stop ?? '')).toBeGreaterThan(start.getTime() - 24 * hourMs);
    expect(Date.parse(programs.at(-1)?.start ?? '')).toBeGreaterThan(
      start.getTime() + 7 * 24 * hourMs - 3 * hourMs,
    );
    const etag = String(answered.headers.etag);
    const again = await api.app.inject({
      url: `/api/live/epg.xml?token=${link.token}&lang=en`,
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
  });
});

describe('playback in another player', () => {
  test('takes one stream of the household, which the next channel of the link frees', async () => {
    const first = await channel();
    const second = await channel();
    await refreshChannels(api.context);
    api.context.config.maxStreams = 1;
    const home = await household();
    const [link, other] = [await linkOf(home), await linkOf(home)];
    const opened = await open(first.id, link.token);
    expect([opened.statusCode, opened.headers.location]).toEqual([302, expect.stringMatching(/^\/media\//)]);
    expect((await open(second.id, other.token)).json().code).toBe('stream_limit');
    expect((await open(second.id, link.token)).statusCode).toBe(302);
    const [row] = await api.db
      .select()
      .from(playbackSessions)
      .where(eq(playbackSessions.channelId, second.id));
    expect(row).toMatchObject({ device: 'stb', profileId: home.profileId, playerLinkId: link.id });
    const devices = await api.call('GET /api/account/streaming-devices', { token: home.token });
    expect(devices.body.data[0]).toMatchObject({ name: '거실 플레이어', watching: true });
    const head = await api.app.inject({
      method: 'HEAD',
      url: `/api/live/players/${first.id}/stream.m3u8?token=${link.token}`,
    });
    expect(head.statusCode).toBe(200);
    expect((await api.db.select().from(playbackSessions)).filter(({ endedAt }) => !endedAt)).toHaveLength(1);
  });

  test('is kept by requests for playlists, and frees its stream in silence', async () => {
    const { id } = await channel();
    await refreshChannels(api.context);
    api.context.config.maxStreams = 1;
    const home = await household();
    const [link, other] = [await linkOf(home), await linkOf(home)];
    const opened = await open(id, link.token);
    for (const ms of [20_000, 40_000, 60_000, 80_000]) {
      at(ms);
      expect((await sound(opened)).statusCode).toBe(200);
    }
    expect((await open(id, other.token)).json().code).toBe('stream_limit');
    at(126_000);
    const next = await open(id, other.token);
    expect(next.statusCode).toBe(302);
    // The stream is taken now, so that the silent player cannot go on.
    expect((await sound(opened)).json().code).toBe('session_ended');
    expect((await sound(next)).statusCode).toBe(200);
  });

  test('is refused by the entitlement rule, at the start and while it plays', async () => {
    const premium = await channel({ premium: true });
    const adult = await channel({ maturity: 19 });
    const closed = await channel({}, {}, true);
    await refreshChannels(api.context);
    const home = await household({ maturity: 15 });
    const { token } = await linkOf(home);
    const codeOf = async (id: string) => (await open(id, token)).json().code;
    expect(await codeOf(premium.id)).toBe('plan_required');
    expect(await codeOf(adult.id)).toBe('maturity_blocked');
    expect(await codeOf(closed.id)).toBe('not_found');
    expect(await codeOf(newId())).toBe('not_found');
    expect((await open(premium.id, 'nothing')).statusCode).toBe(404);
    const { id } = await channel();
    await refreshChannels(api.context);
    at(60_000);
    const opened = await open(id, token);
    await api.db.update(liveChannels).set({ maturity: 19 }).where(eq(liveChannels.id, id));
    const codes = [];
    for (let ms = 60_000; ms <= 420_000; ms += 20_000) {
      at(ms);
      codes.push((await sound(opened)).statusCode);
    }
    expect(codes).toEqual([...codes.filter((code) => code === 200), ...codes.filter((code) => code === 409)]);
    expect(codes).toContain(409);
  });

  test('plays a station in a program that is not ours', async () => {
    api.setNow(undefined);
    const { ffmpeg, ffprobe } = findPrograms();
    const folder = mkdtempSync(join(tmpdir(), 'maru-player-'));
    try {
      const file = join(folder, 'song.m4a');
      await run(ffmpeg, ['-f', 'lavfi', '-i', 'sine=440:duration=30', '-c:a', 'aac', file]);
      const master = { path: file, fileName: 'song.m4a', sizeBytes: statSync(file).size };
      const assetId = await importMaster(api.context, master, {}, { media: 'audio', encrypted: false });
      for (const step of ingestSteps)
        expect(await runStep(api.context, assetId, step, new AbortController().signal)).toBe('done');
      const station = await buildChannel(api.db, { medium: 'radio', fileType: 'audio' });
      await buildLiveItem(api.db, { channelId: station.id, assetId });
      await refreshChannels(api.context);
      const link = await linkOf(await household());
      await api.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = api.app.server.address() as AddressInfo;
      const playlist = await fetch(`http://127.0.0.1:${port}/api/live/channels.m3u?token=${link.token}`);
      const [item] = playlistParser.parse(await playlist.text()).items;
      const entries = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
      const { stdout } = await run(ffprobe, ['-v', 'error', ...entries, item?.url ?? '']);
      expect(stdout.split('\n')[0]).toBe('aac');
      const heard = join(folder, 'heard.wav');
      await run(ffmpeg, ['-v', 'error', '-i', item?.url ?? '', '-t', '4', heard]);
      expect(statSync(heard).size).toBeGreaterThan(3.8 * 44_100 * 2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
