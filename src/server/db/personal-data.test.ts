import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { erasedLast, erasePersonalData, type PersonalData, personalData } from './personal-data.ts';

const api = await openTestApi();

/** Columns that identify a person or the owner of a row. */
const personalColumns = [
  'user_id',
  'profile_id',
  'household_id',
  'session_id',
  'email',
  'to_address',
  'target',
  'username',
  'phone',
  'address',
  'visitor',
];
/** Tables of staff members, who are not customers. */
const ofStaff = /^staff|^reports_mailings$/;

const declared = new Map(
  api.context.registries.get(personalData).flatMap(({ tables }) => Object.entries(tables)),
);

test('every table with somebody’s data, or that refers to one, says what erasure and a copy do with it', async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    `with recursive tables as (
       select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       where c.relkind in ('r', 'p') and not c.relispartition),
     personal as (
       select t.oid, t.relname from tables t where exists (
         select from pg_attribute a where a.attrelid = t.oid and not a.attisdropped and a.attname = any($1))
       union
       select t.oid, t.relname from tables t
       join pg_constraint f on f.conrelid = t.oid and f.contype = 'f' and f.confdeltype = 'c'
       join personal p on p.oid = f.confrelid)
     select distinct relname as name from personal order by 1`,
    [personalColumns],
  );
  const names = rows.map(({ name }) => name).filter((name) => !ofStaff.test(name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !declared.has(name))).toEqual([]);
  // The table of households has no personal column. Only other tables refer to it.
  expect([...declared.keys()].filter((name) => !names.includes(name))).toEqual(['accounts_households']);
});

test('a table is in a section of the copy that there is, or says why it is in none', () => {
  const sections = api.context.registries
    .get(personalData)
    .flatMap(({ sections: own = [] }) => own.map(({ name }) => name));
  const missing = [...declared].filter(
    ([, { copy }]) => typeof copy === 'string' && !sections.includes(copy),
  );
  expect(missing).toEqual([]);
  expect(sections.length).toBeGreaterThan(20);
});

test('what goes with its parent has a foreign key that takes it along', async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    `select distinct f.conrelid::regclass::text as name from pg_constraint f where f.contype = 'f' and f.confdeltype = 'c'`,
  );
  const taken = rows.map(({ name }) => name);
  const left = [...declared]
    .filter(([, { erasure, emailColumn }]) => erasure === 'with_parent' && !emailColumn)
    .map(([name]) => name);
  expect(left.filter((name) => !taken.includes(name))).toEqual([]);
  expect(erasedLast.filter((name) => !declared.has(name))).toEqual([]);
});

test('erasure deletes, empties or keeps a row as its table says, and touches nobody else’s', async () => {
  const [mine, theirs] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const declarations: PersonalData[] = [
    {
      tables: {
        money_entries: { erasure: { keep: 'the law asks for it' }, copy: { none: 'a test' } },
        money_customers: { erasure: { anonymise: ['name', 'user_id'] }, copy: { none: 'a test' } },
        money_carts: { erasure: 'delete', copy: { none: 'a test' } },
        money_letters: { erasure: 'with_parent', emailColumn: 'email', copy: { none: 'a test' } },
      },
    },
  ];
  await api.pool.query(`
    create table money_entries (user_id uuid, cents int);
    create table money_customers (user_id uuid, household_id uuid, name text);
    create table money_carts (user_id uuid, household_id uuid);
    create table money_letters (email text)`);
  for (const id of [mine, theirs]) {
    await api.pool.query('insert into money_entries values ($1, 5)', [id]);
    await api.pool.query(`insert into money_customers values ($1, $1, 'somebody')`, [id]);
    await api.pool.query('insert into money_carts values ($1, $1)', [id]);
    await api.pool.query('insert into money_letters values ($1)', [`${id}@Maru.example`]);
  }
  const erased = { userId: mine, householdId: mine, email: `${mine}@maru.example`, isLast: true };
  await api.db.transaction((tx) => erasePersonalData(tx, declarations, erased, api.context));
  const all = async (table: string) => (await api.pool.query(`select * from ${table} order by 1`)).rows;
  expect(await all('money_entries')).toHaveLength(2);
  expect(await all('money_customers')).toEqual([
    { user_id: theirs, household_id: theirs, name: 'somebody' },
    { user_id: null, household_id: mine, name: null },
  ]);
  expect(await all('money_carts')).toEqual([{ user_id: theirs, household_id: theirs }]);
  expect(await all('money_letters')).toEqual([{ email: `${theirs}@Maru.example` }]);
});
