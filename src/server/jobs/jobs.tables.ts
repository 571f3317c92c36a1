import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** Job workers that are alive. A lock of one that has fallen silent is taken back. */
export const jobWorkers = pgTable('jobs_workers', {
  workerId: text('worker_id').primaryKey(),
  heartbeatAt: instant('heartbeat_at').notNull().defaultNow(),
});
