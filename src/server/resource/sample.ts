/**
 * What some random pages of a large table tell of a search or a filter: that it finds very many rows, which need not be counted then,
 * where in an order the first of them stand, and which words of a search are rare.
 */
import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { maxCounted } from '../../contract/admin/resource.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { hasWord, wordsOf } from '../db/search-text.ts';
import { groupBy } from '../group-by.ts';
import { must } from '../must.ts';
import type { ResourceModel } from './model.ts';

/** How many pages are read, more or less: chance takes or leaves each of the table's, the same ones for a day. */
const sampledPages = 48;
/** Of so many of those pages, more or less, words are counted. */
const countedPages = 16;
/** A table of fewer pages is not sampled: it is counted as soon. */
const minPages = 1000;
/** Rows of a page beyond so many count for nothing, tried one after the other: a few pages with many of them prove little. */
const mostOfPage = [1, 2, 4, 8, 16, 32, 64];
/** How seldom a sample may mistake fewer rows than `maxCounted` for more. */
const maxMistaken = 1 / 1_000_000;
/** A word that more rows have is not rare. */
const rareShare = 0.02;
/** So many times the usual difference more sampled rows than are expected have to stand before a page's end, and one more. */
const deviations = 2.5;
/** So many words of a search are looked at. */
const maxWords = 8;

/** What a sample tells of the rows that a condition finds. */
export interface Sample {
  /** They are more than `maxCounted` beyond doubt. */
  isPlentiful: boolean;
  /** How many they seem to be. */
  expected: number;
  /**
   * What a page of them hardly reaches beyond, as a text of what they are put in order by: the sampled row before which more than the
   * page are expected. Null when the sample has too few of them.
   */
  bound: string | null;
  /** The rare words of a search whose other words are common, each with the spaces beside it; none when all are alike. */
  rareWords: string[];
}

/**
 * Samples a resource's rows that a condition finds, put in order, and the words of its search. `wanted`: how many rows a page ends with.
 * Pages that were read a while ago need not be read again, and another day has others. Undefined of a small table.
 */
export async function sampleRows(
  db: Queryable,
  model: ResourceModel,
  condition: SQL,
  { search, by, order, wanted }: { search: string; by: SQL; order: 'asc' | 'desc'; wanted: number },
): Promise<Sample | undefined> {
  const stored = storedIn(model);
  const pages = stored ? (knownPages.get(stored) ?? (await countPages(db, stored))) : 0;
  if (!stored || pages < minPages) return undefined;
  const { table } = model;
  const share = sampledPages / pages;
  const sampled = (part: number) => {
    const read = (columns: string) => sql`select ${sql.raw(columns)} from ${stored}
      tablesample system (${100 * part}) repeatable (extract(epoch from current_date))`;
    // A row’s place is its partition, its page and its number there. Of a view, the rows at the sampled places are read first.
    const rows =
      stored === table
        ? read('*, tableoid || ctid::text as place')
        : sql`select * from ${table} where place = any(array(${read('ctid')})) offset 0`;
    // They take the table’s name, so that the condition means them.
    return sql`(${rows}) as ${sql.identifier(getTableName(table))}`;
  };

  const before = wanted * share;
  const end = Math.ceil(before + deviations * Math.sqrt(before)) + 1;
  const { searchText } = getTableColumns(table as PgTable);
  const words = searchText ? wordsOf(search).slice(0, maxWords) : [];
  const counts = words.map((word) => sql`count(*) filter (where ${hasWord(searchText as SQLWrapper, word)})`);
  // A word alone is not compared with others.
  const holding =
    words.length > 1
      ? sql`(select array[count(*), ${sql.join(counts, sql`, `)}]::int[] from ${sampled(countedPages / pages)})`
      : sql`null::int[]`;
  const [sample] = await queryRows<{
    places: string[] | null;
    bound: string | null;
    holding: [seen: number, ...words: number[]] | null;
    pages: number;
  }>(
    db,
    sql`select array_agg(place::text) as places,
        (array_agg((${by})::text order by ${by} ${sql.raw(order)}))[${end}::int] as bound, ${holding} as holding,
        ${pagesOf(stored)} as pages
      from ${sampled(share)} where ${condition}`,
  );
  knownPages.set(stored, sample?.pages ?? pages);
  const places = sample?.places ?? [];
  const [seen, ...having] = sample?.holding ?? [0];
  const rare = having.flatMap((count, at) => (count <= rareShare * seen ? [must(words[at], 'word')] : []));
  return {
    isPlentiful: arePlentiful(places, share),
    expected: places.length / share,
    bound: sample?.bound ?? null,
    rareWords: rare.length < words.length ? rare : [],
  };
}

/**
 * Whether rows found at these places of a sample are more than `maxCounted` of all pages, beyond doubt. Were there only `maxCounted`, a
 * page would have `expected / most` on average, counted from 0 to 1 by its rows up to `most`; Chernoff’s bound says how seldom pages taken
 * by chance have so much more, however the rows lie.
 */
function arePlentiful(places: readonly string[], share: number): boolean {
  const found = [...groupBy(places, (place) => place.slice(0, place.indexOf(','))).values()];
  const expected = maxCounted * share;
  const doubt = Math.log(maxMistaken / mostOfPage.length);
  return mostOfPage.some((most) => {
    const usual = expected / most;
    const seen = found.reduce((sum, rows) => sum + Math.min(rows.length, most) / most, 0);
    return seen > usual && seen - usual - seen * Math.log(seen / usual) <= doubt;
  });
}

/** The table that has the rows of a resource that may be large; of others none, nor of a view of several. */
function storedIn({ table, options: { large } }: ResourceModel): PgTable | undefined {
  const [own, more] = large?.viewOf ?? (large ? [table as PgTable] : []);
  return more ? undefined : own;
}

/** The pages of large tables, as each one's last sample has told; a large table stays large. */
const knownPages = new Map<PgTable, number>();

/** The pages of a table with its partitions, which are tables of their own. */
const pagesOf = (table: PgTable): SQL => sql`(
  select (coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(name)), pg_relation_size(name))
    / current_setting('block_size')::int)::int
  from (select ${getTableName(table)}::regclass as name) as named)`;

async function countPages(db: Queryable, table: PgTable): Promise<number> {
  const [size] = await queryRows<{ pages: number }>(db, sql`select ${pagesOf(table)} as pages`);
  return size?.pages ?? 0;
}
