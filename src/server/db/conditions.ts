import { and, type SQL, sql } from 'drizzle-orm';

/** A condition that holds when all of them do; what is undefined asks for nothing. */
export const allOf = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;
