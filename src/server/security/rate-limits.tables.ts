import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/**
 * Attempts within a window, by limit and key; all nodes count here. The key is a hash: the table names nobody. It is unlogged, for
 * what it holds may be lost: after a crash of the database each window begins anew.
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
