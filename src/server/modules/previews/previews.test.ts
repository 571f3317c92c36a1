import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openTestApi, type Sent } from '../../../../test/api.ts';
import { writeApps } from '../../../../test/apps.ts';
import {
  buildAd,
  buildAsset,
  buildChannel,
  buildContentPartner,
  buildEpisode,
  buildLiveItem,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildPlan,
  buildPlanPrice,
  buildProfile,
  buildProgramme,
  buildRole,
  buildSeason,
  buildSection,
  buildStaff,
  buildTimeline,
  buildUser,
} from '../../../../test/build.ts';
import { buildClip } from '../../../../test/build-partner-video.ts';
import { everyPermission } from '../../../contract/admin/permissions.ts';
import type { CallDefinition } from '../../../contract/call.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { ceilingForAge } from '../../../contract/ratings.ts';
import type { ChannelSession, FrameSession } from '../../../contract/viewer/playback.ts';
import type { Hooks } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { seal } from '../../security/sealed.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { showSeriesAt } from '../catalog/series.service.ts';
import { ingestKeys } from '../ingest/ingest.tables.ts';
import { refreshChannels } from '../live/playout.service.ts';
import { staff as staffTable } from '../staff/staff.tables.ts';

// A viewer's playback keeps a stream, but a preview's playback does not.
const api = await openTestApi({ maxStreams: 100 });
const staff = await buildStaff(api.db);
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const hex = () => newId().replaceAll('-', '');

type Input = Exclude<NonNullable<Sent<'POST /api/admin/previews'>['body']>, Buffer>;

/** The header of a preview. */
async function preview(input: Partial<Input> = {}, token = staff.token) {
  const { status, body } = await api.call('POST /api/admin/previews', {
    token,
    body: { who: 'guest', locale: 'ko', country: 'US', ...input },
  });
  expect(status).toBe(200);
  expect(body.data.base).toBe(`/preview/${input.locale ?? 'ko'}/${body.data.token}`);
  return { 'x-preview': body.data.token };
}

/** Plans a change for an instant, or within an existing release. Returns the id of the release. */
async function planChange(
  entity: string,
  id: string,
  fields: object,
  when: object = { applies_at: inDays(1).toISOString() },
): Promise<string> {
  const { status, body } = await api.call('POST /api/admin/planned-changes', {
    token: staff.token,
    body: { entity, id, action: 'update', fields: { ...fields }, ...when },
  });
  expect(status).toBe(200);
  return body.data.release_id;
}

/** Runs a function after the registered ones before each preview, until the returned function is called. */
function registerPlan(plan: Hooks['beforePreview']): () => void {
  const { hooks } = api.context;
  const { beforePreview } = hooks;
  hooks.beforePreview = async (...args) => {
    await beforePreview(...args);
    await plan(...args);
  };
  return () => {
    hooks.beforePreview = beforePreview;
  };
}

/** Profile id of a preview's viewer. */
const profileOf = async (headers: Record<string, string>) =>
  (await api.call('GET /api/preview', { headers })).body.data.profile_id ?? undefined;

await buildPlan(api.db);
const forAll = await buildProgramme(api.db, { titleKo: '누구나', maturity: 0 });
const grownUp = await buildProgramme(api.db, { titleKo: '어른만', maturity: 19 });
const premium = await buildProgramme(api.db, { titleKo: '유료', maturity: 7, premium: true });
const canadian = await buildProgramme(api.db, { titleKo: '캐나다', maturity: 0, regions: ['CA'] });
const tomorrow = await buildProgramme(api.db, { titleKo: '내일', maturity: 0, availableFrom: inDays(1) });
const series = await buildProgramme(api.db, { titleKo: '연속극', kind: 'series', maturity: 0 });
const season = await buildSeason(api.db, { programmeId: series.id });
await buildEpisode(api.db, { season, number: 1 });
await buildEpisode(api.db, { season, number: 2, availableFrom: inDays(2) });
const titles = [forAll, grownUp, premium, canadian, tomorrow, series];

