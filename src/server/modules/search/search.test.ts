import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  type BuiltUser,
  buildCategory,
  buildChannel,
  buildEpisode,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { programmeSource } from '../catalog/search-sources.service.ts';
import { refreshSeries } from '../catalog/series.service.ts';
import { indexDocuments, needsRebuild, rebuildDocuments } from './documents.service.ts';
import { moveDocumentsJob } from './jobs/move-documents.ts';
import { searchSources } from './sources.service.ts';

const yearMs = 366 * 86_400_000;

let api: TestApi;
let user: BuiltUser;
let profileId: string;
let kidId: string;

beforeAll(async () => {
  api = await openTestApi();
  user = await buildUser(api.db, { plan: 10 });
  profileId = (await buildProfile(api.db, { householdId: user.householdId })).id;
  kidId = (await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 })).id;
});

interface As {
  locale?: 'ko' | 'en';
  profile?: string;
}

async function search(q: string, { locale = 'ko', profile }: As = {}) {
  const { status, body } = await api.call('GET /api/video/search', {
    query: { q, web: '1', ...(profile ? { profile_id: profile } : {}) },
    locale,
    token: profile ? user.token : undefined,
  });
  expect(status).toBe(200);
  return body;
}

async function suggest(q: string, { locale = 'ko', profile }: As = {}) {
  const { status, body } = await api.call('GET /api/search/suggestions', {
    query: { q, ...(profile ? { profile_id: profile } : {}) },
    locale,
    token: profile ? user.token : undefined,
  });
  expect(status).toBe(200);
  return body.data;
}

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

