/**
 * Reports at size: each report in each period over `BENCH_FACTS` viewings of 400 days, and counting a day of `BENCH_DAY_FACTS` (default: a
 * million). `BENCH_FACTS` is two million by default; the aims are for fifty million.
 * Also measures the CPU of heartbeats while facts are written, and the size of the charts' script.
 */
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { type ReportFilters, type ReportPeriod, reportPeriods } from '../src/contract/admin/reports.ts';
import type { Context } from '../src/server/context.ts';
import { type Database, queryRows } from '../src/server/db/client.ts';
import { makePastPartitions } from '../src/server/db/partitions.ts';
import { countRanges } from '../src/server/modules/reports/audiences.service.ts';
import { recordFacts } from '../src/server/modules/reports/record.service.ts';
import { readReport, reports, reportsFor } from '../src/server/modules/reports/reports.service.ts';
import {
  countRetention,
  countSearchMonths,
  rollUpChangedDays,
  rollUpDays,
} from '../src/server/modules/reports/rollup.service.ts';
import { addDays, dayIn } from '../src/server/zone.ts';
import { buildAsset, buildPlaybackSession, buildProgramme } from '../test/build.ts';
import { scriptBytes } from './bundle.ts';
import { buildFamily } from './demo-size.ts';
import { cpuSeconds, median, report as print, type RunningServer, reportCpu } from './measure.ts';

const days = 400;
const titles = 3000;
const rounds = 20;

/** An id derived from a text. */
const idOf = (text: SQL): SQL =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Titles in twelve categories, a fifth of them of thirty partners; and ten ads. */
async function seedTitles(db: Database): Promise<void> {
  await db.execute(sql`
    insert into reports_titles (signature, kind, target_id, title_ko, title_en, category_id, category_ko, category_en,
      content_partner_id, content_partner_ko, content_partner_en)
    select 'seed-' || n, case when n <= 10 then 'ad' when n % 50 = 0 then 'channel' when n % 2 = 0 then 'series' else 'movie' end,
      ${idOf(sql`'title' || n`)}, '제목 ' || n, 'Title ' || n, case when n % 50 > 0 then ${idOf(sql`'category' || n % 12`)} end,
      '분류 ' || n % 12, 'Category ' || n % 12, ${idOf(sql`'partner' || p`)}, '제휴사 ' || p, 'Partner ' || p
    from generate_series(1, ${titles + 10}::int) n left join lateral (select n / 5 % 30 as p where n % 5 = 1) own on true
    on conflict do nothing`);
}

/** Viewings of some days up to one: a few titles have most of them, evenings more than nights, and one country next to none. */
async function seedViewings(
  db: Database,
  from: string,
  to: string,
  perDay: number,
  zone: string,
): Promise<void> {
  await db.execute(sql`
    insert into reports_viewings (id, day, counted_on, happened_at, heard_until, title_id, viewer, home, joined_week, device,
      country, plan, kid, seconds, completed)
    select gen_random_uuid(), d.day, d.day, at, at + make_interval(secs => seconds), (select min(id) from reports_titles) + 10
        + floor(${titles}::int * random() ^ 3)::int, who, who / 2, (d.day - (who % 60)::int * 7) - (extract(isodow from d.day)::int - 1),
      (array['web', 'web', 'mobile', 'mobile', 'mobile', 'tablet', 'stb', 'stb'])[1 + floor(random() * 8)::int],
      case when random() < 0.00002 then 'IS' else (array['US', 'US', 'US', 'US', 'US', 'US', 'CA', 'CA', 'MX', 'PR'])[1 + floor(random() * 10)::int] end,
      random() < 0.7, random() < 0.15, seconds, random() < 0.4
    from (select g::date as day from generate_series(${from}::date, ${to}::date, '1 day') g) d,
      generate_series(1, ${perDay}::int) n,
      lateral (select (d.day + make_interval(secs => 86399 * (1 - (random() * random())) * (0 * n + 1))) at time zone ${zone} as at,
        floor(30 + 3600 * random() ^ 2)::int as seconds, floor(${Math.max(1000, perDay * 2)}::int * random() ^ 2)::bigint as who) o
    order by at`);
  await db.execute(sql`insert into reports_changed_days select g::date from generate_series(${from}::date, ${to}::date, '1 day') g
    on conflict do nothing`);
}

