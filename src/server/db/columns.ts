/** Columns that every table has in the same form. */
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A new id: UUID version 7, so that newer rows come later in an index. Made in code, for PostgreSQL before 18. */
export const newId = (): string => v7();

/** Primary key. */
export const idColumn = () => uuid('id').primaryKey().$defaultFn(newId);

/** An instant, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** When a row was made and last changed. */
export const stamps = () => ({
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
});
