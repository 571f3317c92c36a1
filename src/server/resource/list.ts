/** The reading side of the kit: pages of a resource's rows, filtered and sorted. */
import { and, Column, count, getTableColumns, getTableName, is, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { readFilter } from '../../contract/admin/filters.ts';
import { maxCounted } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { isId } from '../db/columns.ts';
import { isOneOf } from '../db/conditions.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { failField } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { hidesField } from './hidden-fields.ts';
import { conditionOf } from './list-filters.ts';
import { type AnyRow, presentRows, type ResourceModel } from './model.ts';
import { isMasked } from './personal-data.ts';
import { type Sample, sampleRows } from './sample.ts';

export interface ListQuery {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
  count?: 'exact' | undefined;
  after?: string | undefined;
}

/** A row with the text of what it was sorted by. */
interface Sorted {
  row: AnyRow;
  key: string | null;
}
/** The last row of the page before: what it was sorted by, and its id. */
type Position = [key: string | null, id: string];

const writePosition = ({ key, row }: Sorted): string =>
  Buffer.from(JSON.stringify([key, row.id])).toString('base64url');

function readPosition(text: string): Position {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as Position;
    if ((key === null || typeof key === 'string') && isId(id)) return [key, id];
  } catch {
    // Not one of ours.
  }
  return failField('after', 'in');
}

/** An order tells what a field holds. */
function requireSortable(model: ResourceModel, staff: StaffMember, sort: string): void {
  if (hidesField(staff, model.shape.record, sort) || isMasked(model.shape, staff, sort))
    failField('sort', 'in');
}

/** A page of a resource. */
export async function listRows(
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  { staff, locale }: { staff: StaffMember; locale: Locale },
) {
  const where = conditionOf(model, staff, query);
  requireSortable(model, staff, query.sort);
  const isExact = query.count === 'exact';
  const [rows, total] = query.ids
    ? await namedRows(db, model, query, where)
    : where && !isExact && isDear(model, query)
      ? await comparedRows(db, model, query, where, staff)
      : await countedRows(db, model, query, where);
  const isCapped = total > maxCounted && !isExact;
  const last = rows.length === query.per_page ? rows.at(-1) : undefined;
  return {
    data: await presentRows(
      db,
      model,
      rows.map(({ row }) => row),
      locale,
      staff,
    ),
    meta: {
      ...pageMeta(query, isCapped ? maxCounted : total),
      ...(isCapped ? { more: true as const } : {}),
      next: last ? writePosition(last) : null,
    },
  };
}

type Read = [rows: Sorted[], total: number];

/** The filters that are asked for. */
const filtersOf = ({ shape }: ResourceModel, query: Record<string, unknown>): string[] =>
  Object.keys(query).filter(
    (name) => query[name] !== undefined && (name in shape.filter || readFilter(name)),
  );

/** Whether counting what a list finds is dear: each row is compared, as no index answers a part of a text or several filters; or is put together by a view. */
function isDear(model: ResourceModel, query: Record<string, unknown>): boolean {
  const filters = filtersOf(model, query);
  const isPart = filters.some((name) => readFilter(name)?.suffix === 'like');
  return Boolean(query.q) || isPart || filters.length > 1 || model.options.large?.viewOf !== undefined;
}

/** So many rows of a view are put in order without further questions. */
const fewRows = 1000;

/**
 * Rows that are dear to count. A sample of a large table tells of very many rows, which are not counted, and of common words of a search,
 * which are not looked up. Others are compared once, counted and put in order.
 */
async function comparedRows(...[db, model, query, where, staff]: [...AskedFor, StaffMember]): Promise<Read> {
  if (await areSurelyMany(db, model, query)) return manyRows(db, model, query, where);
  if (model.options.large?.viewOf) {
    const { places, total } = await findInOrder(db, model, query, where, fewRows + 1);
    if (total <= fewRows) return [await rowsAt(db, model, places), total];
  }
  const sample = await sampleOf(db, model, query, where);
  if (sample?.isPlentiful) return manyRows(db, model, query, where, sample);
  const rareWords = sample?.rareWords ?? [];
  const asked = rareWords.length > 0 ? conditionOf(model, staff, query, rareWords) : where;
  if (sample && sample.expected > 2 * maxCounted) {
    // To count them alone takes less than to put as many in order.
    const [many, counted] = await Promise.all([
      manyRows(db, model, query, where, sample),
      countRows(db, model, asked, false),
    ]);
    if (counted > maxCounted) return many;
  }
  const { places, total } = await findInOrder(db, model, query, asked, maxCounted + 1);
  if (total > maxCounted) return manyRows(db, model, query, where, sample);
  return [await rowsAt(db, model, places), total];
}

