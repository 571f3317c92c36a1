import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildEpisode,
  buildGenre,
  buildProgramme,
  buildSeason,
  buildStaff,
} from '../../../test/build.ts';
import { runDueJobs } from '../../../test/jobs.ts';
import type { CallName } from '../../contract/calls.ts';
import { categories, episodes, programmes } from '../modules/catalog/catalog.tables.ts';
import { runImportJob } from '../modules/files/jobs/files.jobs.ts';

describe('changes of the back office', () => {
  let api: TestApi;
  let who: { token: string };
  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db)).token };
  });
  const get = async (id: string) =>
    (await api.call('GET /api/admin/programmes/{id}', { ...who, params: { id } })).body.data;
  const patch = async (id: string, body: object) => {
    const answered = await api.call('PATCH /api/admin/programmes/{id}', { ...who, params: { id }, body });
    expect(answered.status).toBe(200);
    return answered.body.event_id as string;
  };
  const undo = (eventId: string | null | undefined) =>
    api.call('POST /api/admin/undo', { ...who, body: { event_id: eventId ?? '' } });
  /** A record without what is made anew with it. */
  const facts = ({ created_at: _, updated_at: __, ...rest }: Record<string, unknown>) => rest;

  test('are undone: fields and lists are what they were, and undoing that does it again', async () => {
    const genre = await buildGenre(api.db);
    const { id } = await buildProgramme(api.db, { titleKo: '처음', releaseYear: 2020 });
    const before = await get(id);
    const eventId = await patch(id, { title_ko: '다음', release_year: null, genre_ids: [genre.id] });
    const after = await get(id);
    const undone = await undo(eventId);
    expect(undone.body.data).toMatchObject({
      changed: [{ resource: 'programmes', action: 'update', count: 1 }],
      refused: [],
    });
    expect(facts(await get(id))).toEqual(facts(before));
    expect((await undo(eventId)).body.code).toBe('already_undone');
    await undo(undone.body.data.event_id);
    expect(facts(await get(id))).toEqual(facts(after));
  });

  test('say in the log whether they can be undone, as undoing them says', async () => {
    const entry = async (eventId: string | null | undefined, token = who.token) => {
      const { status, body } = await api.call('GET /api/admin/events/{id}', {
        token,
        params: { id: eventId ?? '' },
      });
      expect(status).toBe(200);
      return [body.data.can_undo, body.data.cannot_undo_reason];
    };
    const tried = async (eventId: string | null | undefined, token = who.token) =>
      (
        await api.call('POST /api/admin/undo', {
          token,
          body: { event_id: eventId ?? '', dry_run: true } as never,
        })
      ).body.code ?? null;
    const newest = async (entity: string) =>
      (await api.call('GET /api/admin/events', { ...who, query: { entity } })).body.data[0];

    const { id } = await buildProgramme(api.db);
    const changed = await patch(id, { title_ko: '바뀐 제목' });
    expect([await entry(changed), await tried(changed)]).toEqual([[true, null], null]);
    // A staff member without permission to change the module.
    const reader = await buildStaff(api.db, { permissions: { programmes: ['read'], events: ['read'] } });
    expect(await entry(changed, reader.token)).toEqual([false, 'not_permitted']);
    expect(await tried(changed, reader.token)).toBe('not_permitted');
    const published = await patch(id, { published: false });
    const { token: changer } = await buildStaff(api.db, {
      permissions: { programmes: ['read', 'update'], events: ['read'] },
    });
    expect([await entry(changed, changer), await entry(published, changer)]).toEqual([
      [true, null],
      [false, 'not_permitted'],
    ]);
    await undo(published);
    expect([await entry(published), await tried(published)]).toEqual([
      [false, 'already_undone'],
      'already_undone',
    ]);

    // Files that are gone do not come back; what was read or exported changed nothing.
    const asset = await buildAsset(api.db);
    await api.call('DELETE /api/admin/assets/{id}', { ...who, params: { id: asset.id } });
    const gone = await newest('assets');
    expect([await entry(gone?.id), await tried(gone?.id)]).toEqual([[false, 'cannot_undo'], 'cannot_undo']);
    const genres = [await buildGenre(api.db), await buildGenre(api.db)];
    const { body } = await api.call('POST /api/admin/changes', {
      ...who,
      body: { resource: 'genres', ids: genres.map((own) => own.id), change: { action: 'delete' } },
    });
    expect(await entry(body.data.event_id)).toEqual([true, null]);
    expect(await entry(body.data.event_id, changer)).toEqual([false, 'not_permitted']);
    const me = await api.call('GET /api/admin/me', who);
    expect(me.body.data.restorable).toContain('genres');
    expect(me.body.data.restorable).not.toContain('assets');
  });

  test('are not undone over what somebody has changed since, and the field is named', async () => {
    const { id } = await buildProgramme(api.db, { titleKo: '처음' });
    const first = await patch(id, { title_ko: '둘째', release_year: 2001 });
    await patch(id, { title_ko: '셋째' });
    const { body } = await undo(first);
    expect(body.data).toMatchObject({ changed: [], event_id: null, refused_count: 1 });
    expect(Object.keys(body.data.refused[0]?.errors ?? {})).toEqual(['title_ko']);
    expect(await get(id)).toMatchObject({ title_ko: '셋째', release_year: 2001 });
  });

  test('that made a record are not undone over what was made of it since', async () => {
    const category = await buildCategory(api.db);
    const made = await api.call('POST /api/admin/programmes', {
      ...who,
      body: {
        slug: 'taken-back',
        title_ko: '처음',
        title_en: 'First',
        kind: 'series',
        category_id: category.id,
        published: false,
      },
    });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    const refused = async () => {
      const { body } = await undo(made.body.event_id);
      expect(body.data.event_id).toBeNull();
      return body.data.refused.map(({ message, errors }) => Object.keys(errors)[0] ?? message);
    };
    const inUse = '다른 곳에서 쓰고 있어 지울 수 없어요.';
    // A field that was empty then.
    const told = await patch(id, { synopsis_ko: '나중에 쓴 줄거리' });
    expect(await refused()).toEqual(['synopsis_ko']);
    await undo(told);
    const season = await api.call('POST /api/admin/seasons', {
      ...who,
      body: { programme_id: id, number: 1 },
    });
    expect(season.status).toBe(200);
    expect(await refused()).toEqual([inUse]);
    await undo(season.body.event_id);
    const row = await api.call('POST /api/admin/custom-rows', {
      ...who,
      body: { slug: 'has-taken-back', title_ko: '모음', title_en: 'Row', programme_ids: [id] },
    });
    expect(await refused()).toEqual([inUse]);
    await undo(row.body.event_id);
    // What was changed and changed back is as it was.
    const undone = await undo(made.body.event_id);
    expect(undone.body.data).toMatchObject({
      changed: [{ resource: 'programmes', action: 'delete', count: 1 }],
      refused: [],
    });
    // It comes back, and is taken away once more.
    const back = await undo(undone.body.data.event_id);
    expect(await get(id)).toMatchObject({ title_ko: '처음' });
    expect((await undo(back.body.data.event_id)).body.data.refused).toEqual([]);
  });

  test('of a deleted series say what goes with it, and bring all of it back', async () => {
    const programme = await buildProgramme(api.db, { kind: 'series' });
    const season = await buildSeason(api.db, { programmeId: programme.id });
    for (const number of [1, 2, 3]) await buildEpisode(api.db, { season, number });
    const before = await get(programme.id);
    const change = { action: 'delete' as const };
    const body = { resource: 'programmes', ids: [programme.id], change };
    const tried = await api.call('POST /api/admin/changes', { ...who, body: { ...body, dry_run: true } });
    expect(tried.body.data.changed).toEqual([
      { resource: 'episodes', action: 'delete', count: 3 },
      { resource: 'seasons', action: 'delete', count: 1 },
      { resource: 'programmes', action: 'delete', count: 1 },
    ]);
    expect(tried.body.data.event_id).toBeNull();
    expect(facts(await get(programme.id))).toEqual(facts(before));
    const { body: done } = await api.call('DELETE /api/admin/programmes/{id}', {
      ...who,
      params: { id: programme.id },
    });
    expect((await api.db.select().from(episodes).where(eq(episodes.programmeId, programme.id))).length).toBe(
      0,
    );
    await undo(done.event_id);
    expect(facts(await get(programme.id))).toEqual(facts(before));
    expect((await api.db.select().from(episodes).where(eq(episodes.programmeId, programme.id))).length).toBe(
      3,
    );
  });

  test('of a deleted programme take it from home and from rows, with its permission alone, and undoing brings it back there', async () => {
    const { id } = await buildProgramme(api.db);
    const other = await buildProgramme(api.db);
    const banner = await api.call('POST /api/admin/home-banners', { ...who, body: { programme_id: id } });
    const row = await api.call('POST /api/admin/custom-rows', {
      ...who,
      body: { slug: 'kept-row', title_ko: '모음', title_en: 'Row', programme_ids: [other.id, id] },
    });
    const rowNow = async () =>
      (await api.call('GET /api/admin/custom-rows/{id}', { ...who, params: { id: row.body.data.id } })).body
        .data.programme_ids;
    const { token } = await buildStaff(api.db, { permissions: { programmes: ['read', 'delete'] } });
    const tried = await api.call('POST /api/admin/changes', {
      token,
      body: { resource: 'programmes', ids: [id], change: { action: 'delete' }, dry_run: true },
    });
    // The row is changed alone.
    expect(tried.body.data.changed).toEqual([
      { resource: 'home-banners', action: 'delete', count: 1 },
      { resource: 'custom-rows', action: 'update', count: 1 },
      { resource: 'programmes', action: 'delete', count: 1 },
    ]);
    const deleted = await api.call('DELETE /api/admin/programmes/{id}', { token, params: { id } });
    expect(deleted.status).toBe(200);
    expect(await rowNow()).toEqual([other.id]);
    const bannerNow = () =>
      api.call('GET /api/admin/home-banners/{id}', { ...who, params: { id: banner.body.data.id } });
    expect((await bannerNow()).status).toBe(404);
    expect((await undo(deleted.body.event_id)).body.data.refused).toEqual([]);
    expect(await rowNow()).toEqual([other.id, id]);
    expect((await bannerNow()).body.data.programme_id).toBe(id);
  });

  test('of many records are one entry of the log; one that is refused stops all, or is left out', async () => {
    const category = await buildCategory(api.db);
    const rows = await Promise.all(
      [1, 2, 3].map((n) =>
        buildProgramme(api.db, {
          categoryId: category.id,
          titleEn: `Many ${n}`,
          ...(n === 2 ? { availableUntil: new Date('2020-01-01') } : {}),
        }),
      ),
    );
    const body = {
      resource: 'programmes',
      query: { category_id: category.id },
      expected: 3,
      change: { action: 'update' as const, fields: { available_from: '2026-01-01T00:00:00Z' } },
    };
    const stopped = await api.call('POST /api/admin/changes', { ...who, body });
    expect(stopped.body.data).toMatchObject({ refused_count: 1, event_id: null });
    expect(stopped.body.data.refused[0]).toMatchObject({ id: rows[1]?.id, label: rows[1]?.titleKo });
    expect(Object.keys(stopped.body.data.refused[0]?.errors ?? {})).toEqual(['available_until']);
    expect((await get(rows[0]?.id ?? '')).available_from).toBeNull();

    const skipped = await api.call('POST /api/admin/changes', { ...who, body: { ...body, refused: 'skip' } });
    expect(skipped.body.data).toMatchObject({
      changed: [{ resource: 'programmes', action: 'update', count: 2 }],
      refused_count: 1,
    });
    expect((await get(rows[0]?.id ?? '')).available_from).toBe('2026-01-01T00:00:00.000Z');
    // One that is gone is named, and nothing is undone until it is back.
    const params = { id: rows[2]?.id ?? '' };
    const gone = await api.call('DELETE /api/admin/programmes/{id}', { ...who, params });
    const without = await undo(skipped.body.data.event_id);
    expect(without.body.data).toMatchObject({
      event_id: null,
      refused: [{ ...params, label: rows[2]?.titleKo }],
    });
    await undo(gone.body.event_id);
    await undo(skipped.body.data.event_id);
    expect((await get(rows[0]?.id ?? '')).available_from).toBeNull();

    const wrong = await api.call('POST /api/admin/changes', { ...who, body: { ...body, expected: 2 } });
    expect(wrong.status).toBe(409);
    const unknown = await api.call('POST /api/admin/changes', {
      ...who,
      body: { ...body, change: { action: 'update', fields: { colour: 'red', maturity: 13 } } },
    });
    expect(Object.keys(unknown.body.errors ?? {}).sort()).toEqual(['colour', 'maturity']);
  });

  test('add a genre to many and take it again', async () => {
    const [first, second] = [await buildGenre(api.db), await buildGenre(api.db)];
    const rows = [await buildProgramme(api.db), await buildProgramme(api.db)];
    const ids = rows.map(({ id }) => id);
    const change = async (action: 'add' | 'take', values: string[]) =>
      (
        await api.call('POST /api/admin/changes', {
          ...who,
          body: { resource: 'programmes', ids, change: { action, field: 'genre_ids', values } },
        })
      ).body.data.changed;
    expect(await change('add', [first.id])).toEqual([{ resource: 'programmes', action: 'update', count: 2 }]);
    expect(await change('add', [first.id, second.id])).toEqual([
      { resource: 'programmes', action: 'update', count: 2 },
    ]);
    expect((await get(ids[0] ?? '')).genre_ids).toEqual([first.id, second.id]);
    expect(await change('add', [first.id])).toEqual([]);
    expect(await change('take', [first.id])).toEqual([
      { resource: 'programmes', action: 'update', count: 2 },
    ]);
    expect((await get(ids[1] ?? '')).genre_ids).toEqual([second.id]);
    // One that has no room for more is refused by name, and the rest is changed.
    const twenty = await Promise.all(Array.from({ length: 20 }, () => buildGenre(api.db)));
    await patch(ids[0] ?? '', { genre_ids: twenty.map((genre) => genre.id) });
    const { body } = await api.call('POST /api/admin/changes', {
      ...who,
      body: {
        resource: 'programmes',
        ids,
        change: { action: 'add', field: 'genre_ids', values: [first.id] },
        refused: 'skip',
      },
    });
    expect(body.data).toMatchObject({
      changed: [{ resource: 'programmes', action: 'update', count: 1 }],
      refused: [{ id: ids[0], errors: { genre_ids: [expect.any(String)] } }],
    });
  });

  test('tell nothing of an instant from before a record was made, or before the log begins', async () => {
    // Made by no entry of the log.
    const { id } = await buildProgramme(api.db);
    const asOf = (at: Date) =>
      api.call('GET /api/admin/history/{resource}/{id}', {
        ...who,
        params: { resource: 'programmes', id },
        query: { at: at.toISOString() },
      });
    expect((await asOf(new Date(Date.now() + 1000))).body.data.past).toMatchObject({ kind: 'movie' });
    expect((await asOf(new Date(Date.now() - 3_600_000))).body.data.past).toBeNull();
    const { status, body } = await asOf(new Date('1999-01-01T00:00:00Z'));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['at']]);
  });

  test('restore a record of an instant, in some fields or whole, without publishing it', async () => {
    const { id } = await buildProgramme(api.db, { titleKo: '하나', releaseYear: 2001, published: true });
    const at = new Date(Date.now() + 60_000);
    api.setNow(new Date(at.getTime() + 60_000));
    await patch(id, { title_ko: '둘', release_year: 2002, published: false });
    api.setNow(undefined);
    const compared = await api.call('GET /api/admin/history/{resource}/{id}', {
      ...who,
      params: { resource: 'programmes', id },
      query: { at: at.toISOString() },
    });
    expect(compared.body.data.changed.sort()).toEqual(['published', 'release_year', 'title_ko']);
    expect(compared.body.data.past).toMatchObject({ title_ko: '하나', release_year: 2001, published: true });
    const restore = (fields?: string[]) =>
      api.call('POST /api/admin/restore', {
        ...who,
        body: { resource: 'programmes', id, at: at.toISOString(), ...(fields ? { fields } : {}) },
      });
    await restore(['title_ko']);
    expect(await get(id)).toMatchObject({ title_ko: '하나', release_year: 2002, published: false });
    await restore();
    expect(await get(id)).toMatchObject({ title_ko: '하나', release_year: 2001, published: false });
  });

  test('restore no window that would show more of what is published than is shown now', async () => {
    const { id } = await buildProgramme(api.db, { published: true });
    const at = new Date(Date.now() + 60_000);
    api.setNow(new Date(at.getTime() + 60_000));
    await patch(id, { release_year: 2002, available_until: '2026-02-01T00:00:00Z' });
    api.setNow(undefined);
    const restore = () =>
      api.call('POST /api/admin/restore', {
        ...who,
        body: { resource: 'programmes', id, at: at.toISOString() },
      });
    await restore();
    expect(await get(id)).toMatchObject({ release_year: null, available_until: '2026-02-01T00:00:00.000Z' });
    // Of what is hidden the window comes back, as nobody sees it.
    await patch(id, { published: false });
    await restore();
    expect(await get(id)).toMatchObject({ published: false, available_until: null });
  });

  test('keep deleted records for 30 days, and make one again unpublished', async () => {
    const programme = await buildProgramme(api.db, { titleKo: '지운 것', published: true });
    await api.call('DELETE /api/admin/programmes/{id}', { ...who, params: { id: programme.id } });
    const listed = async () =>
      (
        await api.call('GET /api/admin/deleted', { ...who, query: { resource: 'programmes' } })
      ).body.data.find(({ id }) => id === programme.id);
    const deleted = await listed();
    expect(deleted?.label).toBe('지운 것');
    const moveLog = (days: number) =>
      api.db.execute(
        sql`update event_log set created_at = created_at + ${`${days} days`}::interval where entity_id = ${programme.id}`,
      );
    await moveLog(-31);
    expect(await listed()).toBeUndefined();
    await moveLog(31);
    const at = new Date(Date.parse(deleted?.deleted_at ?? '') - 1).toISOString();
    await api.call('POST /api/admin/restore', {
      ...who,
      body: { resource: 'programmes', id: programme.id, at },
    });
    expect(await get(programme.id)).toMatchObject({ title_ko: '지운 것', published: false });
    expect(await listed()).toBeUndefined();
  });

  test('restore a deleted series with its seasons and episodes, where it stood, unpublished', async () => {
    const category = await buildCategory(api.db);
    const [series, other] = [
      await buildProgramme(api.db, { kind: 'series', categoryId: category.id, published: true }),
      await buildProgramme(api.db, { kind: 'series', categoryId: category.id }),
    ];
    const seasons = [
      await buildSeason(api.db, { programmeId: series.id, number: 1, published: true }),
      await buildSeason(api.db, { programmeId: series.id, number: 2 }),
      await buildSeason(api.db, { programmeId: other.id, number: 1 }),
    ];
    const asset = await buildAsset(api.db);
    for (const [at, season] of seasons.entries())
      for (const number of [1, 2])
        await buildEpisode(api.db, {
          season,
          number,
          published: true,
          ...(at === 1 ? { assetId: asset.id } : {}),
        });
    const banner = await api.call('POST /api/admin/home-banners', {
      ...who,
      body: { programme_id: series.id, published: true },
    });
    const programme_ids = [other.id, series.id, (await buildProgramme(api.db)).id];
    const row = await api.call('POST /api/admin/custom-rows', {
      ...who,
      body: { slug: 'row-of-restored', title_ko: '모음', title_en: 'Row', programme_ids },
    });
    const rowNow = async () =>
      (await api.call('GET /api/admin/custom-rows/{id}', { ...who, params: { id: row.body.data.id } })).body
        .data.programme_ids;
    const owns = async (programmeId: string) => {
      const { rows } = await api.db.execute<{ number: number; published: boolean; episodes: boolean[] }>(
        sql`select s.number, s.published, array(select e.published from catalog_episodes e where e.season_id = s.id) as episodes
          from catalog_seasons s where s.programme_id = ${programmeId} order by s.number`,
      );
      return rows;
    };
    // Both in one entry: each comes back with its own.
    const deleted = await api.call('POST /api/admin/changes', {
      ...who,
      body: { resource: 'programmes', ids: [series.id, other.id], change: { action: 'delete' } },
    });
    expect(deleted.body.data.refused).toEqual([]);
    const listed = async () =>
      new Map(
        (
          await api.call('GET /api/admin/deleted', { ...who, query: { resource: 'programmes' } })
        ).body.data.map((own) => [own.id, own]),
      );
    expect((await listed()).get(series.id)?.with).toEqual([
      { resource: 'home-banners', count: 1 },
      { resource: 'seasons', count: 2 },
      { resource: 'episodes', count: 4 },
    ]);
    expect((await listed()).get(other.id)?.with).toEqual([
      { resource: 'seasons', count: 1 },
      { resource: 'episodes', count: 2 },
    ]);
    // Today's rules: what played a file that is gone does not come back, and the rest does.
    await api.call('DELETE /api/admin/assets/{id}', { ...who, params: { id: asset.id } });
    const { token } = await buildStaff(api.db, {
      permissions: { programmes: ['read', 'create'], home: ['read', 'create', 'update'] },
    });
    const at = new Date(Date.parse((await listed()).get(series.id)?.deleted_at ?? '') - 1).toISOString();
    const restored = await api.call('POST /api/admin/restore', {
      token,
      body: { resource: 'programmes', id: series.id, at },
    });
    expect(restored.status).toBe(200);
    expect(restored.body.data.changed).toEqual([
      { resource: 'programmes', action: 'create', count: 1 },
      { resource: 'home-banners', action: 'create', count: 1 },
      { resource: 'seasons', action: 'create', count: 2 },
      { resource: 'episodes', action: 'create', count: 2 },
      { resource: 'custom-rows', action: 'update', count: 1 },
    ]);
    expect(restored.body.data.refused.map(({ resource, errors }) => [resource, Object.keys(errors)])).toEqual(
      [
        ['episodes', ['asset_id']],
        ['episodes', ['asset_id']],
      ],
    );
    expect((await get(series.id)).published).toBe(false);
    expect(await owns(series.id)).toEqual([
      { number: 1, published: false, episodes: [false, false] },
      { number: 2, published: false, episodes: [] },
    ]);
    expect(await owns(other.id)).toEqual([]);
    expect(await rowNow()).toEqual([series.id, programme_ids[2]]);
    const back = await api.call('GET /api/admin/home-banners/{id}', {
      ...who,
      params: { id: banner.body.data.id },
    });
    expect(back.body.data).toMatchObject({ programme_id: series.id, published: false });
    expect((await listed()).has(series.id)).toBe(false);
    const entry = await api.call('GET /api/admin/events/{id}', {
      ...who,
      params: { id: restored.body.data.event_id ?? '' },
    });
    expect(entry.body.data).toMatchObject({ action: 'restore', entity: 'programmes', entity_id: series.id });
    // Undoing it takes all of it away again; and what is deleted alone comes back alone.
    expect((await undo(restored.body.data.event_id)).body.data.refused).toEqual([]);
    expect([await owns(series.id), await rowNow()]).toEqual([[], [programme_ids[2]]]);
    await api.call('POST /api/admin/restore', { ...who, body: { resource: 'programmes', id: other.id, at } });
    await api.call('DELETE /api/admin/seasons/{id}', { ...who, params: { id: seasons[2]?.id ?? '' } });
    // Out of the row that it came back to.
    await api.call('PATCH /api/admin/custom-rows/{id}', {
      ...who,
      params: { id: row.body.data.id },
      body: { programme_ids: [] },
    });
    await api.call('DELETE /api/admin/programmes/{id}', { ...who, params: { id: other.id } });
    expect((await listed()).get(other.id)?.with).toEqual([]);
    await api.call('POST /api/admin/restore', { ...who, body: { resource: 'programmes', id: other.id, at } });
    expect(await owns(other.id)).toEqual([]);
  });

  test('put records in order, two people at once, each record where it was wanted', async () => {
    const parent = await buildCategory(api.db);
    const ids: string[] = [];
    for (const name of ['가', '나', '다', '라', '마']) {
      const { body } = await api.call('POST /api/admin/categories', {
        ...who,
        body: {
          slug: `order-${ids.length}-${parent.slug}`,
          parent_id: parent.id,
          name_ko: name,
          name_en: name,
        },
      });
      ids.push(body.data.id);
    }
    const names = async () =>
      (
        await api.call('GET /api/admin/categories', {
          ...who,
          query: { parent_id: parent.id, sort: 'position' },
        })
      ).body.data.map(({ name_ko }) => name_ko);
    expect(await names()).toEqual(['가', '나', '다', '라', '마']);
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const move = (id: string, after: string | null) =>
      api.call('POST /api/admin/order', { ...who, body: { resource: 'categories', id, after } });
    const moved = await move(e, a);
    expect(await names()).toEqual(['가', '마', '나', '다', '라']);
    await undo(moved.body.data.event_id);
    expect(await names()).toEqual(['가', '나', '다', '라', '마']);
    await Promise.all([move(a, e), move(d, b), move(c, null)]);
    const order = await names();
    expect(order.indexOf('가')).toBe(order.indexOf('마') + 1);
    expect(order.indexOf('라')).toBe(order.indexOf('나') + 1);
    expect([...order].sort()).toEqual(['가', '나', '다', '라', '마']);
  });

  test('need the permission on the module, and a resource that there is', async () => {
    const { id } = await buildProgramme(api.db);
    const reader = await buildStaff(api.db, {
      permissions: { programmes: ['read'], people: ['read', 'update', 'delete'] },
    });
    const as = (body: object) =>
      api.call('POST /api/admin/changes', { token: reader.token, body: body as never });
    const update = { action: 'update', fields: { title_ko: '몰래' } };
    expect((await as({ resource: 'programmes', ids: [id], change: update })).status).toBe(403);
    expect(
      (await as({ resource: 'programmes', ids: [id], change: { action: 'delete' }, dry_run: true })).status,
    ).toBe(403);
    expect((await as({ resource: 'nothing', ids: [id], change: update })).status).toBe(404);
    const eventId = await patch(id, { title_ko: '새 이름' });
    const undone = await api.call('POST /api/admin/undo', {
      token: reader.token,
      body: { event_id: eventId },
    });
    expect(undone.status).toBe(403);
    const { body } = await api.call('GET /api/admin/programmes/{id}', { ...who, params: { id } });
    expect(body.data.title_ko).toBe('새 이름');
  });

  test('say nothing of records to who may not change them', async () => {
    const genre = await buildGenre(api.db);
    const { id } = await buildProgramme(api.db, { titleKo: '비밀 제목' }, { genreIds: [genre.id] });
    const reader = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    const blind = await buildStaff(api.db, { permissions: { programmes: ['update'] } });
    const partner = await buildStaff(api.db, { contentPartnerId: (await buildContentPartner(api.db)).id });
    const answers = async (token: string, body: object) => {
      const [change, plan] = [
        { resource: 'programmes', dry_run: true, ...body },
        { resource: 'programmes', applies_at: '2030-01-01T00:00:00Z', ...body },
      ];
      const made = await api.call('POST /api/admin/changes', { token, body: change as never });
      const kept = await api.call('POST /api/admin/planned-changes/many', { token, body: plan as never });
      return [made, kept].map(({ status, body: said }) => [status, said.data?.refused ?? said.code]);
    };
    const update = { action: 'update', fields: { title_en: 'x' } };
    // Whether anything is found, or as many as expected, is not told.
    for (const query of [{ title_ko_like: '비밀' }, { title_ko_like: '없는' }])
      for (const expected of [undefined, 0, 1, 7])
        for (const token of [reader.token, blind.token])
          expect(await answers(token, { query, expected, change: update })).toEqual([
            [403, 'not_permitted'],
            [403, 'not_permitted'],
          ]);
    // Nor whether a value is in a list of another partner.
    for (const action of ['add', 'take'])
      for (const value of [genre.id, (await buildGenre(api.db)).id]) {
        const change = { action, field: 'genre_ids', values: [value] };
        expect(await answers(partner.token, { ids: [id], change })).toEqual([
          [200, [expect.objectContaining({ id, label: '' })]],
          [403, 'not_permitted'],
        ]);
      }
    const order = await api.call('POST /api/admin/order', {
      token: reader.token,
      body: { resource: 'categories', id: (await buildCategory(api.db)).id, after: null },
    });
    expect(order.status).toBe(403);
  });

  test('in any sequence are undone to what was before it', async () => {
    const category = await buildCategory(api.db);
    for (const position of [1, 2, 3]) await buildCategory(api.db, { parentId: category.id, position });
    const genres = [await buildGenre(api.db), await buildGenre(api.db)];
    await buildProgramme(api.db, { categoryId: category.id, kind: 'series', assetId: null });
    // A sub-category that is moved with what stands in it.
    const tops = [await buildCategory(api.db), await buildCategory(api.db)];
    const moving = await buildCategory(api.db, { parentId: tops[0]?.id });
    const all = [category, moving, ...tops].map(({ id }) => id);
    const parentOfMoving = async () =>
      (await api.db.select().from(categories).where(eq(categories.id, moving.id)))[0]?.parentId ?? null;
    const state = async () => [
      await parentOfMoving(),
      (
        await api.db.execute(sql`select p.id, slug, title_ko, release_year, maturity, premium, p.published, s.number,
            category_id, sub_category_id,
            (select array_agg(genre_id order by position) from catalog_programme_genres where programme_id = p.id) as genres
          from catalog_programmes p left join catalog_seasons s on s.programme_id = p.id
          where category_id = any(${sql.param(all)}::uuid[]) order by p.id, s.number`)
      ).rows,
      await api.db
        .select({ id: categories.id, slug: categories.slug, position: categories.position })
        .from(categories)
        .where(eq(categories.parentId, category.id))
        .orderBy(categories.id),
    ];
    let events: string[] = [];
    const send = async (name: CallName, sent: object) => {
      const { status, body } = await api.call(name, { ...who, ...sent } as never);
      expect([status, body]).toEqual([200, expect.anything()]);
      const { event_id, data } = body as {
        event_id?: string | null;
        data?: { id?: string; event_id?: string | null };
      };
      const eventId = event_id ?? data?.event_id;
      if (eventId) events.push(eventId);
      return data?.id ?? '';
    };
    const nth = <T>(rows: T[], at: number): T | undefined => rows[at % rows.length];
    const listProgrammes = () =>
      api.db.select().from(programmes).where(inArray(programmes.categoryId, all)).orderBy(programmes.id);
    /** Of one of the programmes, where there is any. */
    const sendOf = async (at: number, name: CallName, body?: object) => {
      const id = nth(await listProgrammes(), at)?.id;
      if (id) await send(name, { params: { id }, ...(body ? { body } : {}) });
    };
    const idsInOrder = async () =>
      (
        await api.db
          .select({ id: categories.id })
          .from(categories)
          .where(eq(categories.parentId, category.id))
          .orderBy(categories.position)
      ).map(({ id }) => id);
    let made = 0;
    const texts = (name: string) => ({ slug: `any-${made}`, [`${name}_ko`]: '아무', [`${name}_en`]: 'Any' });
    interface Values {
      at: number;
      behind: number;
      year: number;
      maturity: number;
      genres: { id: string; slug: string }[];
    }
    const steps = {
      create: () =>
        send('POST /api/admin/programmes', {
          body: { kind: 'series', ...texts('title'), category_id: category.id, published: true },
        }),
      update: ({ at, year }: Values) =>
        sendOf(at, 'PATCH /api/admin/programmes/{id}', { release_year: year }),
      list: ({ at, genres: chosen }: Values) =>
        sendOf(at, 'PATCH /api/admin/programmes/{id}', { genre_ids: chosen.map(({ id }) => id) }),
      season: async ({ at }: Values) => {
        const programme_id = nth(await listProgrammes(), at)?.id;
        if (programme_id)
          await send('POST /api/admin/seasons', { body: { programme_id, number: (made % 900) + 1 } });
      },
      stand: async ({ at, behind }: Values) => {
        const parent = await parentOfMoving();
        const inMoving = { category_id: parent ?? moving.id, sub_category_id: parent && moving.id };
        const place = behind % 3 === 0 ? { category_id: category.id, sub_category_id: null } : inMoving;
        await sendOf(at, 'PATCH /api/admin/programmes/{id}', place);
      },
      move: ({ at }: Values) =>
        send('PATCH /api/admin/categories/{id}', {
          params: { id: moving.id },
          body: { parent_id: nth([null, ...tops.map(({ id }) => id)], at) },
        }),
      delete: ({ at }: Values) => sendOf(at, 'DELETE /api/admin/programmes/{id}'),
      bulk: ({ maturity }: Values) =>
        send('POST /api/admin/changes', {
          body: {
            resource: 'programmes',
            query: { category_id: category.id },
            change: { action: 'update', fields: { maturity } },
          },
        }),
      // What stands in an order, which a delete leaves a gap in.
      placed: () =>
        send('POST /api/admin/categories', { body: { ...texts('name'), parent_id: category.id } }),
      gap: async ({ at }: Values) => {
        const id = nth(await idsInOrder(), at);
        if (id) await send('DELETE /api/admin/categories/{id}', { params: { id } });
      },
      order: async ({ at, behind }: Values) => {
        const ids = await idsInOrder();
        const id = nth(ids, at);
        const after = nth([null, ...ids.filter((own) => own !== id)], behind) ?? null;
        if (id) await send('POST /api/admin/order', { body: { resource: 'categories', id, after } });
      },
      // Of a file that has some new programmes, and all that there are.
      import: async ({ at, year, genres: chosen }: Values) => {
        const added = (at % 2) + 1;
        const slugs = [
          ...Array.from({ length: added }, (_, n) => `any-${made}-${n}`),
          ...(await listProgrammes())
            .filter(({ categoryId }) => categoryId === category.id)
            .map(({ slug }) => slug),
        ];
        const named = chosen.map(({ slug }) => slug).join(';') || '(비움)';
        const lines = slugs.map((slug) => `${slug},series,표 ${made},Any,${category.slug},${year},${named}`);
        const header = 'slug,kind,title_ko,title_en,category,release_year,genres';
        const id = await send('POST /api/admin/imports', {
          query: { resource: 'programmes', file_name: '표.csv' },
          body: Buffer.from([header, ...lines].join('\r\n')),
        });
        await send('POST /api/admin/imports/{id}/run', { params: { id }, body: { dry_run: false } });
        await runDueJobs(api, [runImportJob]);
        const { data } = (await api.call('GET /api/admin/imports/{id}', { ...who, params: { id } })).body;
        expect(data).toMatchObject({
          state: 'done',
          counts: { new: added, changed: slugs.length - added, refused: 0 },
        });
        events.push(data.event_id ?? '');
      },
    };
    const place = fc.nat({ max: 20 });
    const anyStep = fc.record({
      do: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      at: place,
      behind: place,
      year: fc.integer({ min: 1950, max: 2030 }),
      maturity: fc.constantFrom(0, 7, 12, 15, 19),
      genres: fc.subarray(genres),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 8 }), async (sequence) => {
        const before = await state();
        events = [];
        for (const step of sequence) {
          made += 1;
          await steps[step.do](step);
        }
        for (const eventId of events.toReversed()) {
          const { status, body } = await undo(eventId);
          expect([status, body.data?.refused]).toEqual([200, []]);
        }
        expect(await state()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});
