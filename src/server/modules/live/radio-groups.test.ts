/** Service groups, which limit radio channels to some viewers, and ad groups. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildLiveItem,
  buildPlan,
  buildProfile,
  buildServiceGroup,
  buildStaff,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import type { Device } from '../../../contract/wire.ts';
import { must } from '../../must.ts';
import { decideSee } from '../entitlement/entitlement.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { playbackSessions } from '../playback/playback.tables.ts';
import { guest as visitor } from '../sign-in/sign-in.service.ts';
import { channelFacts, decidePlayChannel, needsPlan } from './channel-rights.service.ts';
import { listChannels } from './live.repo.ts';
import { findChannel } from './live.service.ts';
import { liveChannels, livePlayouts } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';
import { serviceGroups } from './radio-groups.tables.ts';

const start = new Date('2026-06-10T17:20:00Z');
const minuteMs = 60_000;

let api: TestApi;
let staff: { token: string };
let plan: string;
let otherPlan: string;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1, countryHeader: 'x-country' });
  staff = { token: (await buildStaff(api.db)).token };
  plan = (await buildPlan(api.db)).id;
  otherPlan = (await buildPlan(api.db)).id;
});
beforeEach(async () => {
  api.setNow(start);
  await api.db.delete(livePlayouts);
  await api.db.delete(liveChannels);
  await api.db.delete(serviceGroups);
  api.context.responseCache.clear();
});

async function station(values: Parameters<typeof buildChannel>[1] = {}) {
  const channel = await buildChannel(api.db, { medium: 'radio', fileType: 'audio', ...values });
  const { id: assetId } = await buildAsset(api.db, { durationMs: 2 * minuteMs, media: 'audio' });
  await buildTimeline(api.db, assetId, 2 * minuteMs, []);
  await buildLiveItem(api.db, { channelId: channel.id, assetId, titleKo: '노래', titleEn: 'Songs' });
  await refreshChannels(api.context);
  return channel;
}

interface Listener {
  token?: string;
  profile_id?: string;
  householdId?: string;
}

const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);

/** A listener who has a plan for seven minutes, or none. */
async function listener(planId: string | null): Promise<Required<Listener>> {
  const { token, householdId } = await buildUser(api.db);
  const { id: profile_id } = await buildProfile(api.db, { householdId });
  const period = { householdId, startsAt: at(-1), endsAt: at(7) };
  if (planId) await api.db.insert(planPeriods).values({ planId, ...period });
  return { token, profile_id, householdId };
}

const guest: Listener = {};

/** The headers of a request from a country. */
const from = (country: string) => ({ 'x-country': country });

/** How a station is listed, or undefined if it is not. */
async function listed(id: string, who: Listener, country = 'US') {
  const { token } = who;
  const headers = from(country);
  const query = { profile_id: who.profile_id };
  const { channels } = (await api.call('GET /api/radio', { query, token, headers })).body.data;
  return channels.find((each) => each.id === id)?.premium;
}

/** `on` if a station plays on a device, or the reason why not. */
async function played(id: string, who: Listener, device: Device = 'web', country = 'US') {
  const { status, body } = await api.call('POST /api/playback/sessions', {
    body: { type: 'r', id, profile_id: who.profile_id ?? '', device },
    token: who.token,
    headers: from(country),
  });
  await api.db.update(playbackSessions).set({ endedAt: start });
  return status === 200 ? 'on' : body.code;
}

