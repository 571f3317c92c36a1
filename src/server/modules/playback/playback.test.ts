import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildEpisode,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildRenditions,
  buildSeason,
  buildUser,
} from '../../../../test/build.ts';
import { packageTexts, type Renditions } from '../../../../test/package.ts';
import type { VideoSession } from '../../../contract/viewer/playback.ts';
import { buildApp } from '../../app.ts';
import { newId } from '../../db/columns.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { ingestAssets, ingestCaptions, ingestKeys } from '../ingest/ingest.tables.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { viewingProgress } from '../viewing/viewing.tables.ts';
import { playbackSessions } from './playback.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

const keyId = () => newId().replaceAll('-', '');

/** A ready asset with a content key. */
async function playable(durationMs = 100_000) {
  const id = newId();
  await buildAsset(api.db, { id, durationMs, packagePrefix: `packages/${id}` });
  const key = { assetId: id, keyId: keyId(), contentKey: keyId() };
  await api.db.insert(ingestKeys).values(key);
  return { id, ...key };
}

/** A household with a plan, one profile and a token. */
async function viewer(values: Parameters<typeof buildProfile>[1] = {}, plan: number | null = 30) {
  const user = await buildUser(api.db, plan === null ? {} : { plan });
  const profile = await buildProfile(api.db, { householdId: user.householdId, ...values });
  return { user, profile, token: user.token, profile_id: profile.id };
}
type Watcher = Awaited<ReturnType<typeof viewer>>;

/** A series of two seasons: 1×1, 1×2, 2×1. */
async function series() {
  const programme = await buildProgramme(api.db, { kind: 'series', titleKo: '달빛', titleEn: 'Moonlight' });
  const one = await buildSeason(api.db, { programmeId: programme.id, number: 1 });
  const two = await buildSeason(api.db, { programmeId: programme.id, number: 2 });
  const made = [];
  for (const [season, number] of [
    [one, 1],
    [one, 2],
    [two, 1],
  ] as const) {
    made.push(
      await buildEpisode(api.db, { season, number, titleKo: '첫눈', assetId: (await playable()).id }),
    );
  }
  return { programme, episodes: made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]] };
}

const open = async (watcher: Watcher, type: 's' | 'm' | 'e', id: string, locale: 'ko' | 'en' = 'ko') => {
  const answered = await api.call('POST /api/playback/sessions', {
    body: { type, id, profile_id: watcher.profile_id, device: 'web' },
    token: watcher.token,
    locale,
  });
  return answered as typeof answered & { body: { data: VideoSession } };
};
const beat = (watcher: Watcher, id: string, position_seconds: number) =>
  api.call('POST /api/playback/sessions/{id}/heartbeat', {
    params: { id },
    body: { position_seconds },
    token: watcher.token,
  });
const stop = (watcher: Watcher, id: string, position_seconds: number) =>
  api.call('POST /api/playback/sessions/{id}/stop', {
    params: { id },
    body: { position_seconds },
    token: watcher.token,
  });
const licence = (watcher: Watcher, id: string, kids: string[]) =>
  api.call('POST /api/playback/sessions/{id}/licence', {
    params: { id },
    body: { kids, type: 'temporary' },
    token: watcher.token,
  });
const later = (seconds: number) => api.setNow(new Date(Date.now() + seconds * 1000));
const progressOf = (watcher: Watcher) =>
  api.db.select().from(viewingProgress).where(eq(viewingProgress.profileId, watcher.profile_id));

