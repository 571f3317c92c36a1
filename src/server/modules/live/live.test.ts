import { eq } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildEpisode,
  buildLiveItem,
  buildLiveTemplate,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildSection,
  buildStaff,
  buildTemplateSlot,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { newId } from '../../db/columns.ts';
import { ingestAssets, ingestCaptions, ingestKeys } from '../ingest/ingest.tables.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { playbackSessions } from '../playback/playback.tables.ts';
import { blockedTitles } from '../profiles/profiles.tables.ts';
import { viewingProgress } from '../viewing/viewing.tables.ts';
import { settleMs } from './channel-files.service.ts';
import { forgetGoneItemsJob } from './jobs/live.jobs.ts';
import { liveChannels, liveItems, livePlayouts, liveTemplateSlots } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
/** Twenty past ten in the morning in Los Angeles. */
const start = new Date('2026-06-10T17:20:00Z');
const at = (ms: number) => api.setNow(new Date(start.getTime() + ms));
beforeEach(async () => {
  await api.db.delete(livePlayouts);
  await api.db.delete(liveChannels);
  at(0);
});
afterEach(() => api.setNow(undefined));

const hex = () => newId().replaceAll('-', '');
const minutes = (count: number) => count * 60_000;

/** A video that a channel can show, with a key. */
async function video(durationMs = minutes(1)) {
  const { id } = await buildAsset(api.db, { durationMs });
  await buildTimeline(api.db, id, durationMs);
  await api.db.insert(ingestKeys).values({ assetId: id, keyId: hex(), contentKey: hex() });
  return id;
}

const movie = async (values: Parameters<typeof buildProgramme>[1] = {}, durationMs = minutes(1)) =>
  buildProgramme(api.db, { assetId: await video(durationMs), availableFrom: new Date(0), ...values });

/** A channel that shows one-minute movies, each with its number of repeats. */
async function channel(
  movies: (Parameters<typeof buildProgramme>[1] & { repeats?: number })[],
  values: Parameters<typeof buildChannel>[1] = {},
) {
  const made = await buildChannel(api.db, values);
  const programmes = [];
  for (const { repeats = 1, ...own } of movies) {
    const programme = await movie(own);
    programmes.push(programme);
    await buildLiveItem(api.db, { channelId: made.id, programmeId: programme.id, repeats });
  }
  return { ...made, programmes };
}

async function watcher(
  values: Parameters<typeof buildProfile>[1] = {},
  hasPlan = true,
  planId: string | null = null,
) {
  const user = await buildUser(api.db);
  if (hasPlan) {
    const ever = { startsAt: new Date(0), endsAt: new Date('2100-01-01T00:00:00Z') };
    await api.db.insert(planPeriods).values({ householdId: user.householdId, planId, ...ever });
  }
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { token: user.token, profile_id: profile.id };
}
type Watcher = Awaited<ReturnType<typeof watcher>>;

async function open(who: Watcher, id: string) {
  const answered = await api.call('POST /api/playback/sessions', {
    body: { type: 't', id, profile_id: who.profile_id, device: 'web' },
    token: who.token,
  });
  return answered as typeof answered & { body: { data: ChannelSession } };
}
const get = (url: string) => api.app.inject(url);
const tvs = async (who?: Watcher, locale: 'ko' | 'en' = 'ko') =>
  (
    await api.call('GET /api/videos/live/tvs', {
      query: { profile_id: who?.profile_id },
      token: who?.token,
      locale,
    })
  ).body.data;
const guide = (query: Record<string, unknown> = {}, who?: Watcher) =>
  api.call('GET /api/live/guide', {
    query: { ...query, profile_id: who?.profile_id } as never,
    token: who?.token,
  });

