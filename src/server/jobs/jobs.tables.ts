import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** Live job workers. The locks of a worker whose heartbeats have stopped are released. */
export const jobWorkers = pgTable('jobs_workers', {
  workerId: text('worker_id').primaryKey(),
  heartbeatAt: instant('heartbeat_at').notNull().defaultNow(),
});
