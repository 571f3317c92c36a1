import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type Sent, type TestApi } from '../../../../test/api.ts';
import {
  buildAd,
  buildAsset,
  buildCategory,
  buildChannel,
  buildContentPartner,
  buildEpisode,
  buildLiveItem,
  buildPlan,
  buildPlaybackSession,
  buildProfile,
  buildProgramme,
  buildRole,
  buildStaff,
  buildTimeline,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';
import { buildClip, buildPartnerCategory } from '../../../../test/build-partner-video.ts';
import { readCsv, readSheetAsCsv } from '../../../../test/csv.ts';
import { reportList } from '../../../contract/admin/reports.ts';
import type { FrameSession, VideoSession } from '../../../contract/viewer/playback.ts';
import { newId } from '../../db/columns.ts';
import { addDays, startOfDay } from '../../zone.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { refreshChannels } from '../live/playout.service.ts';
import { countRanges } from './audiences.service.ts';
import { countReportsJob, nightlyReportsJob, sendReportsJob } from './jobs/reports.jobs.ts';
import { recordFacts } from './record.service.ts';
import { recount } from './recount.service.ts';
import { countRetention, rollUpDays } from './rollup.service.ts';

const zone = 'America/Los_Angeles';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const tables = [
  'viewings',
  'searches',
  'ad_events',
  'customer_events',
  'titles',
  'salts',
  'title_days',
  'title_months',
  'watch_days',
  'stream_hours',
  'search_days',
  'search_months',
  'script_days',
  'ad_days',
  'customer_days',
  'audiences',
  'retention',
  'cursors',
  'changed_days',
  'changed_ranges',
  'differences',
];

/** By rows: truncating makes new files for each of hundreds of partitions and indexes, which took 300 ms and more a test. */
const empty = () =>
  api.pool.query(
    [
      ...tables.map((name) => `reports_${name}`),
      'playback_sessions',
      'viewing_history',
      'search_queries',
      'ads_impressions',
      'ads_clicks',
    ]
      .map((name) => `delete from ${name}`)
      .join('; '),
  );

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await openTestApi();
  token = (await buildStaff(api.db)).token;
});
beforeEach(empty);
afterEach(() => api.setNow(undefined));

const signal = new AbortController().signal;
const count = () => countReportsJob.run({}, api.context, signal);
const atNight = () => nightlyReportsJob.run({}, api.context, signal);
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await api.pool.query<Record<string, unknown>>(query, values)).rows;
/** Keeps staff signed in, whatever the clock of the test says. */
const staySignedIn = () =>
  api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [api.context.now()]);
