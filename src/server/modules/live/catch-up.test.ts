import { eq } from 'drizzle-orm';
import HLS from 'hls-parser';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildLiveItem,
  buildProfile,
  buildProgramme,
  buildStaff,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import { maxCatchUpHours } from '../../../contract/admin/channels.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { announceChange } from '../../cache/changes.ts';
import { newId } from '../../db/columns.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { ingestKeys } from '../ingest/ingest.tables.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { playbackSessions } from '../playback/playback.tables.ts';
import { blockedTitles } from '../profiles/profiles.tables.ts';
import { liveChannels, liveItems, livePlayouts } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  HLS.setOptions({ strictMode: true });
});
/** The start of the channels' first item. */
const start = new Date('2026-06-10T17:00:00Z');
const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const at = (ms: number) => api.setNow(new Date(start.getTime() + ms));
const instant = (ms: number) => new Date(start.getTime() + ms).toISOString();
beforeEach(async () => {
  await api.db.delete(livePlayouts);
  await api.db.delete(liveChannels);
  at(0);
});
afterEach(() => api.setNow(undefined));

const hex = () => newId().replaceAll('-', '');

/** A film of twenty minutes with a segment in the storage. */
async function film(values: Parameters<typeof buildProgramme>[1] = {}) {
  const { id: assetId } = await buildAsset(api.db, { durationMs: minutes(20) });
  await buildTimeline(api.db, assetId, minutes(20));
  await api.db.insert(ingestKeys).values({ assetId, keyId: hex(), contentKey: hex() });
  for (const folder of ['v720', 'v360', 'audio'])
    for (const number of [1, 2, 200])
      await api.context.storage.put(`packages/${assetId}/${folder}/${number}.m4s`, 'segment');
  const programme = await buildProgramme(api.db, { assetId, availableFrom: new Date(0), ...values });
  return { ...programme, assetId };
}

/** A channel that plays films of twenty minutes in turn, from `start` on. */
async function channel(
  films: Parameters<typeof buildProgramme>[1][],
  values: Parameters<typeof buildChannel>[1] = {},
) {
  const row = await buildChannel(api.db, { catchUp: true, ...values });
  const shown = [];
  for (const each of films) {
    const programme = await film(each);
    shown.push(programme);
    await buildLiveItem(api.db, { channelId: row.id, programmeId: programme.id });
  }
  await refreshChannels(api.context);
  return { ...row, films: shown };
}

async function watcher(values: Parameters<typeof buildProfile>[1] = {}, hasPlan = true) {
  const user = await buildUser(api.db);
  const ever = { startsAt: new Date(0), endsAt: new Date('2100-01-01T00:00:00Z') };
  if (hasPlan) await api.db.insert(planPeriods).values({ householdId: user.householdId, ...ever });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { token: user.token, profile_id: profile.id };
}
type Watcher = Awaited<ReturnType<typeof watcher>>;

async function open(who: Watcher, id: string, airing?: string, type: 't' | 'r' = 't') {
  const answered = await api.call('POST /api/playback/sessions', {
    body: { type, id, airing, profile_id: who.profile_id, device: 'web' },
    token: who.token,
  });
  return answered as typeof answered & { body: { data: ChannelSession } };
}

/** Opens an airing. Returns the reason if it is refused. */
async function opened(who: Watcher, id: string, airing?: string): Promise<string> {
  const { status, body } = await open(who, id, airing);
  if (status !== 200) return body.code ?? '';
  await stop(who, body.data.id);
  return 'play';
}

const stop = (who: Watcher, id: string) =>
  api.call('POST /api/playback/sessions/{id}/stop', {
    params: { id },
    body: { position_seconds: 0 },
    token: who.token,
  });
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const baseOf = ({ body }: Awaited<ReturnType<typeof open>>) =>
  body.data.manifest.hls.slice(0, -'/master.m3u8'.length);
const listOf = async (url: string) => HLS.parse((await get(url)).body) as HLS.types.MediaPlaylist;

