/**
 * Reports at size: `BENCH_FACTS` viewings over 400 days (two million unless told; the aims are for fifty), each report in each
 * period, and counting one day of `BENCH_DAY_FACTS` (a million).
 */
import { type SQL, sql } from 'drizzle-orm';
import { type ReportPeriod, reportPeriods } from '../src/contract/admin/reports.ts';
import type { Context } from '../src/server/context.ts';
import type { Database } from '../src/server/db/client.ts';
import { makePastPartitions } from '../src/server/db/partitions.ts';
import { readReport, reports } from '../src/server/modules/reports/reports.service.ts';
import {
  countRanges,
  countRetention,
  rollUpChangedDays,
  rollUpDay,
} from '../src/server/modules/reports/rollup.service.ts';
import { addDays, dayIn } from '../src/server/zone.ts';
import { report as print } from './measure.ts';

const days = 400;
const titles = 3000;
const rounds = 20;

/** An id that follows from a text. */
const idOf = (text: SQL): SQL =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Titles in twelve categories, of ten partners; and ten ads. */
async function seedTitles(db: Database): Promise<void> {
  await db.execute(sql`
    insert into reports_titles (signature, kind, target_id, title_ko, title_en, category_id, category_ko, category_en,
      content_partner_id, content_partner_ko, content_partner_en)
    select 'seed-' || n, case when n <= 10 then 'ad' when n % 50 = 0 then 'channel' when n % 2 = 0 then 'series' else 'movie' end,
      ${idOf(sql`'title' || n`)}, '제목 ' || n, 'Title ' || n, case when n % 50 > 0 then ${idOf(sql`'category' || n % 12`)} end,
      '분류 ' || n % 12, 'Category ' || n % 12, ${idOf(sql`'partner' || n % 10`)}, '제휴사 ' || n % 10, 'Partner ' || n % 10
    from generate_series(1, ${titles + 10}::int) n on conflict do nothing`);
}

/** Viewings of some days up to one: a few titles have most of them, evenings more than nights. */
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
      (array['US', 'US', 'US', 'US', 'US', 'US', 'CA', 'CA', 'MX', 'PR'])[1 + floor(random() * 10)::int],
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

/** Fills the facts of the days up to today, and counts them. */
export async function seedReports(context: Context, facts: number): Promise<void> {
  const { db, config, now } = context;
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
  await rollUpChangedDays(context);
  await countRanges(context);
  await countRetention(context);
  await db.execute(sql`vacuum analyze`);
}

/** Fills the viewings of one day. */
export async function seedDay({ db, config, now }: Context, day: string, viewings: number): Promise<void> {
  await makePastPartitions(db, 'reports_viewings', new Date(`${day}T00:00:00Z`), now());
  await seedTitles(db);
  await seedViewings(db, day, day, viewings, config.serviceZone);
  await db.execute(sql`analyze reports_viewings`);
}

/** Measures every report in every period, those under filters apart, and the counting of a large day. */
export async function measureReports(context: Context): Promise<void> {
  const facts = Number(process.env.BENCH_FACTS) || 2_000_000;
  const perDay = Number(process.env.BENCH_DAY_FACTS) || 1_000_000;
  const { config, now } = context;
  let began = performance.now();
  await seedReports(context, facts);
  print(
    `reports: seeding and counting ${facts.toLocaleString('en-US')} viewings, s`,
    (performance.now() - began) / 1000,
  );
  const today = dayIn(now(), config.serviceZone);
  const year = { from: addDays(today, -365), to: addDays(today, -1) };
  const time = async (name: string, period: ReportPeriod, filters = {}) => {
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      await readReport(
        context,
        name,
        { period, ...(period === 'custom' ? year : {}), ...filters, page: 1, per_page: 25 },
        'ko',
        null,
      );
      times.push(performance.now() - from);
    }
    return p95(times);
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
      print(`report ${name} of one device, ${period}: p95 ms`, await time(name, period, { device: 'stb' }));
  // A day apart from the others, so that it is the only one of its size.
  const large = addDays(today, -days - 40);
  await seedDay(context, large, perDay);
  began = performance.now();
  await rollUpDay(context, large);
  print(
    `reports: counting a day of ${perDay.toLocaleString('en-US')} viewings, s`,
    (performance.now() - began) / 1000,
    '≤ 10',
  );
}
