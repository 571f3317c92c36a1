/** The connection pool and the query builder. */
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = NodePgDatabase;
/** A transaction, or the database itself: what repositories take, so that the caller decides the transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;

/**
 * Hand-written queries join in the order in which they are to be joined. Trying every other order of eight tables, as
 * PostgreSQL would, takes longer than most of them run.
 */
const planning = '-c join_collapse_limit=3';

/** Opens a pool. `onError` hears of connections lost while idle, which `pg` would otherwise throw. */
export function openPool(connection: pg.PoolConfig, onError: (error: Error) => unknown): pg.Pool {
  const pool = new pg.Pool({ application_name: 'maru', options: planning, ...connection });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Wraps a pool in the query builder. */
export function openDatabase(pool: pg.Pool): Database {
  return drizzle({ client: pool });
}

/**
 * The rows of a hand-written query. The query builder leaves instants of such a query as text; here they are `Date`, as
 * everywhere else.
 */
export async function queryRows<T>(db: Queryable, query: SQL): Promise<T[]> {
  const result = await db.execute(query);
  const instants = result.fields.filter((field) => field.dataTypeID === pg.types.builtins.TIMESTAMPTZ);
  if (instants.length > 0) {
    const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
    for (const row of result.rows) {
      for (const { name } of instants) if (typeof row[name] === 'string') row[name] = parse(row[name]);
    }
  }
  return result.rows as T[];
}