describe('opening a session', () => {
  test('answers all a player needs', async () => {
    const watcher = await viewer();
    const { programme, episodes: list } = await series();
    await api.db
      .insert(ingestCaptions)
      .values({ assetId: list[0].assetId as string, language: 'ko', vtt: 'WEBVTT\n' });
    const { body } = await open(watcher, 'e', list[0].id);
    const base = body.data.manifest.dash.replace('/manifest.mpd', '');
    expect(base).toMatch(new RegExp(`^/media/[^/]+/packages/${list[0].assetId}$`));
    expect(body.data).toMatchObject({
      type: 'e',
      item_id: list[0].id,
      programme: { id: programme.id, slug: programme.slug, type: 's', title: '달빛' },
      subtitle: '시즌 1 1화 · 첫눈',
      manifest: { dash: `${base}/manifest.mpd`, hls: `${base}/master.m3u8` },
      licence_url: `/api/playback/sessions/${body.data.id}/licence`,
      storyboard: `${base}/storyboard.vtt`,
      captions: [
        { language: 'ko', label: '한국어', url: expect.stringMatching(/\/captions\/ko-[0-9a-f]{12}\.vtt$/) },
      ],
      position_seconds: 0,
      duration_seconds: 100,
      next: { type: 'e', id: list[1].id, title: '시즌 1 2화 · 첫눈' },
    });
    expect((await open(watcher, 'e', list[0].id, 'en')).body.data.subtitle).toMatch(/^S1 E1 · /);
  });

  test('of a movie, by id or slug; unready and unknown ones say so', async () => {
    const watcher = await viewer();
    const asset = await playable();
    const movie = await buildProgramme(api.db, { kind: 'movie', assetId: asset.id });
    for (const id of [movie.id, movie.slug]) {
      const { body } = await open(watcher, 'm', id);
      expect(body.data).toMatchObject({ type: 'm', item_id: movie.id, subtitle: '', next: null });
      await stop(watcher, body.data.id, 0);
    }
    expect((await open(watcher, 'm', newId())).body.code).toBe('not_found');
    expect((await open(watcher, 'e', 'not-an-id')).body.code).toBe('not_found');
    await api.db
      .update(ingestAssets)
      .set({ state: 'processing', packagePrefix: null, hlsManifest: null, dashManifest: null })
      .where(eq(ingestAssets.id, asset.id));
    expect((await open(watcher, 'm', movie.id)).body.code).toBe('not_ready');
    await api.db.update(programmes).set({ assetId: null }).where(eq(programmes.id, movie.id));
    expect((await open(watcher, 'm', movie.id)).body.code).toBe('not_ready');
    const empty = await buildProgramme(api.db, { kind: 'series' });
    expect((await open(watcher, 's', empty.id)).body.code).toBe('not_ready');
  });

  test('asks the entitlement rule, of series, movies and episodes alike', async () => {
    const adult = await viewer();
    const noPlan = await viewer({}, null);
    const child = await viewer({ maturity: 7 });
    const premium = await buildProgramme(api.db, { premium: true, assetId: (await playable()).id });
    expect((await open(noPlan, 'm', premium.id)).body.code).toBe('plan_required');
    expect((await open(adult, 'm', premium.id)).status).toBe(200);
    const graded = await buildProgramme(api.db, { maturity: 15, assetId: (await playable()).id });
    expect((await open(child, 'm', graded.id)).body.code).toBe('maturity_blocked');
    const { programme, episodes: list } = await series();
    await api.db.update(programmes).set({ maturity: 19 }).where(eq(programmes.id, programme.id));
    expect((await open(child, 's', programme.id)).body.code).toBe('maturity_blocked');
    expect((await open(child, 'e', list[0].id)).body.code).toBe('maturity_blocked');
    await api.db.update(episodes).set({ published: false }).where(eq(episodes.id, list[0].id));
    expect((await open(adult, 'e', list[0].id)).body.code).toBe('not_found');
    const guest = await api.call('POST /api/playback/sessions', {
      body: { type: 'm', id: graded.id, profile_id: adult.profile_id, device: 'web' },
    });
    expect(guest.body.code).toBe('login_required');
    const stranger = await api.call('POST /api/playback/sessions', {
      body: { type: 'm', id: graded.id, profile_id: adult.profile_id, device: 'web' },
      token: noPlan.token,
    });
    expect(stranger.body.code).toBe('not_found');
  });
});