/** Whether another table tells that one filter alone finds more rows than are counted. */
async function areSurelyMany(...[db, model, query]: [Asked[0], Asked[1], Asked[2]]): Promise<boolean> {
  const [filter, another] = filtersOf(model, query);
  const rows = filter !== undefined && model.options.large?.atLeast?.[filter]?.(String(query[filter]));
  if (!rows || another !== undefined || query.q !== undefined) return false;
  const found = await queryRows(db, sql`select from (${rows}) as rows offset ${maxCounted} limit 1`);
  return found.length > 0;
}

/** Rows that an index answers, or all. Few are put in order. */
async function countedRows(...[db, model, query, where]: Asked): Promise<Read> {
  const isExact = query.count === 'exact';
  if (!where) return Promise.all([readRows(db, model, query, where), countRows(db, model, where, isExact)]);
  const total = await countRows(db, model, where, isExact);
  if (total === 0) return [[], 0];
  if (total > maxCounted) return [(await manyRows(db, model, query, where))[0], total];
  const { places } = await findInOrder(db, model, query, where, maxCounted);
  return [await rowsAt(db, model, places), total];
}

const sampleOf = (...[db, model, query, condition]: AskedFor) =>
  sampleRows(db, model, condition, {
    search: query.q === undefined ? '' : String(query.q),
    by: sql`${keyOf(model, query.sort)}`,
    order: query.order,
    wanted: query.page * query.per_page,
  });

/**
 * A page of very many rows that a condition finds. It is looked for among the first rows of the order, where it mostly is: walking on
 * would pass by a million rows when all that the condition finds stand at the other end. Then it is looked for as far as a sample has more
 * than enough of them, which an index of the order answers beside the condition's own. If that is not enough, all of their keys are read,
 * and none is kept.
 */
async function manyRows(
  ...[db, model, query, condition, known]: [...AskedFor, known?: Sample | undefined]
): Promise<Read> {
  const isPage = (rows: Sorted[]) => rows.length === query.per_page;
  // Of very many, a page is among a few thousand rows or nowhere near.
  const areOften = known && (known.isPlentiful || known.expected > 10 * maxCounted);
  const within = areOften ? Math.min(40 * query.page * query.per_page, maxCounted) : maxCounted;
  let rows = await readRows(db, model, query, condition, { rows: within, where: havingSeldom(model, query) });
  if (!isPage(rows) && query.after === undefined) {
    const sample = known ?? (await sampleOf(db, model, query, condition));
    if (sample?.bound)
      rows = await readInOrder(db, model, query, and(condition, until(model, query, sample.bound)));
  }
  if (!isPage(rows)) rows = await readInOrder(db, model, query, condition);
  return [rows, maxCounted + 1];
}

/** That rows have the fields asked for that few have, which an index of their order knows. */
function havingSeldom({ options, columnOf }: ResourceModel, query: AskedFor[2]): SQL | undefined {
  const fields = options.large?.seldom?.[query.sort] ?? [];
  return and(
    ...fields
      .filter((field) => query[`${field}_like`] !== undefined || query[`${field}_empty`] === false)
      .map((field) => sql`${columnOf(field)} <> ''`),
  );
}

/** The condition of what stands in an order up to a value of what it is put in order by. */
function until(model: ResourceModel, { sort, order }: ListQuery, value: string): SQL | undefined {
  const by = keyOf(model, sort);
  if (order === 'asc') return sql`${by} <= ${value}`;
  return or(sql`${by} >= ${value}`, is(by, Column) && by.notNull ? undefined : sql`${by} is null`);
}

async function namedRows(...[db, model, query, where]: Asked): Promise<Read> {
  const rows = await readRows(db, model, query, where);
  return [rows, rows.length];
}

type Asked = [
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  where: SQL | undefined,
];
/** The same with a condition. */
type AskedFor = [db: Asked[0], model: Asked[1], query: Asked[2], where: SQL];

