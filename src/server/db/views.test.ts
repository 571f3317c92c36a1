import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { countWaiting, untilWaiting } from '../../../test/locks.ts';
import { migrateDatabase } from './migrate.ts';
import { readViews } from './views.ts';

/** A folder with the migrations and views of the product, which a test can change. */
function copyDatabaseFiles(): string {
  const root = mkdtempSync(join(tmpdir(), 'maru-views-'));
  cpSync('db', join(root, 'db'), { recursive: true });
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

const writeView = (root: string, name: string, text: string) =>
  writeFileSync(join(root, 'db/views', `${name}.sql`), text);

function addMigration(root: string, sql: string): void {
  const path = join(root, 'db/migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error('no migrations');
  const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'added' };
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(join(root, 'db/migrations/added.sql'), sql);
}

let pool: pg.Pool;
let root: string;
beforeEach(async () => {
  root = copyDatabaseFiles();
});

/** Name → object id, which is another one after a view is created again. */
async function readViewIds(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ relname: string; oid: number }>(
    `select relname, oid from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`,
  );
  return Object.fromEntries(rows.map(({ relname, oid }) => [relname, oid]));
}

describe('views', () => {
  beforeEach(async () => {
    ({ pool } = await openTestDatabase());
  });

  test('stay the same when nothing has changed', async () => {
    const before = await readViewIds();
    expect(Object.keys(before).sort()).toEqual(
      readViews('db/views')
        .map(({ name }) => name)
        .sort(),
    );
    await migrateDatabase(pool, root);
    expect(await readViewIds()).toEqual(before);
  });

  test('are created again when a text changes, and dropped when a file is removed', async () => {
    writeView(root, 'login_log', 'create view login_log as select 1 as changed');
    rmSync(join(root, 'db/views/billing_bill_changes.sql'));
    const before = await readViewIds();
    await migrateDatabase(pool, root);
    expect((await pool.query('select * from login_log')).rows).toEqual([{ changed: 1 }]);
    const after = await readViewIds();
    expect(after.billing_bill_changes).toBeUndefined();
    expect(after.billing_payment_list).not.toBe(before.billing_payment_list);
    await migrateDatabase(pool, root);
    expect(await readViewIds()).toEqual(after);
  });

  test('are created after the views that they read, whatever their names', async () => {
    writeView(root, 'a_view', '-- Not z_view alone.\ncreate view a_view as select * from m_view');
    writeView(root, 'm_view', 'create view m_view as select * from "z_view"');
    writeView(root, 'z_view', '-- Read by a_view.\ncreate view z_view as select 1 as one');
    await migrateDatabase(pool, root);
    expect((await pool.query('select * from a_view')).rows).toEqual([{ one: 1 }]);
    writeView(root, 'z_view', 'create view z_view as select 2 as two');
    await migrateDatabase(pool, root);
    expect((await pool.query('select * from a_view')).rows).toEqual([{ two: 2 }]);
  });

  test('are restored by the next start when one is missing', async () => {
    await pool.query('drop view login_log');
    await migrateDatabase(pool, root);
    expect((await pool.query('select * from login_log')).rows).toEqual([]);
  });

  test('do not keep a migration from changing the type of a column that they read', async () => {
    addMigration(root, 'alter table staff_logins alter column outcome type varchar(20)');
    await migrateDatabase(pool, root);
    expect((await pool.query('select outcome from login_log')).rows).toEqual([]);
  });

  test('of the operator stay, and one that reads ours stops the start with a reason', async () => {
    await pool.query('create view numbers as select 1 as one');
    writeView(root, 'login_log', 'create view login_log as select 1 as changed');
    await migrateDatabase(pool, root);
    expect(await readViewIds()).toHaveProperty('numbers');
    await pool.query('create view own_logins as select * from login_log');
    writeView(root, 'login_log', 'create view login_log as select 2 as changed');
    await expect(migrateDatabase(pool, root)).rejects.toMatchObject({
      name: 'StartupError',
      message:
        'Maru cannot replace its database views, because other objects use them: view own_logins depends on view login_log. Drop these objects and start again.',
    });
    expect((await pool.query('select * from own_logins')).rows).toEqual([{ changed: 1 }]);
  });

  test('of a newer version stay when an older node starts again', async () => {
    addMigration(root, 'alter table staff_logins add column added integer');
    writeView(root, 'login_log', 'create view login_log as select added from staff_logins');
    await migrateDatabase(pool, root);
    await migrateDatabase(pool, process.cwd());
    expect((await pool.query('select added from login_log')).rows).toEqual([]);
  });
});

describe('a start that is killed during a migration', () => {
  test('leaves the earlier views, which readers wait for, and the next start migrates', async () => {
    ({ pool } = await openTestDatabase());
    const before = await readViewIds();
    addMigration(
      root,
      'alter table staff_roles add column added integer;--> statement-breakpoint\nalter table staff_logins add column added integer',
    );
    writeView(root, 'login_log', 'create view login_log as select added from staff_logins');
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('lock table staff_logins in share mode');
    const killed = migrateDatabase(pool, root).then(
      () => 'migrated',
      () => 'failed',
    );
    await expect.poll(() => countWaiting(pool), untilWaiting).toBe(1);
    const read = pool.query('select outcome from login_log');
    await expect.poll(() => countWaiting(pool), untilWaiting).toBe(2);
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%alter table%'`,
    );
    expect(await killed).toBe('failed');
    expect((await read).rows).toEqual([]);
    await holder.query('rollback');
    holder.release();
    expect(await readViewIds()).toEqual(before);
    const { rows } = await pool.query(`select from pg_attribute where attname = 'added'`);
    expect(rows).toEqual([]);
    await migrateDatabase(pool, root);
    expect((await pool.query('select added from login_log')).rows).toEqual([]);
  });
});

test('two starts at once with a migration and changed views apply each once', async () => {
  ({ pool } = await openTestDatabase());
  addMigration(root, 'create table added_table (id integer)');
  writeView(root, 'login_log', 'create view login_log as select 1 as changed');
  await Promise.all([migrateDatabase(pool, root), migrateDatabase(pool, root)]);
  expect((await pool.query('select changed from login_log')).rows).toEqual([{ changed: 1 }]);
});

test('views that read each other in a circle are each listed once', () => {
  mkdirSync(join(root, 'circle'));
  writeFileSync(join(root, 'circle/one.sql'), 'create view one as select * from two');
  writeFileSync(join(root, 'circle/two.sql'), 'create view two as select * from one');
  expect(readViews(join(root, 'circle')).map(({ name }) => name)).toEqual(['two', 'one']);
});
