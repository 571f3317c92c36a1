import type pg from 'pg';

/** The number of connections to a test's database that wait for a lock. */
export const countWaiting = async (pool: Pick<pg.Pool, 'query'>): Promise<number> =>
  (
    await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount ?? 0;

/** For `expect.poll`: a call may hash a password before it waits, which takes seconds on a busy machine. */
export const untilWaiting = { timeout: 15_000 };
