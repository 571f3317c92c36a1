/** The records that use another record, which are shown before a delete. */
import { expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import {
  buildCategory,
  buildGenre,
  buildPlan,
  buildProgramme,
  buildRole,
  buildStaff,
  buildUser,
} from '../../../test/build.ts';

const api = await openTestApi();
const { db, call } = api;
const { token } = await buildStaff(db);

const usesOf = async (resource: string, id: string, by = token) =>
  (await call('GET /api/admin/uses/{resource}/{id}', { token: by, params: { resource, id } })).body.data;
const listed = async (resource: string, filter: Record<string, string>) =>
  (
    (
      await call(`GET /api/admin/${resource}` as 'GET /api/admin/programmes', {
        token,
        query: filter as never,
      })
    ).body as { meta: { total: number } }
  ).meta.total;

test('are counted by kind, each with the list that shows as many', async () => {
  const category = await buildCategory(db);
  const genre = await buildGenre(db);
  await buildProgramme(db, { categoryId: category.id }, { genreIds: [genre.id] });
  await buildProgramme(db, { categoryId: category.id });
  const sub = await buildCategory(db, { parentId: category.id });
  expect(await usesOf('genres', genre.id)).toEqual([
    {
      what: 'programmes',
      count: 1,
      more: false,
      list: { resource: 'programmes', filter: { genre_ids_in: genre.id } },
    },
  ]);
  const uses = await usesOf('categories', category.id);
  expect(uses.map(({ what, count }) => [what, count]).sort()).toEqual([
    ['categories', 1],
    ['programmes', 2],
  ]);
  for (const { count, list } of uses)
    expect(await listed(list?.resource ?? '', list?.filter ?? {})).toBe(count);
  expect(await usesOf('categories', sub.id)).toEqual([]);
});

test('of a plan are the households that have or had it, not its prices', async () => {
  const plan = await buildPlan(db);
  await buildUser(db, { planId: plan.id, plan: 30 });
  await buildUser(db, { planId: plan.id, plan: 30 });
  expect(await usesOf('plans', plan.id)).toEqual([
    {
      what: 'subscribers',
      count: 2,
      more: false,
      list: { resource: 'customers', filter: { plan_id_in: plan.id } },
    },
  ]);
  const tried = await call('POST /api/admin/changes', {
    token,
    body: { resource: 'plans', ids: [plan.id], change: { action: 'delete' }, dry_run: true },
  });
  expect(tried.body.data.refused).toHaveLength(1);
});

test('are answered to staff who may delete the record, with lists that they may read', async () => {
  const genre = await buildGenre(db);
  await buildProgramme(db, {}, { genreIds: [genre.id] });
  const role = await buildRole(db, { permissions: { genres: ['read', 'delete'] } });
  const limited = await buildStaff(db, { roleId: role.id });
  expect(await usesOf('genres', genre.id, limited.token)).toEqual([
    { what: 'programmes', count: 1, more: false, list: null },
  ]);
  const reader = await buildStaff(db, { permissions: { genres: ['read'] } });
  const params = { resource: 'genres', id: genre.id };
  expect((await call('GET /api/admin/uses/{resource}/{id}', { token: reader.token, params })).status).toBe(
    403,
  );
});