describe('the next episode', () => {
  test('goes over into the next season, skips what cannot be played, and ends with the series', async () => {
    const watcher = await viewer();
    const { episodes: list } = await series();
    expect((await open(watcher, 'e', list[1].id)).body.data.next?.id).toBe(list[2].id);
    await api.db.update(episodes).set({ published: false }).where(eq(episodes.id, list[1].id));
    expect((await open(watcher, 'e', list[0].id)).body.data.next?.id).toBe(list[2].id);
    expect((await open(watcher, 'e', list[2].id)).body.data.next).toBeNull();
  });
});

describe('streams', () => {
  test('are as many as the household’s plan has', async () => {
    const { id: planId } = await buildPlan(api.db, { streams: 1 });
    const watcher = await viewer();
    await api.db
      .update(planPeriods)
      .set({ planId })
      .where(eq(planPeriods.householdId, watcher.user.householdId));
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    expect((await open(watcher, 'm', movie.id)).status).toBe(200);
    expect((await open(watcher, 'm', movie.id)).body.code).toBe('stream_limit');
  });

  test('offer of what a plan opens no rendition above its best quality, in either manifest or by its address', async () => {
    const asset = (await playable()).id;
    const premium = await buildProgramme(api.db, { assetId: asset, premium: true });
    const free = await buildProgramme(api.db, { assetId: asset });
    const renditions: Renditions = { v1080: [1920, 1080], v720: [1280, 720] };
    const files: Record<string, string> = {
      ...packageTexts(renditions),
      'v1080/1.m4s': 'large',
      'v720/1.m4s': 'small',
      'audio/1.m4s': 'sound',
      'storyboard.vtt': 'WEBVTT',
    };
    for (const [file, text] of Object.entries(files))
      await api.context.storage.put(`packages/${asset}/${file}`, text);
    await buildRenditions(api.db, asset, renditions);
    const get = async (url: string) => api.app.inject({ url });
    const seenBy = async (planId: string | undefined, { id } = premium) => {
      const user = await buildUser(api.db, planId === undefined ? {} : { plan: 30, planId });
      const profile = await buildProfile(api.db, { householdId: user.householdId });
      const { manifest } = (await open({ user, profile, token: user.token, profile_id: profile.id }, 'm', id))
        .body.data;
      const base = manifest.hls.slice(0, -'/master.m3u8'.length);
      const statuses = async (...names: string[]) =>
        Promise.all(names.map(async (name) => (await get(`${base}/${name}`)).statusCode));
      return {
        manifest,
        large: await statuses('v1080.m3u8', 'v1080-iframe.m3u8', 'v1080/1.m4s'),
        others: await statuses('v720.m3u8', 'v720/1.m4s', 'audio.m3u8', 'audio/1.m4s', 'storyboard.vtt'),
        hls: (await get(manifest.hls)).body,
        dash: (await get(manifest.dash)).body,
      };
    };
    const { id: limiting } = await buildPlan(api.db, { maxHeight: 720 });
    const limited = await seenBy(limiting);
    expect(limited.large).toEqual([404, 404, 404]);
    expect(limited.others).toEqual([200, 200, 200, 200, 200]);
    expect(limited.hls).toContain('v720.m3u8');
    expect(limited.dash).toContain('v720/init.mp4');
    expect(limited.hls + limited.dash).not.toContain('v1080');
    // A plan without a limit allows all renditions. So does a title that needs no plan.
    for (const whole of [
      await seenBy((await buildPlan(api.db)).id),
      await seenBy(undefined, free),
      await seenBy(limiting, free),
    ]) {
      expect(whole.large).toEqual([200, 200, 200]);
      expect(whole).toMatchObject({ hls: files['master.m3u8'], dash: files['manifest.mpd'] });
    }
    // The limit is part of the signature.
    const raised = limited.manifest.hls.replace('.720.', '.1080.');
    expect(raised).not.toBe(limited.manifest.hls);
    expect((await get(raised)).json().code).toBe('link_expired');
  });

  test('are limited for a household, and free when stopped or silent', async () => {
    const watcher = await viewer();
    const other = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const sessions: string[] = [];
    for (let n = 0; n < api.context.config.maxStreams; n++)
      sessions.push((await open(watcher, 'm', movie.id)).body.data.id);
    const refused = await open(watcher, 'm', movie.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'stream_limit']);
    expect((await open(other, 'm', movie.id)).status).toBe(200);
    expect((await stop(watcher, sessions[0] as string, 1)).status).toBe(200);
    const again = await open(watcher, 'm', movie.id);
    expect(again.status).toBe(200);
    later(44);
    expect((await open(watcher, 'm', movie.id)).body.code).toBe('stream_limit');
    later(46);
    expect((await open(watcher, 'm', movie.id)).status).toBe(200);
  });

  test('opened at the same moment stay within the limit', async () => {
    const watcher = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(watcher, 'm', movie.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(api.context.config.maxStreams);
  });

  test('that fell silent come back while one is free, and end when none is', async () => {
    const watcher = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const { id } = (await open(watcher, 'm', movie.id)).body.data;
    later(600);
    expect((await beat(watcher, id, 10)).status).toBe(200);
    later(1200);
    for (let n = 0; n < api.context.config.maxStreams; n++)
      expect((await open(watcher, 'm', movie.id)).status).toBe(200);
    expect((await beat(watcher, id, 20)).body.code).toBe('session_ended');
  });

  test('that fell silent and come back at the same moment stay within the limit', async () => {
    const watcher = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const ids: string[] = [];
    for (let n = 0; n < 9; n++) {
      later(n * 600);
      ids.push((await open(watcher, 'm', movie.id)).body.data.id);
    }
    later(9 * 600);
    const answers = await Promise.all(ids.map((id) => beat(watcher, id, 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(api.context.config.maxStreams);
  });

  test('end with their addresses', async () => {
    const watcher = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const { id, expires_at } = (await open(watcher, 'm', movie.id)).body.data;
    expect((await beat(watcher, id, 1)).body.data.expires_at).toBe(expires_at);
    api.setNow(new Date(Date.parse(expires_at) + 1000));
    expect((await beat(watcher, id, 1)).body.code).toBe('session_ended');
  });

  test('end within five minutes when the plan has ended, the title is withdrawn or the profile may not see it any more', async () => {
    const premium = await buildProgramme(api.db, { premium: true, assetId: (await playable()).id });
    const free = await buildProgramme(api.db, { assetId: (await playable()).id });
    const ends = [
      async ({ user }: Watcher) => {
        const { householdId } = user;
        await api.db
          .update(planPeriods)
          .set({ endsAt: new Date() })
          .where(eq(planPeriods.householdId, householdId));
        return 'plan_required';
      },
      async () => {
        await api.db.update(programmes).set({ published: false }).where(eq(programmes.id, premium.id));
        return 'not_found';
      },
      async ({ profile_id }: Watcher) => {
        await api.db.update(programmes).set({ maturity: 15 }).where(eq(programmes.id, premium.id));
        await api.db.update(profiles).set({ maturity: 12 }).where(eq(profiles.id, profile_id));
        return 'maturity_blocked';
      },
    ];
    for (const end of ends) {
      api.setNow(undefined);
      await api.db.update(programmes).set({ published: true }).where(eq(programmes.id, premium.id));
      const watcher = await viewer();
      const { id } = (await open(watcher, 'm', premium.id)).body.data;
      const kept = (await open(watcher, 'm', free.id)).body.data.id;
      const reason = await end(watcher);
      const refusals: number[] = [];
      for (let seconds = 30; seconds <= 360; seconds += 30) {
        later(seconds);
        const { body } = await beat(watcher, id, seconds);
        if (body.code === 'session_ended') refusals.push(seconds);
        expect((await beat(watcher, kept, seconds)).status).toBe(200);
      }
      expect(refusals[0]).toBe(300);
      expect((await open(watcher, 'm', premium.id)).body.code).toBe(reason);
    }
  });

  test('belong to their household', async () => {
    const [watcher, stranger] = [await viewer(), await viewer()];
    const asset = await playable();
    const movie = await buildProgramme(api.db, { assetId: asset.id });
    const { id } = (await open(watcher, 'm', movie.id)).body.data;
    expect((await beat(stranger, id, 50)).body.code).toBe('not_found');
    expect((await stop(stranger, id, 50)).body.code).toBe('not_found');
    expect((await licence(stranger, id, [])).body.code).toBe('not_found');
    expect((await beat(watcher, newId(), 50)).body.code).toBe('not_found');
    expect(await progressOf(watcher)).toEqual([]);
  });
});

describe('progress', () => {
  test('is kept by heartbeat and on leaving, and resumed', async () => {
    const watcher = await viewer();
    const { programme, episodes: list } = await series();
    const { id } = (await open(watcher, 's', programme.id)).body.data;
    await beat(watcher, id, 12.5);
    await beat(watcher, id, 30.5);
    expect(await progressOf(watcher)).toMatchObject([
      {
        itemId: list[0].id,
        episodeId: list[0].id,
        programmeId: programme.id,
        positionSeconds: 30.5,
        durationSeconds: 100,
      },
    ]);
    await stop(watcher, id, 41);
    await stop(watcher, id, 99);
    expect((await progressOf(watcher))[0]?.positionSeconds).toBe(41);
    const resumed = (await open(watcher, 's', programme.slug)).body.data;
    expect(resumed).toMatchObject({ item_id: list[0].id, position_seconds: 41 });
    const [session] = await api.db.select().from(playbackSessions).where(eq(playbackSessions.id, id));
    const node = api.context.config.nodeName;
    expect(session).toMatchObject({ positionSeconds: 41, device: 'web', node });
    expect(session?.endedAt).not.toBeNull();
  });

  test('at 95 % is finished: the series goes on with the next episode, the same one begins anew', async () => {
    const watcher = await viewer();
    const { programme, episodes: list } = await series();
    const { id } = (await open(watcher, 'e', list[0].id)).body.data;
    await stop(watcher, id, 95);
    expect((await open(watcher, 's', programme.id)).body.data.item_id).toBe(list[1].id);
    expect((await open(watcher, 'e', list[0].id)).body.data.position_seconds).toBe(0);
  });

  test('never passes the end, and nothing is kept of what was not watched', async () => {
    const watcher = await viewer();
    const movie = await buildProgramme(api.db, { assetId: (await playable()).id });
    const { id } = (await open(watcher, 'm', movie.id)).body.data;
    await beat(watcher, id, 0);
    expect(await progressOf(watcher)).toEqual([]);
    await beat(watcher, id, 5000);
    expect(await progressOf(watcher)).toMatchObject([
      { itemId: movie.id, episodeId: null, positionSeconds: 100 },
    ]);
  });
});

describe('a licence', () => {
  const wire = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  test('carries the one key asked for, while the session lives', async () => {
    const watcher = await viewer();
    const asset = await playable();
    const movie = await buildProgramme(api.db, { assetId: asset.id });
    const { id, manifest } = (await open(watcher, 'm', movie.id)).body.data;
    const answer = await licence(watcher, id, [wire(asset.keyId)]);
    expect(answer.body).toEqual({
      keys: [{ kty: 'oct', kid: wire(asset.keyId), k: wire(asset.contentKey) }],
      type: 'temporary',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await licence(watcher, id, [wire(keyId())])).body.keys).toEqual([]);

    const key = await api.app.inject(manifest.hls.replace('master.m3u8', 'key'));
    expect(key.rawPayload.toString('hex')).toBe(asset.contentKey);
    expect(key.headers['cache-control']).toBe('no-store');

    await stop(watcher, id, 5);
    expect((await licence(watcher, id, [wire(asset.keyId)])).body.code).toBe('session_ended');
    expect((await api.app.inject(manifest.hls.replace('master.m3u8', 'key'))).statusCode).toBe(409);
  });
  test('is not given to a session that fell silent', async () => {
    const watcher = await viewer();
    const asset = await playable();
    const movie = await buildProgramme(api.db, { assetId: asset.id });
    const { id } = (await open(watcher, 'm', movie.id)).body.data;
    later(60);
    expect((await licence(watcher, id, [wire(asset.keyId)])).body.code).toBe('session_ended');
  });
});

describe('the addresses of a session', () => {
  const logout = (token: string) => api.call('POST /api/user/logout', { token });
  /** A session of a film with one segment of each kind, and the responses of its addresses. */
  async function playing(watcher?: Watcher) {
    const who = watcher ?? (await viewer());
    const asset = await playable();
    const film = await buildProgramme(api.db, { kind: 'movie', assetId: asset.id });
    const { body } = await api.call('POST /api/playback/sessions', {
      token: who.token,
      body: { type: 'm', id: film.id, profile_id: who.profile_id, device: 'web' },
    });
    const session = body.data as VideoSession;
    const base = session.manifest.hls.slice(0, -'/master.m3u8'.length);
    const files = ['master.m3u8', 'v720/1.m4s', 'text-ko/1.vtt', 'storyboard/1.jpg'];
    for (const file of files) await api.context.storage.put(`packages/${asset.id}/${file}`, 'bytes');
    const look = async (app = api.app) => {
      const statuses = [];
      for (const file of files) statuses.push((await app.inject(`${base}/${file}`)).statusCode);
      return [...new Set(statuses)];
    };
    const send = (what: 'heartbeat' | 'stop') =>
      api.call(`POST /api/playback/sessions/{id}/${what}`, {
        token: who.token,
        params: { id: session.id },
        body: { position_seconds: 1 },
      });
    return { who, look, send, id: session.id };
  }

  test('are worth nothing once it was stopped: six opened and stopped in turn serve nothing', async () => {
    const who = await viewer();
    const sessions = [];
    for (let n = 0; n < 6; n += 1) {
      const session = await playing(who);
      expect(await session.look()).toEqual([200]);
      expect((await session.send('stop')).status).toBe(200);
      sessions.push(session);
    }
    for (const { look } of sessions) expect(await look()).toEqual([409]);
  });

  test('end within a minute on every node with the sign-in, a suspension, or a stop elsewhere', async () => {
    const other = await buildApp({ ...api.context });
    const now = new Date();
    for (const end of ['logout', 'suspension', 'stop'] as const) {
      api.setNow(now);
      const { who, look, send, id } = await playing();
      expect([await look(), await look(other)]).toEqual([[200], [200]]);
      if (end === 'logout') await logout(who.token);
      else if (end === 'stop') await send('stop');
      else await api.db.execute(sql`update playback_sessions set ended_at = ${now} where id = ${id}`);
      api.setNow(new Date(now.getTime() + 40_000));
      expect([await look(), await look(other)], end).toEqual([[409], [409]]);
    }
    await other.close();
  });

  test('are worth nothing while nobody says that it is watched, and come back with a heartbeat', async () => {
    const now = new Date();
    api.setNow(now);
    const { look, send } = await playing();
    api.setNow(new Date(now.getTime() + 46_000));
    expect(await look()).toEqual([409]);
    expect((await send('heartbeat')).status).toBe(200);
    expect(await look()).toEqual([200]);
  });

  test('ask the database once in a while, and not while heartbeats come', async () => {
    const now = new Date();
    const { look, send } = await playing();
    const asked = vi.spyOn(api.pool, 'query');
    const questions = () =>
      asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'playback_alive').length;
    for (let n = 0; n < 25; n += 1) {
      if (n % 5 === 0) {
        api.setNow(new Date(now.getTime() + n * 3000));
        await send('heartbeat');
      }
      await look();
    }
    expect(questions()).toBe(0);
    api.setNow(new Date(now.getTime() + 25 * 3000 + 10_000));
    await Promise.all([look(), look()]);
    expect(questions()).toBeLessThanOrEqual(1);
    asked.mockRestore();
  });
});
