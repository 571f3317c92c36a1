import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A condition that holds when all of them do; what is undefined asks for nothing. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** Whether an id is one of some, however many: they are one parameter, where each of `inArray` is one of its own. */
export const isOneOf = (id: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${id} = any(${sql.param(ids)}::uuid[])`;

/**
 * Of the newest published rows of a table, at most so many, those for which a condition on `own` holds. An index of the order reads them,
 * and the condition is asked of each by itself, so the price has a bound in a table of any size.
 */
export const amongNewest = (
  table: SQLWrapper,
  { newest, max, isSo }: { newest: string; max: number; isSo: SQL },
): SQL =>
  sql`${table}.id = any(array(select own.id from (select * from ${table} where published
    order by ${sql.identifier(newest)} desc, id desc limit ${max}) own where ${isSo}))`;