describe('a service group', () => {
  test('with plans lists its stations for all, and plays them for its subscribers', async () => {
    const { id } = await station();
    const free = await station();
    await buildServiceGroup(api.db, { channelIds: [id], planIds: [plan] });
    const [subscriber, other, none] = [await listener(plan), await listener(otherPlan), await listener(null)];
    for (const who of [guest, subscriber, other, none]) expect(await listed(id, who)).toBe('Premium');
    expect(await listed(free.id, guest)).toBe('Free');
    expect([await played(id, subscriber), await played(id, other), await played(id, none)]).toEqual([
      'on',
      'plan_required',
      'plan_required',
    ]);
    expect([await played(free.id, other), await played(free.id, none)]).toEqual(['on', 'on']);
  });

  test('with devices plays its stations on these devices alone', async () => {
    const { id } = await station();
    await buildServiceGroup(api.db, { channelIds: [id], devices: ['stb', 'tablet'] });
    const who = await listener(null);
    expect(await listed(id, who)).toBe('Free');
    expect([await played(id, who, 'stb'), await played(id, who, 'tablet')]).toEqual(['on', 'on']);
    expect([await played(id, who, 'web'), await played(id, who, 'mobile')]).toEqual([
      'device_not_served',
      'device_not_served',
    ]);
  });

  test('with countries hides its stations elsewhere, in every list and at every address', async () => {
    const { id, nameEn } = await station({ nameEn: 'Maple Radio' });
    await buildServiceGroup(api.db, { channelIds: [id], regions: ['CA'] });
    const who = await listener(null);
    const favorite = async (country: string) =>
      (
        await api.call('PUT /api/favorite-channels/{id}', {
          params: { id },
          body: { profile_id: who.profile_id },
          token: who.token,
          headers: from(country),
        })
      ).status;
    const found = async (country: string) =>
      (await api.call('GET /api/video/search', { query: { q: nameEn }, headers: from(country) })).body
        .channels.length;
    for (const viewer of [guest, who]) {
      expect(await listed(id, viewer, 'CA')).toBe('Free');
      expect(await listed(id, viewer, 'US')).toBeUndefined();
    }
    expect([await played(id, who, 'web', 'CA'), await played(id, who, 'web', 'US')]).toEqual([
      'on',
      'not_found',
    ]);
    expect([await favorite('CA'), await favorite('US')]).toEqual([200, 404]);
    expect([await found('CA'), await found('US')]).toEqual([1, 0]);
  });

  test('does not widen the countries of its stations', async () => {
    const { id } = await station({ regions: ['US'] });
    await buildServiceGroup(api.db, { channelIds: [id], regions: ['CA', 'US'] });
    const who = await listener(null);
    expect([await listed(id, who, 'US'), await listed(id, who, 'CA')]).toEqual(['Free', undefined]);
    expect([await played(id, who, 'web', 'US'), await played(id, who, 'web', 'CA')]).toEqual([
      'on',
      'not_found',
    ]);
  });

  test('limits the lists as it limits playback, for all countries and plans of two groups', async () => {
    const { id } = await station();
    const limits = [null, ['CA'], ['US']].flatMap((regions) =>
      [[], [plan]].map((planIds) => ({ regions, planIds })),
    );
    const [subscriber, none] = [await listener(plan), await listener(null)];
    const { viewer } = visitor('US');
    for (const first of limits)
      for (const second of [undefined, ...limits]) {
        await api.db.delete(serviceGroups);
        for (const group of second ? [first, second] : [first])
          await buildServiceGroup(api.db, { channelIds: [id], ...group });
        const channel = must(await findChannel(api.context, 'en', 'radio', id), 'channel');
        for (const region of ['US', 'CA']) {
          const asViewer = { ...viewer, region };
          const page = { limit: 1, offset: 0 };
          const [row] = await listChannels(api.db, asViewer, 'en', page, { medium: 'radio' });
          expect(decideSee(asViewer, channelFacts(channel), start) === 'yes').toBe(row !== undefined);
          if (row) expect(needsPlan(channel, region)).toBe(row.premium);
          const decide = async (who: Listener, hasPlan: boolean) => {
            const own = { ...asViewer, profileId: who.profile_id, hasPlan };
            return decidePlayChannel(api.context, { viewer: own, now: start }, channel, 'web');
          };
          expect(await decide(subscriber, true)).toBe(row ? 'play' : 'not_found');
          expect(await decide(none, false)).toBe(
            row ? (row.premium ? 'plan_required' : 'play') : 'not_found',
          );
        }
      }
  });

  test('that is not active limits nothing', async () => {
    const { id } = await station();
    const limits = { planIds: [plan], devices: ['stb' as const], regions: ['CA'] };
    await buildServiceGroup(api.db, { channelIds: [id], active: false, ...limits });
    const who = await listener(null);
    expect([await listed(id, who, 'US'), await played(id, who, 'web', 'US')]).toEqual(['Free', 'on']);
  });

  test('beside another one serves more viewers, each by all limits of one group', async () => {
    const { id } = await station();
    await buildServiceGroup(api.db, { channelIds: [id], planIds: [plan], devices: ['web'] });
    await buildServiceGroup(api.db, { channelIds: [id], devices: ['stb'], regions: ['US'] });
    const [subscriber, none] = [await listener(plan), await listener(null)];
    expect([await listed(id, none, 'US'), await listed(id, none, 'CA')]).toEqual(['Free', 'Premium']);
    expect([await played(id, subscriber, 'web', 'CA'), await played(id, none, 'web', 'US')]).toEqual([
      'on',
      'plan_required',
    ]);
    expect([await played(id, none, 'stb', 'US'), await played(id, none, 'stb', 'CA')]).toEqual([
      'on',
      'device_not_served',
    ]);
    expect(await played(id, subscriber, 'mobile', 'US')).toBe('device_not_served');
  });

  test('leaves the other limits of a station as they are', async () => {
    const { id } = await station({ premium: true, maturity: 15 });
    await buildServiceGroup(api.db, { channelIds: [id], devices: ['web'] });
    const [subscriber, none] = [await listener(otherPlan), await listener(null)];
    expect([await played(id, subscriber), await played(id, none)]).toEqual(['on', 'plan_required']);
    const child = await buildProfile(api.db, { householdId: subscriber.householdId, maturity: 7 });
    expect(await played(id, { ...subscriber, profile_id: child.id }, 'stb')).toBe('maturity_blocked');
  });

  test('ends the playback of a household whose plan has ended', async () => {
    const { id } = await station();
    await buildServiceGroup(api.db, { channelIds: [id], planIds: [plan] });
    const { token, profile_id, householdId } = await listener(plan);
    const period = { householdId, startsAt: start, endsAt: at(60) };
    await api.db.insert(planPeriods).values({ planId: otherPlan, ...period });
    const opened = await api.call('POST /api/playback/sessions', {
      body: { type: 'r', id, profile_id, device: 'web' },
      token,
    });
    const beat = async (minutes: number) => {
      api.setNow(at(minutes));
      await api.db.update(playbackSessions).set({ heartbeatAt: api.context.now() });
      const { status, body } = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        params: { id: opened.body.data.id },
        body: { position_seconds: 0 },
        token,
      });
      return status === 200 ? 'on' : body.code;
    };
    expect([await beat(5), await beat(10)]).toEqual(['on', 'session_ended']);
  });
});

