/** Months ahead of the tables that have a partition for each. */
import { makeMonthPartitions } from '../db/partitions.ts';
import { defineJob } from './queue.ts';

/** Every day, so that a process that runs for months does not fill the partition of everything else. */
export const makePartitionsJob = defineJob<Record<string, never>>(
  'db_make_partitions',
  (_payload, { pool }) => makeMonthPartitions(pool),
);
