/**
 * The office with `BENCH_EPISODES` (default: a million) episodes, customers and entries of the event log.
 * Measures lists (by any sort, filtered, by a part of a name, far pages), a change of 10,000 records with its undo, import and export.
 * CPU is that of Node and PostgreSQL.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/db/client.ts';
import { episodeSource } from '../src/server/modules/catalog/search-sources.service.ts';
import { indexDocuments } from '../src/server/modules/search/documents.service.ts';
import { buildStaff } from '../test/build.ts';
import { measureFiles } from './files.ts';
import { cpuSeconds, cpuSecondsOfTree, type RunningServer, report, reportCpu } from './measure.ts';

const episodes = Number(process.env.BENCH_EPISODES ?? 1_000_000);
const repeats = 20;

async function seedOffice(db: Database): Promise<void> {
  await db.execute(sql`with category as (
      insert into catalog_categories (id, slug, name_ko, name_en) values (gen_random_uuid(), 'bench', '벤치', 'Bench') returning id)
    insert into catalog_programmes (id, slug, kind, title_ko, title_en, category_id, published, status)
    select gen_random_uuid(), 'bench-' || n, 'series', '연속극 ' || n, 'Serial ' || n, category.id, true, 'completed'
    from category, generate_series(1, ${Math.ceil(episodes / 100)}) n`);
  await db.execute(sql`insert into catalog_seasons (id, programme_id, number)
    select gen_random_uuid(), id, 1 from catalog_programmes where slug like 'bench-%'`);
  // Titles of a few syllables each, so that a part of a name is neither everywhere nor nowhere.
  await db.execute(sql`insert into catalog_episodes
      (id, programme_id, season_id, season_number, number, title_ko, title_en, published, created_at, updated_at)
    select gen_random_uuid(), s.programme_id, s.id, 1, n,
      (array['바다','서울','아침','노을','편지','마당','겨울','시장'])[1 + (s.place * 7 + n) % 8] || '의 ' ||
      (array['약속','노래','그림자','여행','손님','비밀','저녁','나무'])[1 + (s.place * 3 + n * 5) % 8] || ' ' || s.place || '-' || n,
      'Episode ' || s.place || '-' || n, n % 3 > 0, now() - make_interval(mins => (s.place * 100 + n)::int),
      now() - make_interval(secs => (s.place * 100 + n)::int)
    from (select id, programme_id, row_number() over (order by id) as place from catalog_seasons
      where programme_id in (select id from catalog_programmes where slug like 'bench-%')) s, generate_series(1, 100) n`);
  await db.execute(sql`insert into event_log (id, created_at, staff_name, module, action, entity, entity_id, label, changes)
    select gen_random_uuid(), now() - make_interval(secs => n), '지우', 'programmes', 'update', 'episodes', gen_random_uuid(),
      '바다의 약속 ' || n, '{"title_ko": ["가", "나"]}' from generate_series(1, ${episodes}) n`);
  const family = sql`array['minjun','seoyeon','jiwoo','hajun','soomin','yuna','dohyun','eunji','taeho','haeun']`;
  const mailbox = sql`array['gmail.com','naver.com','daum.net','icloud.com','office.example']`;
  await db.execute(sql`with made as (
      insert into accounts_households (id, zone) select gen_random_uuid(), 'America/Los_Angeles'
      from generate_series(1, ${episodes}) returning id)
    insert into accounts_users (id, household_id, username, email, phone, locale, created_at, updated_at, email_verified_at, suspended_at)
    select gen_random_uuid(), id, name || n, name || n || '@' || (${mailbox})[1 + n % 5],
      case when n % 3 = 0 then '+1213' || lpad(n::text, 7, '0') end, case when n % 4 = 0 then 'en' else 'ko' end, at, at,
      case when n % 11 > 0 then at end, case when n % 500 = 0 then now() end
    from (select id, row_number() over () as n from made) numbered,
      lateral (select (${family})[1 + n % 10] || '.' as name, now() - make_interval(mins => n::int) as at) own`);
  await db.execute(
    sql`vacuum analyze catalog_episodes, catalog_programmes, event_log, accounts_users, accounts_households`,
  );
}

/** Runs the part on a server of its own. */
export async function measureOffice(
  db: Database,
  postgresPid: number,
  startServer: (kind?: { isWorking: boolean }) => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await seedOffice(db);
  const { token } = await buildStaff(db);
  let server = await startServer();
  const send = async (method: string, path: string, body?: object | Buffer) => {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`http://localhost:${server.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
      },
      ...(body ? { body: isFile ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer).slice(0, 300)}`);
    return answer;
  };
  const cpu = () => cpuSeconds(server.process.pid ?? 0) + cpuSecondsOfTree(postgresPid);
  const measureList = async (what: string, aimMs: number, queries: string[]) => {
    for (const query of queries) await send('GET', `/api/admin/${query}`);
    const times: number[] = [];
    const before = cpu();
    for (let round = 0; round < repeats; round += 1) {
      for (const query of queries) {
        const began = performance.now();
        await send('GET', `/api/admin/${query}`);
        times.push(performance.now() - began);
      }
    }
    const spent = ((cpu() - before) * 1000) / times.length;
    times.sort((a, b) => a - b);
    report(`${what}, p95 ms`, times[Math.floor(times.length * 0.95)] ?? 0, `≤ ${aimMs}`);
    reportCpu(`${what}, CPU ms`, spent, { aimRows: 90 });
  };
  const sorts = ['number', 'created_at', 'updated_at', 'title_ko', 'title_en'];
  await measureList(
    `episodes of ${episodes} by any sort, both ways`,
    50,
    sorts.flatMap((sort) =>
      ['asc', 'desc'].map((order) => `episodes?sort=${sort}&order=${order}&per_page=50`),
    ),
  );
  await measureList('episodes filtered', 50, [
    'episodes?sort=updated_at&order=desc&per_page=50&published_in=false',
    'episodes?sort=updated_at&order=desc&per_page=50&number_min=90',
    'episodes?sort=title_ko&per_page=50&created_at_from=2020-01-01T00:00:00Z',
  ]);
  const part = (text: string) => encodeURIComponent(text);
  await measureList('episodes by a part of a name', 80, [
    `episodes?q=${part('77-7')}&per_page=50`,
    `episodes?q=${part('약속 123-')}&per_page=50`,
    `episodes?q=${part('ㅂㄷㅇ ㅇㅅ')}&per_page=50`,
    `episodes?q=${part('없는 이름')}&per_page=50`,
  ]);
  await measureList('entries of the event log', 50, [
    'events?sort=created_at&order=desc&per_page=50',
    'events?sort=created_at&order=desc&per_page=50&action=update',
    `events?q=${part('약속 77777')}&order=desc&per_page=50`,
  ]);
  await measureList(
    `customers of ${episodes} by any sort, both ways`,
    50,
    ['created_at', 'username'].flatMap((sort) =>
      ['asc', 'desc'].map((order) => `customers?sort=${sort}&order=${order}&per_page=50`),
    ),
  );
  await send('POST', '/api/admin/personal-data-openings', {
    resource: 'customers',
    id: null,
    reason: 'Bench',
  });
  await measureList('customers filtered', 50, [
    'customers?sort=created_at&order=desc&per_page=50&suspended=true',
    'customers?sort=created_at&order=desc&per_page=50&suspended_at_empty=true&locale_in=en',
    'customers?sort=username&per_page=50&email_verified_at_empty=true',
    'customers?sort=created_at&order=desc&per_page=50&created_at_from=2020-01-01T00:00:00Z',
    'customers?sort=username&per_page=50&username_like=haeun',
    'customers?sort=created_at&order=desc&per_page=50&email_like=naver',
    'customers?sort=created_at&order=desc&per_page=50&deletion_requested_at_empty=false',
    `customers?sort=created_at&per_page=50&phone=${part('+12130077700')}`,
  ]);
  await measureList('customers by a part of a name', 80, [
    'customers?q=haeun.777&per_page=50',
    'customers?q=seoyeon&per_page=50',
    'customers?q=jiwoo.99&sort=username&per_page=50',
    'customers?q=nobody.at.all&per_page=50',
  ]);
  // Far pages, each from the end of the one before.
  let after = '';
  const times: number[] = [];
  for (let page = 0; page < Math.min(300, Math.floor(episodes / 1000) - 1); page += 1) {
    const began = performance.now();
    const { meta } = await send('GET', `/api/admin/episodes?sort=title_ko&per_page=1000${after}`);
    times.push(performance.now() - began);
    after = `&after=${meta.next}`;
  }
  times.sort((a, b) => a - b);
  report('a page of 1,000 far into the list ÷ the first ones', (times.at(-1) ?? 0) / (times[0] ?? 1), '');

  const ids = (
    await db.execute<{ id: string }>(sql`select id from catalog_episodes order by id limit 10000`)
  ).rows.map(({ id }) => id);
  // Search knows every record that was ever saved.
  await indexDocuments(db, episodeSource, ids);
  const timed = async (what: string, aim: string, work: () => Promise<unknown>) => {
    const [began, before] = [performance.now(), cpu()];
    const answer = await work();
    report(`${what}, s`, (performance.now() - began) / 1000, aim);
    reportCpu(`${what}, CPU s`, (cpu() - before) * 1000, { unit: 's' });
    return answer as { data: { event_id: string } };
  };
  const change = { action: 'update', fields: { available_from: '2026-01-01T00:00:00Z' } };
  const changed = await timed('10,000 episodes changed', '≤ 5', () =>
    send('POST', '/api/admin/changes', { resource: 'episodes', ids, change }),
  );
  await timed('and undone', '≤ 5', () =>
    send('POST', '/api/admin/undo', { event_id: changed.data.event_id }),
  );
  await stopServer(server);

  server = await startServer({ isWorking: true });
  await measureFiles(
    { pid: server.process.pid ?? 0, send },
    { rows: episodes, slugs: ['bench-1', 'bench-2'] },
  );
  await stopServer(server);
}
