/**
 * What some random pages of a large table tell of a search or a filter: that it finds very many rows, which need not be counted then,
 * where in an order the first of them stand, and which words of a search are rare.
 */
import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { maxCounted } from '../../contract/admin/resource.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { hasWord, wordsOf } from '../db/search-text.ts';
import { must } from '../must.ts';
import type { ResourceModel } from './model.ts';

/** How many pages are read, more or less: chance takes or leaves each of the table's, the same ones for a day. */
const sampledPages = 48;
/** A table of fewer pages is not sampled: it is counted as soon. */
const minPages = 1000;
/** So many pages need to have rows that are found: a few pages with many of them prove nothing. */
const minHits = 16;
/** So many times `maxCounted` need to be expected. Fewer rows than `maxCounted` look so less than once in a million samples. */
const margin = 5;
/** A word that more rows have is not rare. */
const rareShare = 0.02;
/** So many sampled rows more than a page is expected to need have to stand before its end. */
const spareRows = 3;
/** So many words of a search are looked at. */
const maxWords = 8;

export interface Sample {
  /** The search finds more than `maxCounted` rows beyond doubt. */
  isPlentiful: boolean;
  /** The rare words of a search whose other words are common, each with the spaces beside it; none when all are alike. */
  rareWords: string[];
}

const nothing: Sample = { isPlentiful: false, rareWords: [] };

/** Samples the table of a resource, if it may be large, for the condition and the words of a search. */
export async function sampleRows(
  db: Queryable,
  model: ResourceModel,
  condition: SQL,
  search: string,
): Promise<Sample> {
  const pages = await countPages(db, model);
  if (pages < minPages) return nothing;
  const { searchText } = getTableColumns(model.table as PgTable);
  const words = searchText ? wordsOf(search).slice(0, maxWords) : [];
  const holding = words.map(
    (word) => sql`count(*) filter (where ${hasWord(searchText as SQLWrapper, word)})`,
  );
  const [sample] = await queryRows<{ seen: number; holding: number[]; fitting: string[] | null }>(
    db,
    // A row’s place is its partition, its page and its number there.
    sql`select count(*)::int as seen, array[${sql.join(holding, sql`, `)}]::int[] as holding,
        array_agg(tableoid || ctid::text) filter (where ${condition}) as fitting
      from ${sampled(model, pages)}`,
  );
  if (!sample?.seen) return nothing;
  const fitting = sample.fitting ?? [];
  const hits = new Set(fitting.map((place) => place.slice(0, place.indexOf(','))));
  const rare = words.filter((_, at) => must(sample.holding[at], 'word') <= rareShare * sample.seen);
  return {
    isPlentiful: hits.size >= minHits && (fitting.length * pages) / sampledPages >= margin * maxCounted,
    rareWords: rare.length < words.length ? rare : [],
  };
}

/**
 * What a page of very many found rows hardly reaches beyond, as a text of what they are put in order by: the sampled row before which
 * more than the page are expected. Null when the sample has too few of them. `wanted`: how many rows the page ends with.
 */
export async function sampleBound(
  db: Queryable,
  model: ResourceModel,
  condition: SQL,
  by: SQL,
  order: 'asc' | 'desc',
  wanted: number,
): Promise<string | null> {
  const pages = await countPages(db, model);
  if (pages < minPages) return null;
  const place = Math.ceil((wanted * sampledPages) / pages) + spareRows;
  const [sample] = await queryRows<{ bound: string | null }>(
    db,
    sql`select (array_agg((${by})::text order by ${by} ${sql.raw(order)}) filter (where ${condition}))[${place}::int] as bound
      from ${sampled(model, pages)}`,
  );
  return sample?.bound ?? null;
}

/** A sample of a table: pages that were read a while ago need not be read again, and another day has others. */
const sampled = ({ table }: ResourceModel, pages: number): SQL =>
  sql`${table} tablesample system (${(100 * sampledPages) / pages}) repeatable (extract(epoch from current_date))`;

/** The pages of a resource's table with its partitions, which are tables of their own; 0 of one that is never large or is a view. */
async function countPages(db: Queryable, { table, options: { large } }: ResourceModel): Promise<number> {
  if (!large || large.isView) return 0;
  const [size] = await queryRows<{ pages: number }>(
    db,
    sql`select (coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(name)), pg_relation_size(name))
        / current_setting('block_size')::int)::int as pages
      from (select ${getTableName(table)}::regclass as name) as named`,
  );
  return size?.pages ?? 0;
}
