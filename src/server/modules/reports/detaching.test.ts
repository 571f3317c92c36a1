import { afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Sent, type TestApi } from '../../../../test/api.ts';
import {
  buildAd,
  buildAsset,
  buildPlaybackSession,
  buildProfile,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { makePastPartitions } from '../../db/partitions.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { countReportsJob, nightlyReportsJob } from './jobs/reports.jobs.ts';

/** Of its own database: months are put aside for good. */
let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await openTestApi();
  token = (await buildStaff(api.db)).token;
});
afterEach(() => api.setNow(undefined));

const signal = new AbortController().signal;
const keeping = (reportMonths: number) => ({
  ...api.context,
  config: { ...api.context.config, reportMonths },
});
/** Twelve whole months before May 2027: the first day that is kept is the first of May 2026. */
const months = 12;
const count = () => countReportsJob.run({}, keeping(months), signal);
const atNight = (kept = months) => nightlyReportsJob.run({}, keeping(kept), signal);
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await api.pool.query<Record<string, unknown>>(query, values)).rows;
const report = async (name: string, query: Sent<'GET /api/admin/reports/{name}'>['query']) => {
  await api.pool.query('update staff_sessions set created_at = $1, last_seen_at = $1', [api.context.now()]);
  const answered = await api.call('GET /api/admin/reports/{name}', { params: { name }, query, token });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  return answered.body;
};
const spring = { period: 'custom', from: '2026-03-01', to: '2026-05-31' } as const;
const on = (day: string) => ({ period: 'custom', from: day, to: day }) as const;
const listed = async (name: string, query: Sent<'GET /api/admin/reports/{name}'>['query'] = spring) =>
  (await report(name, query)).data.map(({ happened_at }) => String(happened_at).slice(0, 10)).sort();
const viewsOf = async (query: Sent<'GET /api/admin/reports/{name}'>['query'] = spring) =>
  (await report('video', query)).totals?.views ?? 0;
/** How many rows a table has, and whether it is a partition; undefined when there is none. */
const standing = async (name: string) => {
  const [table] = await rowsOf('select relispartition as attached from pg_class where relname = $1', [name]);
  if (!table) return undefined;
  return { ...table, rows: (await rowsOf(`select from ${name}`)).length };
};
const otherDays = async () =>
  (await rowsOf('select day::text, counted_on::text from reports_viewings_other order by day')).map(
    ({ day, counted_on }) => [day, counted_on],
  );

async function watched(
  startedAt: string,
  values: { endedAt?: string; profileId?: string; householdId?: string } = {},
) {
  const { endedAt = startedAt, ...who } = values;
  const until = new Date(new Date(endedAt).getTime() + 60_000);
  return buildPlaybackSession(api.db, {
    assetId: (await buildAsset(api.db)).id,
    watchedSeconds: 60,
    positionSeconds: 30,
    durationSeconds: 100,
    startedAt: new Date(startedAt),
    heartbeatAt: until,
    endedAt: until,
    ...who,
  });
}

