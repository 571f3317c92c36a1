/** Working the queue off in a test, as a worker would. */
import { Logger, runOnce, type TaskList } from 'graphile-worker';
import type { Job } from '../src/server/jobs/queue.ts';
import type { TestApi } from './api.ts';

/** Runs what waits of some jobs, and what it puts in, until nothing is due by the database's clock. */
export async function runDueJobs(api: TestApi, jobs: Job<never>[]): Promise<void> {
  const signal = new AbortController().signal;
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => job.run(payload as never, api.context, signal)]),
  );
  await runOnce({
    pgPool: api.pool,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
}

/** What waits of a job, in the order it was put in. */
export async function waitingJobs(
  api: Pick<TestApi, 'pool'>,
  { name }: Pick<Job<never>, 'name'>,
): Promise<{ runAt: Date; payload: Record<string, unknown> }[]> {
  const { rows } = await api.pool.query(
    `select j.run_at as "runAt", p.payload from graphile_worker.jobs j
     join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = $1 order by j.id`,
    [name],
  );
  return rows;
}
