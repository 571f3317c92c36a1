import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A condition that holds when all of them do; what is undefined asks for nothing. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** Whether an id is one of some, however many: they are one parameter, where each of `inArray` is one of its own. */
export const isOneOf = (id: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${id} = any(${sql.param(ids)}::uuid[])`;

/**
 * The ids that a query selects, as an array which is found before anything else. A statement that meets more than `most` of them is refused
 * (`tooManyOf`), and names the field that was asked: an answer with what hangs on the first of them would look like the whole.
 */
export const boundedIds = (ids: SQL, { most, field }: { most: number; field: string }): SQL =>
  // Selected, so that it is called once, and not for each row that is compared.
  sql`(select bounded_ids(array(${ids} limit ${most + 1}), ${most}, ${field}))::uuid[]`;

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