describe('the channels', () => {
  test('say what is on now and what comes next, by number and in the language', async () => {
    const series = await buildProgramme(api.db, { kind: 'series', titleKo: '달빛', titleEn: 'Moonlight' });
    const season = await buildSeason(api.db, { programmeId: series.id, number: 2 });
    const episode = await buildEpisode(api.db, {
      season,
      number: 3,
      titleKo: '첫눈',
      titleEn: 'First Snow',
      assetId: await video(),
    });
    const second = await channel([{ titleKo: '강', titleEn: 'River' }], { number: 12 });
    const first = await channel([{ titleKo: '산', titleEn: 'Mountain', repeats: 15 }], {
      number: 11,
      nameKo: '마루 하나',
      nameEn: 'Maru One',
    });
    await buildLiveItem(api.db, {
      channelId: first.id,
      programmeId: series.id,
      episodeId: episode.id,
      repeats: 30,
    });
    const empty = await buildChannel(api.db, { number: 13 });
    expect(await refreshChannels(api.context)).toBe(2);
    const [one, two, three] = await tvs(undefined, 'en');
    // Line-ups begin on the hour: fifteen minutes of the movie, and five of the episode, have passed.
    expect(one).toMatchObject({
      id: first.id,
      type: 't',
      number: 11,
      name: 'Maru One',
      skip: '0',
      now: {
        title: 'Moonlight',
        subtitle: 'S2 E3 · First Snow',
        starts_at: '2026-06-10T17:15:00.000Z',
        ends_at: '2026-06-10T17:45:00.000Z',
        programme: { slug: series.slug, type: 's' },
      },
      next: { title: 'Mountain', subtitle: '', starts_at: '2026-06-10T17:45:00.000Z' },
    });
    expect(one?.later).toHaveLength(2);
    expect(two).toMatchObject({ id: second.id, now: { starts_at: '2026-06-10T17:20:00.000Z' } });
    // The items of the next three minutes are listed, because a response may be that old.
    expect(two?.later.at(-1)?.ends_at.localeCompare('2026-06-10T17:23:00.000Z')).toBeGreaterThanOrEqual(0);
    expect(three).toMatchObject({ id: empty.id, skip: '1', now: null, next: null });
    expect((await tvs())[0]).toMatchObject({ name: '마루 하나', now: { subtitle: '시즌 2 3화 · 첫눈' } });
  });

  test('above a profile’s grade, out of service or for other countries are not there', async () => {
    const child = await watcher({ maturity: 7 });
    await channel([{}], { number: 1, maturity: 15 });
    await channel([{}], { number: 2, active: false });
    await channel([{}], { number: 3, regions: ['CA'] });
    await channel([{}], { number: 4, maturity: 7 });
    const numbers = async (who?: Watcher) => (await tvs(who)).map(({ number }) => number);
    expect(await numbers()).toEqual([1, 4]);
    expect(await numbers(child)).toEqual([4]);
    expect((await guide({}, child)).body.data.channels.map(({ number }) => number)).toEqual([4]);
  });

  test('stand on home with the latest series below them', async () => {
    await channel([{ titleKo: '산' }], { number: 5 });
    await refreshChannels(api.context);
    await buildSection(api.db, { type: 'tv', nameKo: '실시간 TV', nameEn: 'Live TV', position: -5 });
    const old = await buildEpisode(api.db, { availableFrom: new Date('2026-01-01T00:00:00Z') });
    const fresh = await buildEpisode(api.db, { availableFrom: new Date('2026-06-01T00:00:00Z') });
    api.context.responseCache.clear();
    const { body } = await api.call('GET /api/home-sections', { query: { content_per_page: 16 } });
    const section = body.data.find(({ type }) => type === 'tv');
    expect(section).toMatchObject({ name: '실시간 TV', videos: [{ number: 5, now: { title: '산' } }] });
    const latest = (await api.call('GET /api/latest-series')).body.data;
    expect(section?.type === 'tv' && section.latest_series).toEqual(latest);
    const ids = latest.map(({ id }) => id);
    expect(ids.indexOf(fresh.programmeId)).toBeLessThan(ids.indexOf(old.programmeId));
    expect(ids.indexOf(fresh.programmeId)).toBeGreaterThanOrEqual(0);
    expect(latest.every(({ type }) => type === 's')).toBe(true);
  });
});