/** Answers to a caller from all calls that show titles. */
async function seen(sent: { headers?: Record<string, string>; token?: string }, profile_id?: string) {
  const query = profile_id ? { profile_id } : {};
  const answers = [
    await api.call('GET /api/home-sections', { ...sent, query }),
    await api.call('GET /api/videos/new-release', { ...sent, query }),
    await api.call('GET /api/video/search', { ...sent, query: { ...query, q: '내일' } }),
    await api.call('GET /api/video/search', { ...sent, query: { ...query, q: '어른만' } }),
  ];
  for (const { id } of titles)
    answers.push(await api.call('GET /api/program/details', { ...sent, query: { ...query, id } }));
  if (profile_id) {
    for (const { id, kind } of titles) {
      const type = kind === 'series' ? 's' : 'm';
      const played = await api.call('POST /api/playback/sessions', {
        ...sent,
        body: { type, id, profile_id } as never,
      });
      answers.push({ ...played, body: { code: played.body.code } as never });
    }
  }
  return answers.map(({ status, body }) => ({ status, body }));
}

/** State of the database: number and content of the rows of each table. */
async function everything() {
  const tables = await queryRows<{ name: string }>(
    api.db,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ text: string }>(
      api.db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as text
        from ${sql.raw(name)} t`,
    );
    found[name] = row?.text ?? '';
  }
  return found;
}

describe('a preview answers as the service does', () => {
  test('a guest', async () => {
    await buildSection(api.db);
    api.context.responseCache.clear();
    const headers = await preview();
    expect(await seen({ headers })).toEqual(await seen({}));
    expect((await api.call('GET /api/user', { headers })).status).toBe(401);
  });

  test.each([
    ['an adult without a plan', false, null, 0],
    ['an adult with a plan', true, null, 0],
    ['a child of seven with a plan', true, 7, 0],
    ['a child of twelve without a plan', false, 12, 0],
    ['an adult with a plan in three days', true, null, 3],
    ['a child of seven in three days', false, 7, 3],
    ['a child of seven two days ago', false, 7, -2],
  ] as const)('%s', async (_, plan, age, days) => {
    const at = days === 0 ? null : inDays(days);
    const headers = await preview({
      who: age === null ? 'adult' : 'child',
      plan,
      age,
      at: at?.toISOString() ?? null,
    });
    const shown = await seen({ headers }, await profileOf(headers));

    const user = await buildUser(api.db, plan ? { plan: 10 } : {});
    const profile = await buildProfile(api.db, {
      householdId: user.householdId,
      isKid: age !== null,
      age,
      maturity: age === null ? 19 : ceilingForAge(age),
    });
    // A job updates the episode facts of a series at their time.
    if (at) {
      api.setNow(at);
      await showSeriesAt(api.db, at);
    }
    try {
      expect(shown).toEqual(await seen({ token: user.token }, profile.id));
    } finally {
      if (at) await showSeriesAt(api.db, inDays(0));
      api.setNow(undefined);
    }
  });

  test('from any country, also from one that is not served', async () => {
    const statusIn = async (country: string, id: string) =>
      (await api.call('GET /api/program/details', { headers: await preview({ country }), query: { id } }))
        .status;
    expect(await statusIn('CA', canadian.id)).toBe(200);
    expect(await statusIn('US', canadian.id)).toBe(404);
    expect(await statusIn('KR', forAll.id)).toBe(451);
  });

  test('in either language', async () => {
    const headers = await preview({ locale: 'en' });
    const { body } = await api.call('GET /api/program/details', {
      headers,
      query: { id: forAll.id },
      locale: 'en',
    });
    expect(body.data.title).toBe(forAll.titleEn);
  });

  test('what comes out later, at an instant after it, and to others not yet', async () => {
    const headers = await preview({ who: 'child', age: 7, at: inDays(1.5).toISOString() });
    const query = { id: tomorrow.id };
    expect((await api.call('GET /api/program/details', { headers, query })).status).toBe(200);
    expect((await api.call('GET /api/program/details', { query })).status).toBe(404);
  });

  test('what is planned until then, in the same transaction', async () => {
    const planned = await buildProgramme(api.db, { titleKo: '계획', maturity: 0, published: false });
    const release = '01890000-0000-7000-8000-0000000000aa';
    const seenBy: unknown[] = [];
    const plan: Hooks['beforePreview'] = async (context, tx, { at, releaseId }) => {
      seenBy.push([context.now().getTime() === at.getTime(), releaseId]);
      if (at < inDays(1) && releaseId !== release) return;
      await tx.update(programmes).set({ published: true }).where(eq(programmes.id, planned.id));
    };
    const unregister = registerPlan(plan);
    const statusIn = async (input: Partial<Input>) =>
      (
        await api.call('GET /api/program/details', {
          headers: await preview({ who: 'child', age: 7, ...input }),
          query: { id: planned.id },
        })
      ).status;
    expect(await statusIn({})).toBe(404);
    expect(await statusIn({ at: inDays(2).toISOString() })).toBe(200);
    expect(await statusIn({ release_id: release })).toBe(200);
    unregister();
    expect(seenBy).toEqual([
      [true, null],
      [true, null],
      [true, release],
    ]);
    const [row] = await api.db.select().from(programmes).where(eq(programmes.id, planned.id));
    expect(row?.published).toBe(false);
  });

  test('a series with what comes by itself and what is planned until then', async () => {
    const both = await buildProgramme(api.db, { titleKo: '둘 다', kind: 'series', maturity: 0 });
    const own = await buildSeason(api.db, { programmeId: both.id });
    const first = await buildEpisode(api.db, { season: own, number: 1 });
    await buildEpisode(api.db, { season: own, number: 2, availableFrom: inDays(2) });
    await planChange('episodes', first.id, { title_ko: '새 첫 화' });
    const episodesAt = async (days: number) => {
      const headers = await preview({ at: inDays(days).toISOString() });
      const { body } = await api.call('GET /api/latest-series', { headers });
      return body.data.find(({ program_id }) => program_id === both.id)?.current_episode_text;
    };
    expect([await episodesAt(0.5), await episodesAt(1.5), await episodesAt(3)]).toEqual([
      '1 / 1',
      '1 / 1',
      '2 / 2',
    ]);
  });

  test('who is looking, for the bar above it', async () => {
    const at = inDays(1).toISOString();
    const headers = await preview({ who: 'child', age: 7, plan: true, country: 'CA', at });
    const { body } = await api.call('GET /api/preview', { headers });
    expect(body.data).toMatchObject({ who: 'child', age: 7, plan: true, country: 'CA', at, live: false });
    const { body: user } = await api.call('GET /api/user', { headers });
    expect(user.data).toMatchObject({ has_active_plan: true, entered_profile_id: body.data.profile_id });
    expect(user.data.profiles.map(({ is_kid, maturity }) => ({ is_kid, maturity }))).toContainEqual({
      is_kid: true,
      maturity: 7,
    });
    expect((await api.call('GET /api/preview')).status).toBe(404);
  });
});

describe('to staff who may not read programmes', () => {
  const statusIn = async (
    name: 'GET /api/program/details' | 'GET /api/get-notices/{id}',
    id: string,
    headers: Record<string, string>,
  ) => (await api.call(name, { headers, query: { id }, params: { id } } as never)).status;

  test('what comes is shown of what they may read; titles, prices and terms are as viewers have them', async () => {
    const { token } = await buildStaff(api.db, { permissions: { notices: ['read'] } });
    const notice = await buildNotice(api.db, { availableFrom: inDays(1) });
    const plan = await buildPlan(api.db, { nameKo: '오를 이용권', priceCents: 1000 });
    await buildPlanPrice(api.db, { planId: plan.id, priceCents: 2000, startsAt: inDays(1) });
    const terms = await buildPage(api.db, { kind: 'terms' });
    await buildPageVersion(api.db, {
      pageId: terms.id,
      effectiveFrom: inDays(-1),
      contentKo: '<p>옛 약관</p>',
    });
    await buildPageVersion(api.db, {
      pageId: terms.id,
      effectiveFrom: inDays(1),
      contentKo: '<p>새 약관</p>',
    });
    const shownTo = async (of: string) => {
      const headers = await preview({ who: 'adult', at: inDays(3).toISOString() }, of);
      const plans = await api.call('GET /api/plans', { headers });
      const page = await api.call('GET /api/settings/pages/{slug}', {
        headers,
        params: { slug: terms.slug },
      });
      const details = await api.call('GET /api/program/details', { headers, query: { id: series.id } });
      return {
        notice: await statusIn('GET /api/get-notices/{id}', notice.id, headers),
        now: await statusIn('GET /api/program/details', forAll.id, headers),
        coming: await statusIn('GET /api/program/details', tomorrow.id, headers),
        episodes: details.body.data.episodes_total,
        price: plans.body.data.find(({ id }) => id === plan.id)?.price_cents,
        terms: page.body.data.content,
      };
    };
    expect(await shownTo(token)).toEqual({
      notice: 200,
      now: 200,
      coming: 404,
      episodes: 1,
      price: 1000,
      terms: '<p>옛 약관</p>',
    });
    expect(await shownTo(staff.token)).toEqual({
      notice: 200,
      now: 200,
      coming: 200,
      episodes: 2,
      price: 2000,
      terms: '<p>새 약관</p>',
    });
  });

  test('of a release the changes are shown of what they may read', async () => {
    const { token } = await buildStaff(api.db, { permissions: { notices: ['read'] } });
    const notice = await buildNotice(api.db, { published: false });
    const title = await buildProgramme(api.db, { published: false, maturity: 0 });
    const release_id = await planChange('notices', notice.id, { published: true });
    await planChange('programmes', title.id, { published: true }, { release_id });
    const shownTo = async (of: string) => {
      const headers = await preview({ release_id }, of);
      return [
        await statusIn('GET /api/get-notices/{id}', notice.id, headers),
        await statusIn('GET /api/program/details', title.id, headers),
      ];
    };
    expect(await shownTo(token)).toEqual([200, 404]);
    expect(await shownTo(staff.token)).toEqual([200, 200]);
  });

  test('coming changes of a resource with hidden fields are not applied', async () => {
    const plan = await buildPlan(api.db, { priceCents: 1000 });
    await planChange('plans', plan.id, { name_ko: '비밀 이용권' });
    const notice = await buildNotice(api.db, { availableFrom: inDays(1) });
    const role = await buildRole(api.db, { permissions: everyPermission, hiddenGroups: ['amounts'] });
    const shownTo = async (of: string) => {
      const headers = await preview({ at: inDays(3).toISOString() }, of);
      const { body } = await api.call('GET /api/plans', { headers });
      return [
        body.data.find(({ id }) => id === plan.id)?.name === '비밀 이용권',
        await statusIn('GET /api/get-notices/{id}', notice.id, headers),
      ];
    };
    expect(await shownTo((await buildStaff(api.db, { roleId: role.id })).token)).toEqual([false, 200]);
    expect(await shownTo(staff.token)).toEqual([true, 200]);
  });
});

describe('nothing of a preview stays', () => {
  test('no row is written, whatever is called', async () => {
    const ad = await buildAd(api.db);
    const headers = await preview({ who: 'adult', plan: true });
    const profile_id = await profileOf(headers);
    const before = await everything();
    const given = {
      id: forAll.id,
      slug: forAll.slug,
      q: '누구나',
      row_id: forAll.id,
      like: 1,
      type: 'm',
      profile_id,
    };
    const statuses: Partial<Record<CallName, number>> = {};
    for (const [name, definition] of Object.entries(calls as Record<string, CallDefinition>)) {
      if (name.includes(' /api/admin/') || typeof definition.who !== 'string' || definition.who === 'staff')
        continue;
      const { status } = await api.call(name as 'GET /api/user', {
        headers,
        params: given as never,
        query: (name.startsWith('GET') ? { ...given, 'ids[]': ad.id } : { profile_id }) as never,
        ...(definition.body && definition.body !== 'bytes'
          ? {
              body: {
                ...given,
                ads_id: ad.id,
                session_id: 'abcdef',
                device: 'web',
                name: '새 이름',
                lang: 'en',
              } as never,
            }
          : {}),
      });
      statuses[name as CallName] = status;
    }
    expect(await everything()).toEqual(before);
    // These calls succeeded, so that their writes were really rolled back.
    expect(statuses['PUT /api/my-list/{id}']).toBe(200);
    expect(statuses['PUT /api/ratings/{id}']).toBe(200);
    expect(statuses['POST /api/playback/sessions']).toBe(200);
    expect(statuses['PATCH /api/account/profiles/{id}']).toBe(404);
    expect(statuses['POST /api/login']).toBe(403);
  });

  test('and a profile can be renamed in it, for nobody', async () => {
    const headers = await preview({ who: 'adult' });
    const id = (await profileOf(headers)) ?? '';
    const { status, body } = await api.call('PATCH /api/account/profiles/{id}', {
      headers,
      params: { id },
      body: { name: '새 이름' },
    });
    expect(status).toBe(200);
    expect(body.data.name).toBe('새 이름');
    expect((await api.call('GET /api/user', { headers })).body.data.profiles[0]?.name).toBe('보호자');
  });

  test('what is reported is answered and counted nowhere, many at once too', async () => {
    const ad = await buildAd(api.db);
    const headers = await preview({ who: 'adult', at: inDays(400).toISOString() });
    const before = await everything();
    const sent = await Promise.all(
      Array.from({ length: 6 }, async () => [
        await api.call('POST /api/ads-impression/store', { headers, body: { ids: [ad.id] } as never }),
        await api.call('POST /api/visit', { headers }),
        await api.call('POST /api/video/search/save', { headers, body: { q: '내일' } as never }),
      ]),
    );
    expect(sent.flat().map(({ status }) => status)).toEqual(Array.from({ length: 18 }, () => 200));
    expect(await everything()).toEqual(before);
  });

  test('what plays is signed for the rest of the hour, and nobody hears that it plays', async () => {
    const headers = await preview({ who: 'adult', at: inDays(3).toISOString() });
    const profile_id = (await profileOf(headers)) ?? '';
    const { body } = await api.call('POST /api/playback/sessions', {
      headers,
      body: { type: 'm', id: forAll.id, profile_id },
    });
    const { id, manifest, expires_at } = body.data as {
      id: string;
      manifest: { hls: string };
      expires_at: string;
    };
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const beat = await api.call('POST /api/playback/sessions/{id}/heartbeat', {
      headers,
      params: { id },
      body: { position_seconds: 30 },
    });
    expect(beat.body.data.expires_at).toBe(expires_at);
    // The builder's video has no files. The answer `not_found` shows that the address is valid.
    const ask = async (url: string) => (await api.app.inject(url)).json().code;
    expect(await ask(manifest.hls)).toBe('not_found');
    expect(await ask(manifest.hls.replace(/(\.preview\.)../, '$1xx'))).toBe('link_expired');
    const real = manifest.hls.replace('.preview.', `.${id}.`);
    expect(await ask(real)).toBe('link_expired');
    api.setNow(new Date(Date.now() + 3_601_000));
    expect(await ask(manifest.hls)).toBe('link_expired');
    api.setNow(undefined);
    expect((await api.pool.query('select 1 from playback_sessions where id = $1', [id])).rowCount).toBe(0);
  });

  test('a clip plays in the partner’s player, and nothing of it is kept', async () => {
    const clip = await buildClip(api.db, { youtubeId: 'preview-clip1', durationMs: 212_000 });
    const headers = await preview({ who: 'adult' });
    const profile_id = (await profileOf(headers)) ?? '';
    const before = await everything();
    const { status, body } = await api.call('POST /api/playback/sessions', {
      headers,
      body: { type: 'y', id: clip.id, profile_id, device: 'web' },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    for (const what of ['heartbeat', 'stop'] as const) {
      const said = await api.call(`POST /api/playback/sessions/{id}/${what}`, {
        headers,
        params: { id: (body.data as FrameSession).id },
        body: { position_seconds: 30 },
      });
      expect(said.status).toBe(200);
    }
    expect(await everything()).toEqual(before);
  });

  test('a channel plays what its schedule has at the instant, as planned until then, to the one who looks', async () => {
    const channel = await buildChannel(api.db);
    const assets: string[] = [];
    for (const maturity of [0, 19, 15] as const) {
      const { id: assetId } = await buildAsset(api.db, { durationMs: 60_000 });
      await buildTimeline(api.db, assetId, 60_000);
      await api.db.insert(ingestKeys).values({ assetId, keyId: hex(), contentKey: hex() });
      const { id } = await buildProgramme(api.db, { assetId, maturity, availableFrom: new Date(0) });
      await buildLiveItem(api.db, { channelId: channel.id, programmeId: id });
      assets.push(assetId);
    }
    const [forAll = '', grownUp = '', planned = ''] = assets;
    // Line-ups start on the hour. At `start`, and at every third minute after it, an item is half a minute old.
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    const start = hour + 30_000;
    api.setNow(new Date(start));
    await refreshChannels(api.context);
    const plan: Hooks['beforePreview'] = async (_context, tx, { at }) => {
      if (at > new Date(start + dayMs))
        await tx.update(programmes).set({ maturity: 0 }).where(eq(programmes.assetId, planned));
    };
    const unregister = registerPlan(plan);
    const before = await everything();
    const play = async (at: Date | null) => {
      const headers = await preview({ who: 'child', age: 7, at: at?.toISOString() ?? null });
      const { body } = await api.call('POST /api/playback/sessions', {
        headers,
        body: { type: 't', id: channel.id, profile_id: (await profileOf(headers)) ?? '' },
      });
      const { manifest, now } = body.data as ChannelSession;
      const base = manifest.hls.slice(0, -'/master.m3u8'.length);
      expect((await api.app.inject(manifest.hls)).body).toContain('v720.m3u8');
      return { base, now: Date.parse(now), list: (await api.app.inject(`${base}/v720.m3u8`)).body };
    };

    const [now, later] = [await play(null), await play(new Date(start + 2 * dayMs))];
    /** Start of the last item of a playlist. */
    const lastOf = (list: string) =>
      Math.max(...[...list.matchAll(/PROGRAM-DATE-TIME:(\S+)/g)].map(([, at]) => Date.parse(String(at))));
    expect([now.now, lastOf(now.list)]).toEqual([start, hour]);
    expect([later.now, lastOf(later.list)]).toEqual([start + 2 * dayMs, hour + 2 * dayMs]);
    expect([forAll, grownUp, planned].map((id) => now.list.includes(id))).toEqual([true, false, false]);
    expect([forAll, grownUp, planned].map((id) => later.list.includes(id))).toEqual([true, false, true]);
    const statusOf = async (path: string) => (await api.app.inject(`${later.base}/${path}`)).statusCode;
    expect(await statusOf(`${planned}/key`)).toBe(200);
    expect(await statusOf(`${grownUp}/key`)).toBe(404);
    expect(await everything()).toEqual(before);
    unregister();

    // The clock of a preview continues from its instant until the token expires after an hour.
    api.setNow(new Date(start + 180_000));
    expect(lastOf((await api.app.inject(`${later.base}/v720.m3u8`)).body)).toBe(hour + 2 * dayMs + 180_000);
    expect((await api.app.inject(later.base.replace(/~\d+~/, '~0~'))).json().code).toBe('link_expired');
    api.setNow(new Date(start + 3_601_000));
    expect((await api.app.inject(`${later.base}/v720.m3u8`)).json().code).toBe('link_expired');
    api.setNow(undefined);
    const asked = { params: { id: channel.id } };
    expect((await api.call('GET /api/preview/channels/{id}', asked)).status).toBe(404);
  });

  test('no answer is cached, and a cached one is neither used nor changed', async () => {
    const query = { id: tomorrow.id };
    const later = await preview({ at: inDays(2).toISOString() });
    expect((await api.call('GET /api/program/details', { headers: later, query })).status).toBe(200);
    expect((await api.call('GET /api/program/details', { query })).status).toBe(404);
    const real = await api.call('GET /api/videos/new-release');
    const shown = await api.call('GET /api/videos/new-release', { headers: later });
    expect(shown.body).not.toEqual(real.body);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(shown.headers).not.toHaveProperty('etag');
    const again = await api.call('GET /api/videos/new-release');
    expect(again.headers.etag).toBe(real.headers.etag);
  });

  test('an error inside leaves the connection clean', async () => {
    const headers = await preview({ who: 'adult' });
    const missing = '01890000-0000-7000-8000-000000000000';
    const profile_id = (await profileOf(headers)) ?? '';
    expect(
      (await api.call('PUT /api/my-list/{id}', { headers, params: { id: missing }, body: { profile_id } }))
        .status,
    ).toBe(404);
    const { rows } = await api.pool.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows[0].open).toBe(0);
  });

  test('many at once take turns, and each has its own instant', async () => {
    const both = [await preview(), await preview({ at: inDays(2).toISOString() })] as const;
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const headers = both[at % 2] as Record<string, string>;
        return (await api.call('GET /api/program/details', { headers, query: { id: tomorrow.id } })).status;
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 24 }, (_, at) => (at % 2 ? 200 : 404)));
  });
});

test('its document is sent to nobody’s cache, is rendered for nobody and is shown in no frame but ours', async () => {
  const { app } = await openTestApi({ rootDir: writeApps() });
  const { 'x-preview': token } = await preview();
  for (const path of ['', '/', '/view/m/anything?x=1']) {
    const { statusCode, headers, body } = await app.inject(`/preview/en/${token}${path}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(body).toContain('<html lang="en"');
    expect(body).not.toContain('id="state"');
  }
});

