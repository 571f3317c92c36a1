import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildProfile, buildProgramme, buildUser } from '../../../../test/build.ts';

test('what a profile has rated is its own list, last rated first, in pages, and follows every change', async () => {
  const { db, call } = await openTestApi();
  const user = await buildUser(db);
  const [profile, other] = [
    await buildProfile(db, { householdId: user.householdId, maturity: 15 }),
    await buildProfile(db, { householdId: user.householdId, name: '다른 사람' }),
  ];
  const titles = [];
  for (let number = 0; number < 5; number += 1) titles.push(await buildProgramme(db));
  const adult = await buildProgramme(db, { maturity: 19 });
  const rate = (id: string, like: 0 | 1 | 2, by = profile.id) =>
    call('PUT /api/ratings/{id}', { token: user.token, params: { id }, body: { profile_id: by, like } });
  const list = async (page = 1, by = profile.id) => {
    const { body } = await call('GET /api/ratings', {
      token: user.token,
      query: { profile_id: by, page, per_page: 2 },
    });
    return { rated: body.data.map(({ id, like }) => [id, like]), meta: body.meta };
  };
  expect(await list()).toMatchObject({ rated: [], meta: { total: 0 } });
  for (const [place, { id }] of titles.entries()) await rate(id, place % 2 ? 2 : 1);
  const ids = titles.map(({ id }) => id);
  expect(await list()).toMatchObject({
    rated: [
      [ids[4], 1],
      [ids[3], 2],
    ],
    meta: { total: 5, last_page: 3 },
  });
  expect((await list(3)).rated).toEqual([[ids[0], 1]]);
  // A changed rating comes first; a removed one is not listed.
  await rate(ids[0] as string, 2);
  await rate(ids[4] as string, 0);
  expect(await list()).toMatchObject({
    rated: [
      [ids[0], 2],
      [ids[3], 2],
    ],
    meta: { total: 4 },
  });
  expect(await list(1, other.id)).toMatchObject({ meta: { total: 0 } });
  // Rated before the profile's maturity grade was lowered.
  await rate(adult.id, 1, other.id);
  expect((await list(1, other.id)).rated).toEqual([[adult.id, 1]]);
  await db.execute(`update profiles set maturity = 15 where id = '${other.id}'`);
  expect((await list(1, other.id)).rated).toEqual([]);
});