describe('finding', () => {
  test('puts the whole name first, then beginnings, words, parts; the newer first among equals', async () => {
    const at = (days: number) => ({ availableFrom: new Date(Date.now() - days * 86_400_000) });
    const part = await buildProgramme(api.db, { titleKo: '늦은무지개', titleEn: 'A', ...at(1) });
    const word = await buildProgramme(api.db, { titleKo: '푸른 무지개', titleEn: 'B', ...at(1) });
    const older = await buildProgramme(api.db, { titleKo: '무지개 마을', titleEn: 'C', ...at(9) });
    const newer = await buildProgramme(api.db, { titleKo: '무지개 다리', titleEn: 'D', ...at(2) });
    const whole = await buildProgramme(api.db, { titleKo: '무지개', titleEn: 'E', ...at(30) });
    const { results, message } = await search('무지개');
    expect(idsOf(results)).toEqual(idsOf([whole, newer, older, word, part]));
    expect(message).toBe('‘무지개’ 검색 결과 5개');
  });

  test('finds one word in whatever way it is typed, in the language of the request', async () => {
    const title = await buildProgramme(api.db, {
      titleKo: '은하수 우체통',
      titleEn: 'Postbox of the Galaxy',
    });
    for (const q of [
      '은하수',
      '은하수우체통'.normalize('NFD'),
      '우체통 은하',
      'ㅇㅎㅅ',
      '은하ㅅ',
      'dmsgktn',
      'eunhasu',
      'galaxy postbox',
      'galxay',
      'ㅎ밈툐',
    ]) {
      const { results } = await search(q);
      expect(idsOf(results), q).toContain(title.id);
    }
    expect((await search('galaxy')).results[0]?.title).toBe('은하수 우체통');
    expect((await search('은하수', { locale: 'en' })).results[0]?.title).toBe('Postbox of the Galaxy');
  });

  test('says what it searched instead when the keyboard layout was wrong or the spelling was', async () => {
    await buildProgramme(api.db, { titleKo: '회전목마', titleEn: 'Carousel' });
    expect((await search('ghlwjsahrak')).message).toBe('‘ghlwjsahrak’ 대신 ‘회전목마’로 찾았어요.');
    expect((await search('챠개ㅕㄴ디', { locale: 'en' })).message).toContain('“챠개ㅕㄴ디”');
    expect((await search('carosuel', { locale: 'en' })).message).toBe(
      'Showing results for “carousel” instead of “carosuel”.',
    );
    expect((await search('회전목마', { locale: 'en' })).message).toBe('1 result for “회전목마”');
    expect((await search('없는것이지요뷁')).message).toBe('‘없는것이지요뷁’ 검색 결과가 없어요.');
  });

  test('finds episodes with their place, and people with their titles', async () => {
    const actor = await buildPerson(api.db, { nameKo: '표고운', nameEn: 'Pyo Go-un', professionKo: '배우' });
    const series = await buildProgramme(
      api.db,
      { kind: 'series', titleKo: '물레방아', titleEn: 'Watermill' },
      { cast: [{ personId: actor.id }] },
    );
    const season = await buildSeason(api.db, { programmeId: series.id, number: 2 });
    const episode = await buildEpisode(api.db, {
      season,
      number: 3,
      titleKo: '첫서리',
      titleEn: 'First Frost',
    });
    await buildEpisode(api.db, { season, number: 4, titleKo: '4화', titleEn: 'Episode 4' });

    const frost = await search('첫서리');
    expect(frost.results).toMatchObject([
      {
        id: episode.id,
        type: 'e',
        title: '물레방아',
        episode_name: '첫서리',
        season_number: 2,
        episode_number: 3,
      },
    ]);
    const byName = await search('고운 표');
    expect(byName.people).toMatchObject([{ id: actor.id, name: '표고운', profession: '배우' }]);
    expect(idsOf(byName.results)).toEqual([series.id]);
    // A title that only contains the number is not a result.
    expect((await search('4화')).results).toEqual([]);
    expect(await suggest('표고')).toMatchObject([{ type: 'c', id: actor.id, name: '표고운', note: '배우' }]);
    expect(await suggest('첫서')).toMatchObject([
      { type: 'e', program_id: series.id, note: '물레방아 · 3화' },
    ]);
  });

  test('carries what the profile did with a title', async () => {
    const title = await buildProgramme(api.db, { titleKo: '종이배', titleEn: 'Paper Boat' });
    await api.call('PUT /api/my-list/{id}', {
      params: { id: title.id },
      body: { profile_id: profileId },
      token: user.token,
    });
    expect((await search('종이배', { profile: profileId })).results).toMatchObject([{ my_list: true }]);
    expect((await search('종이배')).results).toMatchObject([{ my_list: false }]);
  });

  test('is built once for an audience, and again after a change of the catalog', async () => {
    const { $client: client } = api.context.searchDb as unknown as {
      $client: { query: (...given: unknown[]) => unknown };
    };
    const query = client.query.bind(client);
    let queries = 0;
    client.query = (...given) => {
      queries += 1;
      return query(...given);
    };
    const countOf = async (as: As = {}) => {
      queries = 0;
      await search('돛단배', as);
      return queries;
    };
    try {
      await buildProgramme(api.db, { titleKo: '돛단배', titleEn: 'Sailing Boat' });
      expect(await countOf()).toBeGreaterThan(0);
      expect(await countOf()).toBe(0);
      expect(await countOf({ locale: 'en' })).toBeGreaterThan(0);
      expect(await countOf({ profile: kidId })).toBeGreaterThan(0);
      expect(await countOf({ profile: kidId })).toBe(0);
      api.context.responseCache.drop('catalog');
      expect(await countOf()).toBeGreaterThan(0);
    } finally {
      client.query = query;
    }
  });

  test('takes anything: what holds nothing to search finds nothing, what is too long is refused by name', async () => {
    for (const q of [
      '%',
      '_',
      '\\',
      '%%%',
      '🍿',
      '·',
      "' or 1=1 --",
      'ㅏ',
      'ㅏㅓ',
      '()[]*+?',
      'ᄀ'.repeat(150),
    ]) {
      expect((await search(q)).message, q).not.toBe('');
      await suggest(q);
    }
    const long = await api.call('GET /api/video/search', { query: { q: '가'.repeat(10_000) } });
    expect(long.status).toBe(422);
    expect(Object.keys(long.body.errors ?? {})).toEqual(['q']);
    const empty = await api.call('GET /api/video/search', { query: { q: ' \u0007 ' } });
    expect(empty.status).toBe(422);
    expect(empty.body.errors).toEqual({ q: ['이 칸의 입력은 필수입니다.'] });
    const half = await api.call('POST /api/video/search/save', { body: { q: 'x\ud800' } });
    expect(half.status).toBe(422);
    expect(Object.keys(half.body.errors ?? {})).toEqual(['q']);
  });
});

