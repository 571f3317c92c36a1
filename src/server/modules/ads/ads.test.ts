import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildAd,
  buildBanner,
  buildCategory,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildSection,
  buildUser,
} from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { makeMonthPartitions } from '../../db/partitions.ts';
import type { Job } from '../../jobs/queue.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { forgetQueriesJob } from '../search/jobs/forget-queries.ts';
import { forgetReportsJob } from './jobs/ads.jobs.ts';

const api = await openTestApi();
const { db, call, pool } = api;
const buildAsMainAd = () =>
  buildAd(db, { placement: 'main-slider', contentType: 'video', videoUrl: '/ad.mp4' });
const countOf = async (table: string, adId: string) =>
  (await pool.query(`select count(*)::int as n from ${table} where ad_id = $1`, [adId])).rows[0].n as number;

test('the small slider has at most six of the ads that run now, and links that browsers understand', async () => {
  await buildAd(db, { active: false });
  await buildAd(db, { endsAt: new Date(Date.now() - 1000) });
  await buildAd(db, { placement: 'main-slider' });
  for (let position = 1; position <= 8; position += 1) {
    await buildAd(db, { position, link: position === 1 ? 'shop.example/a' : 'https://shop.example' });
  }
  api.context.responseCache.clear();
  const { body } = await call('GET /api/get-small-banner-ad');
  expect(body.data).toHaveLength(6);
  expect(body.data[0]?.link).toBe('http://shop.example/a');
  expect(body.data[1]?.link).toBe('https://shop.example');
});

test('an impression sent twice counts once, and an unknown ad not at all', async () => {
  const ad = await buildAd(db);
  const body = { ids: [ad.id, newId()], event_id: newId() };
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await call('POST /api/ads-impression/store', { body })).status).toBe(200);
  }
  expect(await countOf('ads_impressions', ad.id)).toBe(1);
  await call('POST /api/ads-impression/store', { body: { ids: [ad.id] } });
  expect(await countOf('ads_impressions', ad.id)).toBe(2);
});

test('a click is stored with where it came from and whose household it was', async () => {
  const ad = await buildAd(db);
  const user = await buildUser(db);
  const event_id = newId();
  for (let sent = 0; sent < 2; sent += 1) {
    await call('POST /api/ads-click/store', {
      body: { id: ad.id, from: 'small-banner', event_id },
      token: user.token,
    });
  }
  const { rows } = await pool.query(
    'select placement, device, household_id from ads_clicks where ad_id = $1',
    [ad.id],
  );
  expect(rows).toEqual([{ placement: 'small-banner', device: 'web', household_id: user.householdId }]);
});

test('a device visits once a day', async () => {
  const visit = (agent: string) => call('POST /api/visit', { headers: { 'user-agent': agent } });
  const visits = async () =>
    (await pool.query('select count(*)::int as n from ads_visits')).rows[0].n as number;
  await Promise.all([visit('one'), visit('one'), visit('two')]);
  expect(await visits()).toBe(2);
  api.setNow(new Date(Date.now() + 86_400_000));
  await visit('one');
  api.setNow(undefined);
  expect(await visits()).toBe(3);
});

test('reports lie in the month they belong to', async () => {
  const ad = await buildAd(db);
  await call('POST /api/ads-impression/store', { body: { ids: [ad.id] } });
  const { rows } = await pool.query(
    'select tableoid::regclass::text as part from ads_impressions where ad_id = $1',
    [ad.id],
  );
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  expect(rows).toEqual([{ part: `ads_impressions_${month}` }]);
});

test('a plan removes video ads, and children are shown none', async () => {
  const video = await buildAsMainAd();
  const banner = await buildAd(db, { placement: 'main-slider' });
  await buildSection(db, { type: 'ad' });
  await buildAd(db);
  const member = await buildUser(db, { plan: 30 });
  const grown = await buildProfile(db, { householdId: member.householdId, maturity: 19 });
  const child = await buildProfile(db, { householdId: member.householdId, maturity: 7, isKid: true });
  api.context.responseCache.clear();
  const shown = async (viewer?: { token: string; profile_id: string }) => {
    const { profile_id, token } = viewer ?? {};
    const slides = await call('GET /api/home/main-content', { query: { profile_id }, token });
    const sections = await call('GET /api/home-sections', { query: { profile_id }, token });
    return {
      ads: slides.body.data.flatMap((slide) => (slide.type === 'ad' ? slide.id : [])),
      hasSlider: sections.body.data.some((section) => section.type === 'ad'),
    };
  };
  const everyone = await shown();
  expect(everyone.ads).toEqual(expect.arrayContaining([video.id, banner.id]));
  expect(everyone.hasSlider).toBe(true);
  const asMember = await shown({ token: member.token, profile_id: grown.id });
  expect(asMember.ads).toContain(banner.id);
  expect(asMember.ads).not.toContain(video.id);
  expect(await shown({ token: member.token, profile_id: child.id })).toEqual({ ads: [], hasSlider: false });
});

test('a plan that is not ad-free leaves video ads, until a better one is added', async () => {
  await pool.query('delete from ads_ads');
  const video = await buildAsMainAd();
  const { id: planId } = await buildPlan(db, { adFree: false });
  const member = await buildUser(db, { plan: 30, planId });
  const { id: profile_id } = await buildProfile(db, { householdId: member.householdId, maturity: 19 });
  api.context.responseCache.clear();
  const adsOf = async () => {
    const { body } = await call('GET /api/home/main-content', { query: { profile_id }, token: member.token });
    return body.data.flatMap((slide) => (slide.type === 'ad' ? slide.id : []));
  };
  const plan = async () => (await call('GET /api/current-plan', { token: member.token })).body.data;
  expect(await adsOf()).toEqual([video.id]);
  expect(await plan()).toMatchObject({ plan_id: planId, ad_free: false });
  const better = await buildPlan(db, { adFree: true });
  await db.insert(planPeriods).values({
    householdId: member.householdId,
    planId: better.id,
    startsAt: new Date(Date.now() - 1000),
    endsAt: new Date(Date.now() + 86_400_000),
  });
  expect(await adsOf()).toEqual([]);
  expect(await plan()).toMatchObject({ ad_free: true });
});

