/** Once a run: a PostgreSQL server (embedded, or the one of TEST_DATABASE_URL) with a migrated template database. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '../src/server/db/client.ts';
import { type EmbeddedDatabase, startEmbedded } from '../src/server/db/embedded.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { endDatabase, openTemporary } from './temporary.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  let embedded: EmbeddedDatabase | undefined;
  const { databaseFolder, close } = openTemporary(() => endDatabase(embedded));
  embedded = external
    ? undefined
    : await startEmbedded(databaseFolder, {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        // It lies in memory.
        max_wal_size: '256MB',
        max_connections: '300',
      });
  const url = external ? new URL(external) : undefined;
  const connection = url
    ? {
        host: url.hostname,
        port: Number(url.port || 5432),
        user: decodeURIComponent(url.username),
        ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
      }
    : { host: embedded?.connection.host ?? '', port: 5432, user: 'maru' };
  const template = `maru_template_${process.pid}`;
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${template} encoding 'UTF8' template template0`);
  const pool = openPool({ ...connection, database: template }, () => {});
  await migrateDatabase(pool, process.cwd());
  await pool.end();
  project.provide('testDatabase', { connection, template });
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await embedded?.stop();
    // Programs that were bundled for a test (`child.ts`): a worker that is ended does not tidy up.
    rmSync(join(process.cwd(), 'node_modules/.cache/maru-test'), { recursive: true, force: true });
    close();
  };
}
