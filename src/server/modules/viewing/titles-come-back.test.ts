/** What viewers keep of a title that staff delete, and take back. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildProfile, buildProgramme, buildStaff, buildUser } from '../../../../test/build.ts';
import { forgetGoneTitlesJob } from './jobs/viewing.jobs.ts';

const api = await openTestApi();
const { db, call } = api;
const dayMs = 86_400_000;
const { token: staff } = await buildStaff(db);
const user = await buildUser(db, { plan: 30 });
const profile = await buildProfile(db, { householdId: user.householdId });
const who = { token: user.token };
const query = { profile_id: profile.id };

const listed = async () =>
  (await call('GET /api/my-list', { ...who, query })).body.data.map(({ id, like }) => [id, like]);
const rated = async () => (await call('GET /api/ratings', { ...who, query })).body.data.map(({ id }) => id);
const kept = async (id: string) => {
  const { rows } = await db.execute(sql`select programme_id from viewing_my_list where programme_id = ${id}
    union all select programme_id from viewing_ratings where programme_id = ${id}`);
  return rows.length;
};
const keep = async (id: string) => {
  const params = { id };
  await call('PUT /api/my-list/{id}', { ...who, params, body: { profile_id: profile.id } });
  await call('PUT /api/ratings/{id}', { ...who, params, body: { profile_id: profile.id, like: 1 } });
};
const remove = async (id: string) =>
  (await call('DELETE /api/admin/programmes/{id}', { token: staff, params: { id } })).body.event_id ?? '';
const tidy = () => forgetGoneTitlesJob.run({}, api.context, new AbortController().signal);

test('a deleted title is in no list, and is back in My List with its like when the delete is undone', async () => {
  const { id } = await buildProgramme(db);
  await keep(id);
  const deleted = await remove(id);
  expect([await listed(), await rated()]).toEqual([[], []]);
  api.setNow(new Date(Date.now() + 29 * dayMs));
  await tidy();
  api.setNow(undefined);
  const undone = await call('POST /api/admin/undo', { token: staff, body: { event_id: deleted } });
  expect(undone.body.data.refused).toEqual([]);
  expect([await listed(), await rated()]).toEqual([[[id, 1]], [id]]);
});

test('what is kept of a title goes when it cannot come back any more, and with its profile', async () => {
  const [gone, other] = [await buildProgramme(db), await buildProgramme(db)];
  await keep(gone.id);
  await keep(other.id);
  await remove(gone.id);
  await tidy();
  expect(await kept(gone.id)).toBe(2);
  api.setNow(new Date(Date.now() + 31 * dayMs));
  await tidy();
  await tidy();
  api.setNow(undefined);
  expect([await kept(gone.id), await kept(other.id)]).toEqual([0, 2]);
  await remove(other.id);
  await db.execute(sql`delete from profiles where id = ${profile.id}`);
  expect(await kept(other.id)).toBe(0);
});
