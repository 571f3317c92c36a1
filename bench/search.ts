/** Search at the size of a large service: times and CPU of search and of suggestions, over typical queries. */
import { sql } from 'drizzle-orm';
import type { Context } from '../src/server/context.ts';
import { queryRows } from '../src/server/db/client.ts';
import { rebuildDocuments } from '../src/server/modules/search/documents.service.ts';
import { searchSources } from '../src/server/modules/search/sources.service.ts';
import { nonsenseQueries } from '../test/search-nonsense.ts';
import { searchPairs } from '../test/search-pairs.ts';
import { cpuSeconds, cpuSecondsOfTree, type RunningServer, report, reportCpu } from './measure.ts';
import { seedTitles } from './seed.ts';

const titles = 100_000;
/** Results that are looked at for a target. */
const looked = 5;

/**
 * Measures recall and precision together on the demo catalogue: every pair of the table, and queries that mean nothing. A nonsense query
 * is answered rightly without a result.
 */
export async function measureSearchQuality(
  { db }: Context,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const targets = await queryRows<{ name: string; id: string }>(
    db,
    sql`select slug as name, id from catalog_programmes
      union all select '@' || slug, id from catalog_people
      union all select p.slug || '#' || e.season_number || '-' || e.number, e.id
        from catalog_episodes e join catalog_programmes p on p.id = e.programme_id`,
  );
  const idOf = new Map(targets.map(({ name, id }) => [name, id]));
  const server = await startServer();
  const search = async (q: string, locale: string) => {
    const url = `http://127.0.0.1:${server.port}/api/video/search?q=${encodeURIComponent(q)}`;
    const response = await fetch(url, { headers: { 'x-locale': locale } });
    if (!response.ok) throw new Error(`search ${q}: ${response.status}`);
    return (await response.json()) as Record<
      'results' | 'yt_results' | 'people' | 'channels',
      { id: string }[]
    >;
  };
  let [found, first] = [0, 0];
  for (const { query, locale, target } of searchPairs) {
    const answer = await search(query, locale);
    const list = target.startsWith('@') ? answer.people : answer.results;
    const place = list.findIndex(({ id }) => id === idOf.get(target));
    if (place >= 0 && place < looked) found += 1;
    if (place === 0) first += 1;
  }
  const counts: number[] = [];
  for (const query of nonsenseQueries) {
    const { results, yt_results, people, channels } = await search(query, 'ko');
    counts.push(results.length + yt_results.length + people.length + channels.length);
  }
  await stopServer(server);
  const silent = counts.filter((count) => count === 0).length;
  report(
    `search, recall: ${searchPairs.length} targets among the first ${looked}, %`,
    (found / searchPairs.length) * 100,
    '≥ 98',
  );
  report(
    `search, precision: right first results of targets and ${counts.length} nonsense queries, %`,
    ((first + silent) / (searchPairs.length + counts.length)) * 100,
  );
  report(`search, most results of a nonsense query`, Math.max(...counts), '≤ 2');
}

/** Measures search over every query of the table and suggestions over the beginnings of the queries, one after the other. */
export async function measureSearch(
  context: Context,
  databasePid: number,
  startServer: () => Promise<RunningServer>,
  stopServer: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const { db } = context;
  await seedTitles(db, titles);
  await nameTitles(context);
  const from = performance.now();
  const { documents } = await rebuildDocuments(db, context.registries.get(searchSources));
  const n = documents.toLocaleString('en-US');
  report(`search documents made, ${n} of them, µs each`, ((performance.now() - from) * 1000) / documents);
  // Otherwise autovacuum would run during the measurement.
  await db.execute(sql`vacuum analyze`);

  const server = await startServer();
  const ask = async (path: string, q: string, locale: string) => {
    const began = performance.now();
    const url = `http://127.0.0.1:${server.port}${path}?q=${encodeURIComponent(q)}`;
    const response = await fetch(url, { headers: { 'x-locale': locale } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} ${q}: ${response.status}`);
    return { q, ms: performance.now() - began };
  };
  const measure = async (what: string, path: string, queries: { q: string; locale: string }[]) => {
    for (const { q, locale } of queries.slice(0, 40)) await ask(path, q, locale);
    const times: { q: string; ms: number }[] = [];
    const pid = server.process.pid as number;
    const cpu = () => cpuSeconds(pid) + cpuSecondsOfTree(databasePid);
    const before = cpu();
    for (const { q, locale } of queries) times.push(await ask(path, q, locale));
    reportCpu(`${what}, ${n} documents: CPU ms a request, both`, ((cpu() - before) * 1000) / times.length);
    times.sort((a, b) => a.ms - b.ms);
    const at = (share: number) => times[Math.floor(times.length * share)]?.ms ?? 0;
    report(`${what}, ${n} documents: p50 ms`, at(0.5));
    report(`${what}, ${n} documents: p95 ms`, at(0.95), '≤ 30');
  };
  await measure(
    'search',
    '/api/video/search',
    searchPairs.map(({ query, locale }) => ({ q: query, locale })),
  );
  const typed = searchPairs
    .filter((_, index) => index % 4 === 0)
    .flatMap(({ query, locale }) =>
      [1, 2, 3, 5, 8]
        .filter((end) => end < query.length)
        .map((end) => ({ q: query.slice(0, end).trim(), locale })),
    )
    .filter(({ q }) => q !== '');
  await measure('suggestions while typing', '/api/search/suggestions', typed);
  await stopServer(server);
}

/**
 * Gives generated titles names of two to four of the demo catalogue's own words, so that they meet queries as
 * real ones do.
 */
async function nameTitles({ db }: Context): Promise<void> {
  await db.execute(sql`
    with ko as (
      select array_agg(distinct word) as words from catalog_programmes, regexp_split_to_table(title_ko, '\\s+') as word
      where slug not like 'seed-%'),
    en as (
      select array_agg(distinct word) as words from catalog_programmes, regexp_split_to_table(title_en, '\\s+') as word
      where slug not like 'seed-%'),
    picked as (
      select p.id, ('x' || substr(md5(p.slug), 1, 7))::bit(28)::int as a, ('x' || substr(md5(p.slug), 8, 7))::bit(28)::int as b,
        ('x' || substr(md5(p.slug), 15, 7))::bit(28)::int as c, ('x' || substr(md5(p.slug), 22, 7))::bit(28)::int as d
      from catalog_programmes p where slug like 'seed-%'),
    named as (
      select id,
        concat_ws(' ', ko.words[1 + a % cardinality(ko.words)], ko.words[1 + b % cardinality(ko.words)],
          case when c % 3 > 0 then ko.words[1 + c % cardinality(ko.words)] end, case when d % 3 = 0 then (d % 400)::text end) as ko,
        concat_ws(' ', case when d % 2 = 0 then 'The' end, en.words[1 + a % cardinality(en.words)],
          en.words[1 + b % cardinality(en.words)], case when c % 3 > 0 then en.words[1 + c % cardinality(en.words)] end) as en
      from picked, ko, en)
    update catalog_programmes p set title_ko = named.ko, title_en = named.en from named where named.id = p.id`);
}
