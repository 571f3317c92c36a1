/** Brings the database to the newest schema. Safe when many processes start at once, and when run twice. */
import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { makeMonthPartitions } from './partitions.ts';
import { areViewsCurrent, createViews, dropViews, readViews } from './views.ts';

const lockNumber = 721_004_551;

/** Applies the migrations of `db/migrations` under `rootDir`, the views of `db/views`, and the job queue's own migrations. */
export async function migrateDatabase(pool: pg.Pool, rootDir: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another node's migration, and changing large tables, may take long.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await checkServer(client);
    await applyChanges(client, rootDir);
    await makeMonthPartitions(client);
    const hangul = await client.query<{ trigrams: string[] }>(`select show_trgm('우영우') as trigrams`);
    if ((hangul.rows[0]?.trigrams.length ?? 0) === 0) {
      throw new StartupError(
        'This database’s locale cannot search Hangul (its character type is C). Create it with a UTF-8 locale such as C.UTF-8.',
      );
    }
    await runMigrations({ pgPool: pool });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockNumber]).catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.release();
  }
}

async function checkServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; encoding: string }>(
    `select current_setting('server_version_num') as server_version_num, current_setting('server_encoding') as encoding`,
  );
  const server = rows[0];
  if (Number(server?.server_version_num) < 160_000) {
    throw new StartupError('The PostgreSQL server of DATABASE_URL is older than 16. Please use 16 or newer.');
  }
  if (server?.encoding !== 'UTF8') {
    throw new StartupError(
      "The database has to be in UTF8. Create it with: CREATE DATABASE maru ENCODING 'UTF8' TEMPLATE template0.",
    );
  }
}

/**
 * Applies pending migrations, and creates the views again after them or when their text has changed. All of it is one transaction:
 * a killed process leaves the earlier schema with its views, and other nodes wait for a view instead of missing it.
 */
async function applyChanges(client: pg.PoolClient, rootDir: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: join(rootDir, 'db/migrations') });
  const views = readViews(join(rootDir, 'db/views'));
  const applied = await readApplied(client);
  if (applied.length > 0 && !applied.includes(migrations[0]?.folderMillis ?? 0)) {
    throw new StartupError(
      'This database was created before the first release and cannot be upgraded. Start with an empty database.',
    );
  }
  const latest = Math.max(0, ...applied);
  const pending = migrations.filter(({ folderMillis }) => folderMillis > latest);
  // A newer version has migrated the database. Its views fit its columns, and ours might not.
  if (migrations.every(({ folderMillis }) => folderMillis < latest)) return;
  if (pending.length === 0 && (await areViewsCurrent(client, views))) return;
  await client.query('begin');
  try {
    await dropViews(client, views);
    await applyMigrations(client, pending);
    await createViews(client, views);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The times of the applied migrations. A migration is identified by its `when` in the journal, which no edit of its text changes. */
async function readApplied(client: pg.PoolClient): Promise<number[]> {
  const { rows: tables } = await client.query(
    `select where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ created_at: string | number }>(
    'select created_at from drizzle.__drizzle_migrations',
  );
  return rows.map((row) => Number(row.created_at));
}

/** Drizzle's own migrator would commit before the views are created. Its table is the same here, so that its tools can read it. */
async function applyMigrations(client: pg.PoolClient, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
