/** Brings the database to the newest schema. Safe when many processes start at once, and when run twice. */
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { makeMonthPartitions } from './partitions.ts';

const lockNumber = 721_004_551;

/** Applies the migrations of `db/migrations` under `rootDir`, and the job queue's own. */
export async function migrateDatabase(pool: pg.Pool, rootDir: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Waiting for another node's migration, and changing large tables, may take long.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    const { rows } = await client.query<{ server_version_num: string; encoding: string }>(
      `select current_setting('server_version_num') as server_version_num, current_setting('server_encoding') as encoding`,
    );
    const server = rows[0];
    if (Number(server?.server_version_num) < 160_000) {
      throw new StartupError(
        'The PostgreSQL server of DATABASE_URL is older than 16. Please use 16 or newer.',
      );
    }
    if (server?.encoding !== 'UTF8') {
      throw new StartupError(
        "The database has to be in UTF8. Create it with: CREATE DATABASE maru ENCODING 'UTF8' TEMPLATE template0.",
      );
    }
    const migrationsFolder = join(rootDir, 'db/migrations');
    await refuseEarlierDatabase(client, migrationsFolder);
    await migrate(drizzle({ client }), { migrationsFolder });
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

/** Fails if the database has migrations, but not the first one of ours: nothing upgrades its tables. */
async function refuseEarlierDatabase(client: pg.PoolClient, migrationsFolder: string): Promise<void> {
  const [first] = readMigrationFiles({ migrationsFolder });
  const applied = await readApplied(client);
  if (applied.length > 0 && first && !applied.includes(first.folderMillis)) {
    throw new StartupError(
      'This database was created before the first release and cannot be upgraded. Start with an empty database.',
    );
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