/** Searches, ads and customers: a twentieth of viewings, of three thousand queries. */
async function seedOthers(
  db: Database,
  from: string,
  to: string,
  perDay: number,
  zone: string,
): Promise<void> {
  const each = sql`(select g::date as day, (g::date + interval '12 hours') at time zone ${zone} as at
    from generate_series(${from}::date, ${to}::date, '1 day') g) d, generate_series(1, ${Math.ceil(perDay / 20)}::int) n`;
  await db.execute(sql`
    insert into reports_searches (id, day, counted_on, happened_at, query, script, sound, initials, results, opened)
    select gen_random_uuid(), day, day, at, q.query, 'latin', q.query, '', floor(random() * 20)::int, random() < 0.5
    from ${each}, lateral (select 'query ' || floor(3000 * random() ^ 2 + 0 * n)::int as query) q`);
  await db.execute(sql`
    insert into reports_ad_events (id, day, counted_on, happened_at, kind, title_id, placement, device)
    select gen_random_uuid(), day, day, at, case when random() < 0.02 then 'click' else 'impression' end,
      (select min(id) from reports_titles) + floor(random() * 10)::int, 'small-banner', '' from ${each}`);
  await db.execute(sql`
    insert into reports_customer_events (id, day, counted_on, happened_at, kind, home)
    select gen_random_uuid(), day, day, at, (array['joined', 'joined', 'leaving', 'plan_begun', 'plan_ended'])[1 + floor(random() * 5)::int],
      floor(random() * 1000000)::bigint from ${each} where n <= 200`);
}

const p95 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * 0.95)] as number;

/** Fills the facts of the days up to today unless an earlier run has. Counts the days not yet counted. */
export async function seedReports(context: Context, facts: number): Promise<void> {
  const { db } = context;
  const [found] = await queryRows<{ found: boolean }>(
    db,
    sql`select exists (select from reports_viewings) as found`,
  );
  if (!found?.found) await seedFacts(context, facts);
  await rollUpChangedDays(context);
  await countRanges(context);
  await countRetention(context);
  await countSearchMonths(context);
  await db.execute(sql`vacuum analyze`);
}

async function seedFacts({ db, config, now }: Context, facts: number): Promise<void> {
  const zone = config.serviceZone;
  const today = dayIn(now(), zone);
  const first = addDays(today, 1 - days);
  const perDay = Math.ceil(facts / days);
  for (const table of ['viewings', 'searches', 'ad_events', 'customer_events'])
    await makePastPartitions(db, `reports_${table}`, new Date(`${first}T00:00:00Z`), now());
  await seedTitles(db);
  for (let from = first; from <= today; from = addDays(from, 20)) {
    const to = addDays(from, 19) < today ? addDays(from, 19) : today;
    await seedViewings(db, from, to, perDay, zone);
    await seedOthers(db, from, to, perDay, zone);
  }
  await db.execute(sql`vacuum analyze`);
}

/** Fills the viewings of one day. */
export async function seedDay({ db, config, now }: Context, day: string, viewings: number): Promise<void> {
  await makePastPartitions(db, 'reports_viewings', new Date(`${day}T00:00:00Z`), now());
  await seedTitles(db);
  await db.execute(sql`delete from reports_viewings where day = ${day}`);
  await seedViewings(db, day, day, viewings, config.serviceZone);
  await db.execute(sql`analyze reports_viewings`);
}

const sessionsAlive = 100;
const heartbeatRoundMs = 4000;
const heartbeatRounds = 5;

/**
 * CPU of a heartbeat while the job writes facts, as a ratio to its CPU otherwise, in alternating rounds.
 * CPU is that of the server and its own connections. CPU of the job's connections is not a heartbeat's.
 */
