/** Staff who change the same records at once: each has what they asked for, and nothing of anybody is lost. */
import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import {
  buildCategory,
  buildCustomRow,
  buildGenre,
  buildProgramme,
  buildStaff,
} from '../../../test/build.ts';

let api: TestApi;
let who: { token: string };
beforeAll(async () => {
  api = await openTestApi();
  who = { token: (await buildStaff(api.db)).token };
});

const genresOf = async (id: string) =>
  (await api.call('GET /api/admin/programmes/{id}', { ...who, params: { id } })).body.data.genre_ids;
const remove = (id: string) => api.call('DELETE /api/admin/programmes/{id}', { ...who, params: { id } });
const makeProgrammes = (count: number, values = {}) =>
  Promise.all(Array.from({ length: count }, () => buildProgramme(api.db, values)));
const buildRow = async (ids: string[]) => {
  const { id } = await buildCustomRow(api.db);
  const filled = await api.call('PATCH /api/admin/custom-rows/{id}', {
    ...who,
    params: { id },
    body: { programme_ids: ids },
  });
  expect(filled.status).toBe(200);
  return id;
};
const inRow = async (id: string) =>
  (await api.call('GET /api/admin/custom-rows/{id}', { ...who, params: { id } })).body.data.programme_ids;

test('two who add to many have both in each; one who saves a record meanwhile keeps theirs', async () => {
  const ids = (await makeProgrammes(40)).map(({ id }) => id);
  const [first, second, own] = [await buildGenre(api.db), await buildGenre(api.db), await buildGenre(api.db)];
  const add = (genreId: string) =>
    api.call('POST /api/admin/changes', {
      ...who,
      body: {
        resource: 'programmes',
        ids,
        change: { action: 'add', field: 'genre_ids', values: [genreId] },
        dry_run: false,
      },
    });
  const save = (id: string) =>
    api.call('PATCH /api/admin/programmes/{id}', { ...who, params: { id }, body: { genre_ids: [own.id] } });
  const answers = await Promise.all([add(first.id), add(second.id), ...ids.slice(0, 6).map(save)]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  for (const [at, id] of ids.entries()) {
    const genres = await genresOf(id);
    // Whoever came after the save added to it; whoever came before it was written over by one who said what it is to be.
    if (at < 6) expect(genres).toContain(own.id);
    else expect([...genres].sort()).toEqual([first.id, second.id].sort());
  }
});

test('records that are restored together all stand where they stood', async () => {
  const ids = (await makeProgrammes(6)).map(({ id }) => id);
  const row = await buildRow(ids);
  for (const id of ids) expect((await remove(id)).status).toBe(200);
  expect(await inRow(row)).toEqual([]);
  const { data } = (
    await api.call('GET /api/admin/deleted', { ...who, query: { resource: 'programmes', per_page: 100 } })
  ).body;
  const restored = await Promise.all(
    ids.map((id) => {
      const deletedAt = Date.parse(data.find((own) => own.id === id)?.deleted_at ?? '');
      const at = new Date(deletedAt - 1).toISOString();
      return api.call('POST /api/admin/restore', { ...who, body: { resource: 'programmes', id, at } });
    }),
  );
  expect(restored.map(({ status, body }) => [status, body.data.refused])).toEqual(ids.map(() => [200, []]));
  expect([...(await inRow(row))].sort()).toEqual([...ids].sort());
});

test('records of one row that are deleted together are deleted, whichever waits for the other', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ids = (await makeProgrammes(3)).map(({ id }) => id);
    const row = await buildRow(ids);
    const saved = api.call('PATCH /api/admin/custom-rows/{id}', {
      ...who,
      params: { id: row },
      body: { title_en: `Round ${round}` },
    });
    const answers = await Promise.all([...ids.slice(0, 2).map(remove), saved]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await inRow(row)).toEqual([ids[2]]);
  }
});

test('a category that is moved while programs come to stand in it takes them along', async () => {
  const [a, b] = [await buildCategory(api.db), await buildCategory(api.db)];
  const sub = await buildCategory(api.db, { parentId: a.id });
  const inside = await makeProgrammes(3, { categoryId: a.id, subCategoryId: sub.id });
  const coming = await makeProgrammes(12, { categoryId: a.id });
  let parent = a.id;
  const move = async () => {
    parent = parent === a.id ? b.id : a.id;
    return api.call('PATCH /api/admin/categories/{id}', {
      ...who,
      params: { id: sub.id },
      body: { parent_id: parent },
    });
  };
  const comeIn = ({ id }: { id: string }) =>
    api.call('PATCH /api/admin/programmes/{id}', {
      ...who,
      params: { id },
      body: { category_id: a.id, sub_category_id: sub.id },
    });
  const touch = ({ id }: { id: string }) =>
    api.call('PATCH /api/admin/programmes/{id}', {
      ...who,
      params: { id },
      body: { sub_category_id: sub.id },
    });
  const answers = await Promise.all([
    ...coming.slice(0, 6).map(comeIn),
    ...inside.map(touch),
    move(),
    ...coming.slice(6).map(comeIn),
  ]);
  // Refused is who came too late; nobody is answered with an error of ours.
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
  const { rows } = await api.pool.query<{ right: boolean }>(
    `select p.category_id = c.parent_id as right from catalog_programmes p join catalog_categories c on c.id = p.sub_category_id
      where c.id = $1`,
    [sub.id],
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  expect(rows.every(({ right }) => right)).toBe(true);
});

test('records that are made together each have a place of their own', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      api.call('POST /api/admin/popups', {
        ...who,
        body: { title_ko: `팝업 ${at}`, title_en: `Popup ${at}` },
      }),
    ),
  );
  const places = made.map(({ body }) => body.data.position);
  expect(new Set(places).size).toBe(6);
});