describe('a preview is refused', () => {
  const ask = (headers: Record<string, string>) => api.call('GET /api/categories', { headers });

  test('after its hour', async () => {
    const headers = await preview();
    expect((await ask(headers)).status).toBe(200);
    api.setNow(new Date(Date.now() + 3_601_000));
    const late = await ask(headers);
    api.setNow(undefined);
    expect(late.status).toBe(403);
    expect(late.body).toEqual({
      message: '미리보기 시간이 끝났어요. 직원 화면에서 미리보기를 다시 열어 주세요.',
      code: 'preview_ended',
    });
  });

  test('with a token that is not ours', async () => {
    const { 'x-preview': token } = await preview();
    const said = { id: forAll.id, who: 'guest' };
    const forged = [
      'x',
      `${token.slice(0, -2)}AA`,
      'A'.repeat(5000),
      seal('another secret', 'preview', Buffer.from(JSON.stringify(said))),
      seal(api.context.config.secret, 'another purpose', Buffer.from(JSON.stringify(said))),
    ];
    for (const each of forged) expect((await ask({ 'x-preview': each })).body.code).toBe('preview_ended');
  });

  test('once the member of staff has signed out or is no longer active', async () => {
    const leaving = await buildStaff(api.db);
    const headers = await preview({}, leaving.token);
    expect((await ask(headers)).status).toBe(200);
    await api.call('POST /api/admin/logout', { token: leaving.token });
    expect((await ask(headers)).body.code).toBe('preview_ended');

    const fired = await buildStaff(api.db);
    const open = await preview({}, fired.token);
    await api.db.update(staffTable).set({ active: false }).where(eq(staffTable.id, fired.id));
    expect((await ask(open)).body.code).toBe('preview_ended');
  });

  test('to staff who may read nothing that viewers see, and to a content partner’s people', async () => {
    const body = { who: 'guest', locale: 'ko', country: 'US' } as const;
    const stranger = await buildStaff(api.db, { permissions: { inquiries: ['read'], releases: ['read'] } });
    const partner = await buildStaff(api.db, { contentPartnerId: (await buildContentPartner(api.db)).id });
    for (const { token } of [stranger, partner])
      expect((await api.call('POST /api/admin/previews', { token, body })).status).toBe(403);
  });

  test('for signing in and changing an account, with a clear text', async () => {
    const headers = await preview({ who: 'adult' });
    const login = await api.call('POST /api/login', {
      headers,
      body: { username: 'somebody', password: 'something' },
    });
    expect(login.status).toBe(403);
    expect(login.body.message).toBe('미리보기에서는 할 수 없어요.');
    for (const name of [
      'POST /api/account/password',
      'POST /api/user/logout',
      'POST /api/account/deletion',
    ] as const)
      expect((await api.call(name, { headers, body: {} as never })).body.code).toBe('preview_refused');
  });

  test('without the age of the child', async () => {
    const { status, body } = await api.call('POST /api/admin/previews', {
      token: staff.token,
      body: { who: 'child', locale: 'ko', country: 'US' },
    });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty('age');
  });
});

test('a staff call with the header of a preview is answered as without', async () => {
  const headers = await preview({ at: inDays(5).toISOString() });
  const { status, body } = await api.call('GET /api/admin/me', { token: staff.token, headers });
  expect(status).toBe(200);
  expect(body.data.id).toBe(staff.id);
});
