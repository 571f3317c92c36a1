/** Months of the tables that have a partition for each: made ahead, and of the event log dropped when they are old. */
import { dropMonthPartitions, makeMonthPartitions } from '../db/partitions.ts';
import { defineJob } from './queue.ts';

/** Every day, so that a process that runs for months does not fill the partition of everything else. */
export const makePartitionsJob = defineJob<Record<string, never>>(
  'db_make_partitions',
  async (_payload, { pool, db, config, now }) => {
    await makeMonthPartitions(pool);
    // An entry and the records of its change are of the same instant, and go together.
    for (const table of ['event_log_records', 'event_log'])
      await dropMonthPartitions(db, table, {
        months: config.eventLogMonths,
        now: now(),
        column: 'created_at',
      });
  },
);
