/** Background jobs: declared here, enqueued in the caller's own transaction. */
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Queryable } from '../db/client.ts';

export interface Job<Payload> {
  name: string;
  run(payload: Payload, context: Context, signal: AbortSignal): Promise<void>;
}

/** Declares a job. It may run twice, and may be killed at any point: `run` has to tolerate both. */
export function defineJob<Payload>(name: string, run: Job<Payload>['run']): Job<Payload> {
  return { name, run };
}

/** A job that recurs by a schedule, whatever the result of its last run. */
export interface RecurringJob {
  job: Job<never>;
  /** When, in UTC: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** A missed run is made up for within this time; a day by default. */
  backfillMs?: number;
}

interface EnqueueOptions {
  /** Jobs of one key replace each other while they wait. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  /** Attempts before it is given up; 5 by default. */
  maxAttempts?: number;
}

/** Enqueues many runs of one job at once. */
export async function enqueueMany<Payload>(
  tx: Queryable,
  job: Pick<Job<Payload>, 'name'>,
  rows: { payload: Payload; runAt?: Date | undefined; key?: string }[],
  { maxAttempts = 5 }: Pick<EnqueueOptions, 'maxAttempts'> = {},
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    select count(graphile_worker.add_job(${job.name}, payload, run_at := "runAt", job_key := key, max_attempts := ${maxAttempts}))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(payload json, "runAt" timestamptz, key text)`);
}

/** Enqueues a job; it exists only if the transaction commits. */
export async function enqueue<Payload>(
  tx: Queryable,
  job: Pick<Job<Payload>, 'name'>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    ${job.name}, ${JSON.stringify(payload)}::json, queue_name := ${options.queue ?? null},
    run_at := ${options.runAt ?? null}, max_attempts := ${options.maxAttempts ?? 5}, job_key := ${options.key ?? null})`);
}
