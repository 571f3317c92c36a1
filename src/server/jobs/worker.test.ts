import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import { allJobs, recurringJobs } from '../modules.ts';
import { defineJob, enqueue, type Job } from './queue.ts';
import { freeDeadLocks, type JobRunner, runJobs } from './worker.ts';

let api: TestApi;
let runner: JobRunner | undefined;
const ran: string[] = [];
const job = defineJob<{ name: string }>('test_job', async ({ name }) => {
  ran.push(name);
});
const jobs = [job] as unknown as Job<never>[];

beforeAll(async () => {
  api = await openTestApi();
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 15 s');
    await sleep(20);
  }
}

test('runs what was put into the queue by a transaction that committed, and nothing of one that did not', async () => {
  runner = await runJobs(api.context, jobs);
  await api.db.transaction((tx) => enqueue(tx, job, { name: 'committed' }));
  await api.db
    .transaction(async (tx) => {
      await enqueue(tx, job, { name: 'rolled back' });
      throw new Error('no');
    })
    .catch(() => {});
  // A job is deleted after it has run.
  await until(async () => {
    const { rows } = await api.pool.query('select count(*)::int as waiting from graphile_worker.jobs');
    return rows[0].waiting === 0;
  });
  expect(ran).toEqual(['committed']);
});

test('takes back the locks of workers that died', async () => {
  await enqueue(api.db, job, { name: 'was locked' });
  const lock = `update graphile_worker._private_jobs set locked_by = 'a dead worker', locked_at = now()`;
  await api.pool.query(lock);
  await freeDeadLocks(api.context, true);
  runner = await runJobs(api.context, jobs);
  await until(() => ran.includes('was locked'));
});

test('leaves the locks of other living workers alone', async () => {
  await enqueue(api.db, job, { name: 'in other hands' });
  await api.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'a living worker', locked_at = now()`,
  );
  await api.pool.query(
    `insert into jobs_workers (worker_id, heartbeat_at) values ('a living worker', now())`,
  );
  await freeDeadLocks(api.context, false);
  runner = await runJobs(api.context, jobs);
  await enqueue(api.db, job, { name: 'after it' });
  await until(() => ran.includes('after it'));
  expect(ran).not.toContain('in other hands');
});

test('what recurs and was given up yesterday runs again when it is next due', async () => {
  let runs = 0;
  const daily = defineJob<Record<string, never>>('test_daily', async () => {
    runs += 1;
  });
  await api.pool.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('test_daily', now() - interval '3 days', now() - interval '30 hours')`,
  );
  await enqueue(api.db, daily, {}, { key: 'test_daily' });
  await api.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it failed all day'`,
  );
  const jobs = [daily as unknown as Job<never>];
  runner = await runJobs(api.context, jobs);
  await sleep(200);
  expect(runs, 'nobody else begins it again').toBe(0);
  await runner.stop();
  runner = await runJobs(
    api.context,
    jobs,
    jobs.map((job) => ({ job, cron: '0 5 * * *' })),
  );
  await until(() => runs === 1);
});

test('what recurs is a job of ours, at a time that there is, and puts itself into no queue', () => {
  expect(recurringJobs().length).toBeGreaterThan(8);
  for (const { job, cron } of recurringJobs()) {
    expect(allJobs()).toContain(job);
    expect(cron).toMatch(/^(\*|\*\/\d+|\d+) (\*|\d+) (\*|\d+) \* \*$/);
    expect(String(job.run), job.name).not.toContain('enqueue(');
  }
});
