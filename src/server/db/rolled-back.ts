/**
 * Transactions that are always rolled back. Whatever runs inside one, asks the stand-in for the pool as it would ask the pool; it
 * reads what it has written, and nothing of it stays.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

interface Running {
  client: pg.PoolClient;
  /** How many transactions have begun inside: each is a savepoint. */
  begun: number;
  /** The statement asked last. */
  last: Promise<unknown>;
  ended: boolean;
}

export interface RolledBack {
  /** Asks within the running transaction; throws where none is running, so that nothing can be written outside of one. */
  pool: pg.Pool;
  /** Runs work in a transaction of its own, and rolls it back. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** It waits for locks of others only so long, and others for its locks. */
const limits = `set local lock_timeout = '2s'; set local statement_timeout = '10s';
  set local idle_in_transaction_session_timeout = '20s'`;

type Asked = string | pg.QueryConfig;
const textOf = (asked: Asked) => (typeof asked === 'string' ? asked : asked.text);

/** Such transactions on connections of `pool`. */
export function makeRolledBack(pool: pg.Pool): RolledBack {
  const runs = new AsyncLocalStorage<Running>();

  const current = (): Running => {
    const running = runs.getStore();
    // After its end the connection is somebody else's.
    if (!running || running.ended) throw new Error('a query of a preview came outside of its transaction');
    return running;
  };

  /** One statement after the other, as a connection takes them. */
  const inTurn = <T>(running: Running, work: () => Promise<T>): Promise<T> => {
    const answer = running.last.then(() => {
      if (running.ended) throw new Error('a query of a preview came after its transaction');
      return work();
    });
    running.last = answer.catch(() => undefined);
    return answer;
  };
  const ask = (running: Running, asked: Asked, values?: unknown[]): Promise<pg.QueryResult> =>
    inTurn(running, () => running.client.query(asked as pg.QueryConfig, values));

  const stand = {
    async query(asked: Asked, values?: unknown[]) {
      const running = current();
      if (/^\s*select\b/i.test(textOf(asked))) return ask(running, asked, values);
      // What fails by itself may be followed by others, as it may without a transaction around it.
      return inTurn(running, async () => {
        await running.client.query('savepoint statement');
        try {
          return await running.client.query(asked as pg.QueryConfig, values);
        } catch (error) {
          await running.client.query('rollback to savepoint statement');
          throw error;
        }
      });
    },
    async connect() {
      const running = current();
      running.begun += 1;
      const name = `transaction_${running.begun}`;
      return {
        async query(asked: Asked, values?: unknown[]) {
          const [word = ''] = /^(begin|commit|rollback(?! to))\b/i.exec(textOf(asked)) ?? [];
          if (/^begin/i.test(word)) return ask(running, `savepoint ${name}`);
          if (/^rollback/i.test(word)) return ask(running, `rollback to savepoint ${name}`);
          // Releasing it would release those that have begun since.
          if (/^commit/i.test(word)) return { rows: [], fields: [], rowCount: 0 };
          return ask(running, asked, values);
        },
        release() {},
      };
    },
  };

  return {
    // The query builder looks whether it has a pool.
    pool: Object.assign(Object.create(pg.Pool.prototype), stand) as pg.Pool,
    async run(work) {
      const client = await pool.connect();
      const running: Running = { client, begun: 0, last: Promise.resolve(), ended: false };
      try {
        await client.query(`begin; ${limits}`);
        return await runs.run(running, work);
      } finally {
        running.ended = true;
        await running.last;
        const failure = await client.query('rollback').then(
          () => undefined,
          (error: Error) => error,
        );
        // A connection that could not roll back is closed, which rolls back.
        client.release(failure);
      }
    },
  };
}