describe('who may see it', () => {
  test('a child is neither shown nor suggested what is above its grade, blocked, closed or not published', async () => {
    const actor = await buildPerson(api.db, { nameKo: '심술보', nameEn: 'Shim Sulbo' });
    const cast = { cast: [{ personId: actor.id }] };
    const shown = await buildProgramme(api.db, { titleKo: '비밀의 문 하나', maturity: 7 });
    const adult = await buildProgramme(api.db, { titleKo: '비밀의 문 둘', maturity: 15 }, cast);
    const blocked = await buildProgramme(api.db, { titleKo: '비밀의 문 셋' });
    await buildProgramme(api.db, { titleKo: '비밀의 문 넷', published: false });
    await buildProgramme(api.db, { titleKo: '비밀의 문 다섯', availableUntil: new Date(Date.now() - 1000) });
    await buildProgramme(api.db, { titleKo: '비밀의 문 여섯', availableFrom: new Date(Date.now() + yearMs) });
    await buildProgramme(api.db, { titleKo: '비밀의 문 일곱', regions: ['CA'] });
    const series = await buildProgramme(api.db, { kind: 'series', titleKo: '어른의 이야기', maturity: 19 });
    const episode = await buildEpisode(api.db, { programmeId: series.id, titleKo: '비밀의 문 여덟' });
    await api.pool.query('insert into profiles_blocked_titles (profile_id, programme_id) values ($1, $2)', [
      kidId,
      blocked.id,
    ]);
    const every = idsOf([shown, adult, blocked, episode]).sort();
    expect(idsOf((await search('비밀의 문')).results).sort()).toEqual(every);
    expect(idsOf(await suggest('비밀의')).sort()).toEqual(every);
    const asKid = { profile: kidId };
    expect(idsOf((await search('비밀의 문', asKid)).results)).toEqual([shown.id]);
    expect(idsOf(await suggest('비밀의', asKid))).toEqual([shown.id]);
    for (const q of ['ㅂㅁㅇ ㅁ', 'qlalfdml ans', 'bimil', '비밀에 문']) {
      expect(idsOf((await search(q, asKid)).results), q).toEqual([shown.id]);
    }
    // A person without any title that it may see is not a result either.
    expect((await search('심술보')).people).toMatchObject([{ id: actor.id }]);
    expect((await search('심술보', asKid)).people).toEqual([]);
  });

  test('a broad query is answered with what may be seen, however much may not', async () => {
    const category = await buildCategory(api.db);
    await api.pool.query(
      `insert into catalog_programmes (id, kind, slug, title_ko, title_en, category_id, published, maturity, listed_at)
       select gen_random_uuid(), 'movie', 'broad-' || n, '폭포수 ' || n, 'Cascade ' || n, $1, true,
         case when n % 300 = 0 then 0 else 19 end, now() - make_interval(mins => n)
       from generate_series(1, 2400) n`,
      [category.id],
    );
    const { rows } = await api.pool.query<{ id: string }>(
      `select id from catalog_programmes where slug like 'broad-%'`,
    );
    await indexDocuments(
      api.db,
      programmeSource,
      rows.map(({ id }) => id),
    );
    const exact = await buildProgramme(api.db, {
      titleKo: '폭포수',
      maturity: 0,
      availableFrom: new Date(0),
    });
    const kids = await search('폭포', { profile: kidId });
    expect(kids.results).toHaveLength(9);
    const all = await search('폭포수');
    expect(all.results).toHaveLength(60);
    expect(all.results[0]?.id).toBe(exact.id);
    expect((await search('vhrvhtn')).results).toHaveLength(60);
  });
});

