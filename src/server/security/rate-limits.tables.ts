import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/**
 * Attempts within a window, by limit and key, for all nodes. The key is a hash: the table names nobody. The table is unlogged,
 * because its content may be lost: after a crash of the database each window begins again.
 */
export const rateLimits = pgTable(
  'security_rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('security_rate_limits_ends').on(t.endsAt)],
);