describe('the guide', () => {
  test('is a window from a half hour on, and goes on where the last one ended', async () => {
    const made = await channel([
      { titleKo: '산', repeats: 25 },
      { titleKo: '강', repeats: 50 },
    ]);
    await refreshChannels(api.context);
    const { data, meta } = (await guide({ hours: 2 })).body;
    expect([data.from, data.until]).toEqual(['2026-06-10T17:00:00.000Z', '2026-06-10T19:00:00.000Z']);
    expect(meta).toMatchObject({ total: 1, current_page: 1 });
    const airings = data.channels.find(({ id }) => id === made.id)?.airings ?? [];
    expect(airings.map(({ title, starts_at }) => [title, starts_at.slice(11, 16)])).toEqual([
      ['산', '17:00'],
      ['강', '17:25'],
      ['산', '18:15'],
      ['강', '18:40'],
    ]);
    const later = (await guide({ from: '2026-06-10T21:10:00+02:00', hours: 1 })).body.data;
    expect(later.from).toBe('2026-06-10T19:00:00.000Z');
    expect(later.channels[0]?.airings[0]).toEqual(airings.at(-1));
  });

  test('says now what the cards say, at any instant', async () => {
    const made = await channel([{ repeats: 7 }, { repeats: 11 }, { repeats: 3 }]);
    await refreshChannels(api.context);
    for (const ms of [0, 1, minutes(3), minutes(777) + 12_345, 86_400_000 * 20]) {
      at(ms);
      const now = new Date(start.getTime() + ms).toISOString();
      const card = (await tvs()).find(({ id }) => id === made.id);
      const shown = (await guide({ hours: 1 })).body.data.channels
        .find(({ id }) => id === made.id)
        ?.airings.find((airing) => airing.starts_at <= now && airing.ends_at > now);
      expect(card?.now).toEqual(shown);
    }
  });

  test('comes in pages, and guests are answered with cached bytes', async () => {
    for (let number = 1; number <= 5; number++) await buildChannel(api.db, { number });
    const page = await guide({ page: 2, per_page: 2 });
    expect(page.body.data.channels.map(({ number }) => number)).toEqual([3, 4]);
    expect(page.body.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5 });
    const again = await api.app.inject({
      url: '/api/live/guide?page=2&per_page=2',
      headers: { 'if-none-match': String(page.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect((await guide({ hours: 25 })).status).toBe(422);
    expect((await guide({ from: 'tomorrow' })).status).toBe(422);
  });

  test('hides what a profile has blocked or may not see yet, but not its time', async () => {
    const made = await channel([
      { titleKo: '누구나', repeats: 10 },
      { titleKo: '어른', maturity: 19, repeats: 10 },
      { titleKo: '막힌', repeats: 10 },
    ]);
    await refreshChannels(api.context);
    const child = await watcher({ maturity: 12 });
    await api.db
      .insert(blockedTitles)
      .values({ profileId: child.profile_id, programmeId: made.programmes[2]?.id as string });
    const titles = async (who?: Watcher) =>
      (await guide({ hours: 1 }, who)).body.data.channels[0]?.airings.map(({ title, hidden }) => [
        title,
        hidden,
      ]);
    expect((await titles())?.slice(0, 3)).toEqual([
      ['누구나', false],
      ['어른', false],
      ['막힌', false],
    ]);
    expect((await titles(child))?.slice(0, 3)).toEqual([
      ['누구나', false],
      ['', true],
      ['', true],
    ]);
    const { body } = await guide({ hours: 1 }, child);
    expect(JSON.stringify(body)).not.toMatch(/어른|막힌/);
    at(minutes(-5));
    expect(JSON.stringify(await tvs(child))).not.toMatch(/어른|막힌/);
  });
});

describe('playing a channel', () => {
  test('opens a session with a signed address, takes a stream, and keeps no position', async () => {
    const who = await watcher();
    const made = await channel([{}]);
    await refreshChannels(api.context);
    const { body } = await open(who, made.slug);
    expect(body.data).toMatchObject({
      type: 't',
      channel: { id: made.id, number: made.number },
      now: start.toISOString(),
    });
    expect(body.data.manifest.hls).toMatch(new RegExp(`^/media/[^/]+/live/${made.id}/master\\.m3u8$`));
    const params = { id: body.data.id };
    const beat = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      params,
      body: { position_seconds: 400 },
      token: who.token,
    });
    expect(beat.status).toBe(200);
    for (let n = 1; n < api.context.config.maxStreams; n++) await open(who, made.id);
    expect((await open(who, made.id)).body.code).toBe('stream_limit');
    const stopped = await api.call('POST /api/playback/sessions/{id}/stop', {
      params,
      body: { position_seconds: 500 },
      token: who.token,
    });
    expect(stopped.status).toBe(200);
    expect((await open(who, made.id)).status).toBe(200);
    const [session] = await api.db
      .select()
      .from(playbackSessions)
      .where(eq(playbackSessions.id, body.data.id));
    expect(session).toMatchObject({ channelId: made.id, programmeId: null, assetId: null });
    const kept = await api.db
      .select()
      .from(viewingProgress)
      .where(eq(viewingProgress.profileId, who.profile_id));
    expect(kept).toEqual([]);
  });

  test('asks the entitlement rule, and says when there is nothing to show', async () => {
    const [full, noPlan, child] = [await watcher(), await watcher({}, false), await watcher({ maturity: 7 })];
    const premium = await channel([{}], { premium: true });
    const adult = await channel([{}], { maturity: 19 });
    const off = await channel([{}], { active: false });
    const empty = await buildChannel(api.db);
    await refreshChannels(api.context);
    expect((await open(noPlan, premium.id)).body.code).toBe('plan_required');
    expect((await open(full, premium.id)).status).toBe(200);
    expect((await open(child, adult.id)).body.code).toBe('maturity_blocked');
    expect((await open(full, off.id)).body.code).toBe('not_found');
    expect((await open(full, 'no-such-channel')).body.code).toBe('not_found');
    expect((await open(full, empty.id)).body.code).toBe('not_ready');
    const guest = await api.call('POST /api/playback/sessions', {
      body: { type: 't', id: adult.id, profile_id: full.profile_id, device: 'web' },
    });
    expect(guest.body.code).toBe('login_required');
  });

  test('serves playlists, keys and captions below the channel’s address, and nothing else', async () => {
    const who = await watcher();
    const made = await channel([{}, {}]);
    const other = await channel([{}]);
    const [first, second] = made.programmes;
    await api.db.insert(ingestCaptions).values({
      assetId: first?.assetId as string,
      language: 'ko',
      vtt: 'WEBVTT\n\n00:00:05.000 --> 00:00:07.000\n안녕\n',
    });
    await refreshChannels(api.context);
    const { manifest, id } = (await open(who, made.id)).body.data;
    const base = manifest.hls.slice(0, -'/master.m3u8'.length);
    HLS.setOptions({ strictMode: true });
    const master = await get(manifest.hls);
    expect(master.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    const { variants } = HLS.parse(master.body) as HLS.types.MasterPlaylist;
    expect(variants.map(({ uri }) => uri)).toEqual(['v720.m3u8', 'v360.m3u8']);
    expect(variants[0]?.subtitles.map(({ language }) => language)).toEqual(['ko']);
    for (const file of ['v720.m3u8', 'audio.m3u8', 'text-ko.m3u8']) {
      const list = await get(`${base}/${file}`);
      expect(list.headers['cache-control']).toBe('no-store');
      expect((HLS.parse(list.body) as HLS.types.MediaPlaylist).segments.length).toBeGreaterThan(100);
    }
    const key = await get(`${base}/${first?.assetId}/key`);
    const [kept] = await api.db
      .select()
      .from(ingestKeys)
      .where(eq(ingestKeys.assetId, first?.assetId as string));
    expect(key.rawPayload.toString('hex')).toBe(kept?.contentKey);
    expect((await get(`${base}/${first?.assetId}/text-ko/2.vtt`)).body).toContain('안녕');
    expect((await get(`${base}/${second?.assetId}/text-ko/2.vtt`)).body).not.toContain('-->');

    await api.context.storage.put(`packages/${first?.assetId}/v720/1.m4s`, 'segment');
    await api.context.storage.put(`packages/${first?.assetId}/master.m3u8`, 'of the video itself');
    const segment = await get(`${base}/${first?.assetId}/v720/1.m4s`);
    expect([segment.body, segment.headers['cache-control']]).toEqual([
      'segment',
      'private, max-age=31536000, immutable',
    ]);
    const foreign = other.programmes[0]?.assetId;
    for (const path of [
      `${foreign}/key`,
      `${foreign}/v720/1.m4s`,
      `${first?.assetId}/master.m3u8`,
      `${first?.assetId}/v720/master.m3u8`,
      `${first?.assetId}/text-ko/99.vtt`,
      `${first?.assetId}/v999/1.m4s`,
      'v720.mpd',
      'nothing',
    ]) {
      expect((await get(`${base}/${path}`)).statusCode, path).toBe(404);
    }
    for (const url of [
      manifest.hls.replace(made.id, other.id),
      `${base.replace(`live/${made.id}`, `packages/${first?.assetId}`)}/v720/1.m4s`,
    ]) {
      expect((await get(url)).json().code, url).toBe('link_expired');
    }
    await api.call('POST /api/playback/sessions/{id}/stop', {
      params: { id },
      body: { position_seconds: 0 },
      token: who.token,
    });
    expect((await get(`${base}/${first?.assetId}/key`)).json().code).toBe('session_ended');
    at(13 * 3_600_000);
    expect((await get(manifest.hls)).json().code).toBe('link_expired');
  });

  test('that a plan opens offers no rendition above its best quality: not in the playlists, no segment', async () => {
    const { id: planId } = await buildPlan(api.db, { maxHeight: 480 });
    const who = await watcher({}, true, planId);
    const made = await channel([{}], { premium: true });
    const free = await channel([{}]);
    const asset = made.programmes[0]?.assetId;
    await refreshChannels(api.context);
    for (const folder of ['v720', 'v360'])
      await api.context.storage.put(`packages/${asset}/${folder}/1.m4s`, 's');
    const { manifest } = (await open(who, made.id)).body.data;
    const base = manifest.hls.slice(0, -'/master.m3u8'.length);
    const { variants } = HLS.parse((await get(manifest.hls)).body) as HLS.types.MasterPlaylist;
    expect(variants.map(({ uri }) => uri)).toEqual(['v360.m3u8']);
    expect((await get(`${base}/v720.m3u8`)).body).not.toContain('v720/');
    expect((await get(`${base}/${asset}/v360/1.m4s`)).statusCode).toBe(200);
    expect((await get(`${base}/${asset}/v720/1.m4s`)).statusCode).toBe(404);
    const whole = (await get((await open(who, free.id)).body.data.manifest.hls)).body;
    expect((HLS.parse(whole) as HLS.types.MasterPlaylist).variants.map(({ uri }) => uri).sort()).toEqual([
      'v360.m3u8',
      'v720.m3u8',
    ]);
  });

  test('keeps from a profile what it may not see: not in the playlists, no key, no segment', async () => {
    const child = await watcher({ maturity: 12 });
    const adult = await watcher();
    const made = await channel([{}, { maturity: 19 }]);
    const [seen, graded] = made.programmes;
    await refreshChannels(api.context);
    await api.context.storage.put(`packages/${graded?.assetId}/v720/1.m4s`, 'segment');
    const addressOf = async (who: Watcher) =>
      (await open(who, made.id)).body.data.manifest.hls.slice(0, -'/master.m3u8'.length);
    const [closed, wide] = [await addressOf(child), await addressOf(adult)];
    const list = (await get(`${closed}/v720.m3u8`)).body;
    expect(list).toContain(seen?.assetId as string);
    expect(list).not.toContain(graded?.assetId as string);
    for (const file of ['key', 'v720/1.m4s', 'text-ko/1.vtt']) {
      expect((await get(`${closed}/${graded?.assetId}/${file}`)).statusCode, file).toBe(404);
      expect((await get(`${wide}/${graded?.assetId}/${file}`)).statusCode, file).toBe(200);
    }
    expect((await get(`${wide}/v720.m3u8`)).body).toContain(graded?.assetId as string);
  });
});

describe('the guide', () => {
  test('is asked for around now, and every instant of a half hour has one answer', async () => {
    const ask = (from: string) => api.call('GET /api/live/guide', { query: { from }, locale: 'en' });
    for (const from of [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:30:00Z',
      '9999-12-31T23:59:59-23:59',
      new Date(start.getTime() - 9 * 86_400_000).toISOString(),
      new Date(start.getTime() + 16 * 86_400_000).toISOString(),
    ]) {
      const { status, body } = await ask(from);
      expect([status, Object.keys(body.errors ?? {})], from).toEqual([422, ['from']]);
    }
    const within = (ms: number) => ask(new Date(start.getTime() + ms).toISOString());
    const [one, same] = [await within(-minutes(15)), await within(minutes(5))];
    expect(one.status).toBe(200);
    expect(same.headers.etag).toBe(one.headers.etag);
    const built = vi.spyOn(api.context.pool, 'query');
    await within(-minutes(2));
    expect(built).not.toHaveBeenCalled();
    built.mockRestore();
  });
});

describe('what a channel shows', () => {
  const listed = async (base: string, file: string) => {
    const answer = await get(`${base}/${file}`);
    return (HLS.parse(answer.body) as HLS.types.MediaPlaylist).segments;
  };

  test('changes at the end of an item, later than anyone has been told, and its numbers go on', async () => {
    const who = await watcher();
    const made = await channel([{ titleKo: '첫째' }, { titleKo: '둘째' }]);
    await refreshChannels(api.context);
    expect(await refreshChannels(api.context)).toBe(0);
    const opened = (await open(who, made.id)).body.data;
    const base = opened.manifest.hls.slice(0, -'/master.m3u8'.length);
    const before = await listed(base, 'v720.m3u8');
    const joined = await movie({ titleKo: '셋째' });
    await buildLiveItem(api.db, { channelId: made.id, programmeId: joined.id });
    expect(await refreshChannels(api.context)).toBe(1);
    const [old, fresh] = await api.db.select().from(livePlayouts).orderBy(livePlayouts.startsAt);
    expect(old?.endsAt).toEqual(fresh?.startsAt);
    expect(fresh?.startsAt.getTime()).toBeGreaterThanOrEqual(start.getTime() + settleMs);
    expect(fresh?.startsAt.getTime()).toBeLessThanOrEqual(start.getTime() + settleMs + minutes(1));
    expect((fresh?.startsAt.getTime() as number) % minutes(1)).toBe(0);
    // Three minutes later, one playlist contains the old and the new items, numbered continuously.
    at(minutes(3));
    await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      token: who.token,
      params: { id: opened.id },
      body: { position_seconds: 0 },
    });
    const after = await listed(base, 'v720.m3u8');
    after.forEach((segment, index) => {
      expect(segment.mediaSequenceNumber).toBe((after[0]?.mediaSequenceNumber as number) + index);
    });
    const known = new Map(before.map((segment) => [segment.mediaSequenceNumber, segment.uri]));
    const shared = after.filter((segment) => known.has(segment.mediaSequenceNumber));
    expect(shared.length).toBeGreaterThan(50);
    for (const { mediaSequenceNumber, uri } of shared) expect(known.get(mediaSequenceNumber)).toBe(uri);
    at(minutes(5));
    const titles = (await guide({ hours: 1 })).body.data.channels[0]?.airings.map(({ title }) => title);
    expect(titles).toContain('셋째');
  });

  test('that was to change, and changes once more before it does, has one change', async () => {
    const made = await channel([{}, {}]);
    await refreshChannels(api.context);
    for (let n = 0; n < 2; n++) {
      await buildLiveItem(api.db, { channelId: made.id, programmeId: (await movie()).id });
      at(n * 1000);
      expect(await refreshChannels(api.context)).toBe(1);
    }
    const rows = await api.db.select().from(livePlayouts).orderBy(livePlayouts.startsAt);
    rows.forEach((row, index) => {
      expect(row.endsAt).toEqual(rows[index + 1]?.startsAt ?? null);
      if (index > 0) expect(row.playsBefore).toBeGreaterThan(rows[index - 1]?.playsBefore as number);
    });
  });

  test('takes what is ready, at once where it showed nothing', async () => {
    const made = await buildChannel(api.db);
    const assetId = await video();
    const late = await buildProgramme(api.db, { assetId, availableFrom: new Date(0) });
    await api.db
      .update(ingestAssets)
      .set({ state: 'processing', packagePrefix: null, hlsManifest: null, dashManifest: null })
      .where(eq(ingestAssets.id, assetId));
    await buildLiveItem(api.db, { channelId: made.id, programmeId: late.id });
    expect(await refreshChannels(api.context)).toBe(0);
    expect((await tvs())[0]?.skip).toBe('1');
    await api.db
      .update(ingestAssets)
      .set({
        state: 'ready',
        packagePrefix: `packages/${assetId}`,
        hlsManifest: 'master.m3u8',
        dashManifest: 'manifest.mpd',
      })
      .where(eq(ingestAssets.id, assetId));
    expect(await refreshChannels(api.context)).toBe(1);
    api.context.responseCache.clear();
    expect((await tvs())[0]).toMatchObject({ skip: '0', now: { title: late.titleKo } });
    // A title that is taken down leaves the channel empty, and comes back.
    await api.db.delete(liveItems);
    expect(await refreshChannels(api.context)).toBe(1);
    at(minutes(5));
    expect((await tvs())[0]).toMatchObject({ skip: '1', now: null });
    await buildLiveItem(api.db, { channelId: made.id, programmeId: late.id });
    expect(await refreshChannels(api.context)).toBe(1);
    api.context.responseCache.clear();
    expect((await tvs())[0]?.now?.title).toBe(late.titleKo);
  });

  test('has a deleted title again once that is undone, until it cannot be', async () => {
    const made = await channel([{ titleKo: '강' }, { titleKo: '산' }]);
    const series = await buildProgramme(api.db, {
      kind: 'series',
      titleKo: '들',
      availableFrom: new Date(0),
    });
    const episode = await buildEpisode(api.db, {
      programmeId: series.id,
      assetId: await video(),
      availableFrom: new Date(0),
    });
    await buildLiveItem(api.db, { channelId: made.id, programmeId: series.id, episodeId: episode.id });
    const { id: templateId } = await buildLiveTemplate(api.db);
    await buildTemplateSlot(api.db, { templateId, programmeId: made.programmes[0]?.id ?? '' });
    await buildTemplateSlot(api.db, { templateId, programmeId: series.id, episodeId: episode.id });
    const { token } = await buildStaff(api.db);
    const remove = async (entity: 'programmes' | 'episodes', id: string) =>
      (await api.call(`DELETE /api/admin/${entity}/{id}`, { token, params: { id } })).body.event_id ?? '';
    const shown = async () => {
      await refreshChannels(api.context);
      const { rows } = await api.pool.query<{ title_ko: string }>(
        `select i.title_ko from live_playout_items i join live_playouts p on p.id = i.playout_id
          where p.ends_at is null order by i.position`,
      );
      return rows.map(({ title_ko }) => title_ko);
    };
    const tidy = () => forgetGoneItemsJob.run({}, api.context, new AbortController().signal);
    expect(await shown()).toEqual(['강', '산', '들']);
    const movieId = made.programmes[0]?.id ?? '';
    const events = [await remove('programmes', movieId), await remove('episodes', episode.id)];
    await tidy();
    expect(await shown()).toEqual(['산']);
    expect(await api.db.$count(liveTemplateSlots)).toBe(2);
    for (const event_id of events.toReversed()) {
      const undone = await api.call('POST /api/admin/undo', { token, body: { event_id } });
      expect(undone.body.data.refused).toEqual([]);
    }
    expect(await shown()).toEqual(['강', '산', '들']);
    await remove('programmes', movieId);
    await remove('episodes', episode.id);
    at(31 * 86_400_000);
    await tidy();
    expect(await api.db.$count(liveItems)).toBe(1);
    expect(await api.db.$count(liveTemplateSlots)).toBe(0);
  });

  test('leaves out what its package is unfit for, and reads it once', async () => {
    const made = await buildChannel(api.db);
    const broken = await buildProgramme(api.db, { availableFrom: new Date(0) });
    await api.context.storage.put(`packages/${broken.assetId}/master.m3u8`, '#EXTM3U\n');
    await buildLiveItem(api.db, { channelId: made.id, programmeId: broken.id });
    await buildLiveItem(api.db, { channelId: made.id, programmeId: (await movie({ titleKo: '산' })).id });
    expect(await refreshChannels(api.context)).toBe(1);
    const airings = (await guide({ hours: 1 })).body.data.channels[0]?.airings ?? [];
    expect(new Set(airings.map(({ title }) => title))).toEqual(new Set(['산']));
    expect(await refreshChannels(api.context)).toBe(0);
  });

  test('with dates stands in the guide at its times, and is off the air between', async () => {
    const who = await watcher();
    const made = await buildChannel(api.db, { loops: false });
    const plan = async (titleKo: string, startsAt: string, repeats: number) =>
      buildLiveItem(api.db, {
        channelId: made.id,
        programmeId: (await movie({ titleKo })).id,
        startsAt: new Date(startsAt),
        repeats,
      });
    await plan('지난 방송', '2026-06-10T15:00:00Z', 30);
    await plan('정오 뉴스', '2026-06-10T19:00:00Z', 30);
    await plan('저녁 영화', '2026-06-11T02:00:00Z', 60);
    await refreshChannels(api.context);
    expect((await open(who, made.id)).body.code).toBe('not_ready');
    expect((await guide({ hours: 12 })).body.data.channels[0]?.airings).toMatchObject([
      { title: '정오 뉴스', starts_at: '2026-06-10T19:00:00.000Z', ends_at: '2026-06-10T19:30:00.000Z' },
      { title: '저녁 영화', starts_at: '2026-06-11T02:00:00.000Z' },
    ]);
    expect((await tvs())[0]).toMatchObject({ now: null, next: { title: '정오 뉴스' } });
    at(minutes(100) + 5000);
    expect((await open(who, made.id)).status).toBe(200);
    expect((await tvs())[0]).toMatchObject({ now: { title: '정오 뉴스' }, next: { title: '저녁 영화' } });
  });
});