describe('keeping up', () => {
  test('what staff create, rename and delete is found, found anew and gone at once', async () => {
    const { token } = await buildStaff(api.db);
    const category = await buildCategory(api.db);
    const made = await api.call('POST /api/admin/programmes', {
      token,
      body: {
        kind: 'movie',
        slug: 'brass-kettle',
        title_ko: '놋주전자',
        title_en: 'Brass Kettle',
        category_id: category.id,
        published: true,
        maturity: 0,
      } as never,
    });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    expect(idsOf((await search('놋주전자')).results)).toEqual([id]);
    await api.call('PATCH /api/admin/programmes/{id}', {
      token,
      params: { id },
      body: { title_ko: '양은냄비' },
    });
    expect((await search('놋주전자')).results).toEqual([]);
    expect(idsOf((await search('양은냄비')).results)).toEqual([id]);
    await api.call('DELETE /api/admin/programmes/{id}', { token, params: { id } });
    expect((await search('양은냄비')).results).toEqual([]);

    const person = await api.call('POST /api/admin/people', {
      token,
      body: { slug: 'na-ru-teo', name_ko: '나루터', name_en: 'Na Ru-teo' } as never,
    });
    await buildProgramme(api.db, {}, { cast: [{ personId: person.body.data.id }] });
    expect((await search('나루터')).people).toMatchObject([{ id: person.body.data.id }]);
  });

  test('a change that leaves the names changes the date alone', async () => {
    const programme = await buildProgramme(api.db, { titleKo: '그대로 남는 이름' });
    const index = () => indexDocuments(api.db, programmeSource, [programme.id]);
    const read = async () =>
      (
        await api.pool.query<{ names: string; made_of: string; listed_at: Date; version: string }>(
          'select names, made_of, listed_at, xmin::text as version from search_documents where target_id = $1',
          [programme.id],
        )
      ).rows[0];
    await index();
    const first = await read();
    await index();
    expect(await read()).toEqual(first);
    const listedAt = new Date('2020-02-03T00:00:00Z');
    await api.pool.query('update catalog_programmes set listed_at = $1, available_from = $1 where id = $2', [
      listedAt,
      programme.id,
    ]);
    await index();
    const { version: _, ...moved } = (await read()) ?? {};
    expect(moved).toEqual({ names: first?.names, made_of: first?.made_of, listed_at: listedAt });
    await api.pool.query('update catalog_programmes set title_ko = $1 where id = $2', [
      '달라진 이름',
      programme.id,
    ]);
    await index();
    expect((await read())?.made_of).not.toBe(first?.made_of);
    expect((await read())?.names).not.toBe(first?.names);
  });

  test('the dates of very many follow a moment later, their names at once', async () => {
    const category = await buildCategory(api.db);
    await api.pool.query(
      `insert into catalog_programmes (id, kind, slug, title_ko, title_en, category_id, published, listed_at)
       select gen_random_uuid(), 'movie', 'many-' || n, '옹기장이 ' || n, 'Potter ' || n, $1, true, '2020-01-01T00:00:00Z'
       from generate_series(1, 1200) n`,
      [category.id],
    );
    const ids = (
      await api.pool.query<{ id: string }>(`select id from catalog_programmes where slug like 'many-%'`)
    ).rows.map(({ id }) => id);
    await indexDocuments(api.db, programmeSource, ids);
    await api.pool.query(
      `update catalog_programmes set available_from = '2021-01-01T00:00:00Z', listed_at = '2021-01-01T00:00:00Z',
         title_ko = case slug when 'many-7' then '도공' else title_ko end where slug like 'many-%'`,
    );
    const read = async () =>
      (
        await api.pool.query<{ year: number; total: number }>(
          `select extract(year from listed_at)::int as year, count(*)::int as total from search_documents
           where target_id = any($1) group by 1 order by 1`,
          [ids],
        )
      ).rows;
    await indexDocuments(api.db, programmeSource, ids);
    expect((await search('도공')).results).toHaveLength(1);
    expect(await read()).toEqual([
      { year: 2020, total: 1199 },
      { year: 2021, total: 1 },
    ]);
    await runDueJobs(api, [moveDocumentsJob]);
    expect(await read()).toEqual([{ year: 2021, total: 1200 }]);
  });

  test('a programme whose episodes change nothing of it is not written', async () => {
    const { id } = await buildProgramme(api.db, { titleKo: '그대로인 연속극' });
    const version = async () =>
      (
        await api.pool.query<{ version: string }>(
          'select xmin::text as version from catalog_programmes where id = $1',
          [id],
        )
      ).rows[0]?.version;
    await refreshSeries(api.db, [id]);
    const before = await version();
    await refreshSeries(api.db, [id]);
    expect(await version()).toBe(before);
    await api.pool.query('update catalog_programmes set episode_count = 9 where id = $1', [id]);
    await refreshSeries(api.db, [id]);
    const { rows } = await api.pool.query('select episode_count from catalog_programmes where id = $1', [id]);
    expect(rows).toEqual([{ episode_count: 0 }]);
  });

  test('everything can be made again from the catalogue, and what is gone is forgotten', async () => {
    const title = await buildProgramme(api.db, { titleKo: '되살린 풍차', titleEn: 'Windmill Again' });
    await api.pool.query('delete from search_documents');
    expect(await needsRebuild(api.db)).toBe(true);
    expect((await search('풍차')).results).toEqual([]);
    await api.pool.query(
      `insert into search_documents (kind, target_id, names, whole_names, initials, roman, listed_at, forms_version)
       select k, gen_random_uuid(), '', '{}', '', '', now(), 0 from unnest(array['programme', 'vanished']) k`,
    );
    await rebuildDocuments(api.db, api.context.registries.get(searchSources));
    expect(await needsRebuild(api.db)).toBe(false);
    api.context.responseCache.drop('search');
    expect(idsOf((await search('풍차')).results)).toEqual([title.id]);
    const { rows } = await api.pool.query(`
      select (select count(*)::int from search_documents) as documents,
        (select count(*)::int from catalog_programmes) + (select count(*)::int from catalog_people)
          + (select count(*)::int from catalog_episodes where title_ko !~ '^\\d+화$') as things`);
    expect(rows[0].documents).toBe(rows[0].things);
  });

  test('what is watched more comes first after a rebuild', async () => {
    const quiet = await buildProgramme(api.db, { titleKo: '솜사탕 하나' });
    const loved = await buildProgramme(api.db, { titleKo: '솜사탕 둘', availableFrom: new Date(0) });
    for (let number = 0; number < 3; number += 1) {
      await api.pool.query(
        `insert into viewing_progress (profile_id, item_id, household_id, programme_id, position_seconds, duration_seconds)
         values (gen_random_uuid(), $1, gen_random_uuid(), $1, 5, 60)`,
        [loved.id],
      );
    }
    expect(idsOf((await search('솜사탕')).results)).toEqual([quiet.id, loved.id]);
    await rebuildDocuments(api.db, api.context.registries.get(searchSources));
    api.context.responseCache.drop('search');
    expect(idsOf((await search('솜사탕')).results)).toEqual([loved.id, quiet.id]);
  });
});

