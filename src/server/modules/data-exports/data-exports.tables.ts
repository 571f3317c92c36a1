import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant } from '../../db/columns.ts';
import { households, users } from '../accounts/accounts.tables.ts';

/** Copies of their data that users have requested, until they expire with their file. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    householdId: uuid('household_id')
      .notNull()
      .references(() => households.id, { onDelete: 'cascade' }),
    /** Parts written so far, of `parts`. */
    done: integer('done').notNull().default(0),
    parts: integer('parts').notNull(),
    requestedAt: instant('requested_at').notNull(),
    sizeBytes: integer('size_bytes'),
    readyAt: instant('ready_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    index('data_exports_user').on(t.userId, t.requestedAt.desc().nullsFirst()),
    index('data_exports_household').on(t.householdId),
    index('data_exports_age').on(t.requestedAt),
  ],
);