describe('service groups in the office', () => {
  const create = (body: object) =>
    api.call('POST /api/admin/radio-service-groups', {
      ...staff,
      body: { name_ko: '구독자', name_en: 'Subscribers', ...body },
    });

  test('limit their stations while they are active, and deleting one can be undone', async () => {
    const { id } = await station();
    const who = await listener(null);
    const group = (await create({ channel_ids: [id, id], plan_ids: [plan], devices: ['web'] })).body.data;
    expect(group).toMatchObject({ channel_ids: [id], plan_ids: [plan], regions: null, active: false });
    expect(await played(id, who)).toBe('on');
    const params = { id: group.id };
    await api.call('PATCH /api/admin/radio-service-groups/{id}', {
      ...staff,
      params,
      body: { active: true },
    });
    expect([await listed(id, who), await played(id, who)]).toEqual(['Premium', 'plan_required']);
    const removed = await api.call('DELETE /api/admin/radio-service-groups/{id}', { ...staff, params });
    expect([await listed(id, who), await played(id, who)]).toEqual(['Free', 'on']);
    const event_id = removed.body.event_id ?? '';
    expect((await api.call('POST /api/admin/undo', { ...staff, body: { event_id } })).status).toBe(200);
    const back = await api.call('GET /api/admin/radio-service-groups/{id}', { ...staff, params });
    expect(back.body.data).toMatchObject({ channel_ids: [id], plan_ids: [plan], devices: ['web'] });
  });

  test('take radio channels, plans and countries of the service alone', async () => {
    const tv = await buildChannel(api.db);
    expect((await create({ channel_ids: [tv.id] })).body.errors).toHaveProperty('channel_ids');
    expect((await create({ plan_ids: [tv.id] })).body.errors).toHaveProperty('plan_ids');
    expect((await create({ regions: ['FR'] })).body.errors).toHaveProperty('regions');
    expect((await create({ devices: ['pc'] })).status).toBe(422);
  });

  test('stay editable after one of their stations was deleted', async () => {
    const { id } = await station();
    const other = await station();
    const group = (await create({ channel_ids: [id] })).body.data;
    await api.call('DELETE /api/admin/radio-channels/{id}', { ...staff, params: { id } });
    const saved = await api.call('PATCH /api/admin/radio-service-groups/{id}', {
      ...staff,
      params: { id: group.id },
      body: { channel_ids: [id, other.id] },
    });
    expect(saved.body.data.channel_ids).toEqual([id, other.id]);
  });
});

