/** What a parent blocks stays blocked when staff delete a title and take it back. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildProfile, buildProgramme, buildStaff, buildUser } from '../../../../test/build.ts';
import { forgetGoneBlocksJob } from './jobs/profiles.jobs.ts';
import { countBlocked, forgetGoneTitles, setBlocked } from './profiles.repo.ts';

const api = await openTestApi();
const { db, call } = api;
const dayMs = 86_400_000;
const { token: staff } = await buildStaff(db);
const user = await buildUser(db);
const remove = async (id: string) =>
  (await call('DELETE /api/admin/programmes/{id}', { token: staff, params: { id } })).body.event_id ?? '';

test('a title that a profile blocks is blocked again when it comes back, also where the blocks were saved meanwhile', async () => {
  const child = await buildProfile(db, { householdId: user.householdId });
  const [gone, other] = [await buildProgramme(db), await buildProgramme(db)];
  const blocked = async () => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select programme_id as id from profiles_blocked_titles where profile_id = ${child.id} order by programme_id`,
    );
    return rows.map(({ id }) => id);
  };
  const block = (ids: string[]) => setBlocked(db, child as Parameters<typeof setBlocked>[1], ids);
  await block([gone.id]);
  const deleted = await remove(gone.id);
  expect((await countBlocked(db, user.householdId)).get(child.id)).toBeUndefined();
  await block([other.id]);
  await forgetGoneTitles(db, new Date(Date.now() + 29 * dayMs));
  await call('POST /api/admin/undo', { token: staff, body: { event_id: deleted } });
  expect(await blocked()).toEqual([gone.id, other.id].sort());
  await remove(gone.id);
  await forgetGoneBlocksJob.run({}, api.context, new AbortController().signal);
  expect(await blocked()).toContain(gone.id);
  await forgetGoneTitles(db, new Date(Date.now() + 31 * dayMs));
  expect(await blocked()).toEqual([other.id]);
});
