/** Staff and customers in one log of logins, through HTTP. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildStaff, buildUser } from '../../../../test/build.ts';
import { logins } from '../accounts/accounts.tables.ts';
import { staffLogins } from '../staff/staff.tables.ts';

const api = await openTestApi();
const { db, call } = api;
const admin = await buildStaff(db);
const { token } = admin;
const editor = await buildStaff(db, { username: 'editor.kim', name: '김편집' });
const user = await buildUser(db, { username: 'minji.park' });
await api.pool.query('delete from staff_logins');

const at = (minute: number) => new Date(`2026-03-08T10:${String(minute).padStart(2, '0')}:00Z`);
const customer = (minute: number, values: Partial<typeof logins.$inferInsert> = {}) =>
  db
    .insert(logins)
    .values({
      userId: user.id,
      succeeded: true,
      deviceName: 'Chrome',
      address: '203.0.113.7',
      country: 'US',
      createdAt: at(minute),
      ...values,
    })
    .returning({ id: logins.id });
const member = (minute: number, values: Partial<typeof staffLogins.$inferInsert> = {}) =>
  db
    .insert(staffLogins)
    .values({
      staffId: editor.id,
      outcome: 'signed_in',
      deviceName: 'Safari',
      address: '198.51.100.4',
      country: 'KR',
      createdAt: at(minute),
      ...values,
    })
    .returning({ id: staffLogins.id });

await customer(1);
await member(2, { outcome: 'wrong_code' });
await customer(3, { succeeded: false, method: 'passkey' });
await member(4);
await member(5, { staffId: null, outcome: 'wrong_password' });
await customer(0, { createdAt: new Date('2026-03-01T08:30:00Z') });

const list = async (query: object = {}) => {
  const { body } = await call('GET /api/admin/logins', { token, query: { order: 'desc', ...query } });
  return { names: body.data.map(({ kind, name, outcome }) => [kind, name, outcome]), meta: body.meta };
};

test('both kinds stand in one list by time, page after page', async () => {
  const all = await list();
  expect(all.names).toEqual([
    ['staff', '', 'wrong_password'],
    ['staff', 'editor.kim', 'signed_in'],
    ['customer', 'minji.park', 'failed'],
    ['staff', 'editor.kim', 'wrong_code'],
    ['customer', 'minji.park', 'signed_in'],
    ['customer', 'minji.park', 'signed_in'],
  ]);
  expect(all.meta.total).toBe(6);
  const pages = [await list({ page: 1, per_page: 4 }), await list({ page: 2, per_page: 4 })];
  expect(pages.flatMap(({ names }) => names)).toEqual(all.names);
  expect((await list({ order: 'asc' })).names).toEqual([...all.names].reverse());
});

test.each([
  [{ kind: 'staff' }, 3],
  [{ kind: 'customer' }, 3],
  [{ succeeded: false }, 3],
  [{ succeeded: true, kind: 'staff' }, 1],
  [{ q: 'MINJI' }, 3],
  [{ q: '편집' }, 2],
  [{ q: 'mi' }, 3],
  [{ q: 'nobody' }, 0],
  [{ address: '203.0.113.7' }, 3],
  [{ address: '203.0.113' }, 0],
  [{ created_at_from: '2026-03-08T00:00:00Z' }, 5],
  [{ created_at_until: '2026-03-01T09:00:00Z' }, 1],
  [{ name_like: 'minji' }, 3],
  [{ outcome_in: 'wrong_code,failed' }, 2],
  [{ country_like: 'KR', device_like: 'saf' }, 3],
])('is filtered by %o', async (query, count) => {
  const { names, meta } = await list(query);
  expect([names.length, meta.total]).toEqual([count, count]);
});

test('one of them is read, which is logged, and only by whom it is permitted', async () => {
  const [row] = await customer(9);
  const params = { id: row?.id as string };
  const read = await call('GET /api/admin/logins/{id}', { token, params });
  expect(read.body.data).toMatchObject({ name: 'minji.park', address: '203.•••', device: 'Chrome' });
  const log = await call('GET /api/admin/events', { token, query: { entity_id: params.id } });
  expect(log.body.data).toMatchObject([{ action: 'read', entity: 'logins', label: 'customer' }]);
  const { token: stranger } = await buildStaff(db, { permissions: { staff: ['read'] } });
  expect((await call('GET /api/admin/logins', { token: stranger })).status).toBe(403);
});

test('a name finds the logins of everybody who has it, however many', async () => {
  await db.execute(sql`with made as (insert into accounts_households (id)
      select gen_random_uuid() from generate_series(1, 1100) returning id),
    people as (insert into accounts_users (id, household_id, username, email, password_hash)
      select gen_random_uuid(), id, 'throng.' || n, 'throng.' || n || '@example.com', ''
      from (select id, row_number() over () as n from made) numbered returning id)
    insert into accounts_logins (id, user_id, succeeded, device_name, address, country)
    select gen_random_uuid(), id, true, 'Chrome', '203.0.113.9', 'US' from people`);
  for (const query of [{ q: 'throng' }, { name_like: 'throng' }])
    expect((await list(query)).meta.total).toBe(1100);
});

test('each side is read by its time index, however many there are', async () => {
  await db.execute(sql`insert into accounts_logins (id, user_id, succeeded, device_name, address, country, created_at)
    select gen_random_uuid(), ${user.id}, true, 'Chrome', '203.0.113.9', 'US', now() - n * interval '1 second'
    from generate_series(1, 30000) n`);
  await db.execute(sql`insert into staff_logins (id, staff_id, outcome, device_name, address, country, created_at)
    select gen_random_uuid(), ${editor.id}, 'signed_in', 'Chrome', '203.0.113.9', 'US', now() - n * interval '1 second'
    from generate_series(1, 30000) n`);
  await db.execute(sql`analyze accounts_logins, staff_logins`);
  const planOf = async (rest: string) => {
    const { rows } = await api.pool.query(`explain select * from login_log ${rest}`);
    return JSON.stringify(rows);
  };
  const newest = await planOf('order by created_at desc, id desc limit 25');
  expect(newest).toContain('accounts_logins_newest');
  expect(newest).toContain('staff_logins_newest');
  expect(newest).not.toContain('Seq Scan');
  expect(await planOf(`where address = '203.0.113.200'`)).not.toContain('Seq Scan');
  expect(await planOf(`where account_id = any(array['${editor.id}'::uuid])`)).toContain('_user');
  const ofCustomer = `account_id in (select id from accounts_users where username = 'minji.park')`;
  expect(await planOf(`where ${ofCustomer}`)).toContain('accounts_logins_user');
  const { names, meta } = await list({ per_page: 5 });
  expect([names.length, meta.total, meta.more]).toEqual([5, 10_000, true]);
});