describe('an airing', () => {
  test('plays from its start while it is on, and grows with the clock', async () => {
    const who = await watcher();
    const made = await channel([{ titleKo: '강' }, { titleKo: '산' }]);
    at(minutes(5));
    const answer = await open(who, made.slug, instant(0));
    expect(answer.body.data).toMatchObject({
      type: 't',
      channel: { id: made.id, catch_up_hours: maxCatchUpHours },
      airing: { title: '강', starts_at: instant(0), ends_at: instant(minutes(20)) },
    });
    const base = baseOf(answer);
    expect(base).toMatch(new RegExp(`^/media/[^/]+/live/${made.id}/from/${start.getTime()}$`));
    const { variants } = HLS.parse((await get(`${base}/master.m3u8`)).body) as HLS.types.MasterPlaylist;
    expect(variants.map(({ uri }) => uri)).toEqual(['v720.m3u8', 'v360.m3u8']);
    const asset = made.films[0]?.assetId;
    for (const file of ['v720.m3u8', 'audio.m3u8']) {
      const early = await listOf(`${base}/${file}`);
      expect([early.playlistType, early.endlist]).toEqual(['EVENT', false]);
      expect(early.segments[0]?.uri).toContain(`${asset}/`);
      // Five minutes and the time that segments are listed ahead.
      expect(early.segments).toHaveLength(78);
    }
    at(minutes(10));
    await stop(who, answer.body.data.id);
    const later = baseOf(await open(who, made.slug, instant(0)));
    expect((await listOf(`${later}/v720.m3u8`)).segments).toHaveLength(153);
    const [session] = await api.db
      .select()
      .from(playbackSessions)
      .where(eq(playbackSessions.id, answer.body.data.id));
    expect(session).toMatchObject({ channelId: made.id, programmeId: null });
  });

  test('plays again after its end, complete, with its keys and segments', async () => {
    const who = await watcher();
    const made = await channel([{ titleKo: '강' }, {}]);
    at(hours(30));
    const base = baseOf(await open(who, made.slug, instant(0)));
    const list = await listOf(`${base}/v360.m3u8`);
    expect([list.segments.length, list.endlist]).toEqual([300, true]);
    const [first, second] = made.films.map(({ assetId }) => assetId);
    expect((await get(`${base}/${first}/v360/200.m4s`)).body).toBe('segment');
    expect((await get(`${base}/${first}/key`)).rawPayload).toHaveLength(16);
    expect((await get(`${base}/${first}/text-ko/1.vtt`)).statusCode).toBe(200);
    for (const path of [
      `${second}/key`,
      `${second}/v360/1.m4s`,
      `${first}/master.m3u8`,
      `${first}/v999/1.m4s`,
      'from/1/v720.m3u8',
      '',
    ])
      expect((await get(`${base}/${path}`)).statusCode, path).toBe(404);
  });

  test('is refused when it is no airing of this channel, or has not begun', async () => {
    const who = await watcher();
    const made = await channel([{}]);
    const other = await channel([{}], { fileType: 'video' });
    await api.db
      .update(livePlayouts)
      .set({ startsAt: new Date(start.getTime() + minutes(7)) })
      .where(eq(livePlayouts.channelId, other.id));
    at(hours(2));
    expect(await opened(who, made.id, instant(minutes(40)))).toBe('play');
    for (const airing of [
      instant(minutes(40) + 1),
      instant(minutes(47)),
      instant(hours(2) + minutes(20)),
      instant(-hours(1)),
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
    ])
      expect(await opened(who, made.id, airing), airing).toBe('not_found');
    expect(await opened(who, other.id, instant(minutes(47)))).toBe('play');
    expect((await open(who, made.id, 'yesterday')).status).toBe(422);
  });

  test('has as many playlists as heights, and no rights are looked up for starts that do not exist', async () => {
    const who = await watcher();
    const made = await channel([{}, {}]);
    at(minutes(30));
    const base = baseOf(await open(who, made.id, instant(0)));
    const usual = await get(`${base}/v360.m3u8`);
    expect(usual.body).toContain('#EXTINF');
    for (const height of [0, 1, 359, 361])
      expect((await get(`${base}/v${height}.m3u8`)).body === usual.body, String(height)).toBe(true);
    const channelBase = base.slice(0, base.lastIndexOf('/from/'));
    const queries = vi.spyOn(api.pool, 'query');
    for (let past = 1; past <= 50; past += 1) {
      const missing = start.getTime() + past;
      expect((await get(`${channelBase}/from/${missing}/v360.m3u8`)).statusCode).toBe(404);
    }
    expect(queries.mock.calls.length).toBeLessThan(10);
    // The spy sees the queries of other calls.
    await open(who, made.id);
    expect(queries.mock.calls.length).toBeGreaterThan(0);
    queries.mockRestore();
  });

  test('is not offered when it is longer than eight hours, nor by a relay', async () => {
    const who = await watcher();
    const made = await channel([]);
    const { id } = await film();
    await buildLiveItem(api.db, { channelId: made.id, programmeId: id, repeats: 25 });
    await refreshChannels(api.context);
    at(minutes(30));
    expect(await opened(who, made.id, instant(0))).toBe('catch_up_ended');
    const relay = await buildChannel(api.db, { catchUp: true, streamUrl: 'https://radio.example/live' });
    await announceChange(api.db, 'live');
    api.context.responseCache.clear();
    const { body } = await api.call('GET /api/videos/live/tvs', {
      query: { profile_id: who.profile_id },
      token: who.token,
    });
    const hoursOf = (channelId: string) => body.data.find((each) => each.id === channelId)?.catch_up_hours;
    expect([hoursOf(made.id), hoursOf(relay.id)]).toEqual([maxCatchUpHours, null]);
  });

  test('is refused on a channel without catch-up, and when its hours are over', async () => {
    const who = await watcher();
    const none = await channel([{}], { catchUp: false });
    const short = await channel([{}], { catchUpHours: 2 });
    at(minutes(5));
    expect(await opened(who, none.id, instant(0))).toBe('catch_up_ended');
    expect(await opened(who, none.id)).toBe('play');
    expect(await opened(who, short.id, instant(0))).toBe('play');
    at(hours(2) + minutes(20));
    expect(await opened(who, short.id, instant(0))).toBe('play');
    at(hours(2) + minutes(20) + 1);
    expect(await opened(who, short.id, instant(0))).toBe('catch_up_ended');
    expect(await opened(who, short.id, instant(minutes(20)))).toBe('play');
  });

  test('is refused to those who may not play the channel', async () => {
    const [full, noPlan, child] = [await watcher(), await watcher({}, false), await watcher({ maturity: 7 })];
    const premium = await channel([{}], { premium: true });
    const adult = await channel([{}], { maturity: 19 });
    const off = await channel([{}]);
    await api.db.update(liveChannels).set({ active: false }).where(eq(liveChannels.id, off.id));
    at(hours(1));
    expect(await opened(noPlan, premium.id, instant(0))).toBe('plan_required');
    expect(await opened(full, premium.id, instant(0))).toBe('play');
    expect(await opened(child, adult.id, instant(0))).toBe('maturity_blocked');
    expect(await opened(full, off.id, instant(0))).toBe('not_found');
  });

  test('is hidden with its title: by grade, blocked, with ended rights, and deleted', async () => {
    const [adult, child] = [await watcher(), await watcher({ maturity: 12 })];
    const made = await channel([{ maturity: 19 }, {}, {}, {}]);
    const [, blocked, ended, deleted] = made.films.map(({ id }) => id);
    at(hours(3));
    const starts = [0, 20, 40, 60].map((each) => instant(minutes(each)));
    const results = async (who: Watcher) => {
      const codes = [];
      for (const each of starts) codes.push(await opened(who, made.id, each));
      return codes;
    };
    expect(await results(adult)).toEqual(['play', 'play', 'play', 'play']);
    await api.db.insert(blockedTitles).values({ profileId: child.profile_id, programmeId: blocked ?? '' });
    await api.db
      .update(programmes)
      .set({ availableUntil: new Date(start.getTime() + hours(2)) })
      .where(eq(programmes.id, ended ?? ''));
    const { token } = await buildStaff(api.db);
    await api.call('DELETE /api/admin/programmes/{id}', { token, params: { id: deleted ?? '' } });
    expect(await results(child)).toEqual(['not_found', 'not_found', 'not_found', 'not_found']);
    expect(await results(adult)).toEqual(['play', 'play', 'not_found', 'not_found']);
    const guide = await api.call('GET /api/live/guide', {
      query: { from: instant(0), hours: 1 },
      locale: 'en',
    });
    expect(guide.body.data.channels[0]?.airings.map(({ hidden }) => hidden).slice(0, 3)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('serves no file of an airing that its address may not open', async () => {
    const child = await watcher({ maturity: 12 });
    const made = await channel([{ maturity: 19 }, {}], { catchUpHours: 2 });
    const [graded, free] = made.films.map(({ assetId }) => assetId);
    at(minutes(25));
    const base = baseOf(await open(child, made.id, instant(minutes(20))));
    const files = async (startsAt: number, asset: string | undefined) => {
      const below = base.replace(/\d+$/, `${start.getTime() + startsAt}`);
      const codes = [];
      for (const file of ['master.m3u8', 'v720.m3u8', `${asset}/key`, `${asset}/v720/1.m4s`])
        codes.push((await get(`${below}/${file}`)).statusCode);
      return codes;
    };
    expect(await files(minutes(20), free)).toEqual([200, 200, 200, 200]);
    const refused = [404, 404, 404, 404];
    expect(await files(0, graded)).toEqual(refused);
    expect(await files(minutes(21), free)).toEqual(refused);
    expect(await files(minutes(60), free)).toEqual(refused);
    // The channel has shown only five minutes of the airing on air.
    expect((await get(`${base}/${free}/v720/2.m4s`)).statusCode).toBe(200);
    expect((await get(`${base}/${free}/v720/200.m4s`)).statusCode).toBe(404);
    at(hours(2) + minutes(41));
    const again = baseOf(await open(child, made.id, instant(minutes(60))));
    const gone = again.replace(/\d+$/, `${start.getTime() + minutes(20)}`);
    expect((await get(`${again}/${free}/v720/200.m4s`)).statusCode).toBe(200);
    expect((await get(`${gone}/v720.m3u8`)).statusCode).toBe(404);
    expect((await get(`${gone}/${free}/v720/1.m4s`)).statusCode).toBe(404);
  });

  test('plays again of radio', async () => {
    const who = await watcher();
    const made = await channel([{}], { medium: 'radio', fileType: 'audio' });
    at(minutes(45));
    const answer = await open(who, made.id, instant(minutes(20)), 'r');
    expect(answer.body.data).toMatchObject({ type: 'r', airing: { starts_at: instant(minutes(20)) } });
    const list = await listOf(`${baseOf(answer)}/audio.m3u8`);
    expect([list.segments.length, list.endlist]).toEqual([300, true]);
    expect((await get(`${baseOf(answer)}/v720.m3u8`)).statusCode).toBe(404);
  });
});

test('the guide of one channel reaches a week back', async () => {
  const made = await channel([{ titleKo: '강' }]);
  const child = await watcher({ maturity: 7 });
  const adult = await channel([{}], { maturity: 19 });
  const radio = await channel([{}], { medium: 'radio' });
  at(hours(maxCatchUpHours));
  const guide = async (id: string, who?: Watcher) => {
    const query = { from: instant(0), hours: 1, channel: id, profile_id: who?.profile_id };
    return (await api.call('GET /api/live/guide', { query, token: who?.token })).body;
  };
  const { data, meta } = await guide(made.id);
  expect(meta.total).toBe(1);
  expect(data.channels).toMatchObject([{ id: made.id, catch_up_hours: maxCatchUpHours }]);
  expect(data.channels[0]?.airings.map(({ title, starts_at }) => [title, starts_at])).toEqual([
    ['강', instant(0)],
    ['강', instant(minutes(20))],
    ['강', instant(minutes(40))],
  ]);
  expect((await guide(adult.id, child)).data.channels).toEqual([]);
  expect((await guide(radio.id)).data.channels).toHaveLength(1);
  expect((await guide(newId())).meta.total).toBe(0);
});

test('what a channel showed is kept for a week and a day, also after a change of its plan', async () => {
  const who = await watcher();
  const made = await channel([{ titleKo: '강' }]);
  const change = async () => {
    const next = await film();
    await api.db.delete(liveItems).where(eq(liveItems.channelId, made.id));
    await buildLiveItem(api.db, { channelId: made.id, programmeId: next.id });
    await refreshChannels(api.context);
  };
  at(hours(1));
  await change();
  const last = instant(hours(1));
  at(hours(maxCatchUpHours) + minutes(70));
  await change();
  expect(await opened(who, made.id, last)).toBe('play');
  at(hours(maxCatchUpHours + 26));
  await change();
  const kept = await api.db.select().from(livePlayouts).where(eq(livePlayouts.channelId, made.id));
  expect(kept).toHaveLength(3);
  expect(kept.every(({ endsAt }) => endsAt === null || endsAt > new Date(start.getTime() + hours(24)))).toBe(
    true,
  );
  expect(await opened(who, made.id, last)).toBe('not_found');
});

test('the live channel reaches two hours back, in one compressed playlist for viewers of equal rights', async () => {
  const [one, two, child] = [await watcher(), await watcher(), await watcher({ maturity: 12 })];
  const made = await channel([{}, { maturity: 19 }]);
  at(hours(5));
  const list = await listOf(`${baseOf(await open(one, made.id))}/v720.m3u8`);
  expect(list.segments).toHaveLength(1803);
  expect(list.endlist).toBe(false);
  const zipped = async (who: Watcher) =>
    get(`${baseOf(await open(who, made.id))}/audio.m3u8`, { 'accept-encoding': 'gzip' });
  const [mine, theirs, less] = [await zipped(one), await zipped(two), await zipped(child)];
  expect(mine.headers['content-encoding']).toBe('gzip');
  expect(mine.rawPayload.length).toBeLessThan(20_000);
  expect(theirs.rawPayload.equals(mine.rawPayload)).toBe(true);
  expect(less.rawPayload.length).toBeLessThan(mine.rawPayload.length / 2);
});
