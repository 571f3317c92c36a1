import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';
import { migrateDatabase } from './migrate.ts';

/** The last of the migrations that the first version began with. */
const baseline = '0024_viewing';

/** A copy of the migrations up to the baseline. */
function baselineRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'maru-baseline-'));
  cpSync('db/migrations', join(root, 'db/migrations'), { recursive: true });
  const path = join(root, 'db/migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === baseline);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return root;
}

/** Everything that the schema says: columns, constraints, indexes and functions. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p')
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
      where p.pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
}

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('a service that began with the baseline is brought to the newest schema with all it had, and starting again changes nothing', async () => {
  const { pool } = await openTestDatabase({ empty: true });
  const root = baselineRoot();
  await migrateDatabase(pool, root);
  rmSync(root, { recursive: true });
  await pool.query(`insert into accounts_households (id) values ('${id(1)}')`);
  await pool.query(
    `insert into accounts_users (id, household_id, username, email) values ('${id(2)}', '${id(1)}', 'minji', 'minji@maru.example')`,
  );
  await pool.query(
    `insert into accounts_sessions (id, token_hash, user_id, household_id, device, proved_at)
     values ('${id(3)}', 'hash', '${id(2)}', '${id(1)}', 'pc', '2026-01-02T03:04:05Z')`,
  );
  await pool.query(
    `insert into accounts_logins (id, user_id, way, succeeded, device_name) values ('${id(4)}', '${id(2)}', 'kakao', true, 'Chrome')`,
  );
  await pool.query(`insert into profiles (id, household_id, name) values ('${id(5)}', '${id(1)}', '민지')`);
  await pool.query(
    `insert into playback_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
     values ('${id(5)}', '${id(6)}', '${id(1)}', '${id(6)}', 61, 600)`,
  );
  await pool.query(
    `insert into notifications_choices (user_id, kind, way, wanted, changed_at)
     values ('${id(2)}', 'new_episode', 'email', false, now())`,
  );
  await pool.query(
    `insert into mail_messages (id, to_address, locale, template, subject, text, html)
     values ('${id(7)}', 'minji@maru.example', 'ko', 'way_in_added', 's', 't', 'h')`,
  );

  await migrateDatabase(pool, process.cwd());
  const first = async (query: string) => (await pool.query(query)).rows[0];
  expect(await first('select position_seconds from viewing_progress')).toEqual({ position_seconds: 61 });
  expect(await first('select method, succeeded from accounts_logins')).toEqual({
    method: 'kakao',
    succeeded: true,
  });
  expect(await first('select reauthenticated_at from accounts_sessions')).toEqual({
    reauthenticated_at: new Date('2026-01-02T03:04:05Z'),
  });
  expect(await first('select channel, wanted from notifications_choices')).toEqual({
    channel: 'email',
    wanted: false,
  });
  expect(await first('select template from mail_messages')).toEqual({ template: 'sign_in_method_added' });

  const upgraded = await schemaOf(pool);
  await migrateDatabase(pool, process.cwd());
  expect(await schemaOf(pool)).toEqual(upgraded);
  const fresh = await openTestDatabase();
  expect(upgraded.length).toBeGreaterThan(500);
  expect(upgraded).toEqual(await schemaOf(fresh.pool));
});
