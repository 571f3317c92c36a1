import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { config } from '../../../drizzle.config.ts';
import { openTestDatabase } from '../../../test/database.ts';
import { migrateDatabase } from './migrate.ts';

/** Columns, constraints, indexes and functions of the schema, as lines. */
async function readSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p', 'v')
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
      where p.pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
}

test('two processes migrate an empty database at once, and a later start changes nothing', async () => {
  const { pool } = await openTestDatabase({ empty: true });
  await Promise.all([migrateDatabase(pool, process.cwd()), migrateDatabase(pool, process.cwd())]);
  const schema = await readSchema(pool);
  expect(schema.length).toBeGreaterThan(500);
  await migrateDatabase(pool, process.cwd());
  expect(await readSchema(pool)).toEqual(schema);
});

test('refuses a database that was created before the first release, and does not change it', async () => {
  const { pool } = await openTestDatabase({ empty: true });
  await pool.query('create schema drizzle');
  await pool.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('other', 1789000000000), ('another', 1789000001000)`,
  );
  await expect(migrateDatabase(pool, process.cwd())).rejects.toMatchObject({
    name: 'StartupError',
    message:
      'This database was created before the first release and cannot be upgraded. Start with an empty database.',
  });
  const { rows } = await pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  expect(rows).toEqual([]);
});

interface Snapshot {
  tables: Record<
    string,
    {
      name: string;
      columns: Record<string, { name: string; type: string; notNull: boolean }>;
      indexes: object;
      foreignKeys: object;
      checkConstraints: object;
      uniqueConstraints: object;
      compositePrimaryKeys: object;
    }
  >;
}

test('the snapshot for the next migration contains the tables that the modules declare', () => {
  const out = mkdtempSync(join(tmpdir(), 'maru-snapshot-'));
  cpSync('db/migrations', out, { recursive: true });
  const path = join(out, 'drizzle.config.json');
  const schema = [config.schema ?? []].flat().map((pattern) => resolve(pattern));
  writeFileSync(path, JSON.stringify({ ...config, schema, out: relative(process.cwd(), out) }));
  const { stdout, stderr } = spawnSync('node_modules/.bin/drizzle-kit', ['generate', `--config=${path}`], {
    encoding: 'utf8',
  });
  rmSync(out, { recursive: true });
  expect(`${stdout}${stderr}`).toContain('No schema changes');
});

/** The type of a column as PostgreSQL writes it. */
const longType = (type: string) =>
  type.replaceAll(', ', ',').replace(/^time\((\d)\)$/, 'time($1) without time zone');

test('the migrations create the columns, indexes and constraints of the snapshot, and no other column', async () => {
  const meta = 'db/migrations/meta';
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  const { tables } = JSON.parse(readFileSync(join(meta, snapshots.sort().at(-1) ?? ''), 'utf8')) as Snapshot;
  const columns: string[] = [];
  const names: string[] = [];
  for (const table of Object.values(tables)) {
    for (const { name, type, notNull } of Object.values(table.columns))
      columns.push(`${table.name}.${name} ${longType(type)} ${notNull}`);
    // PostgreSQL cuts longer names.
    for (const named of [
      table.indexes,
      table.foreignKeys,
      table.checkConstraints,
      table.uniqueConstraints,
      table.compositePrimaryKeys,
    ])
      names.push(...Object.keys(named).map((name) => `${table.name} ${name.slice(0, 63)}`));
  }
  const { pool } = await openTestDatabase();
  const { rows: foundColumns } = await pool.query<{ line: string }>(`
    select format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  expect(foundColumns.map(({ line }) => line).sort()).toEqual(columns.sort());
  const { rows: foundNames } = await pool.query<{ line: string }>(`
    select conrelid::regclass || ' ' || conname as line from pg_constraint
    union select tablename || ' ' || indexname from pg_indexes`);
  const found = new Set(foundNames.map(({ line }) => line));
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((line) => !found.has(line))).toEqual([]);
});
