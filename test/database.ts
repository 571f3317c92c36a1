/** A database of its own for each test file, cloned from a template that has the schema. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase, openPool } from '../src/server/db/client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: {
      connection: { host: string; port: number; user: string; password?: string };
      template: string;
    };
  }
}

export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  searchDb: Database;
  /** For a child process: the connection as an address. */
  url: string;
}

/** Clones the template, or makes an empty one; dropped after the file's tests. A connection left in use then fails the file. */
export async function openTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { connection, template } = inject('testDatabase');
  const name = `maru_test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(
    `create database ${name} ${empty ? "encoding 'UTF8' template template0" : `template ${template} strategy file_copy`}`,
  );
  const pool = openPool({ ...connection, database: name, max: 10 }, () => {});
  const searchPool = openPool({ ...connection, database: name, max: 4 }, () => {}, 'plannedOnce');
  afterAll(async () => {
    await pool.end();
    await searchPool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const password = connection.password ? `:${encodeURIComponent(connection.password)}` : '';
  const url = `postgresql://${connection.user}${password}@${encodeURIComponent(connection.host)}:${connection.port}/${name}`;
  return { pool, db: openDatabase(pool), searchDb: openDatabase(searchPool), url };
}