/** How many rows there are: up to one more than `maxCounted`, or all of them. */
async function countRows(
  db: Queryable,
  { table }: ResourceModel,
  where: SQL | undefined,
  isExact: boolean,
): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(table as PgTable)
    .where(where);
  const [counted] = await db
    .select({ total: count() })
    .from((isExact ? rows : rows.limit(maxCounted + 1)).as('counted'));
  return counted?.total ?? 0;
}

/** Rows that an export has in memory at once. */
const rowsAtOnce = 500;

/** How many rows a list finds, all of them. */
export const countList = (
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  staff: StaffMember,
): Promise<number> => countRows(db, model, conditionOf(model, staff, query), true);

/** All rows that a list finds, in its order, a batch at a time. Each batch begins behind the last row of the one before. */
export async function* listBatches(
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  { staff, locale }: { staff: StaffMember; locale: Locale },
): AsyncGenerator<Record<string, unknown>[]> {
  const where = conditionOf(model, staff, query);
  requireSortable(model, staff, query.sort);
  // Of more finds than a search puts in order, the order's own index finds the next ones soon.
  const isWide = query.q !== undefined && (await countRows(db, model, where, false)) > maxCounted;
  let after: string | undefined;
  for (;;) {
    const page = { ...query, page: 1, per_page: rowsAtOnce, after, ...(isWide ? { q: undefined } : {}) };
    const rows = await readRows(db, model, page, where);
    yield await presentRows(
      db,
      model,
      rows.map(({ row }) => row),
      locale,
      staff,
    );
    const last = rows.at(-1);
    if (query.ids || rows.length < rowsAtOnce || !last) return;
    after = writePosition(last);
  }
}

/** The columns of a table that have what was entered or follows from it. */
const readColumns = (table: ResourceModel['table']) => {
  const { searchText: _, ...columns } = getTableColumns(table as PgTable);
  return columns;
};

/** The condition of what stands behind a position. Empty values stand last upwards and first downwards. */
function behind(after: string, order: 'asc' | 'desc'): SQL {
  const [key, id] = readPosition(after);
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  const isMixed = (order === 'asc') === (key !== null);
  const same =
    key === null ? sql`(key is null and id ${beyond} ${id})` : sql`(key, id) ${beyond} (${key}, ${id})`;
  return isMixed ? sql`(${same} or key is ${sql.raw(key === null ? 'not' : '')} null)` : same;
}

/** The ids of what is found, with what they are put in order by. */
const keysOf = (db: Queryable, model: ResourceModel, { sort }: ListQuery, condition: SQL | undefined) =>
  db
    .select({ id: model.table.id, key: sql`${keyOf(model, sort)}`.as('key') })
    .from(model.table as PgTable)
    .where(condition);

/** What a page takes of the keys in `found`. */
const windowOf = (query: ListQuery) => ({
  where: query.after === undefined ? undefined : behind(query.after, query.order),
  // By what it is: the text that a page has of it is called the same.
  order: sql`found.key ${sql.raw(query.order)}, found.id ${sql.raw(query.order)}`,
  offset: query.after === undefined ? pageWindow(query).offset : 0,
});

const inPage = ({ order }: ListQuery) => sql`page.key ${sql.raw(order)}, page.id ${sql.raw(order)}`;

/** A page of what a condition finds, all of whose keys are read, and none is kept. */
async function readInOrder(...[db, model, query, condition]: Asked): Promise<Sorted[]> {
  const { where, order, offset } = windowOf(query);
  // With a limit of its own, which nothing reaches, it is not read along the order.
  const found = keysOf(db, model, query, condition).limit(Number.MAX_SAFE_INTEGER).as('found');
  const page = db
    .select({ id: found.id, key: found.key })
    .from(found)
    .where(where)
    .orderBy(order)
    .limit(query.per_page)
    .offset(offset)
    .as('page');
  // Its keys alone are written as texts.
  const places = await db
    .select({ id: page.id, key: sql<string | null>`page.key::text` })
    .from(page)
    .orderBy(inPage(query));
  return rowsAt(db, model, places);
}

/**
 * A page of what a search or a filter finds, and how many that is. It is answered first, once, and put in order afterwards: walking along
 * the order would pass by a million rows for a rare name. Of more than `most` it puts as many in order.
 */
