import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../src/server/db/columns.ts';

/** What of the demo has been loaded, so that each part is loaded once, and what staff then delete stays deleted. */
export const demoParts = pgTable('demo_parts', {
  name: text('name').primaryKey(),
  loadedAt: instant('loaded_at').notNull().defaultNow(),
});