describe('history', () => {
  const save = (body: Record<string, unknown>, token: string | null = user.token) =>
    api.call('POST /api/video/search/save', { body: body as never, token: token ?? undefined });
  const history = async (query: Record<string, string> = {}, token: string | null = user.token) =>
    (await api.call('GET /api/video/search/history', { query: query as never, token: token ?? undefined }))
      .body.data;
  const own = () => ({ user_id: user.id, profile_id: profileId });

  test('keeps each search once, last first, finds among them, and forgets one or all', async () => {
    for (const q of ['드라마 하나', '김치', '드라마하나', 'Kimchi']) {
      const { status, body } = await save({ ...own(), q, video_id: null, type: null, searchId: null });
      expect(status).toBe(200);
      expect(body.search_id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await history(own())).toEqual(['Kimchi', '드라마하나', '김치']);
    expect(await history({ ...own(), q: '김ㅊ' })).toEqual(['김치']);
    expect(await history({ user_id: user.id, profile_id: kidId })).toEqual([]);
    await api.call('DELETE /api/video/search/history', {
      query: { profile_id: profileId, q: '드라마 하나' },
      token: user.token,
    });
    expect(await history(own())).toEqual(['Kimchi', '김치']);
    await api.call('DELETE /api/video/search/history', {
      query: { profile_id: profileId },
      token: user.token,
    });
    expect(await history(own())).toEqual([]);
    // The search still counts, anonymously.
    const { rows } = await api.pool.query(
      `select household_id, profile_id from search_queries where q = 'Kimchi'`,
    );
    expect(rows).toEqual([{ household_id: null, profile_id: null }]);
  });

  test('notes with the second save what was opened', async () => {
    const title = await buildProgramme(api.db);
    const { body } = await save({ ...own(), q: '열어 본 것' });
    const second = { ...own(), q: '열어 본 것', video_id: title.id, type: 'm', searchId: body.search_id };
    expect((await save(second)).body).toEqual({ search_id: body.search_id });
    const { rows } = await api.pool.query('select opened_type, opened_id from search_queries where id = $1', [
      body.search_id,
    ]);
    expect(rows).toEqual([{ opened_type: 'm', opened_id: title.id }]);
    // Neither another person's search nor one that does not exist can be written to.
    const stranger = await buildUser(api.db);
    expect((await save({ ...second, user_id: stranger.id, profile_id: null }, stranger.token)).status).toBe(
      404,
    );
    expect((await save({ ...second, searchId: title.id })).status).toBe(404);
    expect((await save({ ...second, user_id: null, profile_id: null }, null)).status).toBe(404);
  });

  test('belongs to its profile: others are not found, and a guest has none', async () => {
    const stranger = await buildUser(api.db);
    const theirs = await buildProfile(api.db, { householdId: stranger.householdId });
    for (const person of [
      { user_id: stranger.id },
      { profile_id: theirs.id },
      { ...own(), user_id: stranger.id },
    ]) {
      expect((await save({ ...person, q: '남의 것' })).status).toBe(404);
      const { status } = await api.call('GET /api/video/search/history', {
        query: person,
        token: user.token,
      });
      expect(status).toBe(404);
    }
    expect((await save({ ...own(), q: '남의 것' }, stranger.token)).status).toBe(404);
    expect((await save({ ...own(), q: '남의 것' }, null)).status).toBe(404);
    const guest = await save({ q: '손님의 검색' }, null);
    expect(guest.status).toBe(200);
    expect(await history({}, null)).toEqual([]);
    const { rows } = await api.pool.query(
      'select household_id, profile_id from search_queries where id = $1',
      [guest.body.search_id],
    );
    expect(rows).toEqual([{ household_id: null, profile_id: null }]);
    const { rows: others } = await api.pool.query(`select from search_queries where q = '남의 것'`);
    expect(others).toEqual([]);
  });

  test('does not name what the profile may no longer see', async () => {
    const adult = await buildProgramme(api.db, {
      titleKo: '자정의 늑대',
      titleEn: 'Midnight Wolf',
      maturity: 19,
    });
    const child = { user_id: user.id, profile_id: kidId };
    for (const q of ['자정의 늑대', 'midnight wolf', '늑대', '공룡']) await save({ ...child, q });
    expect(await history(child)).toEqual(['공룡', '늑대']);
    const { body } = await save({ ...child, q: '무서운 것' });
    await save({ ...child, q: '무서운 것', video_id: adult.id, type: 'm', searchId: body.search_id });
    expect(await history(child)).toEqual(['공룡', '늑대']);
    await api.pool.query('update catalog_programmes set maturity = 0 where id = $1', [adult.id]);
    expect(await history(child)).toEqual(['무서운 것', '공룡', '늑대', 'midnight wolf', '자정의 늑대']);
  });
});

describe('channels', () => {
  test('are found by their names in either language, with what is on, and suggested as such', async () => {
    const names = { nameKo: '달맞이 채널', nameEn: 'Moonrise Channel' };
    const channel = await buildChannel(api.db, names);
    for (const [q, locale] of [
      ['달맞이', 'ko'],
      ['ㄷㅁㅇ', 'ko'],
      ['moonrise', 'en'],
    ] as const) {
      const { channels } = await search(q, { locale });
      expect(channels.map(({ id }) => id)).toEqual([channel.id]);
      const [first] = await suggest(q, { locale });
      expect(first).toMatchObject({ type: 't', id: channel.id, slug: channel.slug });
    }
  });

  test('above a profile’s grade, elsewhere or switched off are not found', async () => {
    await buildChannel(api.db, { nameKo: '별똥별 성인 채널', maturity: 19 });
    await buildChannel(api.db, { nameKo: '별똥별 캐나다 채널', regions: ['CA'] });
    await buildChannel(api.db, { nameKo: '별똥별 꺼진 채널', active: false });
    const open = await buildChannel(api.db, { nameKo: '별똥별 어린이 채널' });
    const { channels } = await search('별똥별', { profile: kidId });
    expect(channels.map(({ id }) => id)).toEqual([open.id]);
  });
});

describe('a search costs no more than its share', () => {
  test('a word that is no word is looked up by no spelling at all', async () => {
    const asked: number[] = [];
    const { $client: client } = api.context.searchDb as unknown as {
      $client: { query: (...given: unknown[]) => unknown };
    };
    const query = client.query.bind(client);
    client.query = (...given) => {
      const values = (given[0] as { values?: unknown[] }).values ?? (given[1] as unknown[]) ?? [];
      asked.push(...values.map((value) => (Array.isArray(value) ? value.length : String(value).length)));
      return query(...given);
    };
    try {
      await suggest('abcdefghij'.repeat(20));
      await suggest(Array.from({ length: 20 }, (_, n) => `misspelt${'abcdefghij'[n % 10]}`).join(' '));
    } finally {
      client.query = query as never;
    }
    expect(Math.max(...asked)).toBeLessThan(1000);
  });

  test('a network that searches without end waits, and others do not', async () => {
    const own = await openTestApi({ trustProxy: 1, builds: { share: 0.001, burstMs: 0, maxWaitMs: 1 } });
    const from = async (address: string, url: string) => {
      const answer = await own.app.inject({ url, headers: { 'x-forwarded-for': address } });
      return [answer.statusCode, answer.headers['retry-after'] !== undefined];
    };
    for (const [index, url] of ['/api/search/suggestions?q=', '/api/video/search?q='].entries()) {
      expect(await from(`8.8.${index}.1`, `${url}a`)).toEqual([200, false]);
      expect(await from(`8.8.${index}.1`, `${url}b`)).toEqual([503, true]);
      expect(await from(`8.8.${index}.2`, `${url}b`)).toEqual([200, false]);
    }
  });

  test('one that takes too long is given up, and asked to come back', async () => {
    const { $client: client } = api.context.searchDb as unknown as {
      $client: { query: (...given: unknown[]) => unknown };
    };
    const { query } = client;
    client.query = () =>
      Promise.reject(
        Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
      );
    try {
      const answer = await api.app.inject('/api/search/suggestions?q=slow');
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    } finally {
      client.query = query;
    }
  });
});