async function measureHeartbeats(
  context: Context,
  startServer: (kind: { connections: string }) => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const { db, config, now } = context;
  const { family, profile } = await buildFamily(db);
  const assetId = (await buildAsset(db)).id;
  const programme = await buildProgramme(db);
  const own = { assetId, householdId: family.householdId, profileId: profile.id };
  const sessions: string[] = [];
  for (let n = 0; n < sessionsAlive; n += 1)
    sessions.push(
      (
        await buildPlaybackSession(db, {
          ...own,
          programmeId: (await buildProgramme(db)).id,
          durationSeconds: 7200,
        })
      ).id,
    );
  // The job copies viewings that have just ended.
  await db.execute(sql`
    insert into playback_sessions (id, household_id, profile_id, asset_id, programme_id, duration_seconds, device, started_at,
      heartbeat_at, ended_at, watched_seconds, position_seconds)
    select gen_random_uuid(), ${own.householdId}, ${own.profileId}, ${assetId}, ${programme.id}, 60, 'web', now() - interval '5 minutes',
      now() - interval '4 minutes', now() - interval '4 minutes', 60, 60 from generate_series(1, 20000)`);
  const server = await startServer({ connections: 'heartbeats' });
  const { pid } = server.process;
  const cpu = async () => {
    const { rows } = await db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where application_name = 'heartbeats'`,
    );
    return rows.reduce((sum, row) => sum + cpuSeconds(row.pid), cpuSeconds(pid ?? 0));
  };
  let beats = 0;
  const beat = async () => {
    const at = beats++;
    const response = await fetch(
      `http://127.0.0.1:${server.port}/api/playback/sessions/${sessions[at % sessions.length]}/heartbeat?profile_id=${profile.id}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${family.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ position_seconds: 1 + (at % 3600) }),
      },
    );
    if (!response.ok) throw new Error(`a heartbeat: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const round = async (): Promise<number> => {
    const [before, began] = [await cpu(), beats];
    const until = performance.now() + heartbeatRoundMs;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (performance.now() < until) await beat();
      }),
    );
    return (((await cpu()) - before) * 1000) / (beats - began);
  };
  let isWriting = true;
  let written = 0;
  const write = async () => {
    while (isWriting) {
      await recordFacts(context);
      const day = dayIn(now(), config.serviceZone);
      await rollUpDays(context, { from: day, to: day });
      written += 1;
    }
  };
  await round();
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let n = 0; n < heartbeatRounds; n += 1) {
    quiet.push(await round());
    isWriting = true;
    const writing = write();
    busy.push(await round());
    isWriting = false;
    await writing;
  }
  reportCpu('a heartbeat, CPU ms', median(quiet));
  print(
    `a heartbeat while facts are written (${written} times) ÷ otherwise, CPU`,
    median(busy) / median(quiet),
    '≤ 1.1',
  );
  await stopServer(server);
}

/** Measures every report in every period, those under filters apart, and the counting of a large day. */
export async function measureReports(
  context: Context,
  startServer: (kind: { connections: string }) => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const facts = Number(process.env.BENCH_FACTS) || 2_000_000;
  const perDay = Number(process.env.BENCH_DAY_FACTS) || 1_000_000;
  const { config, now } = context;
  let began = performance.now();
  await seedReports(context, facts);
  const seconds = (performance.now() - began) / 1000;
  const [all] = await queryRows<{ count: number }>(
    context.db,
    sql`select count(*)::int as count from reports_viewings`,
  );
  print(`reports: seeding and counting ${all?.count.toLocaleString('en-US')} viewings, s`, seconds);
  const today = dayIn(now(), config.serviceZone);
  const year = { from: addDays(today, -365), to: addDays(today, -1) };
  const time = async (
    name: string,
    period: ReportPeriod,
    {
      times = rounds,
      page = 1,
      partner = null,
      ...filters
    }: { times?: number; page?: number; partner?: string | null } & ReportFilters = {},
  ) => {
    const took = [];
    for (let round = 0; round < times; round += 1) {
      const from = performance.now();
      await readReport(
        context,
        name,
        { period, ...(period === 'custom' ? year : {}), ...filters, page, per_page: 25 },
        'ko',
        partner,
      );
      took.push(performance.now() - from);
    }
    return p95(took);
  };
  for (const own of reports) {
    const isFacts = own.totals === undefined;
    for (const period of reportPeriods) {
      if (isFacts && period === 'custom') continue;
      const name = period === 'custom' ? 'a year' : period;
      print(`report ${own.name}, ${name}: p95 ms`, await time(own.name, period), '≤ 200');
    }
  }
  for (const name of ['video', 'category', 'watch', 'countries', 'streams', 'retention'])
    for (const period of ['last_7_days', 'recent_30_days'] as const)
      print(
        `report ${name} of one device, ${period}: p95 ms`,
        await time(name, period, { device: 'stb', times: 3 }),
      );
  const [rare] = await queryRows<{ title: string; category_id: string }>(
    context.db,
    sql`select target_id as title, category_id from reports_titles t join reports_title_months m on m.title_id = t.id
      where category_id is not null group by t.id order by sum(views), t.id limit 1`,
  );
  for (const filters of [
    {},
    { country: 'IS' },
    { device: 'stb' },
    { slot: '3-4' },
    { kind: 'channel' },
    { title: rare?.title },
    { category_id: rare?.category_id },
  ] satisfies ReportFilters[])
    for (const page of [1, 2])
      print(
        `viewings of ${Object.keys(filters)[0] ?? 'anything'}${'country' in filters ? ' with few' : ''}, a year, page ${page}: p95 ms`,
        await time('viewings', 'custom', { ...filters, page, times: 5 }),
        '≤ 200',
      );
  const [own] = await queryRows<{ partner: string }>(
    context.db,
    sql`select content_partner_id as partner from reports_titles where content_partner_id is not null limit 1`,
  );
  for (const { name, totals } of reportsFor(own?.partner ?? null))
    if (totals)
      for (const period of ['last_7_days', 'recent_30_days', 'custom'] as const)
        print(
          `report ${name} of a content partner, ${period === 'custom' ? 'a year' : period}: p95 ms`,
          await time(name, period, { partner: own?.partner ?? null }),
          '≤ 200',
        );
  // A day apart from the others, so that it is the only one of its size.
  const large = addDays(today, -days - 40);
  await seedDay(context, large, perDay);
  began = performance.now();
  await rollUpDays(context, { from: large, to: large });
  print(
    `reports: counting a day of ${perDay.toLocaleString('en-US')} viewings, s`,
    (performance.now() - began) / 1000,
    '≤ 10',
  );
  await measureHeartbeats(context, startServer, stopServer);
  const charts = scriptBytes(join(config.rootDir, 'dist/office/assets'), 'report-chart');
  print('charts of reports, gzip kB', charts / 1000, '≤ 215');
}
