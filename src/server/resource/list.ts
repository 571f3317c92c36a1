/** The reading side of the kit: pages of a resource's rows, filtered and sorted. */
import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Locale } from '../../contract/errors.ts';
import type { Queryable } from '../db/client.ts';
import { isId } from '../db/columns.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { must } from '../must.ts';
import { type AnyRow, presentRows, type ResourceModel } from './model.ts';

/** A LIKE pattern for texts that hold this one, its own wildcards taken literally. */
export const contains = (text: string) => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;

export interface ListQuery {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
}

/** The condition of a list's filters, or of its `ids`. */
export function conditionOf(
  model: ResourceModel,
  query: Pick<ListQuery, 'ids'> & Record<string, unknown>,
): SQL | undefined {
  const { shape, table, options, columnOf } = model;
  const ids = query.ids?.split(',').filter(isId);
  // No id among them is no row, not every row.
  if (ids) return ids.length > 0 ? inArray(table.id, ids) : sql`false`;
  const conditions = Object.keys(shape.filter).map((filter) => {
    const value = query[filter];
    if (value === undefined) return undefined;
    if (filter === 'q') {
      const part = contains(String(value));
      return value === '' ? undefined : or(...(options.search ?? []).map((column) => ilike(column, part)));
    }
    const special = options.where?.[filter];
    return special ? special(value) : eq(must(columnOf(filter), `column ${filter}`), value);
  });
  return and(...conditions);
}

/** A page of a resource. */
export async function listRows(
  db: Queryable,
  model: ResourceModel,
  query: ListQuery & Record<string, unknown>,
  locale: Locale,
) {
  const { table, options, columnOf } = model;
  const where = conditionOf(model, query);
  const direction = query.order === 'desc' ? desc : asc;
  const column = options.sort?.[query.sort] ?? columnOf(query.sort);
  const ids = query.ids?.split(',');
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(direction(column ?? table.id), direction(table.id))
      .limit(ids ? Math.max(ids.length, 1) : query.per_page)
      .offset(ids ? 0 : pageWindow(query).offset),
    db
      .select({ total: count() })
      .from(table as PgTable)
      .where(where),
  ]);
  return {
    data: await presentRows(db, model, rows as AnyRow[], locale),
    meta: pageMeta(query, totals[0]?.total ?? 0),
  };
}
