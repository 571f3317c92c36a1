import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A condition that holds when all of them do; what is undefined asks for nothing. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** Whether an id is one of some, however many: they are one parameter, where each of `inArray` is one of its own. */
export const isOneOf = (id: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${id} = any(${sql.param(ids)}::uuid[])`;
