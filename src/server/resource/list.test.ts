import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import { buildCategory, buildPerson, buildProgramme, buildStaff } from '../../../test/build.ts';

describe('lists of the back office', () => {
  let api: TestApi;
  let who: { token: string };
  /** The English titles of a list of programmes. */
  const titles = async (query: Record<string, unknown>) => {
    const { status, body } = await api.call('GET /api/admin/programmes', {
      ...who,
      query: { sort: 'title_en', ...query },
    });
    expect(status).toBe(200);
    return body.data.map(({ title_en }) => title_en);
  };
  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db)).token };
    const categoryId = (await buildCategory(api.db)).id;
    const build = (values: Parameters<typeof buildProgramme>[1]) =>
      buildProgramme(api.db, { categoryId, ...values });
    await build({
      titleKo: '바다의 노래',
      titleEn: 'Alpha',
      releaseYear: 2020,
      kind: 'movie',
      premium: true,
    });
    await build({ titleKo: '서울의 별', titleEn: 'Beta', releaseYear: null, kind: 'series' });
    await build({
      titleKo: '노을 아래',
      titleEn: 'Gamma',
      releaseYear: 2024,
      availableFrom: new Date('2026-03-01T00:00:00Z'),
    });
    await build({ titleKo: '가을 100% 이야기', titleEn: 'Delta', releaseYear: null });
  });

  test('find by one syllable, two, a begun one, initial consonants and English in either case', async () => {
    expect(await titles({ q: '별' })).toEqual(['Beta']);
    expect(await titles({ q: '노래' })).toEqual(['Alpha']);
    expect(await titles({ q: '노' })).toEqual(['Alpha', 'Gamma']);
    expect(await titles({ q: '서울으' })).toEqual([]);
    expect(await titles({ q: '서우' })).toEqual(['Beta']);
    expect(await titles({ q: 'ㅅㅇㅇ' })).toEqual(['Beta']);
    expect(await titles({ q: 'ㅂㄷㅇ ㄴㄹ' })).toEqual(['Alpha']);
    expect(await titles({ q: 'BET' })).toEqual(['Beta']);
    expect(await titles({ q: '별'.normalize('NFD') })).toEqual(['Beta']);
    // A wildcard is a letter like any other.
    expect(await titles({ q: '0%' })).toEqual(['Delta']);
    expect(await titles({ q: '_' })).toEqual([]);
  });

  test('find by a sign as by a letter', async () => {
    const signs = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).filter((character) =>
      /\W|_/.test(character),
    );
    expect(signs).toHaveLength(32);
    for (const sign of signs) await buildPerson(api.db, { nameEn: `Kim 77${sign}7` });
    for (const sign of signs) {
      const query = { q: `m 77${sign}7` };
      const { body } = await api.call('GET /api/admin/people', { ...who, query });
      expect(body.data.map(({ name_en }) => name_en)).toEqual([`Kim 77${sign}7`]);
    }
  });

  test('are filtered by every kind of field: text, choice, record, number, instant, flag, and by being empty', async () => {
    expect(await titles({ title_ko_like: '의' })).toEqual(['Alpha', 'Beta']);
    expect(await titles({ kind_in: 'series' })).toEqual(['Beta']);
    expect(await titles({ premium_in: 'true' })).toEqual(['Alpha']);
    expect(await titles({ release_year_min: 2021 })).toEqual(['Gamma']);
    expect(await titles({ release_year_max: 2020 })).toEqual(['Alpha']);
    expect(await titles({ release_year_empty: 'true' })).toEqual(['Beta', 'Delta']);
    expect(await titles({ release_year_empty: 'false' })).toEqual(['Alpha', 'Gamma']);
    expect(await titles({ available_from_from: '2026-03-01T00:00:00+00:00' })).toEqual(['Gamma']);
    expect(await titles({ available_from_until: '2026-02-28T23:59:59Z' })).not.toContain('Gamma');
    const all = await api.call('GET /api/admin/programmes', who);
    const category = all.body.data[0]?.category_id ?? '';
    expect(await titles({ category_id_in: `${category},nonsense` })).toHaveLength(4);
    expect(await titles({ category_id_in: 'nonsense' })).toEqual([]);
  });

  test('name a filter that does not fit', async () => {
    const refused = async (query: Record<string, unknown>) => {
      const { status, body } = await api.call('GET /api/admin/programmes', { ...who, query });
      expect(status).toBe(422);
      return Object.keys(body.errors ?? {});
    };
    expect(await refused({ release_year_min: 'old' })).toEqual(['release_year_min']);
    expect(await refused({ available_from_from: 'soon' })).toEqual(['available_from_from']);
    expect(await refused({ after: 'nowhere' })).toEqual(['after']);
    expect(await refused({ premium_in: 'perhaps' })).toEqual(['premium_in']);
  });

  test.each(['asc', 'desc'] as const)('go on after a row %s, through rows without a value', async (order) => {
    const sort = 'release_year';
    const query = { sort, order, per_page: 100 } as const;
    const whole = (await api.call('GET /api/admin/programmes', { ...who, query })).body.data;
    const seen: string[] = [];
    let after: string | null | undefined;
    do {
      const { body } = await api.call('GET /api/admin/programmes', {
        ...who,
        query: { sort, order, per_page: 1, ...(after ? { after } : {}) },
      });
      seen.push(...body.data.map(({ id }) => id));
      after = body.meta.next;
    } while (after);
    expect(seen).toEqual(whole.map(({ id }) => id));
  });

  test('count to ten thousand, and exactly when they are asked to', async () => {
    await buildPerson(api.db);
    await api.db.execute(sql`insert into catalog_people (id, slug, name_ko, name_en)
      select gen_random_uuid(), 'many-' || n, '많은 ' || n, 'Many ' || n from generate_series(1, 10050) n`);
    const meta = async (query: Record<string, unknown>) =>
      (await api.call('GET /api/admin/people', { ...who, query })).body.meta;
    expect(await meta({})).toMatchObject({ total: 10_000, more: true });
    const exact = await meta({ count: 'exact' });
    expect(exact.total).toBeGreaterThan(10_050);
    expect(exact).not.toHaveProperty('more');
    expect(await meta({ q: '많은 1005' })).toMatchObject({ total: 2 });
  });

  test('find the first of very many that a filter leaves, wherever in the order they stand', async () => {
    await api.db.execute(sql`insert into catalog_people (id, slug, name_ko, name_en, profession_en)
      select gen_random_uuid(), side || '-' || n, side, side || '-' || to_char(n, 'FM00000'), side
      from generate_series(1, 10050) n, unnest(array['near', 'side']) side`);
    const ask = async (query: Record<string, unknown>) =>
      (await api.call('GET /api/admin/people', { ...who, query: { sort: 'name_en', per_page: 3, ...query } }))
        .body;
    for (const side of ['near', 'side'])
      for (const order of ['asc', 'desc'] as const) {
        const names = (from: number) =>
          [0, 1, 2].map(
            (at) => `${side}-${String(order === 'asc' ? from + at : 10_051 - from - at).padStart(5, '0')}`,
          );
        const filter = { profession_en_like: side, order };
        const { data, meta } = await ask(filter);
        expect(meta).toMatchObject({ total: 10_000, more: true });
        expect(data.map(({ name_en }) => name_en)).toEqual(names(1));
        const next = await ask({ ...filter, after: meta.next });
        expect(next.data.map(({ name_en }) => name_en)).toEqual(names(4));
        const far = await ask({ ...filter, page: 3000 });
        expect(far.data.map(({ name_en }) => name_en)).toEqual(names(8998));
      }
  });
});
