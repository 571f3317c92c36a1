/** Runs the jobs of this process, and releases the locks of workers that died. */
import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Context } from '../context.ts';
import type { Job, RecurringJob } from './queue.ts';

const heartbeatMs = 5_000;
const silentSeconds = 30;

export interface JobRunner {
  /** Waits at most a few seconds for running jobs, then returns them to the queue. */
  stop(): Promise<void>;
}

/**
 * Releases the locks of workers that died, and deletes jobs that a newer one of the same key has replaced meanwhile. `alone` says
 * that no other process can have workers on this database (the embedded one): then every lock belongs to a dead worker; otherwise
 * only those of workers that have been silent for half a minute. It must be called before jobs are enqueued again.
 */
export async function freeDeadLocks({ pool }: Pick<Context, 'pool'>, alone: boolean): Promise<void> {
  if (alone) {
    await pool.query('delete from jobs_workers');
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
       from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
    );
  } else {
    await pool.query(
      `with dead as (
         delete from jobs_workers where heartbeat_at < now() - make_interval(secs => $1) returning worker_id)
       select graphile_worker.force_unlock_workers(array_agg(worker_id)) from dead having count(*) > 0`,
      [silentSeconds],
    );
  }
  // A job replaced while it was locked loses its key and its attempts; with its worker dead, nothing else would ever delete it.
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where key is null and locked_by is null and last_error is null and attempts >= max_attempts having count(*) > 0`,
  );
}

const dayMs = 86_400_000;

/** Starts processing the queue, and enqueues recurring jobs when they are due: once, however many processes run. */
export async function runJobs(
  context: Context,
  jobs: Job<never>[],
  recurring: RecurringJob[] = [],
  concurrency = 3,
): Promise<JobRunner> {
  const { pool, log } = context;
  const stopping = new AbortController();
  const workerIds = new Set<string>();
  const beat = async () => {
    await pool.query(
      `insert into jobs_workers (worker_id, heartbeat_at) select unnest($1::text[]), now()
       on conflict (worker_id) do update set heartbeat_at = excluded.heartbeat_at`,
      [[...workerIds]],
    );
  };

  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        await job.run(payload as never, context, stopping.signal);
      },
    ]),
  );
  // Listens before the start: a worker has to be known as alive before it can hold a lock.
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => {
    workerIds.add(worker.workerId);
    beat().catch((error) => log.warn({ err: error }, 'job heartbeat failed'));
  });
  const runner = await run({
    events,
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(
      recurring.map(({ job, cron, backfillMs = dayMs }) => ({
        task: job.name,
        match: cron,
        identifier: job.name,
        // One at a time: one that failed for good is begun anew.
        options: { jobKey: job.name, maxAttempts: 5, backfillPeriod: backfillMs },
      })),
    ),
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else log.debug(message);
    }),
    preset: { worker: { gracefulShutdownAbortTimeout: 2000 } },
  });
  const timer = setInterval(() => {
    beat()
      .then(() => freeDeadLocks(context, false))
      .catch((error) => log.warn({ err: error }, 'job heartbeat failed'));
  }, heartbeatMs);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await runner.stop().catch(() => {});
      await runner.promise.catch(() => {});
      await pool
        .query('delete from jobs_workers where worker_id = any($1)', [[...workerIds]])
        .catch(() => {});
    },
  };
}