async function findInOrder(
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  condition: SQL | undefined,
  most: number,
): Promise<{ places: { id: unknown; key: string | null }[]; total: number }> {
  const found = db.$with('found').as(keysOf(db, model, query, condition).limit(most));
  const counted = db.$with('counted').as(db.select({ total: count().as('total') }).from(found));
  const { where, order, offset } = windowOf(query);
  const page = db
    .$with('page')
    .as(
      db
        .select({ id: found.id, key: found.key })
        .from(found)
        .where(where)
        .orderBy(order)
        .limit(query.per_page)
        .offset(offset),
    );
  // The count stands in a row of its own when the page has none. What a row shows is read for those of the page alone.
  const places = await db
    .with(found, counted, page)
    .select({
      id: page.id,
      key: sql<string | null>`page.key::text`,
      total: sql<number>`counted.total::int`,
    })
    .from(counted)
    .leftJoin(page, sql`true`)
    .orderBy(inPage(query));
  return { places, total: must(places[0], 'count').total };
}

/** The rows of these ids, in their order. */
async function rowsAt(
  db: Queryable,
  { table }: ResourceModel,
  places: readonly { id: unknown; key: string | null }[],
): Promise<Sorted[]> {
  const ids = places.flatMap(({ id }) => (id === null ? [] : [String(id)]));
  if (ids.length === 0) return [];
  const read = await db
    .select(readColumns(table))
    .from(table as PgTable)
    .where(isOneOf(table.id, ids));
  const rows = new Map((read as AnyRow[]).map((row) => [String(row.id), row]));
  return places.flatMap(({ id, key }) => {
    const row = rows.get(String(id));
    // One that was deleted meanwhile is left out.
    return row ? [{ row, key }] : [];
  });
}

const keyOf = ({ table, options, columnOf }: ResourceModel, sort: string) =>
  options.sort?.[sort] ?? columnOf(sort) ?? table.id;

/** What rows are put in order by. */
export function orderOf(model: ResourceModel, { sort, order }: Pick<ListQuery, 'sort' | 'order'>): SQL[] {
  const direction = sql.raw(order);
  return [sql`${keyOf(model, sort)} ${direction}`, sql`${model.table.id} ${direction}`];
}

/** The rows of a page, in order; `within`: only as far as they are among so many of the order, of those that `where` leaves. */
async function readRows(
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  condition: SQL | undefined,
  within?: { rows: number; where: SQL | undefined },
): Promise<Sorted[]> {
  const { table } = model;
  const by = keyOf(model, query.sort);
  const limit = query.ids ? Math.max(query.ids.split(',').length, 1) : query.per_page;
  const order = orderOf(model, query);
  const read = async (more: SQL | undefined, rows: number, offset = 0): Promise<Sorted[]> => {
    const columns = { row: readColumns(table), key: sql<string | null>`(${by})::text` };
    const selected = db.select(columns).from(table as PgTable);
    if (within === undefined)
      return (await selected
        .where(and(condition, more))
        .orderBy(...order)
        .limit(rows)
        .offset(offset)) as unknown as Sorted[];
    const inOrder = sql`order by ${sql.join(order, sql`, `)}`;
    // The first rows of the order take the table's name, so that the condition means them.
    const near = sql`(select * from ${table} where ${and(more, within.where) ?? sql`true`} ${inOrder} limit ${within.rows}) as ${sql.identifier(getTableName(table))}`;
    const page = sql`(select ${table.id} as page_id from ${near} where ${condition} ${inOrder} limit ${rows} offset ${offset}) as page`;
    return (await selected
      .innerJoin(page, sql`page_id = ${table.id}`)
      .orderBy(...order)) as unknown as Sorted[];
  };
  if (query.ids) return read(undefined, limit);
  if (query.after === undefined) return read(undefined, limit, pageWindow(query).offset);

  const [key, id] = readPosition(query.after);
  const isAscending = query.order === 'asc';
  const beyond = sql.raw(isAscending ? '>' : '<');
  // Empty values stand last upwards and first downwards; a comparison with them is neither true nor false.
  const first = await read(
    key === null
      ? sql`${by} is null and ${table.id} ${beyond} ${id}`
      : sql`(${by}, ${table.id}) ${beyond} (${key}, ${id})`,
    limit,
  );
  const isMixed = isAscending === (key !== null);
  if (first.length === limit || !isMixed) return first;
  const rest = sql`${by} is ${sql.raw(isAscending ? '' : 'not')} null`;
  return [...first, ...(await read(rest, limit - first.length))];
}