test('months of facts older than the setting are detached with their rows: no list has them, rollups stay, and nothing counts twice', async () => {
  const user = await buildUser(api.db);
  const profile = await buildProfile(api.db, { householdId: user.householdId });
  const mine = { profileId: profile.id, householdId: user.householdId };
  await watched('2026-03-10T20:00:00Z', mine);
  // The last evening of April, and the first of May, by the service's clock.
  await watched('2026-05-01T06:30:00Z');
  await watched('2026-05-01T07:30:00Z', mine);
  await api.pool.query(
    `insert into search_queries (id, household_id, profile_id, q, term, searched_at)
     values ($1, $2, $3, 'Moonlight', 'x', '2026-04-02T20:00Z')`,
    [newId(), user.householdId, profile.id],
  );
  const ad = await buildAd(api.db);
  await api.pool.query(
    `insert into ads_impressions (id, happened_on, happened_at, ad_id) values ($1, '2026-04-03', '2026-04-03T20:00Z', $2)`,
    [newId(), ad.id],
  );
  await api.pool.query(`update accounts_users set created_at = '2026-03-09T20:00Z' where id = $1`, [user.id]);
  api.setNow(new Date('2027-05-10T20:00:00Z'));
  await count();
  const all = ['2026-03-10', '2026-05-01', '2026-05-01'];
  expect(await listed('viewings')).toEqual(all);
  expect([await listed('searches'), await listed('ad-events'), await listed('customer-events')]).toEqual([
    ['2026-04-02'],
    ['2026-04-03'],
    ['2026-03-09'],
  ]);
  expect(await viewsOf()).toBe(3);

  // Somebody reads for long: the night gives up soon, detaches nothing of that table, and waits for the next one.
  const reader = await api.pool.connect();
  await reader.query('begin');
  await reader.query('select from reports_viewings limit 1');
  const started = performance.now();
  await atNight();
  expect(performance.now() - started).toBeLessThan(60_000);
  expect(await standing('reports_viewings_2026_03')).toEqual({ attached: true, rows: 1 });
  expect(await standing('reports_searches_2026_04')).toEqual({ attached: false, rows: 1 });
  expect(await listed('viewings')).toEqual(all);
  await reader.query('rollback');
  reader.release();

  const detached = async () => [
    await standing('reports_viewings_2026_03'),
    await standing('reports_viewings_2026_04'),
    await standing('reports_searches_2026_04'),
    await standing('reports_ad_events_2026_04'),
    await standing('reports_customer_events_2026_03'),
    await standing('reports_viewings_2026_05'),
  ];
  const aside = { attached: false, rows: 1 };
  // Two at a time, and again: as once.
  await Promise.all([atNight(), atNight()]);
  await atNight();
  expect(await detached()).toEqual([aside, aside, aside, aside, aside, { attached: true, rows: 1 }]);
  expect(await listed('viewings')).toEqual(['2026-05-01']);
  expect([await listed('searches'), await listed('ad-events'), await listed('customer-events')]).toEqual([
    [],
    [],
    [],
  ]);
  expect(await viewsOf()).toBe(3);
  expect((await report('search', spring)).totals).toMatchObject({ searches: 1 });

  // What comes now for such a month counts today, and stands with everything else, also for who would make the month again.
  await watched('2026-04-20T20:00:00Z', { endedAt: '2027-05-10T21:00:00Z', ...mine });
  api.setNow(new Date('2027-05-10T22:00:00Z'));
  await makePastPartitions(api.db, 'reports_viewings', new Date('2026-03-01'), api.context.now());
  await count();
  expect(await otherDays()).toEqual([['2026-04-20', '2027-05-10']]);
  expect(await viewsOf(on('2027-05-10'))).toBe(1);
  expect(await listed('viewings', on('2027-05-10'))).toEqual(['2026-04-20']);
  api.setNow(new Date('2027-05-11T09:00:00Z'));
  await atNight();
  expect(await otherDays()).toHaveLength(1);
  expect(await listed('viewings', on('2027-05-10'))).toEqual(['2026-04-20']);

  // A household that leaves is copied once more, and what is detached of it is not: that has been counted.
  await api.pool.query(
    `update accounts_users set deletion_requested_at = '2027-01-01T20:00Z' where id = $1`,
    [user.id],
  );
  await tidyAccountsJob.run({}, keeping(months), signal);
  await count();
  expect(await rowsOf('select from playback_sessions where household_id = $1', [user.householdId])).toEqual(
    [],
  );
  expect([await viewsOf(), await viewsOf(on('2027-05-10')), await viewsOf(on('2027-05-11'))]).toEqual([
    3, 1, 0,
  ]);
  expect((await report('search', on('2027-05-11'))).data).toEqual([]);
  expect((await report('customers', on('2027-05-11'))).totals).toMatchObject({ joined: 0, left: 1 });
  await atNight();
  expect(await rowsOf('select from reports_differences')).toEqual([]);
  expect(await detached()).toEqual([aside, aside, aside, aside, aside, { attached: true, rows: 1 }]);

  // Whoever wants to read a month again attaches it and keeps more months; whoever wants none drops it.
  await api.pool.query(`alter table reports_viewings attach partition reports_viewings_2026_03
    for values from ('2026-03-01') to ('2026-04-01')`);
  await atNight(24);
  expect(await listed('viewings')).toEqual(['2026-03-10', '2026-05-01']);
  await api.pool.query('drop table reports_viewings_2026_04');
  await atNight();
  expect(await standing('reports_viewings_2026_03')).toEqual(aside);
  expect(await listed('viewings')).toEqual(['2026-05-01']);

  // What came late leaves when the day it counts on is as old, and that month is detached like any other.
  api.setNow(new Date('2028-06-02T09:00:00Z'));
  await count();
  await atNight();
  expect(await otherDays()).toEqual([]);
  expect(await standing('reports_viewings_2026_05')).toEqual(aside);
  expect(await viewsOf()).toBe(3);
});
