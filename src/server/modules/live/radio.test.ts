import HLS from 'hls-parser';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildLiveItem,
  buildProfile,
  buildSection,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { sections } from '../home/home.tables.ts';
import { liveChannels, livePlayouts, radioGroups } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  await api.db.delete(livePlayouts);
  await api.db.delete(liveChannels);
  await api.db.delete(radioGroups);
  api.context.responseCache.clear();
});

/** A program of two minutes; without heights it has no picture. */
async function program(heights: number[] = []): Promise<string> {
  const { id } = await buildAsset(api.db, { durationMs: 120_000, media: heights.length ? 'video' : 'audio' });
  await buildTimeline(api.db, id, 120_000, heights);
  return id;
}

async function station(values: Parameters<typeof buildChannel>[1] = {}, heights: number[] = []) {
  const channel = await buildChannel(api.db, { medium: 'radio', fileType: 'audio', ...values });
  const assetId = await program(heights);
  const names = { titleKo: '아침의 노래', titleEn: 'Morning Songs' };
  await buildLiveItem(api.db, { channelId: channel.id, assetId, ...names });
  return channel;
}

async function listener(values: Parameters<typeof buildProfile>[1] = {}) {
  const { token, householdId } = await buildUser(api.db, { plan: 30 });
  const profile = await buildProfile(api.db, { householdId, ...values });
  return { token, profile_id: profile.id };
}

type Listener = Awaited<ReturnType<typeof listener>>;

const radio = async (who?: Listener) =>
  (
    await api.call('GET /api/radio', {
      query: { profile_id: who?.profile_id },
      token: who?.token,
      locale: 'en',
    })
  ).body.data;

const open = (who: Listener, type: 't' | 'r', id: string) =>
  api.call('POST /api/playback/sessions', {
    body: { type, id, profile_id: who.profile_id, device: 'web' },
    token: who.token,
  });

describe('radio', () => {
  test('stands on home, and not while no station may be heard', async () => {
    await buildSection(api.db, { type: 'radio', nameKo: '라디오', nameEn: 'Radio' });
    const section = async () => {
      api.context.responseCache.clear();
      const { data } = (await api.call('GET /api/home-sections', { locale: 'en' })).body;
      return data.find(({ type }) => type === 'radio');
    };
    expect(await section()).toBeUndefined();
    await station({ number: 7 });
    await buildChannel(api.db, { number: 7 });
    await refreshChannels(api.context);
    expect(await section()).toMatchObject({
      name: 'Radio',
      videos: [{ type: 'r', number: 7, skip: '0', now: { title: 'Morning Songs' } }],
    });
    await api.db.delete(sections);
  });

  test('has its own channels with what is on, in published groups, apart from live TV', async () => {
    const first = await station({ number: 1, nameEn: 'Maru Gayo', broadcastName: 'Maru FM' });
    const second = await station({ number: 2, maturity: 15 });
    const tv = await buildChannel(api.db, { number: 1 });
    const group = { nameKo: '음악', nameEn: 'Music', channelIds: [second.id, first.id] };
    await api.db.insert(radioGroups).values([
      { ...group, published: true },
      { ...group, nameEn: 'Hidden' },
      { nameKo: '빈 묶음', nameEn: 'Empty', published: true },
    ]);
    await refreshChannels(api.context);
    const { channels, groups } = await radio();
    expect(channels.map(({ id, type, title }) => [id, type, title])).toEqual([
      [first.id, 'r', 'Maru Gayo'],
      [second.id, 'r', second.nameEn],
    ]);
    expect(channels[0]).toMatchObject({
      video: false,
      broadcast: { name: 'Maru FM', url: null },
      now: { title: 'Morning Songs' },
    });
    expect(groups).toEqual([{ id: expect.any(String), name: 'Music', channel_ids: [second.id, first.id] }]);
    const child = await radio(await listener({ maturity: 7 }));
    expect(child.channels.map(({ id }) => id)).toEqual([first.id]);
    expect(child.groups.map(({ channel_ids }) => channel_ids)).toEqual([[first.id]]);
    const television = (await api.call('GET /api/videos/live/tvs')).body.data;
    expect(television.map(({ id, type }) => [id, type])).toEqual([[tv.id, 't']]);
  });

  test('plays by the address of radio alone, and only its sound', async () => {
    const channel = await station({ slug: 'maru-gayo' }, [720, 360]);
    await refreshChannels(api.context);
    const who = await listener();
    expect((await open(who, 't', channel.id)).status).toBe(404);
    const opened = await open(who, 'r', 'maru-gayo');
    const session = (opened.body as { data: ChannelSession }).data;
    expect(session).toMatchObject({ type: 'r', channel: { id: channel.id, type: 'r' } });
    const master = HLS.parse((await api.app.inject(session.manifest.hls)).body) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri }) => uri)).toEqual(['audio.m3u8']);
    const beside = (file: string) => session.manifest.hls.replace(/[^/]+$/, file);
    const sound = HLS.parse((await api.app.inject(beside('audio.m3u8'))).body) as HLS.types.MediaPlaylist;
    expect(sound.segments.length).toBeGreaterThan(10);
    expect((await api.app.inject(beside('v720.m3u8'))).statusCode).toBe(404);
    const beat = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      params: { id: session.id },
      body: { position_seconds: 0 },
      token: who.token,
    });
    expect(beat.status).toBe(200);
  });

  test('with a picture leaves out programs that have none, as live TV does', async () => {
    for (const medium of ['radio', 'tv'] as const) {
      const channel = await station({ medium, fileType: 'video' });
      const names = { titleKo: '보이는 라디오', titleEn: 'Radio with a View' };
      await buildLiveItem(api.db, { channelId: channel.id, assetId: await program([720]), ...names });
    }
    await refreshChannels(api.context);
    const [seen] = (await radio()).channels;
    expect(seen).toMatchObject({ video: true, now: { title: 'Radio with a View' } });
    expect(seen?.next?.title).toBe('Radio with a View');
    const [tv] = (await api.call('GET /api/videos/live/tvs', { locale: 'en' })).body.data;
    expect(tv?.next?.title).toBe('Radio with a View');
  });
});

describe('favorite channels', () => {
  test('belong to a profile, the latest first, and can be marked and removed twice', async () => {
    const first = await station();
    const second = await buildChannel(api.db);
    const who = await listener();
    const favorites = async () =>
      (
        await api.call('GET /api/favorite-channels', {
          query: { profile_id: who.profile_id },
          token: who.token,
        })
      ).body.data;
    const mark = (id: string) =>
      api.call('PUT /api/favorite-channels/{id}', {
        params: { id },
        body: { profile_id: who.profile_id },
        token: who.token,
      });
    for (const id of [first.id, second.id, first.id]) expect((await mark(id)).status).toBe(200);
    expect(await favorites()).toEqual([second.id, first.id]);
    for (const _ of [1, 2])
      await api.call('DELETE /api/favorite-channels/{id}', {
        params: { id: second.id },
        query: { profile_id: who.profile_id },
        token: who.token,
      });
    expect(await favorites()).toEqual([first.id]);
    const adult = await station({ maturity: 19 });
    const child = await listener({ maturity: 7 });
    const refused = await api.call('PUT /api/favorite-channels/{id}', {
      params: { id: adult.id },
      body: { profile_id: child.profile_id },
      token: child.token,
    });
    expect(refused.status).toBe(404);
  });
});