test('ads stand between the titles of the main banner, each after two of them', async () => {
  for (let position = 0; position < 5; position += 1) await buildBanner(db, { position });
  await pool.query(`delete from ads_ads where placement = 'main-slider'`);
  for (let position = 0; position < 2; position += 1)
    await buildAd(db, { placement: 'main-slider', position });
  api.context.responseCache.clear();
  const { body } = await call('GET /api/home/main-content');
  expect(body.data.map((slide) => slide.type === 'ad')).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('the media kit is a file with the service’s own figures, in both languages', async () => {
  const { titleKo: hidden } = await buildProgramme(db, { published: false });
  await buildProgramme(db);
  const { nameKo, nameEn } = await buildCategory(db, { nameKo: '<드라마>', nameEn: '<Dramas>' });
  api.context.responseCache.clear();
  const { rows } = await pool.query('select count(*)::int as n from catalog_programmes where published');
  const read = (lang: string) => api.app.inject({ url: `/media-kit.html?lang=${lang}` });
  const [ko, en] = [await read('ko'), await read('en')];
  expect(ko.headers['content-disposition']).toBe('attachment; filename="media-kit-ko.html"');
  expect(ko.body).toContain(`<td>${rows[0].n}편</td>`);
  expect(ko.body).toContain(nameKo.replace('<', '&lt;').replace('>', '&gt;'));
  expect(en.body).toContain(nameEn.replace('<', '&lt;').replace('>', '&gt;'));
  expect(en.body).toContain('<html lang="en">');
  for (const { body } of [ko, en]) {
    expect(body).toContain(api.context.config.contact.email);
    expect(body).not.toContain(hidden);
    expect(body).not.toMatch(/\b(?:src|href)=/);
  }
});

test('a network reports so much a minute, and no row is written beyond it', async () => {
  const own = await openTestApi({ trustProxy: 1 });
  const ad = await buildAd(own.db);
  const from = { 'x-forwarded-for': '8.8.8.8' };
  const times = async (count: number, report: () => Promise<{ status: number }>) => {
    const statuses = [];
    for (let n = 0; n < count; n += 1) statuses.push((await report()).status);
    return [statuses.filter((status) => status === 200).length, statuses.at(-1)];
  };
  const click = (headers: Record<string, string>) =>
    own.call('POST /api/ads-click/store', { body: { id: ad.id, from: 'small-banner' }, headers });
  expect(await times(62, () => click(from))).toEqual([60, 429]);
  expect((await click({ 'x-forwarded-for': '8.8.4.4' })).status).toBe(200);
  expect(
    await times(302, () =>
      own.call('POST /api/ads-impression/store', { body: { ids: [ad.id] }, headers: from }),
    ),
  ).toEqual([300, 429]);
  expect(await times(122, () => own.call('POST /api/visit', { headers: from }))).toEqual([120, 429]);
  expect(
    await times(122, () => own.call('POST /api/video/search/save', { body: { q: '달빛' }, headers: from })),
  ).toEqual([120, 429]);
  const { rows } = await own.pool.query('select count(*)::int as clicks from ads_clicks');
  expect(rows[0].clicks).toBe(61);
});

test('reports and searches of nobody are kept for the months that are set; a profile’s history stays', async () => {
  const own = await openTestApi();
  const monthsAgo = (months: number) => {
    const day = new Date();
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 15, 12));
  };
  const profile = await buildProfile(own.db);
  // A partition as a process that ran at that time made it.
  const old = monthsAgo(25).toISOString().slice(0, 7);
  const part = `ads_visits_${old.replace('-', '_')}`;
  await own.pool.query(
    `create table ${part} partition of ads_visits
     for values from ('${old}-01') to ('${monthsAgo(24).toISOString().slice(0, 7)}-01')`,
  );
  for (const months of [0, 23, 24, 25, 26]) {
    const at = monthsAgo(months);
    await own.pool.query(
      `insert into ads_visits (happened_on, visitor, happened_at) values ($1::timestamptz::date, 'a', $1)`,
      [at],
    );
    for (const profileId of [null, profile.id])
      await own.pool.query(
        `insert into search_queries (id, profile_id, q, term, searched_at) values ($1, $2, 'a', 'a', $3)`,
        [newId(), profileId, at],
      );
  }
  const counts = async () => {
    const { rows } = await own.pool.query(
      `select (select count(*)::int from ads_visits) as visits,
         (select count(*)::int from search_queries where profile_id is null) as nobodys,
         (select count(*)::int from search_queries where profile_id is not null) as own`,
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ visits: 5, nobodys: 5, own: 5 });
  own.setNow(monthsAgo(0));
  for (const job of [forgetReportsJob, forgetQueriesJob] as unknown as Job<never>[])
    await job.run({} as never, own.context, new AbortController().signal);
  expect(await counts()).toEqual({ visits: 3, nobodys: 3, own: 5 });
  const { rows } = await own.pool.query(`select to_regclass('${part}') as part`);
  expect(rows[0].part, 'the partition is dropped, not emptied').toBeNull();
  await makeMonthPartitions(own.pool);
});