describe('ad groups in the office', () => {
  const create = (body: object) =>
    api.call('POST /api/admin/radio-ad-groups', {
      ...staff,
      locale: 'en',
      body: { title_ko: '아침 광고', title_en: 'Morning ads', ...body },
    });
  const ad = async (values: Parameters<typeof buildAsset>[1] = {}) =>
    (await buildAsset(api.db, { media: 'audio', ...values })).id;

  test('keep their ads in order, with their number', async () => {
    const ads = [await ad(), await ad(), await ad()];
    const [first = '', second = '', third = ''] = ads;
    const group = (await create({ asset_ids: [second, first, second] })).body.data;
    expect(group).toMatchObject({ asset_ids: [second, first], ad_count: 2, published: false });
    const params = { id: group.id };
    const saved = await api.call('PATCH /api/admin/radio-ad-groups/{id}', {
      ...staff,
      params,
      body: { asset_ids: [third, first], published: true },
    });
    expect(saved.body.data).toMatchObject({ asset_ids: [third, first], ad_count: 2, published: true });
    const undone = await api.call('POST /api/admin/undo', {
      ...staff,
      body: { event_id: saved.body.event_id ?? '' },
    });
    expect(undone.status).toBe(200);
    const [row] = (
      await api.call('GET /api/admin/radio-ad-groups', {
        ...staff,
        query: { asset_ids_in: first } as never,
      })
    ).body.data;
    expect(row).toMatchObject({ id: group.id, asset_ids: [second, first] });
  });

  test('reject a film, and audio that is not ready', async () => {
    const film = await buildAsset(api.db);
    for (const id of [film.id, await ad({ state: 'processing' })])
      expect((await create({ asset_ids: [await ad(), id] })).body.errors).toEqual({
        asset_ids: ['Ads may only contain audio files that are ready and have no picture.'],
      });
    const unknown = '0199a000-0000-7000-8000-000000000000';
    expect((await create({ asset_ids: [unknown] })).body.errors).toHaveProperty('asset_ids');
  });

  test('keep an ad from being deleted', async () => {
    const id = await ad();
    await create({ asset_ids: [id] });
    const removed = await api.call('DELETE /api/admin/assets/{id}', { ...staff, params: { id } });
    expect([removed.status, removed.body.code]).toEqual([409, 'in_use']);
  });
});
