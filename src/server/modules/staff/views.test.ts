import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildBanner,
  buildContentPartner,
  buildPerson,
  buildProgramme,
  buildRole,
  buildSeason,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { everyPermission } from '../../../contract/admin/permissions.ts';
import { reportList } from '../../../contract/admin/reports.ts';
import { resourcesOf } from '../../resource/registry.ts';

describe('what the office keeps for staff', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });

  test('preferences are everybody’s own, and stay within bounds', async () => {
    const [one, other] = [await buildStaff(api.db), await buildStaff(api.db)];
    const put = (value: unknown, key = 'programmes.columns', token = one.token) =>
      api.call('PUT /api/admin/preferences', { token, body: { key, value: value as never } });
    const read = async ({ token }: { token: string }) =>
      (await api.call('GET /api/admin/preferences', { token })).body.data;
    await put(['title_ko']);
    await put(['title_ko', 'kind']);
    await put('dark', 'theme');
    expect(await read(one)).toEqual({ 'programmes.columns': ['title_ko', 'kind'], theme: 'dark' });
    expect(await read(other)).toEqual({});
    await put(null, 'theme');
    expect(await read(one)).not.toHaveProperty('theme');
    expect((await put('x'.repeat(20_000))).status).toBe(422);
    await Promise.all(Array.from({ length: 499 }, (_, n) => put(1, `key ${n}`)));
    expect((await put(1, 'one more')).status).toBe(422);
    expect((await put(2, 'key 1')).status).toBe(200);
  });

  test('a view is its maker’s, or its role’s to see, and says which fields a reader has lost', async () => {
    const role = await buildRole(api.db, { permissions: everyPermission, hiddenGroups: ['amounts'] });
    const maker = await buildStaff(api.db);
    const reader = await buildStaff(api.db, { roleId: role.id });
    const state = {
      filter: { untaxed_cents_min: 1, status: 'paid' },
      sort: 'amount_cents',
      order: 'desc' as const,
      columns: ['number', 'amount_cents'],
    };
    const body = { resource: 'payments', name: '세금 없는 결제', state, role_id: role.id };
    const made = await api.call('POST /api/admin/views', { token: maker.token, body });
    expect(made.status).toBe(200);
    const list = async (token: string) =>
      (await api.call('GET /api/admin/views', { token, query: { resource: 'payments' } })).body.data;
    expect(await list(maker.token)).toMatchObject([{ mine: true, state, lost_fields: [] }]);
    expect(await list(reader.token)).toMatchObject([
      {
        mine: false,
        staff_name: maker.name,
        state: { filter: { status: 'paid' }, sort: 'id', columns: ['number'] },
        lost_fields: ['untaxed_cents', 'amount_cents'],
      },
    ]);
    expect(await list((await buildStaff(api.db)).token)).toEqual([]);
    const params = { id: made.body.data.id };
    const stolen = await api.call('PATCH /api/admin/views/{id}', {
      token: reader.token,
      params,
      body: { name: '내 것' },
    });
    expect(stolen.status).toBe(404);
    expect((await api.call('DELETE /api/admin/views/{id}', { token: reader.token, params })).status).toBe(
      404,
    );
    await api.call('PATCH /api/admin/views/{id}', { token: maker.token, params, body: { role_id: null } });
    expect(await list(reader.token)).toEqual([]);
    // When a role is deleted, its view stays with the maker.
    const leaving = await buildRole(api.db, { permissions: everyPermission });
    await api.call('PATCH /api/admin/views/{id}', {
      token: maker.token,
      params,
      body: { role_id: leaving.id },
    });
    await api.call('DELETE /api/admin/roles/{id}', { token: maker.token, params: { id: leaving.id } });
    expect(await list(maker.token)).toMatchObject([{ mine: true, role_id: null }]);
    await api.call('DELETE /api/admin/views/{id}', { token: maker.token, params });
    expect(await list(maker.token)).toEqual([]);
    // Sharing with another role needs the permission to manage roles.
    const editor = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    expect((await api.call('POST /api/admin/views', { token: editor.token, body })).status).toBe(422);
    expect(
      (
        await api.call('POST /api/admin/views', {
          token: maker.token,
          body: { ...body, resource: 'nothing' },
        })
      ).status,
    ).toBe(404);
  });

  test('a view keeps ranges, empty fields and the filters of reports, and finds by them what it found before', async () => {
    const { token } = await buildStaff(api.db);
    const wanted = await buildProgramme(api.db, {
      releaseYear: 1961,
      availableFrom: new Date('2026-03-02T00:00:00Z'),
    });
    // Each of these programs fails one of the conditions.
    for (const other of [
      { releaseYear: 1971 },
      { availableFrom: new Date('2026-04-02T00:00:00Z') },
      { availableUntil: new Date('2026-05-02T00:00:00Z') },
      { published: false },
    ])
      await buildProgramme(api.db, {
        releaseYear: 1961,
        availableFrom: new Date('2026-03-02T00:00:00Z'),
        ...other,
      });
    const keep = async (resource: string, filter: Record<string, string | number | boolean>) => {
      const state = { filter, sort: 'id', order: 'asc' as const, columns: null };
      const made = await api.call('POST /api/admin/views', {
        token,
        body: { resource, name: '보기', state, role_id: null },
      });
      expect(made.status).toBe(200);
      const { body } = await api.call('GET /api/admin/views', { token, query: { resource } });
      expect(body.data).toMatchObject([{ state, lost_fields: [] }]);
      return Object.fromEntries(
        Object.entries(body.data[0]?.state.filter ?? {}).map(([name, value]) => [name, String(value)]),
      );
    };
    const filter = await keep('programmes', {
      release_year_min: 1960,
      release_year_max: 1969,
      available_from_from: '2026-03-01T00:00:00.000Z',
      available_from_until: '2026-03-31T00:00:00.000Z',
      available_until_empty: true,
      published_in: 'true',
    });
    const list = await api.call('GET /api/admin/programmes', { token, query: filter as never });
    expect(list.body.data.map(({ id }) => id)).toEqual([wanted.id]);

    for (const [name, own] of [
      ['search', { script: 'latin', found: 'no' }],
      ['ads', { placement: 'small-banner' }],
      ['streams', { device: 'stb', country: 'CA' }],
    ] as const) {
      const kept = await keep(reportList(name), own);
      const { status, body } = await api.call('GET /api/admin/reports/{name}', {
        token,
        params: { name },
        query: { ...kept, period: 'today' } as never,
      });
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.meta.report.filters).toEqual(expect.arrayContaining(Object.keys(kept)));
    }
  });

  test('records of all kinds are found by a part of their name, those that one may read', async () => {
    const programme = await buildProgramme(api.db, { titleKo: '한강의 아침' });
    const person = await buildPerson(api.db, { nameKo: '한강민' });
    const find = async (token: string, q: string) =>
      (await api.call('GET /api/admin/find', { token, query: { q } })).body.data;
    const all = await find((await buildStaff(api.db)).token, '한강');
    expect(all).toContainEqual({
      resource: 'programmes',
      id: programme.id,
      label: '한강의 아침',
      exact: false,
    });
    expect(all).toContainEqual({ resource: 'people', id: person.id, label: '한강민', exact: false });
    const { token } = await buildStaff(api.db, { permissions: { people: ['read'] } });
    expect(await find(token, 'ㅎㄱㅁ')).toEqual([
      { resource: 'people', id: person.id, label: '한강민', exact: false },
    ]);
  });

  test('an exact name is found first, in the language of the office', async () => {
    const { db } = api;
    for (let n = 0; n < 6; n += 1)
      await buildProgramme(db, { titleKo: `가족 ${n}`, titleEn: `My zqfamily ${n}` });
    const exact = await buildProgramme(db, { titleKo: '식구', titleEn: 'Zqfamily' });
    const begins = await buildPerson(db, { nameKo: '사람', nameEn: 'Zqfamily name' });
    const user = await buildUser(db, { username: 'zqfamily' });
    const { token } = await buildStaff(db);
    const find = async (q: string, locale: 'ko' | 'en') =>
      (await api.call('GET /api/admin/find', { token, locale, query: { q } })).body.data;
    const english = await find('Zqfamily', 'en');
    expect(
      english
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([exact.id, user.id].sort());
    expect(english.slice(0, 2).every((own) => own.exact)).toBe(true);
    expect(english[2]).toEqual({ resource: 'people', id: begins.id, label: 'Zqfamily name', exact: false });
    expect(english.find(({ id }) => id === exact.id)?.label).toBe('Zqfamily');
    expect((await find('Zqfamily', 'ko')).find(({ id }) => id === exact.id)?.label).toBe('식구');
    expect((await find('zqfamily', 'en'))[0]).toEqual({
      resource: 'customers',
      id: user.id,
      label: 'zqfamily',
      exact: true,
    });
    for (const { label } of english) expect(label).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  test('records without a name of their own are found by whom they are of, and called so', async () => {
    const { db } = api;
    const programme = await buildProgramme(db, { titleKo: '달빛 정원', titleEn: 'Moonlit Garden' });
    const slide = await buildBanner(db, { programmeId: programme.id });
    const season = await buildSeason(db, { programmeId: programme.id, number: 2 });
    const partner = await buildContentPartner(db, { nameKo: '달빛 미디어', nameEn: 'Moonlit Media' });
    const { token } = await buildStaff(db);
    const agreed = await api.call('POST /api/admin/partner-terms', {
      token,
      body: { content_partner_id: partner.id, starts_on: '2026-01-01' },
    });
    const find = async (token: string, locale: 'ko' | 'en' = 'ko') =>
      (await api.call('GET /api/admin/find', { token, locale, query: { q: '달빛' } })).body.data;
    const all = await find(token);
    expect(all).toContainEqual({ resource: 'home-banners', id: slide.id, label: '달빛 정원', exact: false });
    expect(all).toContainEqual({
      resource: 'seasons',
      id: season.id,
      label: '달빛 정원 · 시즌 2',
      exact: false,
    });
    const terms = { resource: 'partner-terms', id: agreed.body.data.id, exact: false };
    expect(all).toContainEqual({ ...terms, label: '달빛 미디어 2026-01-01' });
    expect(await find(token, 'en')).toContainEqual({ ...terms, label: 'Moonlit Media 2026-01-01' });
    const listed = await api.call('GET /api/admin/home-banners', { token, query: { q: 'moonlit' } });
    expect(listed.body.data.map(({ id }) => id)).toEqual([slide.id]);
  });

  test('whatever staff keep can be found, logs and the list of progress apart', () => {
    const unfound = [...resourcesOf(api.context).values()].filter(
      ({ options: { search = [], finds, isLog } }) => isLog || (search.length === 0 && !finds),
    );
    expect(unfound.map(({ shape }) => shape.name).sort()).toEqual([
      'events',
      'logins',
      'play-errors',
      'programme-progress',
    ]);
  });
});