const report = async (
  name: string,
  query: Sent<'GET /api/admin/reports/{name}'>['query'] = {},
  as: string = token,
) => {
  await staySignedIn();
  const answered = await api.call('GET /api/admin/reports/{name}', {
    params: { name },
    query,
    token: as,
    locale: 'en',
  });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return answered.body;
};
/** A report as a file: its lines by the names of its columns, as text. `meanwhile`: what happens between asking for it and fetching it. */
const fileOf = async (
  name: string,
  query: Record<string, string>,
  format: 'csv' | 'xlsx',
  meanwhile = () => {},
) => {
  const { body: declared } = await api.call('GET /api/admin/reports', { token });
  const columns = declared.data.find((own) => own.name === name)?.columns ?? [];
  const { body, status } = await api.call('POST /api/admin/exports', {
    token,
    locale: 'en',
    body: {
      resource: reportList(name),
      format,
      query,
      columns: columns.map((column) => ({ field: column.name, label: column.name })),
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  meanwhile();
  await staySignedIn();
  const { rawPayload } = await api.app.inject({
    url: `/api/admin/exports/${body.data.id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  const [heading = [], ...lines] =
    format === 'csv' ? readCsv(rawPayload.toString()) : readSheetAsCsv(rawPayload);
  return lines.map((line) => Object.fromEntries(heading.map((column, at) => [column, line[at] ?? ''])));
};
const on = (day: string) => ({ period: 'custom', from: day, to: day }) as const;
/** An instant on a clock of the service's zone, on a day of the usual 24 hours. */
const at = (day: string, hours: number) => new Date(startOfDay(day, zone).getTime() + hours * hourMs);

interface Watched {
  startedAt: Date;
  seconds?: number;
  endedAt?: Date;
  programmeId?: string;
  profile?: { id: string; householdId: string };
  device?: string;
  region?: string;
  position?: number;
}

/** A playback session that is over, as its heartbeats have left it. */
async function watched({ startedAt, seconds = 60, endedAt, profile, position = 10, ...values }: Watched) {
  const until = endedAt ?? new Date(startedAt.getTime() + seconds * 1000);
  return buildPlaybackSession(api.db, {
    assetId: (await buildAsset(api.db)).id,
    startedAt,
    watchedSeconds: seconds,
    positionSeconds: position,
    durationSeconds: 100,
    heartbeatAt: until,
    endedAt: until,
    ...(profile ? { profileId: profile.id, householdId: profile.householdId } : {}),
    ...values,
  });
}

/** Days after 2027-05-10, a Monday without a change of clocks near it. */
const monday = '2027-05-10';
/** Starts counting before the day, so that no earlier facts are copied. */
const begin = async (at: Date) => {
  api.setNow(at);
  await count();
};

describe('a viewing', () => {
  test('that was played is one fact with what was true then, however often the job runs', async () => {
    const category = await buildCategory(api.db, { nameEn: 'Drama' });
    const sub = await buildCategory(api.db, { nameEn: 'Family drama', parentId: category.id });
    const partner = await buildContentPartner(api.db, { nameEn: 'Han River Films' });
    const programme = await buildProgramme(api.db, {
      kind: 'series',
      titleEn: 'Moonlight',
      categoryId: category.id,
      subCategoryId: sub.id,
      contentPartnerId: partner.id,
    });
    const episode = await buildEpisode(api.db, { programmeId: programme.id, number: 4 });
    const user = await buildUser(api.db, { plan: 30 });
    const profile = await buildProfile(api.db, {
      householdId: user.householdId,
      isKid: true,
      age: 9,
      maturity: 12,
    });
    const now = new Date();
    await begin(now);
    await refreshChannels(api.context);
    const opened = await api.call('POST /api/playback/sessions', {
      body: { type: 'e', id: episode.id, profile_id: profile.id, device: 'tablet' },
      token: user.token,
    });
    const session = (opened.body.data as VideoSession).id;
    const beat = (seconds: number, end = false) => {
      api.setNow(new Date(now.getTime() + seconds * 1000));
      return api.call(`POST /api/playback/sessions/{id}/${end ? 'stop' : 'heartbeat'}`, {
        params: { id: session },
        body: { position_seconds: seconds },
        token: user.token,
      });
    };
    expect((await beat(15)).status).toBe(200);
    expect((await beat(30)).status).toBe(200);
    await count();
    expect(await rowsOf('select from reports_viewings')).toHaveLength(0);
    expect((await beat(42, true)).status).toBe(200);
    await api.pool.query(`update catalog_programmes set title_en = 'Moonlight II' where id = $1`, [
      programme.id,
    ]);
    await count();
    await count();
    expect(
      await rowsOf(`select v.seconds, v.device, v.country, v.plan, v.kid, v.completed, v.season, v.episode, t.kind, t.title_en,
        t.category_en, t.sub_category_en, t.content_partner_en from reports_viewings v join reports_titles t on t.id = v.title_id`),
    ).toEqual([
      {
        seconds: 42,
        device: 'tablet',
        country: 'US',
        plan: true,
        kid: true,
        completed: false,
        season: 1,
        episode: 4,
        kind: 'series',
        title_en: 'Moonlight',
        category_en: 'Drama',
        sub_category_en: 'Family drama',
        content_partner_en: 'Han River Films',
      },
    ]);
    // A new name is a new row; the old fact keeps its own.
    await api.pool.query(`update catalog_programmes set title_en = 'Moonlight III' where id = $1`, [
      programme.id,
    ]);
    await watched({
      startedAt: now,
      endedAt: new Date(now.getTime() + 60_000),
      profile,
      programmeId: programme.id,
    });
    api.setNow(new Date(now.getTime() + 120_000));
    await count();
    expect(await rowsOf('select title_en from reports_titles order by id')).toEqual([
      { title_en: 'Moonlight' },
      { title_en: 'Moonlight III' },
    ]);
    const { data } = await report('video', { period: 'today' });
    expect(data).toEqual([
      expect.objectContaining({ title: 'Moonlight III', views: 2, viewers: 1, seconds: 102 }),
    ]);
  });

  test('has what was true when it began, whatever is changed and deleted before it is counted', async () => {
    const [drama, comedy] = [
      await buildCategory(api.db, { nameEn: 'Drama' }),
      await buildCategory(api.db, { nameEn: 'Comedy' }),
    ];
    const [han, dong] = [
      await buildContentPartner(api.db, { nameEn: 'Han River Films' }),
      await buildContentPartner(api.db, { nameEn: 'Dong Hae Films' }),
    ];
    const placed = { categoryId: drama.id, contentPartnerId: han.id };
    const movie = await buildProgramme(api.db, { titleEn: 'Moonlight', ...placed });
    const series = await buildProgramme(api.db, { kind: 'series', titleEn: 'Tides', ...placed });
    const episode = await buildEpisode(api.db, { programmeId: series.id, number: 4 });
    const clip = await buildClip(api.db, {
      youtubeId: 'bbbbbbbbbb1',
      titleEn: 'Radish Soup',
      categoryId: (await buildPartnerCategory(api.db, { nameEn: 'Cooking' })).id,
    });
    const channel = await buildChannel(api.db, { nameEn: 'Maru One' });
    await buildLiveItem(api.db, { channelId: channel.id, programmeId: movie.id });
    await buildTimeline(api.db, movie.assetId as string);
    const user = await buildUser(api.db, { plan: 30 });
    const profile = await buildProfile(api.db, { householdId: user.householdId });
    // One adult stays.
    await buildProfile(api.db, { householdId: user.householdId });
    const now = new Date();
    await begin(now);
    await refreshChannels(api.context);
    const opened = await Promise.all(
      (
        [
          ['m', movie.id],
          ['e', episode.id],
          ['y', clip.id],
          ['t', channel.id],
          // Two that begin a title at once have one row of it.
          ['y', clip.id],
        ] as const
      ).map(([type, id]) =>
        api.call('POST /api/playback/sessions', {
          body: { type, id, profile_id: profile.id, device: 'web' },
          token: user.token,
        }),
      ),
    );
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const end = new Date(now.getTime() + 10_000);
    api.setNow(end);
    for (const { body } of opened)
      await api.call('POST /api/playback/sessions/{id}/stop', {
        params: { id: (body.data as { id: string }).id },
        body: { position_seconds: 10 },
        token: user.token,
      });
    const change = async (name: 'programmes' | 'clips', id: string, body: object) => {
      const asked = { params: { id }, body, token } as never;
      expect(
        (await api.call(`PATCH /api/admin/${name}/{id}` as 'PATCH /api/admin/clips/{id}', asked)).status,
      ).toBe(200);
    };
    await change('programmes', movie.id, {
      title_en: 'Sunlight',
      category_id: comedy.id,
      content_partner_id: dong.id,
    });
    await change('clips', clip.id, { title_en: 'Cabbage Soup' });
    await api.pool.query(`update live_channels set name_en = 'Maru Two' where id = $1`, [channel.id]);
    const gone = await api.call('DELETE /api/admin/programmes/{id}', { params: { id: series.id }, token });
    expect(gone.status).toBe(200);
    const restricted = await api.call('PUT /api/account/profiles/{id}/restrictions', {
      params: { id: profile.id },
      body: {
        is_kid: true,
        age: 9,
        maturity: 12,
        hours: { weekdays: null, weekends: null },
        zone,
        blocked: [],
        password: user.password,
      },
      token: user.token,
    });
    expect(restricted.status).toBe(200);
    await api.pool.query('delete from plans_periods where household_id = $1', [user.householdId]);
    await count();
    const facts =
      await rowsOf(`select t.title_en, t.kind, t.category_en, t.content_partner_en, v.season, v.episode, v.plan, v.kid
      from reports_viewings v join reports_titles t on t.id = v.title_id order by 1`);
    const then = { season: null, episode: null, plan: true, kid: false };
    const soup = {
      ...then,
      title_en: 'Radish Soup',
      kind: 'clip',
      category_en: 'Cooking',
      content_partner_en: null,
    };
    expect(facts).toEqual([
      { ...then, title_en: 'Maru One', kind: 'channel', category_en: null, content_partner_en: null },
      {
        ...then,
        title_en: 'Moonlight',
        kind: 'movie',
        category_en: 'Drama',
        content_partner_en: 'Han River Films',
      },
      soup,
      soup,
      {
        ...then,
        title_en: 'Tides',
        kind: 'series',
        category_en: 'Drama',
        content_partner_en: 'Han River Films',
        season: 1,
        episode: 4,
      },
    ]);
    expect(await rowsOf('select title_en from reports_titles')).toHaveLength(4);
    const { data } = await report('video', { period: 'today', kind: 'movie' });
    expect(data).toEqual([
      expect.objectContaining({ title: 'Moonlight', category: 'Drama', content_partner: 'Han River Films' }),
    ]);
    expect(await recount(api.context)).toBe(0);
  });

  test('is written once when the job was killed between its steps', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8) });
    api.setNow(at(monday, 9));
    // The facts are there, the cursor is not where it would be, the day has not been counted.
    await recordFacts(api.context);
    await api.pool.query('update reports_cursors set until = $1', [at(monday, 1)]);
    await count();
    expect(await rowsOf('select from reports_viewings')).toHaveLength(1);
    expect((await report('video', on(monday))).totals).toMatchObject({ views: 1, seconds: 60 });
    // Two at a time write one, too.
    await watched({ startedAt: at(monday, 9) });
    api.setNow(at(monday, 10));
    await Promise.all([count(), count()]);
    expect(await rowsOf('select from reports_viewings')).toHaveLength(2);
    expect((await report('video', on(monday))).totals).toMatchObject({ views: 2 });
  });

  test('that has fallen silent is over after an hour, and counts what it had played', async () => {
    await begin(at(monday, 1));
    const session = await buildPlaybackSession(api.db, {
      assetId: (await buildAsset(api.db)).id,
      startedAt: at(monday, 8),
      watchedSeconds: 33.4,
      positionSeconds: 99,
      durationSeconds: 100,
      heartbeatAt: at(monday, 8.5),
    });
    api.setNow(at(monday, 9.4));
    await count();
    expect(await rowsOf('select from reports_viewings')).toHaveLength(0);
    api.setNow(at(monday, 9.5));
    await count();
    expect(await rowsOf('select id, seconds, completed from reports_viewings')).toEqual([
      { id: session.id, seconds: 33, completed: true },
    ]);
  });

  test('of a channel or one that never played: the first has no end to reach, the second is none', async () => {
    await begin(at(monday, 1));
    const channel = await buildChannel(api.db, { nameEn: 'Maru One' });
    const profile = await buildProfile(api.db);
    const times = { startedAt: at(monday, 8), heartbeatAt: at(monday, 9), endedAt: at(monday, 9) };
    await api.pool.query(
      `insert into playback_sessions (id, household_id, profile_id, channel_id, device, watched_seconds, started_at, heartbeat_at, ended_at)
       values ($1, $2, $3, $4, 'stb', 3600, $5, $6, $6)`,
      [newId(), profile.householdId, profile.id, channel.id, times.startedAt, times.endedAt],
    );
    await watched({ startedAt: at(monday, 8), seconds: 0, position: 0 });
    api.setNow(at(monday, 10));
    await count();
    const { data, totals } = await report('video', on(monday));
    expect(data).toEqual([
      expect.objectContaining({
        title: 'Maru One',
        category: '',
        views: 1,
        seconds: 3600,
        completed_percent: null,
      }),
    ]);
    expect(totals).toMatchObject({ views: 1, completed_percent: null });
  });

  test('of the partner’s own player is one fact, however often it is reported, and in no peak of streams', async () => {
    const category = await buildPartnerCategory(api.db, { nameEn: 'Cooking' });
    const clip = await buildClip(api.db, {
      youtubeId: 'dQw4w9WgXcQ',
      titleEn: 'Clear Radish Soup',
      durationMs: 200_000,
      categoryId: category.id,
    });
    const unknown = await buildClip(api.db, { youtubeId: 'aaaaaaaaaa1', titleEn: 'Without a length' });
    const { token: session, householdId } = await buildUser(api.db, { plan: 30 });
    const profile = await buildProfile(api.db, { householdId, isKid: true, age: 9, maturity: 12 });
    const now = new Date();
    await begin(now);
    const open = async (id: string) => {
      const answered = await api.call('POST /api/playback/sessions', {
        body: { type: 'y', id, profile_id: profile.id, device: 'tablet' },
        token: session,
      });
      expect(answered.status).toBe(200);
      return (answered.body.data as FrameSession).id;
    };
    const say = async (id: string, what: 'heartbeat' | 'stop', seconds: number, position: number) => {
      api.setNow(new Date(now.getTime() + seconds * 1000));
      const answered = await api.call(`POST /api/playback/sessions/{id}/${what}`, {
        params: { id },
        body: { position_seconds: position },
        token: session,
      });
      return answered.status;
    };
    const [soup, other] = [await open(clip.id), await open(unknown.id)];
    // Beside them a stream of ours.
    const startedAt = new Date(now.getTime() + 1000);
    await watched({ startedAt, endedAt: new Date(now.getTime() + 40_000), seconds: 39 });
    // Only opened, it is no viewing.
    await open(clip.id);
    await say(soup, 'heartbeat', 15, 12);
    // At once again, and further than time has gone: no more is counted than has passed.
    await say(soup, 'heartbeat', 15, 12);
    await say(soup, 'heartbeat', 30, 195);
    // Paused.
    await say(soup, 'heartbeat', 45, 195);
    await say(soup, 'stop', 60, 195);
    await say(other, 'stop', 60, 20);
    await count();
    // A late report changes nothing.
    expect(await say(soup, 'heartbeat', 75, 10)).toBe(409);
    expect(await say(soup, 'stop', 75, 10)).toBe(200);
    await count();
    // The third has been silent for an hour.
    api.setNow(new Date(now.getTime() + 2 * hourMs));
    await count();
    expect(
      await rowsOf(`select v.seconds, v.completed, v.device, v.country, v.plan, v.kid, v.takes_stream, t.kind, t.title_en, t.category_en,
        t.content_partner_en from reports_viewings v join reports_titles t on t.id = v.title_id where t.kind = 'clip' order by v.seconds desc`),
    ).toEqual([
      {
        seconds: 27,
        completed: true,
        device: 'tablet',
        country: 'US',
        plan: true,
        kid: true,
        takes_stream: false,
        kind: 'clip',
        title_en: 'Clear Radish Soup',
        category_en: 'Cooking',
        content_partner_en: null,
      },
      expect.objectContaining({ seconds: 20, completed: null, title_en: 'Without a length' }),
    ]);
    const day = (await rowsOf('select day::text from reports_viewings limit 1'))[0]?.day as string;
    expect((await report('video', on(day))).totals).toMatchObject({ views: 3, seconds: 86 });
    // The completed share leaves out the clip without a length, by rollups as by facts.
    const shares = async (query: object = {}) => {
      const of = { ...on(day), ...query };
      const [video, categories] = [await report('video', of), await report('category', of)];
      return [video.totals, categories.totals, ...video.data, ...categories.data].map((row) => [
        row?.title ?? row?.category ?? '',
        row?.completed_percent,
      ]);
    };
    const told = await shares();
    expect(told.slice(0, 2)).toEqual([
      ['', 50],
      ['', 50],
    ]);
    expect(told).toContainEqual(['Clear Radish Soup', 100]);
    expect(told).toContainEqual(['Without a length', null]);
    expect(told).toContainEqual(['Cooking', 100]);
    expect(await shares({ kids: 'yes', kind: 'clip' })).toContainEqual(['', 100]);
    expect((await fileOf('video', on(day), 'csv')).map((line) => line.completed_percent)).toContain('50');
    expect((await report('viewings', { ...on(day), kind: 'clip' })).data).toHaveLength(2);
    // Three ran at one time, of which one was a stream; what led to the peak is that one.
    const { data } = await report('streams', on(day));
    expect(data[0]).toMatchObject({ peak: 1 });
    expect((await report('streams', { ...on(day), device: 'tablet' })).data).toEqual([]);
    const behind = await report('viewings', { ...on(day), running: String(data[0]?.id) });
    expect(behind.data.map(({ seconds }) => seconds)).toEqual([39]);
    expect(await recount(api.context)).toBe(0);
  });

  test.each([
    ['the day that has 23 hours', '2027-03-14', 23],
    ['the day that has 25 hours', '2027-11-07', 25],
  ])('belongs to the day it began in the service’s zone, on %s too', async (_name, day, hours) => {
    const [first, last] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    expect((last.getTime() - first.getTime()) / hourMs).toBe(hours);
    await begin(new Date(first.getTime() - hourMs));
    for (const startedAt of [new Date(first.getTime() - 1000), first, new Date(last.getTime() - 1000), last])
      await watched({ startedAt });
    api.setNow(new Date(last.getTime() + hourMs));
    await count();
    const views = async (of: string) => (await report('video', on(of))).totals?.views;
    expect([await views(addDays(day, -1)), await views(day), await views(addDays(day, 1))]).toEqual([
      1, 2, 1,
    ]);
  });

  test('that comes after its day has closed counts on the day it comes, and no figure given changes', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 20) });
    api.setNow(at(monday, 21));
    await count();
    // A node that was cut off ends its session two days later: the day is open.
    await watched({ startedAt: at(monday, 20), endedAt: at(addDays(monday, 3), 12) });
    api.setNow(at(addDays(monday, 3), 13));
    await count();
    expect((await report('video', on(monday))).totals).toMatchObject({ views: 2 });
    await watched({ startedAt: at(monday, 20), seconds: 77, endedAt: at(addDays(monday, 4), 12) });
    api.setNow(at(addDays(monday, 4), 13));
    await count();
    expect((await report('video', on(monday))).totals).toMatchObject({ views: 2, seconds: 120 });
    const late = await report('video', on(addDays(monday, 4)));
    expect(late.totals).toMatchObject({ views: 1, seconds: 77, viewers: 1 });
    // Its row says which day it is of, and stands behind the figure it counts in.
    const { data } = await report('viewings', on(addDays(monday, 4)));
    expect(data).toEqual([
      expect.objectContaining({ counted_on: addDays(monday, 4), happened_at: at(monday, 20).toISOString() }),
    ]);
    await atNight();
    expect(await rowsOf('select from reports_differences')).toHaveLength(0);
  });
});

test('what there was before is taken over on its own days: sessions, history without one, searches and ads', async () => {
  const profile = await buildProfile(api.db);
  const programme = await buildProgramme(api.db);
  const old = addDays(monday, -200);
  await watched({ startedAt: at(old, 8), profile });
  const session = await watched({ startedAt: at(addDays(monday, -20), 8), profile });
  const own = { profile, programmeId: programme.id };
  await buildViewing(api.db, { ...own, id: session.id, startedAt: session.startedAt });
  await buildViewing(api.db, { ...own, startedAt: at(addDays(monday, -100), 9), watchedSeconds: 600 });
  const ad = await buildAd(api.db);
  await api.pool.query(
    `insert into ads_impressions (id, happened_on, happened_at, ad_id) values ($1, $2, $3, $4)`,
    // The report's day is one of UTC; in the service's zone it is the evening before.
    [newId(), addDays(monday, -9), `${addDays(monday, -9)}T03:00:00Z`, ad.id],
  );
  await api.pool.query(`insert into search_queries (id, q, term, searched_at) values ($1, '달빛', 'x', $2)`, [
    newId(),
    at(addDays(monday, -30), 5),
  ]);
  api.setNow(at(monday, 12));
  await count();
  await count();
  expect(
    await rowsOf(
      'select day::text, counted_on::text, seconds, device from reports_viewings order by happened_at',
    ),
  ).toEqual([
    { day: old, counted_on: old, seconds: 60, device: 'web' },
    { day: addDays(monday, -100), counted_on: addDays(monday, -100), seconds: 600, device: '' },
    { day: addDays(monday, -20), counted_on: addDays(monday, -20), seconds: 60, device: 'web' },
  ]);
  expect(await rowsOf('select day::text, counted_on::text from reports_ad_events')).toEqual([
    { day: addDays(monday, -10), counted_on: addDays(monday, -10) },
  ]);
  expect((await report('search', on(addDays(monday, -30)))).totals).toMatchObject({ searches: 1, empty: 0 });
  // Each month has a partition of its own.
  expect(await rowsOf('select from reports_viewings_other')).toHaveLength(0);
  // People of every month are counted, once: of those whose facts are all there.
  const monthsCounted = async () =>
    (
      await rowsOf(
        `select starts_on::text as month, viewers from reports_audiences
          where part = 'total' and extract(day from starts_on) = 1 and extract(day from ends_on + 1) = 1 and ends_on < $1 order by 1`,
        [addDays(monday, -62)],
      )
    ).map(({ month, viewers }) => [month, viewers]);
  await countRanges({ ...api.context, config: { ...api.context.config, reportMonths: 6 } });
  const later = [
    ['2026-11-01', 0],
    ['2026-12-01', 0],
    ['2027-01-01', 1],
    ['2027-02-01', 0],
  ];
  expect(await monthsCounted()).toEqual(later);
  await atNight();
  expect(await monthsCounted()).toEqual([['2026-10-01', 1], ...later]);
  const month = { period: 'custom', from: '2026-10-01', to: '2026-10-31' } as const;
  expect((await report('video', month)).totals).toMatchObject({ views: 1, viewers: 1 });
  await api.pool.query('update reports_audiences set viewers = 7 where ends_on = $1', ['2026-10-31']);
  await atNight();
  expect((await report('video', month)).totals).toMatchObject({ viewers: 7 });
});

test('erasing a household changes no total, and leaves no row that leads to it', async () => {
  const user = await buildUser(api.db, { plan: 30 });
  const other = await buildProfile(api.db);
  const profile = await buildProfile(api.db, { householdId: user.householdId });
  const now = new Date();
  await begin(new Date(now.getTime() - hourMs));
  const sessions = [
    await watched({ startedAt: new Date(now.getTime() - 2000), endedAt: now, profile }),
    await watched({ startedAt: new Date(now.getTime() - 3000), endedAt: now, profile }),
  ];
  await watched({ startedAt: now, profile: other });
  api.setNow(new Date(now.getTime() + hourMs));
  await count();
  const salt = (
    await rowsOf('select salt from reports_salts where household_id = $1', [user.householdId])
  )[0];
  expect(salt).toBeDefined();
  expect(
    (await api.call('POST /api/account/deletion', { token: user.token, body: { password: user.password } }))
      .status,
  ).toBe(200);
  // Played and searched in the last minute before the erasure: no job has seen it.
  const erased = new Date(now.getTime() + 91 * dayMs);
  sessions.push(await watched({ startedAt: new Date(erased.getTime() - 60_000), endedAt: erased, profile }));
  await api.pool.query(
    `insert into search_queries (id, household_id, profile_id, q, term, searched_at) values ($1, $2, $3, 'Moonlight', 'x', $4)`,
    [newId(), user.householdId, profile.id, new Date(erased.getTime() - 60_000)],
  );
  const before = await rowsOf('select count(*), sum(seconds) from reports_viewings');
  expect(before).toEqual([{ count: 3, sum: 180 }]);
  api.setNow(erased);
  await tidyAccountsJob.run({}, api.context, signal);
  await count();
  await atNight();
  expect(
    await rowsOf('select from playback_sessions where household_id = $1', [user.householdId]),
  ).toHaveLength(0);
  expect(
    await rowsOf('select count(*), sum(seconds), count(distinct viewer) as viewers from reports_viewings'),
  ).toEqual([{ count: 4, sum: 240, viewers: 2 }]);
  expect(await rowsOf('select query from reports_searches')).toEqual([{ query: 'moonlight' }]);
  const kinds = await rowsOf(
    'select kind from reports_customer_events where home = (select home from reports_viewings where id = $1) order by kind',
    [sessions[0]?.id],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['joined', 'leaving', 'left', 'plan_begun', 'plan_ended']);
  for (const name of tables) {
    const hits = await rowsOf(`select t::text from reports_${name} t where t::text like any($1)`, [
      [user.id, user.householdId, profile.id, salt?.salt].map((word) => `%${word}%`),
    ]);
    expect(hits, name).toEqual([]);
  }
  // Nothing else of the service knows a fact's id.
  for (const { id } of sessions) {
    expect(await rowsOf('select from reports_viewings where id = $1', [id])).toHaveLength(1);
    expect(await rowsOf('select from viewing_history where id = $1', [id])).toHaveLength(0);
  }
  expect(await rowsOf('select from reports_differences')).toHaveLength(0);
});

const differences = async () => {
  await staySignedIn();
  return (await api.call('GET /api/admin/report-differences', { token })).body.data;
};

describe('a recount', () => {
  test('finds a figure that is not the sum of its facts, once, and repairs nothing', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8) });
    api.setNow(at(addDays(monday, 1), 3));
    await count();
    await atNight();
    expect(await differences()).toEqual([]);
    await api.pool.query('update reports_title_days set views = views + 4');
    await atNight();
    await recount(api.context);
    expect(await differences()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ day: monday, figure: 'title_days.views', counted: 1, kept: 5 }),
        expect.objectContaining({ day: '2027-05-01', figure: 'title_months.views', counted: 5, kept: 1 }),
      ]),
    );
    expect(await differences()).toHaveLength(2);
    expect((await report('video', on(monday))).data).toEqual([expect.objectContaining({ views: 5 })]);
  });

  test.each([
    ['stream_hours.streams', 'reports_stream_hours', 'streams', `day = '${monday}' and hour = 8`],
    ['audiences.ranges', 'reports_audiences', 'viewers', `starts_on < ends_on and part = 'title'`],
    ['audiences.ranges', 'reports_audiences', 'viewers', `starts_on < ends_on and part = 'total'`],
    ['retention.homes', 'reports_retention', 'homes', `week = '${monday}'`],
    ['title_days.measured', 'reports_title_days', 'measured', 'true'],
    ['watch_days.kind_measured', 'reports_watch_days', 'measured', `part = 'kind'`],
    ['watch_days.kind_seconds', 'reports_watch_days', 'seconds', `part = 'kind'`],
    ['watch_days.hour_seconds', 'reports_watch_days', 'seconds', `part = 'hour'`],
    ['watch_days.device_seconds', 'reports_watch_days', 'seconds', `part = 'device'`],
    ['watch_days.country_seconds', 'reports_watch_days', 'seconds', `part = 'country'`],
    ['stream_hours.streams', 'reports_stream_hours', 'streams', 'content_partner_id is not null'],
    ['watch_days.kind', 'reports_watch_days', 'views', `part = 'kind' and content_partner_id is not null`],
    [
      'watch_days.device_seconds',
      'reports_watch_days',
      'seconds',
      `part = 'device' and content_partner_id is not null`,
    ],
    ...['category', 'device', 'country'].map((part) => [
      'audiences.ranges',
      'reports_audiences',
      'viewers',
      `starts_on < ends_on and part = '${part}' and content_partner_id is not null`,
    ]),
  ])('finds nonsense in %s, of %s.%s where %s', async (figure = '', table, column, where) => {
    await begin(at(monday, 1));
    const { id: contentPartnerId } = await buildContentPartner(api.db);
    const { id: programmeId } = await buildProgramme(api.db, { contentPartnerId });
    await watched({ startedAt: at(monday, 8), programmeId });
    await watched({ startedAt: at(monday, 8.01), seconds: 500 });
    api.setNow(at(addDays(monday, 3), 3));
    await count();
    await atNight();
    expect(await differences()).toEqual([]);
    await api.pool.query(`update ${table} set ${column} = ${column} + 7 where ${where}`);
    expect(await recount(api.context)).toBeGreaterThan(0);
    expect(new Set((await differences()).map((own) => own.figure))).toEqual(new Set([figure]));
    expect((await differences()).every(({ counted, kept }) => kept > counted)).toBe(true);
    // A day that will be counted again has no difference.
    await watched({ startedAt: at(monday, 8.1), endedAt: at(addDays(monday, 3), 3.1) });
    api.setNow(at(addDays(monday, 3), 3.2));
    await recordFacts(api.context);
    expect(await recount(api.context)).toBe(0);
    await api.pool.query('delete from reports_differences');
    await count();
    expect(await recount(api.context)).toBe(0);
  });

  test('forgets a difference that it no longer finds', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8) });
    api.setNow(at(addDays(monday, 1), 3));
    await count();
    await api.pool.query('update reports_title_days set views = views + 4');
    expect(await recount(api.context)).toBe(2);
    await api.pool.query('update reports_title_days set views = views + 1');
    expect(await recount(api.context)).toBe(2);
    expect(await differences()).toHaveLength(2);
    await api.pool.query('update reports_title_days set views = views - 5');
    expect(await recount(api.context)).toBe(0);
    expect(await differences()).toEqual([]);
  });

  test('looks at an old difference as long as it holds and has facts', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8) });
    api.setNow(at(addDays(monday, 1), 3));
    await count();
    await api.pool.query('update reports_title_days set views = views + 4');
    expect(await recount(api.context)).toBe(2);
    api.setNow(at(addDays(monday, 60), 3));
    expect(await recount(api.context)).toBe(0);
    expect(await differences()).toHaveLength(2);
    await api.pool.query('update reports_title_days set views = views - 4');
    expect(await recount(api.context)).toBe(0);
    expect(await differences()).toEqual([]);
    // A day without facts has no difference.
    await api.pool.query(
      `insert into reports_differences (id, day, figure, counted, kept, found_at) values ($1, $2, 'title_days.views', 1, 2, now())`,
      [newId(), monday],
    );
    await recount({ ...api.context, config: { ...api.context.config, reportMonths: 1 } });
    expect(await differences()).toEqual([]);
  });

  test('leaves days alone that are to be counted again anyway', async () => {
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8) });
    api.setNow(at(monday, 9));
    await recordFacts(api.context);
    expect(await recount(api.context)).toBe(0);
    await rollUpDays(api.context, { from: monday, to: monday });
    expect(await recount(api.context)).toBe(0);
  });
});

describe('reports', () => {
  test('are read by those whose role allows it', async () => {
    const { token: stranger } = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    const { token: reader } = await buildStaff(api.db, { permissions: { reports: ['read'] } });
    const call = (token: string) =>
      api.call('GET /api/admin/reports/{name}', { params: { name: 'video' }, token });
    expect((await call(stranger)).status).toBe(403);
    expect((await call(reader)).status).toBe(200);
    expect((await api.call('GET /api/admin/report-differences', { token: stranger })).status).toBe(403);
  });

  test('answer every period and sort, refuse what they do not know, and have their columns in every row', async () => {
    await begin(at(monday, 1));
    for (let hour = 2; hour < 20; hour += 3) await watched({ startedAt: at(monday, hour) });
    await buildUser(api.db, { createdAt: at(monday, 3) });
    await api.pool.query(
      `insert into search_queries (id, q, term, searched_at) values (gen_random_uuid(), 'abc', 'x', $1)`,
      [at(monday, 4)],
    );
    const ad = await buildAd(api.db);
    await api.pool.query(
      `insert into ads_impressions (id, happened_on, happened_at, ad_id) values ($1, $2::timestamptz, $2, $3)`,
      [newId(), at(monday, 4), ad.id],
    );
    api.setNow(at(addDays(monday, 1), 3));
    await count();
    await atNight();
    await staySignedIn();
    const { data: declared } = (await api.call('GET /api/admin/reports', { token })).body;
    expect(declared.length).toBeGreaterThan(12);
    for (const own of declared) {
      for (const period of ['today', 'yesterday', 'last_7_days', 'recent_30_days'] as const) {
        const { data, totals, before } = await report(own.name, { period });
        expect((totals === null) === own.is_facts && (before === null) === own.is_facts, own.name).toBe(true);
        for (const row of data)
          expect(Object.keys(row).sort(), own.name).toEqual(
            ['id', ...own.columns.map(({ name }) => name)].sort(),
          );
        if (period === 'last_7_days' && own.name !== 'retention')
          expect(data.length, own.name).toBeGreaterThan(0);
      }
      for (const { name: sort } of own.columns)
        for (const order of ['asc', 'desc'] as const)
          await report(own.name, { sort, order, per_page: 2, page: 2 });
      for (const filter of own.filters) {
        const values: Record<string, string> = {
          kind: 'movie',
          device: 'web',
          country: 'US',
          plan: 'paid',
          kids: 'no',
          slot: '1-5',
          query: 'abc',
          event_day: monday,
          running: `${monday}T20`,
          joined_week: monday,
          event: 'joined',
          active_day: monday,
          returned: `${monday}-1`,
          script: 'latin',
          found: 'no',
          opened: 'yes',
          placement: 'small-banner',
        };
        await report(own.name, { period: 'last_7_days', [filter]: values[filter] ?? newId() });
      }
    }
    const refused = async (name: string, query: object) =>
      (await api.call('GET /api/admin/reports/{name}', { params: { name }, query: query as never, token }))
        .body.errors;
    expect(await refused('search', { device: 'web' })).toHaveProperty('device');
    expect(await refused('video', { sort: 'id; drop table' })).toHaveProperty('sort');
    expect(await refused('video', { period: 'custom' })).toHaveProperty('from');
    expect(
      await refused('video', { period: 'custom', from: '2027-01-01', to: '2027-12-01', device: 'web' }),
    ).toHaveProperty('to');
    const missing = await api.call('GET /api/admin/reports/{name}', { params: { name: 'nothing' }, token });
    expect(missing.status).toBe(404);
  });

  test('filter by what facts have, put the period before beside, and count people once', async () => {
    const [drama, news] = [await buildCategory(api.db, { nameEn: 'Drama' }), await buildCategory(api.db)];
    const [one, two] = [
      await buildProgramme(api.db, { titleEn: 'One', categoryId: drama.id }),
      await buildProgramme(api.db, { titleEn: 'Two', categoryId: news.id }),
    ];
    const [profile, other] = [await buildProfile(api.db), await buildProfile(api.db)];
    await begin(at(addDays(monday, -8), 1));
    const lastWeek = addDays(monday, -7);
    await watched({ startedAt: at(lastWeek, 8), profile, programmeId: one.id, device: 'web', region: 'US' });
    await watched({ startedAt: at(monday, 8), profile, programmeId: one.id, device: 'web', region: 'US' });
    await watched({
      startedAt: at(addDays(monday, 1), 8),
      profile,
      programmeId: one.id,
      device: 'stb',
      region: 'CA',
    });
    await watched({
      startedAt: at(monday, 9),
      profile,
      programmeId: two.id,
      device: 'stb',
      region: 'US',
      position: 99,
    });
    await watched({
      startedAt: at(monday, 9),
      profile: other,
      programmeId: one.id,
      device: 'stb',
      region: 'US',
    });
    const sunday = addDays(monday, 6);
    api.setNow(at(addDays(sunday, 1), 3));
    // The cursor is a week behind: the days are open all the same.
    await api.pool.query(`update reports_cursors set taking_over = true where source = 'playback_sessions'`);
    await count();
    await atNight();
    const week = await report('video');
    expect(week.meta.period).toEqual({ from: monday, to: sunday });
    expect(week.totals).toMatchObject({ views: 4, viewers: 2, seconds: 240, completed_percent: 25 });
    expect(week.before).toEqual({ totals: expect.objectContaining({ views: 1, viewers: 1 }) });
    expect(week.series[0]).toEqual({ day: monday, value: 3, before: 1 });
    expect(week.data.map(({ title, views, viewers }) => [title, views, viewers])).toEqual([
      ['One', 3, 2],
      ['Two', 1, 1],
    ]);
    const viewsOf = async (query: object, name = 'video') => {
      const { totals, data } = await report(name, query);
      return [totals?.views, totals?.viewers, data.length];
    };
    expect(await viewsOf({ category_id: drama.id })).toEqual([3, 2, 1]);
    expect(await viewsOf({ device: 'stb' })).toEqual([3, 2, 2]);
    expect(await viewsOf({ device: 'stb', country: 'CA' })).toEqual([1, 1, 1]);
    expect(await viewsOf({ category_id: drama.id, kind: 'series' })).toEqual([null, 0, 0]);
    expect(await viewsOf({ plan: 'paid' })).toEqual([null, 0, 0]);
    expect(await viewsOf({ kids: 'no' }, 'category')).toEqual([4, 2, 2]);
    expect(await viewsOf({ country: 'US' }, 'devices')).toEqual([3, 2, 2]);
    expect(await viewsOf({ device: 'stb' }, 'watch')).toEqual([3, 2, 2]);
    const { data: choices } = (await api.call('GET /api/admin/report-choices', { token, locale: 'en' })).body;
    expect(choices.filter(({ filter }) => filter === 'country').map(({ id }) => id)).toEqual(['CA', 'US']);
    expect(choices).toContainEqual({ filter: 'category_id', id: drama.id, name: 'Drama' });
    // From a figure to its rows.
    const row = week.data[0];
    const { facts } = week.meta.report;
    const behind = await report(facts?.list ?? '', { [facts?.by ?? '']: row?.id });
    expect(behind.data.map(({ title }) => title)).toEqual(['One', 'One', 'One']);
    expect(JSON.stringify(behind)).not.toContain('viewer');
    const { data: slots } = await report('watch');
    expect(slots[0]).toMatchObject({ weekday: 'Monday', hour: '09:00', views: 2 });
    expect((await report('viewings', { slot: String(slots[0]?.id) })).data).toHaveLength(2);
    // People of a range that was not counted are not made up of others.
    const custom = await report('video', { period: 'custom', from: monday, to: addDays(monday, 1) });
    expect(custom.totals).toMatchObject({ views: 4, viewers: null });
  });

  test('count people of ranges and weeks again when a day of theirs changes after the night has counted it', async () => {
    // The last day of May is a Monday: it ends seven days, thirty days and a month, and begins a week.
    const day = '2027-05-31';
    await begin(at(day, 1));
    const profiles = await Promise.all([1, 2, 3, 4].map(() => buildProfile(api.db)));
    const [first, ...others] = profiles;
    if (first) await watched({ startedAt: at(day, 9), profile: first });
    api.setNow(at(day, 25.4));
    await count();
    await atNight();
    const ranges = [addDays(day, -6), addDays(day, -29), '2027-05-01'];
    const viewersIn = async () => {
      const said = [];
      for (const from of ranges) {
        const { totals, data } = await report('video', { period: 'custom', from, to: day });
        said.push([totals?.views, totals?.viewers, data.reduce((sum, row) => sum + Number(row.viewers), 0)]);
      }
      const { totals } = await report('customers', { period: 'custom', from: addDays(day, -6), to: day });
      return [...said, totals?.active];
    };
    const homesIn = async () =>
      (await rowsOf('select sum(homes)::int as homes from reports_retention where week = $1', [day]))[0]
        ?.homes;
    expect(await viewersIn()).toEqual([[1, 1, 1], [1, 1, 1], [1, 1, 1], 1]);
    // A viewing that starts before midnight counts once it has ended.
    for (const profile of others.slice(0, 2))
      await watched({ startedAt: at(day, 23.8), endedAt: at(day, 26), profile });
    api.setNow(at(day, 26.1));
    await count();
    expect(await viewersIn()).toEqual([[3, 3, 3], [3, 3, 3], [3, 3, 3], 3]);
    for (const period of ['last_7_days', 'recent_30_days'] as const)
      expect((await report('devices', { period })).data).toMatchObject([{ views: 3, viewers: 3 }]);
    // Weeks follow once an hour.
    expect(await homesIn()).toBe(1);
    api.setNow(at(day, 27.2));
    await count();
    expect(await homesIn()).toBe(3);
    // So do ranges that have too much to be read for each change.
    await api.pool.query(
      `insert into reports_watch_days (day, part, value, views, seconds, completed) values ($1, 'kind', 'movie', 300000, 0, 0)`,
      [addDays(day, -3)],
    );
    await watched({ startedAt: at(day, 23.9), endedAt: at(day, 27.1), profile: others[2] as never });
    api.setNow(at(day, 27.3));
    await count();
    const viewers = async () => (await report('category', { period: 'last_7_days' })).totals?.viewers;
    expect([await viewers(), await homesIn()]).toEqual([3, 3]);
    api.setNow(at(day, 28.3));
    await count();
    expect([await viewers(), await homesIn()]).toEqual([4, 4]);
    expect(await rowsOf('select from reports_changed_ranges')).toEqual([]);
  });

  test('lead from a figure of any period to its rows, a month at a time, the newest first', async () => {
    const today = addDays(monday, 200);
    const programme = await buildProgramme(api.db, { titleEn: 'Half a year' });
    const days = [0, 1, 1, 20, 90, 91, 150, 199].map((day) => addDays(monday, day));
    for (const [n, day] of days.entries())
      await watched({
        startedAt: at(day, 9 + n / 10),
        programmeId: programme.id,
        seconds: 60 + n,
        device: n % 3 === 0 && n > 0 ? 'stb' : 'web',
      });
    await watched({ startedAt: at(addDays(monday, 50), 9) });
    await begin(at(today, 12));
    // A device that was off line: it began before the period and counts in it.
    await watched({
      startedAt: at(addDays(monday, -3), 9),
      endedAt: at(today, 11.9),
      programmeId: programme.id,
      seconds: 99,
    });
    api.setNow(at(today, 13));
    await count();
    const period = { period: 'custom', from: monday, to: today } as const;
    const { data, meta } = await report('video', period);
    const row = data.find(({ title }) => title === 'Half a year');
    expect(row).toMatchObject({ views: 9 });
    const query = { ...period, [String(meta.report.facts?.by)]: row?.id } as const;
    const secondsOf = async (more: object) =>
      (await report('viewings', { ...query, ...more })).data.map(({ seconds }) => seconds);
    const all = [67, 66, 65, 64, 63, 62, 61, 60, 99];
    expect(await secondsOf({})).toEqual(all);
    expect(await secondsOf({ order: 'asc', sort: 'happened_at' })).toEqual([...all].reverse());
    for (const per_page of [1, 2, 4]) {
      const pages = [];
      for (let page = 1; page <= 9; page += 1) pages.push(...(await secondsOf({ page, per_page })));
      expect(pages, `by ${per_page}`).toEqual(all);
    }
    expect((await report('viewings', query)).meta.total).toBe(9);
    // A query of all viewings is limited, and the error names the limit and a remedy.
    const refused = async (name: string, more: object) =>
      (
        await api.call('GET /api/admin/reports/{name}', {
          params: { name },
          query: { ...period, ...more } as never,
          token,
          locale: 'en',
        })
      ).body.errors?.to;
    const last = addDays(monday, 91);
    expect(await refused('viewings', { sort: 'seconds' })).toEqual([
      `In this order a list covers at most 92 days. Choose an end up to ${last}, or sort by time.`,
    ]);
    expect(await refused('video', { device: 'web' })).toEqual([
      `With these filters a report covers at most 92 days. Choose an end up to ${last}, or clear the filters.`,
    ]);
    expect(await refused('viewings', { sort: 'seconds', to: last })).toBeUndefined();
    // For one device a rollup lists the days with viewings, even a day that has not been counted since. Other filters would read all days.
    await watched({ startedAt: at(today, 12.9), endedAt: at(today, 13.1), seconds: 68, device: 'stb' });
    api.setNow(at(today, 13.2));
    await recordFacts(api.context);
    const ofDevice = await report('viewings', { ...period, device: 'stb' });
    expect(ofDevice.data.map(({ seconds }) => seconds)).toEqual([68, 66, 63]);
    expect(ofDevice.data[0]).toMatchObject({ device: 'Set-top box, TV' });
    expect(ofDevice.meta.total).toBe(3);
    for (const more of [{ plan: 'free' }, { device: 'stb', country: 'US' }, { slot: '1-9', kids: 'no' }]) {
      expect(await refused('viewings', more)).toEqual([
        `With these filters a report covers at most 92 days. Choose an end up to ${last}, or clear the filters.`,
      ]);
      expect(await refused('viewings', { ...more, to: last })).toBeUndefined();
    }
    expect(await refused('searches', { opened: 'yes' })).toHaveLength(1);
    const file = await api.call('POST /api/admin/exports', {
      token,
      body: {
        resource: reportList('viewings'),
        format: 'csv',
        query: period,
        columns: [{ field: 'title', label: 'title' }],
      },
    });
    expect([file.status, Object.keys(file.body.errors ?? {})]).toEqual([422, ['to']]);
  });

  test('lead to what has nothing there: no category, no known country or device', async () => {
    const category = await buildCategory(api.db);
    const inOne = await buildProgramme(api.db, { categoryId: category.id });
    await begin(at(monday, 1));
    await watched({ startedAt: at(monday, 8), programmeId: inOne.id, region: 'US', device: 'web' });
    const channel = await buildChannel(api.db);
    const profile = await buildProfile(api.db);
    await api.pool.query(
      `insert into playback_sessions (id, household_id, profile_id, channel_id, device, watched_seconds, started_at, heartbeat_at, ended_at)
       values ($1, $2, $3, $4, '', 3600, $5, $6, $6)`,
      [newId(), profile.householdId, profile.id, channel.id, at(monday, 8), at(monday, 9)],
    );
    api.setNow(at(monday, 10));
    await count();
    for (const name of ['category', 'countries', 'devices']) {
      const { data, meta } = await report(name, on(monday));
      expect(data, name).toHaveLength(2);
      for (const row of data) {
        const behind = await report('viewings', { ...on(monday), [String(meta.report.facts?.by)]: row.id });
        expect(behind.data, `${name} ${row.id}`).toHaveLength(1);
      }
      // The filter is that of every report.
      const { data: narrowed } = await report('video', {
        ...on(monday),
        [String(meta.report.facts?.by)]: 'none',
      });
      expect(narrowed, name).toEqual([expect.objectContaining({ views: 1, viewers: 1, seconds: 3600 })]);
    }
  });

  test('know the most streams at once by hour, over midnight too', async () => {
    await begin(at(monday, 1));
    const spans = [
      [20, 21],
      [20.5, 23.9],
      [20.9, 25.5],
      [21, 22],
    ] as const;
    for (const [from, to] of spans)
      await watched({
        startedAt: at(monday, from),
        endedAt: at(monday, to),
        seconds: 60,
        device: from === 20 ? 'stb' : 'web',
      });
    api.setNow(at(monday, 26));
    await count();
    const peaks = async (day: string) =>
      (await report('streams', on(day))).data.map(({ hour, peak }) => [hour, peak]);
    expect(await peaks(monday)).toEqual([
      ['20:00', 3],
      ['21:00', 3],
      ['22:00', 2],
      ['23:00', 2],
    ]);
    expect(await peaks(addDays(monday, 1))).toEqual([
      ['00:00', 1],
      ['01:00', 1],
    ]);
    // The same from facts, over both days and of one device.
    const both = { period: 'custom', from: monday, to: addDays(monday, 1) } as const;
    expect(await report('streams', { ...both, kids: 'no' })).toMatchObject(
      (({ data, totals, series }) => ({ data, totals, series }))(await report('streams', both)),
    );
    const ofDevice = await report('streams', { ...both, device: 'stb' });
    expect(ofDevice.data).toEqual([
      { id: `${monday}T20`, hour: '20:00', peak: 1, average_peak: 1, peak_day: monday },
    ]);
    expect(ofDevice.totals).toEqual({ peak: 1, average_peak: 1, peak_day: monday });
    // From a peak to those that ran in its hour, what began the day before among them.
    const { meta, data: hours } = await report('streams', both);
    expect(meta.report.facts).toEqual({ list: 'viewings', by: 'running' });
    const behind = async (id: unknown, more: object = {}) =>
      (await report('viewings', { ...both, running: String(id), ...more })).data
        .map(({ happened_at }) => (Date.parse(String(happened_at)) - at(monday, 0).getTime()) / hourMs)
        .sort((a, b) => a - b);
    const idOfHour = (of: string) => hours.find(({ hour }) => hour === of)?.id;
    expect(await behind(idOfHour('20:00'))).toEqual([20, 20.5, 20.9]);
    expect(await behind(idOfHour('20:00'), { device: 'stb' })).toEqual([20]);
    expect(await behind(idOfHour('21:00'))).toEqual([20.5, 20.9, 21]);
    expect(await behind(idOfHour('01:00'), on(addDays(monday, 1)))).toEqual([20.9]);
  });

  test('keep the people of ranges some of whose facts are not kept any more', async () => {
    const context = { ...api.context, config: { ...api.context.config, reportMonths: 1 } };
    await begin(at('2027-04-29', 1));
    for (const day of ['2027-04-30', '2027-05-15']) {
      await watched({ startedAt: at(day, 8) });
      api.setNow(at(day, 20));
      await count();
    }
    const viewers = async () =>
      (
        await rowsOf(`select viewers::int as viewers from reports_audiences
          where starts_on = '2027-04-30' and ends_on = '2027-05-29' and part = 'total'`)
      )[0]?.viewers;
    for (const day of ['2027-05-31', '2027-06-01', '2027-06-02']) {
      api.setNow(at(day, 3));
      // April is not kept in June.
      if (day > '2027-06') await api.pool.query(`delete from reports_viewings where day < '2027-05-01'`);
      await count();
      await countRanges(context);
      expect([day, await viewers()]).toEqual([day, 2]);
    }
  });

  test('join a word in Korean, Latin letters and initials into one keyword, and know what found nothing', async () => {
    await buildProgramme(api.db, { titleKo: '달빛 연가' });
    await begin(at(monday, 1));
    const search = async (q: string, times: number) => {
      for (let n = 0; n < times; n += 1) {
        const saved = await api.call('POST /api/video/search/save', { body: { q } });
        expect(saved.status).toBe(200);
      }
    };
    api.setNow(at(monday, 2));
    await search('달빛', 3);
    await search('Dalbit', 2);
    await search('ㄷㅂ', 1);
    await search('nothingiscalledthis', 2);
    api.setNow(at(addDays(monday, 1), 2));
    await search('nothingiscalledthis', 5);
    await search('달빛', 1);
    api.setNow(at(addDays(monday, 1), 4));
    await count();
    const { data } = await report('keywords', on(addDays(monday, 1)));
    expect(data).toEqual([
      {
        id: 'nothingiscalledthis',
        keyword: 'nothingiscalledthis',
        spellings: 'nothingiscalledthis',
        searches: 5,
        before: 2,
        rise: 3,
        empty: 5,
      },
      expect.objectContaining({ keyword: '달빛', searches: 1, before: 6, rise: -5 }),
    ]);
    const day = await report('keywords', on(monday));
    expect(day.data).toContainEqual(
      expect.objectContaining({ keyword: '달빛', spellings: '달빛 · dalbit · ㄷㅂ', searches: 6 }),
    );
    // The rows behind a keyword are all of its spellings.
    const keyword = day.data.find((row) => row.keyword === '달빛');
    const behind = await report('searches', { ...on(monday), queries: String(keyword?.id) });
    expect(behind.data).toHaveLength(6);
    expect(new Set(behind.data.map(({ query }) => query))).toEqual(new Set(['달빛', 'dalbit', 'ㄷㅂ']));
    expect((await report('search', on(monday))).totals).toMatchObject({ searches: 8, empty: 2 });
    // By script from rollups, by results from facts. The number of rows behind them is the same.
    const narrowed = [
      [{ script: 'latin' }, 4, 2],
      [{ script: 'initials' }, 1, 0],
      [{ found: 'no' }, 2, 2],
      [{ found: 'yes', script: 'latin' }, 2, 0],
      [{ opened: 'yes' }, null, null],
    ] as const;
    for (const [filter, searches, empty] of narrowed) {
      for (const name of ['search', 'keywords']) {
        const { data: found, totals } = await report(name, { ...on(monday), ...filter });
        expect([totals?.searches || null, totals?.empty ?? null], name).toEqual([
          searches,
          name === 'keywords' ? (empty ?? 0) : empty,
        ]);
        expect(found.reduce((sum, row) => sum + Number(row.searches), 0)).toBe(searches ?? 0);
      }
      const rows = await report('searches', { ...on(monday), ...filter });
      expect(rows.data).toHaveLength(searches ?? 0);
    }
    // A rise is of the same searches.
    const rise = await report('keywords', { ...on(addDays(monday, 1)), found: 'no' });
    expect(rise.data).toMatchObject([{ keyword: 'nothingiscalledthis', searches: 5, before: 2, rise: 3 }]);
    expect(rise.data).toHaveLength(1);
    // A period of whole months and some days says what its days do, before its months are counted and after.
    api.setNow(at('2027-07-02', 4));
    await search('달빛', 1);
    api.setNow(at('2027-07-02', 6));
    await count();
    const long = { period: 'custom', from: '2027-05-01', to: '2027-07-31' } as const;
    const saysAll = async () => {
      for (const [filter, typed] of [
        [{}, { 달빛: 5, nothingiscalledthis: 7, dalbit: 2, ㄷㅂ: 1 }],
        [{ script: 'latin' }, { nothingiscalledthis: 7, dalbit: 2 }],
      ] as const) {
        const { data: found, totals } = await report('search', { ...long, ...filter });
        expect(Object.fromEntries(found.map((row) => [row.query, row.searches]))).toEqual(typed);
        expect(totals?.searches).toBe(Object.values(typed).reduce((all, times) => all + times, 0));
      }
    };
    await saysAll();
    await atNight();
    expect(await rowsOf('select distinct month::text from reports_search_months')).toEqual([
      { month: '2027-05-01' },
    ]);
    await saysAll();
    // A day that is counted again has its month follow it.
    await api.pool.query('update reports_search_months set searches = 0');
    await rollUpDays(api.context, { from: addDays(monday, 1), to: addDays(monday, 1) });
    await saysAll();
    const later = await report('keywords', { period: 'custom', from: '2027-06-15', to: '2027-07-31' });
    expect(later.data).toMatchObject([{ keyword: '달빛', searches: 1, before: 7, rise: -6 }]);
    await recount(api.context);
    expect(await differences()).toEqual([]);
  });

  test('count a search that could not be looked up, without what it finds', async () => {
    await begin(at(monday, 1));
    api.setNow(at(monday, 2));
    await api.call('POST /api/video/search/save', { body: { q: '달빛' } });
    api.setNow(at(monday, 3));
    const log = { ...api.context.log, warn: () => {} } as never;
    await recordFacts({ ...api.context, log, searchDb: undefined as never });
    expect(await rowsOf('select query, results from reports_searches')).toEqual([
      { query: '달빛', results: null },
    ]);
  });

  test('count home’s ads by ad on the day of the service’s zone', async () => {
    const [one, two] = [
      await buildAd(api.db, { titleEn: 'Bakery', placement: 'main-slider' }),
      await buildAd(api.db, { titleEn: 'Bank' }),
    ];
    await begin(at(monday, 1));
    api.setNow(at(monday, 23));
    await api.call('POST /api/ads-impression/store', { body: { ids: [one.id, two.id] } });
    await api.call('POST /api/ads-impression/store', { body: { ids: [one.id] } });
    await api.call('POST /api/ads-click/store', {
      body: { id: one.id, device: 'mobile', from: 'small-banner' },
    });
    api.setNow(at(monday, 25));
    await count();
    const { data, totals } = await report('ads', on(monday));
    expect(
      data.map(({ title, impressions, clicks, ctr_percent }) => [title, impressions, clicks, ctr_percent]),
    ).toEqual([
      ['Bakery', 2, 1, 50],
      ['Bank', 1, 0, 0],
    ]);
    expect(totals).toEqual({ ads: 2, impressions: 3, clicks: 1, ctr_percent: 33.3 });
    expect((await report('ads', on(addDays(monday, 1)))).totals).toMatchObject({ impressions: 0 });
    expect((await report('ad-events', { ...on(monday), title: one.id })).data).toHaveLength(3);
    // An ad of one place may be clicked where it stood before.
    const main = await report('ads', { ...on(monday), placement: 'main-slider' });
    expect(main.totals).toEqual({ ads: 1, impressions: 2, clicks: 0, ctr_percent: 0 });
    const small = { ...on(monday), placement: 'small-banner' } as const;
    expect((await report('ads', small)).data).toMatchObject([
      { id: two.id, impressions: 1, clicks: 0 },
      { id: one.id, impressions: 0, clicks: 1 },
    ]);
    expect((await report('ad-events', { ...small, title: one.id })).data).toMatchObject([{ event: 'Click' }]);
  });

  test('count what was reported of an ad once, though the ad is called otherwise when it is read again', async () => {
    const ads = [await buildAd(api.db, { titleEn: 'Bakery' }), await buildAd(api.db, { titleEn: 'Bank' })];
    await begin(at(monday, 1));
    // Within the quarter of an hour that is read twice.
    api.setNow(at(monday, 12.9));
    await api.call('POST /api/ads-impression/store', { body: { ids: ads.map(({ id }) => id) } });
    for (const { id } of ads)
      await api.call('POST /api/ads-click/store', { body: { id, device: 'mobile', from: 'small-banner' } });
    api.setNow(at(monday, 13));
    await count();
    await api.pool.query(`update ads_ads set title_en = title_en || ' II'`);
    api.setNow(at(monday, 13.3));
    await Promise.all([count(), count()]);
    expect((await report('ads', on(monday))).totals).toMatchObject({ ads: 2, impressions: 2, clicks: 2 });
    expect((await report('ad-events', on(monday))).data.map(({ device }) => device).sort()).toEqual([
      '',
      '',
      'Phone',
      'Phone',
    ]);
    expect(await recount(api.context)).toBe(0);
  });

  test('count who joined, watched and left, and how many come back in later weeks', async () => {
    await api.pool.query('delete from accounts_users');
    await api.pool.query('delete from accounts_households');
    await begin(at(monday, 1));
    const homes = [];
    const plan = await buildPlan(api.db, { nameEn: 'Family plan' });
    for (let n = 0; n < 4; n += 1) {
      const user = await buildUser(api.db, { createdAt: at(monday, 5) });
      await api.pool.query('update accounts_households set created_at = $1 where id = $2', [
        at(monday, 5),
        user.householdId,
      ]);
      await api.pool.query(
        `insert into plans_periods (id, household_id, starts_at, ends_at, created_at, updated_at, plan_id)
          values ($1, $2, $3, $4, $3, $3, $5)`,
        [newId(), user.householdId, at(monday, 6), at(addDays(monday, 1), 6), n === 0 ? plan.id : null],
      );
      homes.push(await buildProfile(api.db, { householdId: user.householdId }));
    }
    for (const day of [0, 7])
      for (const profile of homes.slice(day / 7))
        await watched({
          startedAt: at(addDays(monday, day), 8),
          profile,
          device: profile === homes[1] ? 'stb' : 'web',
        });
    for (const day of [0, 1, 7, 14]) {
      api.setNow(at(addDays(monday, day), 9));
      await count();
    }
    await atNight();
    expect((await report('customers', on(monday))).totals).toMatchObject({
      joined: 4,
      active: 4,
      plan_begun: 4,
      plan_ended: 0,
    });
    expect((await report('customers', on(addDays(monday, 1)))).totals).toMatchObject({
      joined: 0,
      plan_ended: 4,
    });
    const { data, totals } = await report('retention', on(monday));
    expect(data).toEqual([expect.objectContaining({ week: monday, joined: 4, week_1: 75, week_2: 0 })]);
    expect(totals).toMatchObject({ joined: 4, week_1: 75 });
    // The report and the period that it is compared with have whole weeks.
    const days = { period: 'custom', from: addDays(monday, 5), to: addDays(monday, 9) } as const;
    const weeks = await report('retention', days);
    expect(weeks.meta).toMatchObject({
      period: { from: monday, to: addDays(monday, 13) },
      before: { from: addDays(monday, -14), to: addDays(monday, -1) },
    });
    expect([weeks.totals?.joined, weeks.before?.totals.joined ?? 0]).toEqual([4, 0]);
    const { facts } = (await report('retention', on(monday))).meta.report;
    expect(facts).toEqual({ list: 'customer-events', by: 'joined_week' });
    const joinings = await report('customer-events', { ...on(monday), joined_week: String(data[0]?.id) });
    expect(joinings.data.map(({ event }) => event)).toEqual(Array(4).fill('Joined'));
    // A filter narrows the viewers, and the share is still of all who joined.
    const same = await report('retention', { ...on(monday), kids: 'no' });
    expect([same.data, same.totals]).toEqual([data, totals]);
    const ofDevice = await report('retention', { ...on(monday), device: 'stb' });
    expect(ofDevice.totals).toMatchObject({ joined: 4, week_1: 25 });
    // Only plan periods are of a plan.
    const week = { period: 'custom', from: monday, to: addDays(monday, 6) } as const;
    const ofPlan = await report('customers', { ...week, plan_id: plan.id });
    const none = { joined: null, active: null, leaving: null, left: null };
    expect(ofPlan.totals).toEqual({ ...none, plan_begun: 1, plan_ended: 1 });
    expect(ofPlan.data.at(-1)).toEqual({ id: monday, day: monday, ...none, plan_begun: 1, plan_ended: 0 });
    expect(ofPlan.meta.report.chart).toEqual({ shape: 'days', measure: 'plan_begun' });
    expect(ofPlan.series.map(({ value }) => value)).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect((await report('customer-events', { ...week, plan_id: plan.id })).data).toHaveLength(2);
    const { data: choices } = (await api.call('GET /api/admin/report-choices', { token, locale: 'en' })).body;
    expect(choices).toContainEqual({ filter: 'plan_id', id: plan.id, name: plan.nameEn });
  });
});

test('each figure of customers and of retention leads to as many rows as it says', async () => {
  await api.pool.query('delete from accounts_users');
  await api.pool.query('delete from accounts_households');
  // Its next week has days of two months.
  const week = '2027-05-24';
  await begin(at(week, 1));
  const plan = await buildPlan(api.db);
  const homes: { id: string; householdId: string; profiles: { id: string; householdId: string }[] }[] = [];
  for (const [n, joined] of [0, 0, 0, 2, 6, 7].entries()) {
    const joinedAt = at(addDays(week, joined), 5);
    const user = await buildUser(api.db, { createdAt: joinedAt });
    await api.pool.query('update accounts_households set created_at = $1 where id = $2', [
      joinedAt,
      user.householdId,
    ]);
    await api.pool.query(
      `insert into plans_periods (id, household_id, starts_at, ends_at, created_at, updated_at, plan_id)
        values ($1, $2, $3, $4, $3, $3, $5)`,
      [newId(), user.householdId, joinedAt, at(addDays(week, joined + 1), 6), n < 2 ? plan.id : null],
    );
    const profiles = [user, user].map(({ householdId }) => buildProfile(api.db, { householdId }));
    homes.push({ ...user, profiles: await Promise.all(profiles) });
  }
  const watchAll = async (day: number, those: typeof homes, more: Partial<Watched> = {}) => {
    for (const { profiles } of those)
      for (const [n, profile] of profiles.entries())
        for (const hour of [9, 20])
          await watched({
            startedAt: at(addDays(week, day), hour + n / 10),
            profile,
            device: hour === 9 && profiles === homes[1]?.profiles ? 'stb' : 'web',
            ...more,
          });
  };
  await watchAll(0, homes.slice(0, 3));
  await watchAll(2, homes.slice(1, 4));
  // On both sides of the month's end.
  await watchAll(7, homes.slice(1, 6));
  await watchAll(9, homes.slice(0, 2));
  await watchAll(14, homes.slice(2, 3));
  const asked = homes[5]?.id;
  for (let day = 0; day <= 15; day += 1) {
    api.setNow(at(addDays(week, day), 23.9));
    if (day === 8)
      await api.pool.query('update accounts_users set deletion_requested_at = $1 where id = $2', [
        at(addDays(week, 8), 7),
        asked,
      ]);
    // A late viewing counts on the day on which it arrives.
    if (day === 13) await watchAll(1, homes.slice(3, 4), { endedAt: at(addDays(week, 13), 8) });
    await count();
  }
  await api.pool.query('update accounts_users set deletion_requested_at = $1 where id = $2', [
    at(addDays(week, -90), 7),
    asked,
  ]);
  await tidyAccountsJob.run({}, api.context, signal);
  await count();
  await atNight();

  const period = { period: 'custom', from: week, to: addDays(week, 15) } as const;
  const seen = new Map<string, number[]>();
  for (const [name, more] of [
    ['customers', {}],
    ['customers', { plan_id: plan.id }],
    ['retention', {}],
    ['retention', { device: 'stb' }],
  ] as const) {
    const { data, meta } = await report(name, { ...period, ...more, per_page: 1000 });
    const listFilters = async (list: string) =>
      (await api.call('GET /api/admin/reports', { token })).body.data.find((own) => own.name === list)
        ?.filters ?? [];
    const behind = async (list: string, query: Record<string, string | number>) => {
      const known = await listFilters(list);
      const kept = Object.fromEntries(Object.entries(more).filter(([filter]) => known.includes(filter)));
      return report(list, { ...period, ...kept, per_page: 1000, ...query });
    };
    const { facts } = meta.report;
    for (const row of data) {
      if (facts)
        expect((await behind(facts.list, { [facts.by]: String(row.id) })).meta.total).toBe(row.joined);
      for (const { name: column, kind, facts } of meta.report.columns) {
        const figure = row[column];
        if (!facts || figure === null || figure === undefined) continue;
        const query = Object.fromEntries(
          Object.entries(facts.query).map(([filter, value]) => [
            filter,
            value.replace('{id}', String(row.id)),
          ]),
        );
        const { data: rows, meta } = await behind(facts.list, query);
        const { total } = meta;
        const said = kind === 'percent' ? Math.round((1000 * total) / Number(row.joined)) / 10 : total;
        expect(said, `${name} ${JSON.stringify(more)} ${row.id} ${column}`).toBe(figure);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
        if (total === 0) continue;
        seen.set(column, [...(seen.get(column) ?? []), total]);
        // A page at a time there are no others.
        const last = await behind(facts.list, { ...query, per_page: 1, page: total });
        expect([last.data, last.meta.total]).toEqual([rows.slice(-1), total]);
      }
      expect(Object.values(row).some((value) => typeof value === 'number')).toBe(true);
    }
  }
  // Each kind of figure was there: households that watched more than once among them.
  expect(seen.get('active')).toEqual(expect.arrayContaining([3, 5, 2, 1]));
  expect([...seen.keys()].sort()).toEqual(
    ['active', 'joined', 'leaving', 'left', 'plan_begun', 'plan_ended', 'week_1', 'week_2'].sort(),
  );
  // Staff of a content partner see no customers who joined or returned.
  const partner = await buildContentPartner(api.db);
  const staff = await buildStaff(api.db, { contentPartnerId: partner.id });
  await staySignedIn();
  for (const query of [{ active_day: week }, { returned: `${week}-1` }]) {
    const { status, body } = await api.call('GET /api/admin/reports/{name}', {
      params: { name: 'viewings' },
      query: { ...period, ...query },
      token: staff.token,
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, Object.keys(query)]);
  }
});

test('files have a report as the screen has it, and its views are saved, shared and opened by an address', async () => {
  const [partner, other] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
  const own = await buildProgramme(api.db, {
    titleKo: '=1+1',
    titleEn: '=1+1',
    contentPartnerId: partner.id,
  });
  await watched({ startedAt: at(monday, 10), programmeId: own.id });
  await watched({
    startedAt: at(monday, 11),
    programmeId: (await buildProgramme(api.db, { titleEn: 'Theirs', contentPartnerId: other.id })).id,
  });
  await begin(at(monday, 1));
  api.setNow(at(monday, 20));
  await staySignedIn();
  await count();
  const query = { period: 'custom', from: monday, to: monday };
  const lines = await fileOf('video', { ...query, sort: 'title', order: 'desc' }, 'csv');
  expect(lines.map(({ title, views }) => [title, views])).toEqual([
    ['Theirs', '1'],
    // A cell that a spreadsheet would run is text.
    ["'=1+1", '1'],
    ['Overall', '2'],
    ['Period before', ''],
  ]);
  // A list of facts has no totals.
  expect(await fileOf('viewings', query, 'csv')).toHaveLength(2);
  // The file covers the day of the request, even when it is made later.
  const tomorrow = () => api.setNow(at(addDays(monday, 1), 1));
  expect((await fileOf('video', { period: 'today' }, 'csv', tomorrow)).map(({ views }) => views)).toEqual([
    '1',
    '1',
    '2',
    '',
  ]);
  api.setNow(at(monday, 20));
  await staySignedIn();

  const as = async (values: Parameters<typeof buildStaff>[1]) => {
    const { token: own } = await buildStaff(api.db, values);
    await staySignedIn();
    return own;
  };
  const body = {
    resource: reportList('video'),
    format: 'csv' as const,
    query,
    columns: [{ field: 'title', label: 'title' }],
  };
  const partnersOwn = await as({ contentPartnerId: partner.id });
  const { body: made } = await api.call('POST /api/admin/exports', { token: partnersOwn, body });
  const { payload } = await api.app.inject({
    url: `/api/admin/exports/${made.data.id}/file`,
    headers: { authorization: `Bearer ${partnersOwn}` },
  });
  expect(payload).not.toContain('Theirs');
  const search = { ...body, resource: reportList('search'), columns: [{ field: 'query', label: 'query' }] };
  expect(await api.call('POST /api/admin/exports', { token: partnersOwn, body: search })).toMatchObject({
    status: 404,
  });
  // Narrowed on the screen, narrowed on paper.
  const ofDevice = await fileOf('streams', { ...query, device: 'stb' }, 'xlsx');
  expect(ofDevice.map(({ hour }) => hour)).toEqual(['Overall', 'Period before']);
  expect(await fileOf('streams', { ...query, device: 'web' }, 'csv')).toHaveLength(4);
  const role = await buildRole(api.db, { permissions: { reports: ['read'] } });
  const reader = await as({ roleId: role.id });
  expect(await api.call('POST /api/admin/exports', { token: reader, body })).toMatchObject({
    status: 403,
  });

  const view = {
    resource: reportList('video'),
    name: 'Phones in Canada',
    role_id: role.id,
    state: {
      filter: { period: 'last_7_days', country: 'CA' },
      sort: 'views',
      order: 'desc' as const,
      columns: null,
    },
  };
  const { body: saved } = await api.call('POST /api/admin/views', { token, body: view });
  const { body: seen } = await api.call('GET /api/admin/views', {
    token: reader,
    query: { resource: reportList('video') },
  });
  expect(seen.data).toMatchObject([{ id: saved.data.id, name: view.name, mine: false, state: view.state }]);
  expect(
    await api.call('POST /api/admin/views', { token, body: { ...view, resource: 'report-none' } }),
  ).toMatchObject({ status: 404 });
});

test('a report goes by mail once for each day, week and month that is over, to whoever may still read it', async () => {
  const title = await buildProgramme(api.db, { titleKo: '달빛 <가게>', titleEn: 'Moonlight <shop>' });
  // A Monday: its week is over with the day before.
  await begin(at(addDays(monday, -8), 1));
  await watched({ startedAt: at(addDays(monday, -1), 10), programmeId: title.id });
  await watched({ startedAt: at(addDays(monday, -2), 10), programmeId: title.id });
  api.setNow(at(monday, 6));
  await count();
  const staff = await buildStaff(api.db);
  const { token: own } = staff;
  await staySignedIn();
  const ask = (body: Sent<'POST /api/admin/report-mailings'>['body']) =>
    api.call('POST /api/admin/report-mailings', { token: own, locale: 'ko', body });
  const weekly = { report: 'video', every: 'week', filters: { kind: 'movie' } } as const;
  expect((await ask(weekly)).body).toMatchObject({ errors: { email: expect.anything() } });
  await api.pool.query(`update staff_users set email = 'jiwoo@maru.example' where id = $1`, [staff.id]);
  expect(await ask({ report: 'none', every: 'day', filters: {} })).toMatchObject({ status: 404 });
  expect((await ask({ report: 'search', every: 'day', filters: { kind: 'movie' } })).status).toBe(422);
  // A filter by a day is refused, because later messages have other days.
  const named = { active_day: addDays(monday, -1) };
  expect((await ask({ report: 'viewings', every: 'day', filters: named })).body).toMatchObject({
    errors: { active_day: expect.anything() },
  });
  // Asked for twice, also at once, it is one.
  await Promise.all([ask(weekly), ask(weekly)]);
  expect((await ask(weekly)).status).toBe(200);
  await ask({ report: 'video', every: 'day', filters: {} });
  const { body: listed } = await api.call('GET /api/admin/report-mailings', { token: own });
  expect(listed.data).toMatchObject({
    email: 'jiwoo@maru.example',
    mailings: [weekly, { report: 'video', every: 'day', filters: {} }],
  });
  expect(listed.data.mailings).toHaveLength(2);
  // Another staff member neither sees nor ends it.
  const [mailing] = listed.data.mailings;
  expect((await api.call('GET /api/admin/report-mailings', { token })).body.data.mailings).toEqual([]);
  const end = (as: string) =>
    api.call('DELETE /api/admin/report-mailings/{id}', { token: as, params: { id: mailing?.id ?? '' } });
  expect((await end(token)).status).toBe(404);

  const send = () => sendReportsJob.run({}, api.context, signal);
  const sent = () =>
    rowsOf(
      `select subject, text, html from mail_messages where to_address = 'jiwoo@maru.example' order by position('–' in subject), id`,
    );
  await Promise.all([send(), send()]);
  await send();
  const [daily, ofWeek, ...more] = await sent();
  expect(more).toEqual([]);
  expect(daily?.subject).toContain('영상, 2027. 05. 09.');
  expect(daily?.text).toContain('달빛 <가게> | 1 |');
  expect(daily?.html).toContain('달빛 &lt;가게&gt;');
  expect(ofWeek?.subject).toContain('2027. 05. 03. (월) – 2027. 05. 09. (일)');
  expect(ofWeek?.text).toContain('조회: 2');
  expect(ofWeek?.text).toContain('조건 1개에 맞는 것만 담았어요.');
  expect(daily?.text).not.toContain('조건');
  expect(ofWeek?.text).toContain(
    '/office/reports/video?period=custom&from=2027-05-03&to=2027-05-09&kind=movie',
  );

  // The next morning only the day is new; who may read no reports any more has none.
  api.setNow(at(addDays(monday, 1), 6));
  await send();
  expect(await sent()).toHaveLength(3);
  await staySignedIn();
  expect((await end(own)).status).toBe(200);
  await api.pool.query('update staff_users set role_id = $2 where id = $1', [
    staff.id,
    (await buildRole(api.db, { permissions: {} })).id,
  ]);
  api.setNow(at(addDays(monday, 15), 6));
  await send();
  expect(await sent()).toHaveLength(3);

  // A filter applies to the message and to its link.
  const other = await buildStaff(api.db);
  await api.pool.query(`update staff_users set email = 'haneul@maru.example' where id = $1`, [other.id]);
  for (const q of ['달빛', 'moonlight'])
    await api.pool.query(`insert into search_queries (id, q, term, searched_at) values ($1, $2, 'x', $3)`, [
      newId(),
      q,
      at(addDays(monday, 14), 5),
    ]);
  await count();
  await staySignedIn();
  const { status } = await api.call('POST /api/admin/report-mailings', {
    token: other.token,
    locale: 'ko',
    body: { report: 'search', every: 'day', filters: { script: 'hangul' } },
  });
  expect(status).toBe(200);
  await send();
  const [narrowed] = await rowsOf(`select text from mail_messages where to_address = 'haneul@maru.example'`);
  expect(narrowed?.text).toContain('달빛 | 1 |');
  expect(narrowed?.text).not.toContain('moonlight');
  expect(narrowed?.text).toContain(
    '/office/reports/search?period=custom&from=2027-05-24&to=2027-05-24&script=hangul',
  );
});

test.each([
  ['2027-02', '2027-01-01', '2027-02-28'],
  ['2027-03', '2027-02-01', '2027-03-31'],
  ['2027-11', '2027-10-01', '2027-11-30'],
  ['2028-02', '2028-01-01', '2028-02-29'],
])(
  'a monthly report has all of %s and nothing beside it, and goes on the first',
  async (month, monthBefore, last) => {
    const [first, next] = [`${month}-01`, addDays(last, 1)];
    const title = await buildProgramme(api.db, { titleEn: 'Moonlight' });
    const second = 1000;
    const sessionAt = (day: string, offset: number) => {
      const startedAt = new Date(startOfDay(day, zone).getTime() + offset);
      return watched({ startedAt, programmeId: title.id, seconds: 30 });
    };
    await sessionAt(first, -second);
    await sessionAt(first, 0);
    // The last evening: the newest month that is over is still the one before.
    api.setNow(new Date(startOfDay(next, zone).getTime() - 60 * second));
    await count();
    const email = `${newId()}@maru.example`;
    const staff = await buildStaff(api.db);
    await api.pool.query('update staff_users set email = $2 where id = $1', [staff.id, email]);
    await staySignedIn();
    const asked = await api.call('POST /api/admin/report-mailings', {
      token: staff.token,
      locale: 'en',
      body: { report: 'video', every: 'month', filters: {} },
    });
    expect(asked.status).toBe(200);
    const send = async () => {
      await sendReportsJob.run({}, api.context, signal);
      const mails = await rowsOf(
        `select substring(text from 'period=custom\\S*') as period, substring(text from 'Views: [0-9]+') as views
         from mail_messages where to_address = $1`,
        [email],
      );
      return mails.map(({ period, views }) => [period, views]).sort();
    };
    const ofBefore = [`period=custom&from=${monthBefore}&to=${addDays(first, -1)}`, 'Views: 1'];
    expect(await send()).toEqual([ofBefore]);
    await sessionAt(next, -second);
    await sessionAt(next, 0);
    api.setNow(new Date(startOfDay(next, zone).getTime() + 60 * second));
    await count();
    const ofMonth = [`period=custom&from=${first}&to=${last}`, 'Views: 2'];
    expect(await send()).toEqual([ofBefore, ofMonth]);
    // Once, whenever the job runs in the month that follows.
    for (const day of [next, addDays(next, 1), addDays(next, 26)]) {
      api.setNow(at(day, 6));
      expect(await send()).toEqual([ofBefore, ofMonth]);
    }
  },
);

test('people of a title that has changed its category are those who watched it in each', async () => {
  const [drama, comedy] = [await buildCategory(api.db), await buildCategory(api.db)];
  const subs = [
    await buildCategory(api.db, { parentId: drama.id }),
    await buildCategory(api.db, { parentId: comedy.id }),
  ];
  const [moved, other] = [
    await buildProgramme(api.db, { titleEn: 'Moved', categoryId: drama.id, subCategoryId: subs[0]?.id }),
    await buildProgramme(api.db, { titleEn: 'Other', categoryId: drama.id, subCategoryId: subs[0]?.id }),
  ];
  const people = [await buildProfile(api.db), await buildProfile(api.db), await buildProfile(api.db)];
  const watch = async (days: number, programme: { id: string }, ...who: typeof people) => {
    const startedAt = at(addDays(monday, days), 9);
    for (const profile of who) await watched({ startedAt, profile, programmeId: programme.id });
  };
  await begin(at(monday, 1));
  await watch(0, moved, ...people);
  await watch(0, other, ...people.slice(1));
  api.setNow(at(monday, 10));
  await count();
  await api.pool.query('update catalog_programmes set category_id = $1, sub_category_id = $2 where id = $3', [
    comedy.id,
    subs[1]?.id,
    moved.id,
  ]);
  await watch(2, moved, ...people.slice(0, 1));
  api.setNow(at(addDays(monday, 2), 10));
  await count();
  api.setNow(at(addDays(monday, 7), 3));
  await count();
  await atNight();
  const said = async (query: object) =>
    (await report('video', query)).data.map(({ title, viewers }) => [title, viewers]).sort();
  expect(await said({})).toEqual([
    ['Moved', 3],
    ['Other', 2],
  ]);
  for (const place of [{ category_id: drama.id }, { sub_category_id: subs[0]?.id }])
    expect(await said(place)).toEqual([
      ['Moved', 3],
      ['Other', 2],
    ]);
  for (const place of [{ category_id: comedy.id }, { sub_category_id: subs[1]?.id }]) {
    expect(await said(place)).toEqual([['Moved', 1]]);
    expect(await said({ ...on(addDays(monday, 2)), ...place })).toEqual([['Moved', 1]]);
  }
  expect(await differences()).toEqual([]);
});

test('facts, rollups, screens and files of every report say the same under late facts, repeated jobs and erasure', async () => {
  const [ours, theirs] = [await buildContentPartner(api.db), await buildContentPartner(api.db)];
  const { token: partnerToken } = await buildStaff(api.db, { contentPartnerId: ours.id });
  // The first belongs to the staff member's content partner, the second to another one, and the last to none until it moves.
  const partners = [ours.id, theirs.id, null];
  const programmes = [
    await buildProgramme(api.db),
    await buildProgramme(api.db),
    await buildProgramme(api.db),
  ];
  const categories = [await buildCategory(api.db), await buildCategory(api.db), await buildCategory(api.db)];
  const subs = await Promise.all(categories.map(({ id }) => buildCategory(api.db, { parentId: id })));
  const setPlace = (programme: number, place: number) =>
    api.pool.query(
      'update catalog_programmes set content_partner_id = $1, category_id = $2, sub_category_id = $3 where id = $4',
      [partners[place], categories[place]?.id, subs[place]?.id, programmes[programme]?.id],
    );
  const ads = [await buildAd(api.db), await buildAd(api.db, { placement: 'main-slider' })];
  const played = fc.record({
    kind: fc.constant('played' as const),
    /** Days before now at which it began: beyond three it is late. */
    ago: fc.integer({ min: 0, max: 6 }),
    hour: fc.integer({ min: 0, max: 23 }),
    seconds: fc.integer({ min: 0, max: 5000 }),
    programme: fc.nat(2),
    who: fc.nat(3),
    device: fc.constantFrom('web', 'stb', 'mobile'),
  });
  const searched = fc.record({
    kind: fc.constant('searched' as const),
    q: fc.constantFrom('달빛', 'Dalbit', 'ㄷㅂ', 'nothingiscalledthis'),
    who: fc.nat(3),
  });
  const seen = fc.record({
    kind: fc.constant('seen' as const),
    table: fc.constantFrom('ads_impressions', 'ads_clicks'),
    ad: fc.nat(1),
  });
  const step = fc.oneof(
    { weight: 6, arbitrary: played },
    { weight: 1, arbitrary: searched },
    { weight: 1, arbitrary: seen },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('count' as const), twice: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('tomorrow' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), who: fc.nat(3) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('moved' as const),
        programme: fc.nat(2),
        place: fc.nat(2),
      }),
    },
  );
  // The day before is a usual one, one of 23 hours, or one of 25.
  const start = fc.constantFrom<string>(monday, '2027-03-15', '2027-11-08');
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 5, maxLength: 25 }), async (first, steps) => {
      runs += 1;
      await empty();
      for (const place of programmes.keys()) await setPlace(place, place);
      const joinedAt = at(addDays(first, -3), 5);
      const profiles = await Promise.all(
        programmes.concat(programmes[0] ?? []).map(async () => {
          const { householdId } = await buildUser(api.db, { createdAt: joinedAt });
          await api.pool.query('update accounts_households set created_at = $1 where id = $2', [
            joinedAt,
            householdId,
          ]);
          return buildProfile(api.db, { householdId });
        }),
      );
      let day = first;
      await begin(at(addDays(day, -8), 1));
      const [programme, profile] = [programmes[0], profiles[0]];
      if (programme && profile)
        await watched({ startedAt: at(addDays(day, -5), 9), programmeId: programme.id, profile });
      api.setNow(at(addDays(day, -3), 6));
      await count();
      // For a while the programme has another content partner and category, and another viewer watches it.
      await setPlace(0, 1);
      if (programme && profiles[1])
        await watched({
          startedAt: at(addDays(day, -3), 7),
          programmeId: programme.id,
          profile: profiles[1],
        });
      api.setNow(at(day, 1));
      await countRanges(api.context);
      api.setNow(at(day, 23.9));
      await count();
      await setPlace(0, 0);
      let [views, seconds, searches] = [2, 120, 0];
      const events = { ads_impressions: 0, ads_clicks: 0 };
      const given = new Map<string, unknown>();
      for (const own of steps) {
        const profile = profiles['who' in own ? own.who : 0];
        const isErased = async () =>
          (await rowsOf('select from accounts_households where id = $1', [profile?.householdId])).length ===
          0;
        if (own.kind === 'played') {
          if (!profile || (await isErased())) continue;
          await watched({
            startedAt: at(addDays(day, -own.ago), own.hour),
            seconds: own.seconds,
            endedAt: at(day, 23.91),
            programmeId: programmes[own.programme]?.id ?? '',
            profile,
            device: own.device,
          });
          if (own.seconds > 0) [views, seconds] = [views + 1, seconds + own.seconds];
        } else if (own.kind === 'searched') {
          const household = (await isErased()) ? null : profile?.householdId;
          await api.pool.query(
            `insert into search_queries (id, household_id, q, term, searched_at) values ($1, $2, $3, 'x', $4)`,
            [newId(), household, own.q, at(day, 23.6)],
          );
          searches += 1;
        } else if (own.kind === 'seen') {
          const isClick = own.table === 'ads_clicks';
          await api.pool.query(
            `insert into ${own.table} (id, happened_on, happened_at, ad_id${isClick ? ', device, placement' : ''})
              values ($1, ($2::timestamptz at time zone 'UTC')::date, $2, $3${isClick ? `, 'web', 'small-banner'` : ''})`,
            [newId(), at(day, 23.8), ads[own.ad]?.id],
          );
          events[own.table] += 1;
        } else if (own.kind === 'count') {
          api.setNow(at(day, 23.95));
          await count();
          if (own.twice) await Promise.all([count(), count()]);
        } else if (own.kind === 'tomorrow') {
          api.setNow(at(day, 23.95));
          await count();
          // The figures of a closed day are final.
          const closed = addDays(day, -3);
          for (const own of [token, partnerToken])
            given.set(`${closed} ${own}`, (await report('video', on(closed), own)).totals);
          day = addDays(day, 1);
          // The night counts ranges; their days may change after it.
          api.setNow(at(day, 1));
          await countRanges(api.context);
          api.setNow(at(day, 23.9));
        } else if (own.kind === 'moved') {
          await setPlace(own.programme, own.place);
        } else {
          api.setNow(at(day, 23.93));
          await api.pool.query(
            `update accounts_users set deletion_requested_at = $1 where household_id = $2`,
            [at(addDays(day, -92), 1), profile?.householdId],
          );
          await tidyAccountsJob.run({}, api.context, signal);
        }
      }
      // Ads are copied each quarter of an hour.
      api.setNow(at(day, 24.3));
      await count();
      await countRetention(api.context);
      // A whole month, and parts of two.
      const range = { period: 'custom', from: addDays(first, -19), to: addDays(first, 24) } as const;
      const [facts] = await rowsOf(
        'select count(*)::int as views, coalesce(sum(seconds), 0)::int as seconds from reports_viewings',
      );
      const [kept] = await rowsOf(
        'select coalesce(sum(views), 0)::int as views, coalesce(sum(seconds), 0)::int as seconds from reports_title_days',
      );
      expect(facts).toEqual({ views, seconds });
      expect(kept).toEqual({ views, seconds });
      // The same by the simplest counts there are.
      const [simple = {}] = await rowsOf(
        `with v as (select happened_at as began, least(heard_until, (day + 2)::timestamp at time zone $1) as ended
            from reports_viewings where counted_on = day),
          e as (select * from reports_customer_events where counted_on between $2 and $3)
        select (select max((select count(*) from v o where o.began <= v.began and o.ended > v.began)) from v) as peak,
          (select count(*) from e where kind = 'joined') as joined, (select count(*) from e where kind = 'leaving') as leaving,
          (select count(*) from e where kind = 'left') as left, (select count(*) from e) as events`,
        [zone, range.from, range.to],
      );
      const watching = { views, seconds };
      const ofAds = { impressions: events.ads_impressions, clicks: events.ads_clicks };
      /** The totals of each report, a filter that leaves all of them, and filters whose results sum to them. */
      const said: Record<string, { totals?: object; rows?: number; all?: object; parts?: object[] }> = {
        video: { totals: watching, all: { kids: 'no' } },
        category: { totals: watching, all: { kids: 'no' } },
        watch: { totals: watching, all: { kids: 'no' } },
        devices: { totals: watching, all: { kids: 'no' } },
        countries: { totals: watching, all: { kids: 'no' } },
        streams: { totals: { peak: simple.peak }, all: { kids: 'no' } },
        search: { totals: { searches }, all: { opened: 'no' } },
        keywords: { totals: { searches }, all: { opened: 'no' } },
        ads: { totals: ofAds, parts: [{ placement: 'main-slider' }, { placement: 'small-banner' }] },
        customers: { totals: { joined: simple.joined, leaving: simple.leaving, left: simple.left } },
        retention: { all: { kids: 'no' } },
        viewings: { rows: views, all: { kids: 'no' } },
        searches: { rows: searches, all: { opened: 'no' } },
        'ad-events': { rows: ofAds.impressions + ofAds.clicks },
        'customer-events': { rows: Number(simple.events) },
      };
      const narrowed: [object, (row: Record<string, unknown>) => boolean][] = [
        [{ device: 'stb' }, ({ device }) => device === 'Set-top box, TV'],
        [{ title: programmes[0]?.id }, ({ title }) => title === programmes[0]?.titleEn],
        [{ category_id: categories[0]?.id }, ({ category }) => category === categories[0]?.nameEn],
        [{ kind: 'movie' }, () => true],
        [{ country: 'KR' }, () => false],
      ];
      await staySignedIn();
      const { data: declared } = (await api.call('GET /api/admin/reports', { token })).body;
      expect(declared.map(({ name }) => name).sort()).toEqual(Object.keys(said).sort());
      for (const [place, { name, columns }] of declared.entries()) {
        const own = said[name] ?? {};
        const { data, totals } = await report(name, { ...range, per_page: 1000 });
        const sum = (rows: Record<string, unknown>[], column: string) =>
          rows.reduce((all, row) => all + Number(row[column]), 0);
        for (const [column, value] of Object.entries(own.totals ?? {})) {
          expect(totals?.[column] ?? 0, `${name} ${column}`).toBe(value ?? 0);
          // A peak is the highest of its rows.
          if (column === 'peak') expect(Math.max(0, ...data.map((row) => Number(row.peak)))).toBe(value ?? 0);
          else expect(sum(data, column), `${name} ${column}`).toBe(value);
        }
        if (own.rows !== undefined) expect(data.length, name).toBe(own.rows);
        // The same from facts, by a filter that holds for all. People of such a range are counted by facts alone.
        const counted = (rows: object[]) => rows.map((row) => ({ ...row, viewers: null }));
        if (own.all) {
          const filtered = await report(name, { ...range, ...own.all, per_page: 1000 });
          expect([counted(filtered.data), counted([filtered.totals ?? {}])], name).toEqual([
            counted(data),
            counted([totals ?? {}]),
          ]);
        }
        // In ranges that the night counted, people are the same too, whatever came after it.
        for (const days of columns.some((own) => own.name === 'viewers') ? [7, 30] : []) {
          const counted = { period: 'custom', from: addDays(day, -days), to: addDays(day, -1) } as const;
          const [kept, fromFacts] = [
            await report(name, { ...counted, per_page: 1000 }),
            await report(name, { ...counted, kids: 'no', per_page: 1000 }),
          ];
          expect(typeof kept.totals?.viewers, `${name}, ${days} days`).toBe('number');
          expect([kept.data, kept.totals], `${name}, ${days} days`).toEqual([
            fromFacts.data,
            fromFacts.totals,
          ]);
          // So are those of titles while they were in a category.
          for (const place of name === 'video'
            ? [{ category_id: categories[0]?.id }, { sub_category_id: subs[1]?.id }]
            : []) {
            const [kept, fromFacts] = [
              await report(name, { ...counted, ...place }),
              await report(name, { ...counted, ...place, kids: 'no' }),
            ];
            expect([kept.data, kept.totals]).toEqual([fromFacts.data, fromFacts.totals]);
          }
        }
        // A list of what a filter names is a part of the list of all, in its order, page by page.
        for (const [filter, isOf] of name === 'viewings' ? narrowed : []) {
          const wanted = data.filter(isOf);
          const narrow = await report(name, { ...range, ...filter, per_page: 1000 });
          expect([narrow.data, narrow.meta.total], JSON.stringify(filter)).toEqual([wanted, wanted.length]);
          const second = await report(name, {
            ...range,
            ...filter,
            order: 'asc',
            sort: 'happened_at',
            per_page: 2,
            page: 2,
          });
          expect(second.data.map(({ happened_at }) => happened_at)).toEqual(
            wanted
              .map(({ happened_at }) => happened_at)
              .reverse()
              .slice(2, 4),
          );
        }
        const parts = [];
        for (const filter of own.parts ?? [])
          parts.push((await report(name, { ...range, ...filter })).totals ?? {});
        for (const column of own.parts ? Object.keys(own.totals ?? {}) : [])
          expect(sum(parts, column), `${name} ${column}`).toBe(totals?.[column]);
        // On paper as on the screen: the rows in their order, the totals, the period before. A third of the reports each time.
        if (place % 3 !== runs % 3) continue;
        const written = (row: Record<string, unknown>) =>
          columns.map(({ name: column, kind }) => {
            const value = row[column] ?? '';
            return kind === 'time'
              ? ''
              : kind === 'text' || value === ''
                ? String(value)
                : kind === 'day'
                  ? value
                  : Number(value);
          });
        for (const format of ['csv', 'xlsx'] as const) {
          const lines = await fileOf(name, range, format);
          const rows = totals ? lines.slice(0, -2) : lines;
          expect(rows.map(written), `${name} ${format}`).toEqual(data.map(written));
          if (!totals) continue;
          const sums = written({ ...totals, [columns[0]?.name ?? '']: 'Overall' });
          expect(written(lines.at(-2) ?? {}).slice(1), `${name} ${format}`).toEqual(sums.slice(1));
        }
      }
      // To a content partner's people: from rollups as from facts, and by the simplest counts there are.
      const [own] = await rowsOf(
        `with v as (
            select f.*, f.counted_on = f.day as is_timely, least(f.heard_until, (f.day + 2)::timestamp at time zone $1) as ended
            from reports_viewings f join reports_titles t on t.id = f.title_id where t.content_partner_id = $2)
        select count(*)::int as views, coalesce(sum(seconds), 0)::int as seconds,
          (select max((select count(*) from v o where o.is_timely and o.happened_at <= v.happened_at and o.ended > v.happened_at))
            from v where is_timely) as peak
        from v`,
        [zone, ours.id],
      );
      const ofPartner = (await api.call('GET /api/admin/reports', { token: partnerToken })).body.data;
      expect(ofPartner).toHaveLength(7);
      for (const [place, { name, columns }] of ofPartner.entries()) {
        const [kept, fromFacts] = [
          await report(name, { ...range, per_page: 1000 }, partnerToken),
          await report(name, { ...range, kids: 'no', per_page: 1000 }, partnerToken),
        ];
        const said = name === 'streams' ? { peak: own?.peak } : { views: own?.views, seconds: own?.seconds };
        for (const [column, value] of Object.entries(said))
          expect(
            kept.totals ? (kept.totals[column] ?? 0) : column === 'views' ? kept.data.length : value,
            `${name} ${column} of a partner`,
          ).toBe(value ?? 0);
        const counted = ({ data, totals, series }: typeof kept) => ({
          data: data.map((row) => ({ ...row, viewers: null })),
          totals: { ...totals, viewers: null },
          series,
        });
        expect(counted(kept), `${name} of a partner`).toEqual(counted(fromFacts));
        // People in ranges that the night counted: of a third of the reports each time.
        const hasPeople = columns.some((own) => own.name === 'viewers') && place % 3 === runs % 3;
        for (const days of hasPeople ? [7, 30] : []) {
          const few = { period: 'custom', from: addDays(day, -days), to: addDays(day, -1) } as const;
          const [kept, fromFacts] = [
            await report(name, { ...few, per_page: 1000 }, partnerToken),
            await report(name, { ...few, kids: 'no', per_page: 1000 }, partnerToken),
          ];
          expect(typeof kept.totals?.viewers, `${name} of a partner, ${days} days`).toBe('number');
          expect([kept.data, kept.totals], `${name} of a partner, ${days} days`).toEqual([
            fromFacts.data,
            fromFacts.totals,
          ]);
        }
      }
      for (const [closed, totals] of given) {
        const [own = '', as] = closed.split(' ');
        expect((await report('video', on(own), as)).totals).toEqual(totals);
      }
      expect(await recount(api.context)).toBe(0);
    }),
    { numRuns: 12 },
  );
}, 180_000);
