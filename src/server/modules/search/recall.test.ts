/**
 * Measures search with a table of queries and their targets (`test/search-pairs.ts`), on the demo catalogue in a real database.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemoCatalogue } from '../../../../demo/load.ts';
import { loadDemoPartnerVideo } from '../../../../demo/load-partner-video.ts';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { nonsenseQueries } from '../../../../test/search-nonsense.ts';
import { type SearchPair, searchPairs } from '../../../../test/search-pairs.ts';

const shown = 5;

let api: TestApi;
/** The table's name of a thing → its id. */
let idOf: Map<string, string>;
beforeAll(async () => {
  api = await openTestApi();
  await loadDemoCatalogue(api.context, () => {});
  await loadDemoPartnerVideo(api.context);
  const { rows } = await api.pool.query<{ name: string; id: string }>(`
    select slug as name, id from catalog_programmes
    union all select '@' || slug, id from catalog_people
    union all select p.slug || '#' || e.season_number || '-' || e.number, e.id
      from catalog_episodes e join catalog_programmes p on p.id = e.programme_id`);
  idOf = new Map(rows.map(({ name, id }) => [name, id]));
});

async function placeOf({ locale, query, target }: SearchPair): Promise<number> {
  const { status, body } = await api.call('GET /api/video/search', { query: { q: query }, locale });
  expect(status, query).toBe(200);
  const list = target.startsWith('@') ? body.people : body.results;
  return list.findIndex(({ id }) => id === idOf.get(target));
}

/** The place by plain matching alone: names that contain the query, then those that share most trigrams with it. */
async function plainPlaceOf({ query, target }: SearchPair): Promise<number> {
  const [table, column] = target.startsWith('@')
    ? ['catalog_people', 'name_en']
    : target.includes('#')
      ? ['catalog_episodes', 'title_en']
      : ['catalog_programmes', 'title_en'];
  const name = sql.raw(column);
  const { rows } = await api.db.execute(sql`
    select id from ${sql.raw(table)}
    where ${name} ilike ${`%${query.replace(/[\\%_]/g, '\\$&')}%`} or ${query} <% ${name}
    order by ${name} ilike ${`%${query.replace(/[\\%_]/g, '\\$&')}%`} desc, word_similarity(${query}, ${name}) desc,
      similarity(${query}, ${name}) desc, id limit ${shown}`);
  return rows.findIndex((row) => (row as { id: string }).id === idOf.get(target));
}

// Hundreds of searches, one after the other.
describe('search', { timeout: 180_000 }, () => {
  test('knows everything that the table names, and the table is long enough', () => {
    expect(searchPairs.length).toBeGreaterThanOrEqual(300);
    expect(searchPairs.filter(({ target }) => !idOf.has(target))).toEqual([]);
  });

  test.each(['ko', 'en'] as const)('finds what was meant among the first five, in %s', async (locale) => {
    const pairs = searchPairs.filter((pair) => pair.locale === locale);
    const missed: string[] = [];
    for (const pair of pairs) {
      const place = await placeOf(pair);
      if (place < 0 || place >= shown) missed.push(`${pair.way}: ${pair.query} > ${pair.target} (${place})`);
    }
    const recall = 1 - missed.length / pairs.length;
    expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  test('shows at most two results for a query that means nothing', async () => {
    expect(nonsenseQueries).toHaveLength(40);
    const tooMany: string[] = [];
    for (const q of nonsenseQueries) {
      const { status, body } = await api.call('GET /api/video/search', { query: { q }, locale: 'ko' });
      expect(status, q).toBe(200);
      const found = [body.results, body.yt_results, body.people, body.channels].flat();
      if (found.length > 2) tooMany.push(`${q}: ${found.length}`);
    }
    expect(tooMany).toEqual([]);
  });

  test('is for no English query worse than plain matching', async () => {
    const worse: string[] = [];
    for (const pair of searchPairs.filter(({ locale }) => locale === 'en')) {
      const plain = await plainPlaceOf(pair);
      if (plain < 0) continue;
      const place = await placeOf(pair);
      if (place < 0 || place >= shown)
        worse.push(`${pair.query} > ${pair.target} (${place}, plain ${plain})`);
    }
    expect(worse).toEqual([]);
  });
});
