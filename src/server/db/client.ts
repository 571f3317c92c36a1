/** The connection pool and the query builder. */
import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
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
/** For queries that take longer to plan than a plan for their very values would save: prepared ones are planned once, others each time without their values. */
const plannedOnce = `${planning} -c plan_cache_mode=force_generic_plan`;
const plannings = { planning, plannedOnce };

/** Opens a pool. `onError` hears of connections lost while idle, which `pg` would otherwise throw. */
export function openPool(
  connection: pg.PoolConfig,
  onError: (error: Error) => unknown,
  how: keyof typeof plannings = 'planning',
): pg.Pool {
  const pool = new pg.Pool({ application_name: 'maru', options: plannings[how], ...connection });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Wraps a pool in the query builder. */
export function openDatabase(pool: pg.Pool): Database {
  return drizzle({ client: pool });
}

const dialect = new PgDialect();

/** Names of prepared queries by their text. There are few texts, so no name is evicted. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * The rows of a hand-written query. The query builder leaves instants of such a query as text; here they are `Date`, as
 * everywhere else. `prepared` is for a query that takes longer to plan than to run: every connection keeps it parsed, and
 * its plan once that has shown to be as good for other values. A prepared query takes some 300 kB of a connection, so it must be
 * one of few texts: what varies stands in it as values.
 */
export async function queryRows<T>(
  db: Queryable,
  query: SQL,
  mode: 'once' | 'prepared' = 'once',
): Promise<T[]> {
  const built = dialect.sqlToQuery(query);
  const name = mode === 'prepared' ? nameOf(built.sql) : undefined;
  const statement = db._.session.prepareQuery(built, undefined, name, false);
  const result = (await statement.execute()) as pg.QueryResult;
  const instants = result.fields.filter((field) => field.dataTypeID === pg.types.builtins.TIMESTAMPTZ);
  if (instants.length > 0) {
    const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
    for (const row of result.rows) {
      for (const { name } of instants) if (typeof row[name] === 'string') row[name] = parse(row[name]);
    }
  }
  return result.rows as T[];
}
