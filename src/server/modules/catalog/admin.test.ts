import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildArtwork,
  buildAsset,
  buildCategory,
  buildEpisode,
  buildGenre,
  buildPage,
  buildPerson,
  buildPopup,
  buildProgramme,
  buildRole,
  buildSeason,
  buildStaff,
} from '../../../../test/build.ts';
import { buildClip, buildPlaylist } from '../../../../test/build-partner-video.ts';

describe('the back office', () => {
  let api: TestApi;
  let who: { token: string };
  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db, { name: '지우' })).token };
  });

  const programmeInput = async () => ({
    kind: 'series' as const,
    slug: `made-${Math.random().toString(36).slice(2)}`,
    title_ko: '새 드라마',
    title_en: 'A new drama',
    category_id: (await buildCategory(api.db)).id,
  });

  test('adds seasons and episodes of one number at once: one is made, the others are told', async () => {
    const { call } = api;
    const programme = (await call('POST /api/admin/programmes', { ...who, body: await programmeInput() }))
      .body.data;
    for (let number = 1; number <= 4; number += 1) {
      const body = { programme_id: programme.id, number };
      const made = await Promise.all(
        Array.from({ length: 4 }, () => call('POST /api/admin/seasons', { ...who, body })),
      );
      expect(made.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      const season = made.find(({ status }) => status === 200)?.body.data;
      // With one number and with different ones: both wait for their series.
      const added = await Promise.all(
        [1, 1, 2, 3].map((episode) =>
          call('POST /api/admin/episodes', {
            ...who,
            body: {
              season_id: season?.id as string,
              number: episode,
              title_ko: '첫 화',
              title_en: 'First',
              published: true,
            },
          }),
        ),
      );
      expect(added.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    }
  });

  test('makes a programme with seasons and episodes, and every change is in the event log', async () => {
    const { db, call } = api;
    const genre = await buildGenre(db);
    const person = await buildPerson(db);
    const made = await call('POST /api/admin/programmes', {
      ...who,
      body: {
        ...(await programmeInput()),
        title_ko: '새 드라마'.normalize('NFD'),
        genre_ids: [genre.id],
        credits: [{ person_id: person.id, role_ko: '주인공', role_en: 'Lead' }],
        published: true,
      },
    });
    expect(made.status).toBe(200);
    const programme = made.body.data;
    expect(programme).toMatchObject({
      title_ko: '새 드라마',
      genre_ids: [genre.id],
      credits: [{ role_en: 'Lead' }],
      maturity: 0,
    });
    const season = await call('POST /api/admin/seasons', {
      ...who,
      body: { programme_id: programme.id, number: 1 },
    });
    const episode = await call('POST /api/admin/episodes', {
      ...who,
      body: {
        season_id: season.body.data.id,
        number: 1,
        title_ko: '첫 회',
        title_en: 'Pilot',
        published: true,
      },
    });
    expect(episode.status).toBe(200);
    const changed = await call('PATCH /api/admin/programmes/{id}', {
      ...who,
      params: { id: programme.id },
      body: { title_en: 'Another name', premium: true },
    });
    expect(changed.body.data).toMatchObject({ title_en: 'Another name', premium: true, episode_count: 1 });
    const shown = await call('GET /api/program/details', { query: { id: programme.slug }, locale: 'en' });
    expect(shown.body.data).toMatchObject({ title: 'Another name', premium: 'Premium' });

    const log = await call('GET /api/admin/events', {
      ...who,
      query: { entity_id: programme.id, order: 'asc' },
    });
    expect(log.body.data.map((event) => [event.action, event.staff_name, event.label])).toEqual([
      ['create', '지우', '새 드라마'],
      ['update', '지우', '새 드라마'],
    ]);
    expect(log.body.data[1]?.changes).toEqual({
      title_en: ['A new drama', 'Another name'],
      premium: [false, true],
    });
  });

  test('shows a season’s preview with its episodes that have no still of their own', async () => {
    const { db, call } = api;
    const ofSeries = await buildArtwork(db);
    const ofSeason = await buildArtwork(db);
    const ofEpisode = await buildArtwork(db);
    const series = await buildProgramme(db, { kind: 'series', landscapeId: ofSeries.id });
    const season = await buildSeason(db, { programmeId: series.id, number: 1 });
    const other = await buildSeason(db, { programmeId: series.id, number: 2 });
    await buildEpisode(db, { season, number: 1 });
    await buildEpisode(db, { season, number: 2, landscapeId: ofEpisode.id });
    await buildEpisode(db, { season: other, number: 1 });
    const changed = await call('PATCH /api/admin/seasons/{id}', {
      ...who,
      params: { id: season.id },
      body: { landscape_id: ofSeason.id },
    });
    expect(changed.body.data.landscape?.url).toBe(`/images/${ofSeason.id}`);
    const { body } = await call('GET /api/videos/details', {
      query: { id: series.slug, sort_by: 'episode_number', sort_order: 'asc' },
    });
    expect(body.data.map((own) => own.preview_image_thumbs?.url)).toEqual(
      [ofSeason, ofEpisode, ofSeries].map(({ id }) => `/images/${id}`),
    );
    const plain = await call('GET /api/admin/seasons/{id}', { ...who, params: { id: other.id } });
    expect(plain.body.data.landscape).toBeNull();
    // With it, the season lacks no picture.
    expect([changed, plain].map(({ body: own }) => own.data.lacks.includes('artwork'))).toEqual([
      false,
      true,
    ]);
    const lacking = await call('GET /api/admin/seasons', {
      ...who,
      query: { lacks: 'artwork', programme_id: series.id },
    });
    expect(lacking.body.data.map(({ id }) => id)).toEqual([other.id]);
  });

  test('lists with paging, sorting, search, filters and by ids', async () => {
    const { db, call } = api;
    const categoryId = (await buildCategory(db)).id;
    const rows = [];
    for (const titleEn of ['Banana', 'Apple', 'Cherry 100%'])
      rows.push(await buildProgramme(db, { categoryId, titleEn }));
    const page = await call('GET /api/admin/programmes', {
      ...who,
      query: { category_id: categoryId, sort: 'title_en', order: 'desc', per_page: 2 },
    });
    expect(page.body.data.map((own) => own.title_en)).toEqual(['Cherry 100%', 'Banana']);
    expect(page.body.meta).toMatchObject({ total: 3, last_page: 2 });
    const search = await call('GET /api/admin/programmes', {
      ...who,
      query: { category_id: categoryId, q: '100%' },
    });
    expect(search.body.data.map((own) => own.title_en)).toEqual(['Cherry 100%']);
    const ids = await call('GET /api/admin/programmes', {
      ...who,
      query: { ids: rows.map((row) => row.id).join(',') },
    });
    expect(ids.body.data).toHaveLength(3);
    for (const nonsense of ['nonsense', '-'.repeat(36), ',']) {
      const none = await call('GET /api/admin/programmes', { ...who, query: { ids: nonsense } });
      expect(none.body.data, nonsense).toEqual([]);
    }
  });

  test('finds the published episodes that lack something, as their rows say it', async () => {
    const { call, db } = api;
    const season = await buildSeason(db);
    const told = { season, synopsisKo: '줄거리', synopsisEn: 'Synopsis' };
    const landscapeId = (await buildArtwork(db)).id;
    const asset = await buildAsset(db);
    const whole = await buildEpisode(db, { ...told, number: 1, landscapeId, assetId: asset.id });
    const silent = await buildEpisode(db, { ...told, number: 2, landscapeId, assetId: null });
    const untold = await buildEpisode(db, { ...told, number: 3, synopsisEn: '', assetId: asset.id });
    const processing = await buildAsset(db, { state: 'processing' });
    const waiting = await buildEpisode(db, { ...told, number: 4, landscapeId, assetId: processing.id });
    await buildEpisode(db, { season, number: 5, assetId: null, published: false });
    const find = async (lacks: 'language' | 'artwork' | 'captions' | 'video') => {
      const query = { season_id: season.id, lacks };
      const { body } = await call('GET /api/admin/episodes', { ...who, query });
      for (const row of body.data) expect(row.lacks).toContain(lacks);
      return body.data.map(({ id }) => id).sort();
    };
    expect(await find('video')).toEqual([silent.id, waiting.id].sort());
    expect(await find('captions')).toEqual([whole.id, untold.id].sort());
    expect([await find('language'), await find('artwork')]).toEqual([[untold.id], [untold.id]]);
    await api.pool.query(
      `insert into ingest_captions (asset_id, language, vtt) select $1, unnest(array['ko', 'en']), 'WEBVTT'`,
      [asset.id],
    );
    expect(await find('captions')).toEqual([]);
  });

  test('counts no hidden draft, and tells a missing synopsis from a missing translation', async () => {
    const { call, db } = api;
    const category = (await buildCategory(db)).id;
    const told = { categoryId: category, synopsisKo: '줄거리', synopsisEn: 'Synopsis' };
    const series = await buildProgramme(db, { ...told, kind: 'series' });
    const season = await buildSeason(db, { programmeId: series.id, number: 1 });
    const asset = await buildAsset(db);
    await buildEpisode(db, { season, number: 1, assetId: asset.id });
    await buildEpisode(db, { season, number: 2, assetId: null, published: false });
    const later = await buildSeason(db, { programmeId: series.id, number: 2, published: false });
    await buildEpisode(db, { season: later, number: 1, assetId: null });
    const draft = await buildProgramme(db, { ...told, kind: 'series', published: false });
    const coming = await buildSeason(db, { programmeId: draft.id, nameKo: '봄', nameEn: '' });
    await buildEpisode(db, { season: coming, number: 1, assetId: null });
    const silent = await buildProgramme(db, { ...told, synopsisKo: '', synopsisEn: '' });
    const half = await buildProgramme(db, { ...told, synopsisKo: '' });
    const find = async (name: 'programmes' | 'seasons' | 'episodes', query: object) =>
      (await call(`GET /api/admin/${name}`, { ...who, query: { per_page: 100, ...query } })).body.data.map(
        ({ id }) => id,
      );
    const among = { category_id: category };
    expect(await find('programmes', { ...among, lacks: 'video' })).toEqual([]);
    expect(await find('programmes', { ...among, lacks: 'synopsis' })).toEqual([silent.id]);
    expect(await find('programmes', { ...among, lacks: 'language' })).toEqual([half.id]);
    for (const own of [season, later, coming])
      expect(await find('episodes', { season_id: own.id, lacks: 'video' })).toEqual([]);
    expect(await find('seasons', { programme_id: draft.id, lacks: 'language' })).toEqual([]);
    const row = await call('GET /api/admin/programmes/{id}', { ...who, params: { id: silent.id } });
    expect(row.body.data.lacks).toContain('synopsis');
    expect(row.body.data.lacks).not.toContain('language');
  });

  test('finds the published programmes that lack something, as their rows say it', async () => {
    const { call, db } = api;
    const category = (await buildCategory(db)).id;
    const told = { categoryId: category, synopsisKo: '줄거리', synopsisEn: 'Synopsis' };
    const silent = await buildProgramme(db, { ...told, assetId: null });
    const untold = await buildProgramme(db, { ...told, synopsisEn: '' });
    const bare = await buildProgramme(db, { ...told, kind: 'series' });
    const series = await buildProgramme(db, { ...told, kind: 'series' });
    await buildEpisode(db, { programmeId: series.id });
    await buildProgramme(db, { ...told, assetId: null, published: false });
    const later = await buildProgramme(db, {
      ...told,
      assetId: null,
      availableFrom: new Date(Date.now() + 86_400_000),
    });
    const find = async (lacks: 'language' | 'artwork' | 'captions' | 'video') => {
      const { body } = await call('GET /api/admin/programmes', {
        ...who,
        query: { category_id: category, lacks, per_page: 50 },
      });
      for (const row of body.data) expect(row.lacks).toContain(lacks);
      return body.data.map(({ id }) => id).sort();
    };
    expect(await find('video')).toEqual([silent.id, bare.id, later.id].sort());
    expect(await find('captions')).toEqual([untold.id, series.id].sort());
    expect(await find('language')).toEqual([untold.id]);
    expect(await find('artwork')).toHaveLength(5);
    await api.pool.query(
      `insert into ingest_captions (asset_id, language, vtt) select asset_id, unnest(array['ko', 'en']), 'WEBVTT' from catalog_episodes where programme_id = $1`,
      [series.id],
    );
    expect(await find('captions')).toEqual([untold.id]);
  });

  test('counts all published records that lack something, of every kind that knows, as its list finds them', async () => {
    const { call, db, pool } = api;
    const many = await buildProgramme(db, { assetId: null, listedAt: new Date(0) });
    const { rows: columns } = await pool.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_name = 'catalog_programmes' and is_generated = 'NEVER' and column_name not in ('id', 'slug')`,
    );
    const same = columns.map(({ name }) => name).join();
    await pool.query(
      `insert into catalog_programmes (id, slug, ${same})
        select gen_random_uuid(), 'many-' || n, ${same} from catalog_programmes, generate_series(1, 1100) n where id = $1`,
      [many.id],
    );
    const season = await buildSeason(db, { nameKo: '봄', nameEn: '' });
    const person = await buildPerson(db, { professionKo: '배우', professionEn: '', avatarId: null });
    await buildPerson(db, { professionEn: 'Actor', published: false });
    const clip = await buildClip(db, {
      youtubeId: null,
      assetId: null,
      descriptionKo: '',
      landscapeId: null,
    });

    const popup = await buildPopup(db, { imageId: null });
    const playlist = await buildPlaylist(db, { descriptionKo: '설명', descriptionEn: '' });
    await buildPage(db);

    const { body } = await call('GET /api/admin/lacks', who);
    const kinds = [
      'programmes',
      'seasons',
      'episodes',
      'people',
      'clips',
      'playlists',
      'popups',
      'board-events',
      'pages',
    ] as const;
    expect(body.data.map(({ resource }) => resource).sort()).toEqual([...kinds].sort());
    for (const kind of kinds) {
      const counted = body.data.find(({ resource }) => resource === kind);
      expect(counted?.more).toBe(false);
      for (const [lacks, count] of Object.entries(counted?.counts ?? {})) {
        const listed = await call(`GET /api/admin/${kind}`, {
          ...who,
          query: { lacks: lacks as 'video', per_page: 1000, count: 'exact' },
        });
        for (const row of listed.body.data) expect(row.lacks, `${kind} ${row.id}`).toContain(lacks);
        expect(listed.body.meta.total, `${kind} ${lacks}`).toBe(count);
      }
    }
    const countOf = (kind: string) => body.data.find(({ resource }) => resource === kind)?.counts;
    expect(countOf('programmes')?.video).toBeGreaterThan(1100);
    const found = async (kind: (typeof kinds)[number], lacks: 'language' | 'artwork' | 'video') =>
      (await call(`GET /api/admin/${kind}`, { ...who, query: { lacks, per_page: 1000 } })).body.data.map(
        ({ id }) => id,
      );
    expect(await found('seasons', 'language')).toEqual([season.id]);
    expect(await found('people', 'language')).toEqual([person.id]);
    expect(await found('clips', 'video')).toEqual([clip.id]);
    expect(await found('playlists', 'language')).toEqual([playlist.id]);
    expect(await found('popups', 'artwork')).toEqual([popup.id]);

    const role = await buildRole(db, {
      permissions: { programmes: ['read'], 'partner-video': ['read'] },
    });
    const { token } = await buildStaff(db, { roleId: role.id });
    const own = await call('GET /api/admin/lacks', { token });
    expect(own.body.data.map(({ resource }) => resource).sort()).toEqual([
      'clips',
      'episodes',
      'playlists',
      'programmes',
      'seasons',
    ]);
  });

  test('refuses what cannot be, naming the field', async () => {
    const { db, call } = api;
    const taken = await buildProgramme(db);
    const input = await programmeInput();
    const create = (body: object) =>
      call('POST /api/admin/programmes', { ...who, body: { ...input, ...body } as never, locale: 'en' });
    expect((await create({ slug: taken.slug })).body.errors).toEqual({
      slug: ['Slug has already been taken.'],
    });
    expect((await create({ slug: 'Not A Slug' })).body.errors?.slug).toBeDefined();
    expect((await create({ title_ko: '   ' })).body.errors).toEqual({
      title_ko: ['Title (Korean) is required.'],
    });
    expect((await create({ category_id: taken.id })).body.errors?.category_id).toEqual([
      'The selected category no longer exists. Please choose again.',
    ]);
    expect(
      (await create({ sub_category_id: (await buildCategory(db)).id })).body.errors?.sub_category_id,
    ).toBeDefined();
    expect(
      (await create({ available_from: '2026-02-01T00:00:00Z', available_until: '2026-01-01T00:00:00Z' })).body
        .errors,
    ).toEqual({ available_until: ['The end has to be after the start.'] });
    expect(
      (await create({ available_from: '0000-12-31T23:00:00Z' })).body.errors?.available_from,
    ).toBeDefined();
    const season = { programme_id: taken.id, number: 1 };
    expect(
      (await call('POST /api/admin/seasons', { ...who, body: season })).body.errors?.programme_id,
    ).toBeDefined();
  });

  test('finds seasons by the name of their programme', async () => {
    const programme = await buildProgramme(api.db, { kind: 'series', titleKo: '은하수 정류장' });
    const { id } = await buildSeason(api.db, { programmeId: programme.id });
    const found = async (token: string, q: string) =>
      (await api.call('GET /api/admin/seasons', { token, query: { q } })).body.data.map((own) => own.id);
    expect(await found(who.token, '은하수')).toEqual([id]);
    expect(await found(who.token, '은하철')).toEqual([]);
  });

  test('does not turn a series with seasons into a movie', async () => {
    const { db, call } = api;
    const series = await buildProgramme(db, { kind: 'series' });
    const turn = () =>
      call('PATCH /api/admin/programmes/{id}', {
        ...who,
        params: { id: series.id },
        body: { kind: 'movie' },
        locale: 'en',
      });
    const season = await buildSeason(db, { programmeId: series.id });
    expect((await turn()).body.errors).toEqual({
      kind: ['A series with seasons cannot become a movie. Remove its seasons first.'],
    });
    await call('DELETE /api/admin/seasons/{id}', { ...who, params: { id: season.id } });
    expect((await turn()).status).toBe(200);
  });

  test('moves what stands in a category along with it', async () => {
    const { db, call } = api;
    const [a, b] = [await buildCategory(db), await buildCategory(db)];
    const sub = await buildCategory(db, { parentId: a.id });
    const inSub = await buildProgramme(db, { categoryId: a.id, subCategoryId: sub.id });
    const inTop = await buildProgramme(db, { categoryId: a.id });
    const place = async (id: string) => {
      const { body } = await call('GET /api/admin/programmes/{id}', { ...who, params: { id } });
      return [body.data.category_id, body.data.sub_category_id];
    };
    const move = (id: string, parent_id: string | null) =>
      call('PATCH /api/admin/categories/{id}', { ...who, params: { id }, body: { parent_id } });
    await move(sub.id, b.id);
    expect(await place(inSub.id)).toEqual([b.id, sub.id]);
    expect(await place(inTop.id)).toEqual([a.id, null]);
    await move(a.id, b.id);
    expect(await place(inTop.id)).toEqual([b.id, a.id]);
    await move(sub.id, null);
    expect(await place(inSub.id)).toEqual([sub.id, null]);
  });

  test('says of each program that it went along when its category was moved, and takes all of it back', async () => {
    const { db, call } = api;
    const [a, b] = [await buildCategory(db), await buildCategory(db)];
    const sub = await buildCategory(db, { parentId: a.id });
    const stays = await buildProgramme(db, { categoryId: a.id });
    const [first, second] = [
      await buildProgramme(db, { categoryId: a.id, subCategoryId: sub.id }),
      await buildProgramme(db, { categoryId: a.id, subCategoryId: sub.id }),
    ];
    const places = async () =>
      Promise.all(
        [first, second, stays].map(async ({ id }) => {
          const { data } = (await call('GET /api/admin/programmes/{id}', { ...who, params: { id } })).body;
          return [data.category_id, data.sub_category_id];
        }),
      );
    const undo = async (event_id: string | null | undefined, token = who.token) =>
      (await call('POST /api/admin/undo', { token, body: { event_id: event_id ?? '' } })).body;
    const patch = async (id: string, body: object) =>
      (await call('PATCH /api/admin/programmes/{id}', { ...who, params: { id }, body })).body.event_id;
    const before = await places();
    const start = Date.now() + 1000;
    api.setNow(new Date(start));
    // Staff who may change categories move one; its programs need no permission of their own.
    const keeper = await buildStaff(db, {
      permissions: { categories: ['read', 'update'], events: ['read'] },
    });
    const move = async (parent_id: string | null, token = who.token) => {
      const moved = await call('PATCH /api/admin/categories/{id}', {
        token,
        params: { id: sub.id },
        body: { parent_id },
      });
      expect(moved.status).toBe(200);
      return moved.body.event_id ?? '';
    };
    const eventId = await move(b.id, keeper.token);
    const after = [
      [b.id, sub.id],
      [b.id, sub.id],
      [a.id, null],
    ];
    expect(await places()).toEqual(after);

    // One entry names each of them, and their own log has it.
    const records = await call('GET /api/admin/events/{id}/records', { ...who, params: { id: eventId } });
    expect(records.body.data.map(({ entity, entity_id, changes }) => [entity, entity_id, changes])).toEqual([
      ['categories', sub.id, { parent_id: [a.id, b.id] }],
      ...[first.id, second.id].sort().map((id) => ['programmes', id, { category_id: [a.id, b.id] }]),
    ]);
    const one = await call('GET /api/admin/events/{id}/records', {
      ...who,
      params: { id: eventId },
      query: { entity_id: second.id },
    });
    expect(one.body.data.map(({ entity_id }) => entity_id)).toEqual([second.id]);
    const own = await call('GET /api/admin/events', { ...who, query: { entity_id: first.id } });
    expect(own.body.data.map((event) => [event.id, event.entity, event.records])).toEqual([
      [eventId, 'categories', 3],
    ]);
    const asOf = async (ms: number) =>
      (
        await call('GET /api/admin/history/{resource}/{id}', {
          ...who,
          params: { resource: 'programmes', id: first.id },
          query: { at: new Date(ms).toISOString() },
        })
      ).body.data;
    expect((await asOf(start - 1)).past?.category_id).toBe(a.id);
    expect((await asOf(start - 1)).changed).toEqual(['category_id']);
    expect((await asOf(start)).past?.category_id).toBe(b.id);
    api.setNow(undefined);
    // Undoing it changes programs, which is checked first.
    const shown = await call('GET /api/admin/events/{id}', { token: keeper.token, params: { id: eventId } });
    expect(shown.body.data).toMatchObject({ can_undo: false, cannot_undo_reason: 'not_permitted' });
    expect((await undo(eventId, keeper.token)).code).toBe('not_permitted');

    // A later change is not overwritten: nothing is undone.
    const taken = await patch(second.id, { category_id: a.id, sub_category_id: null });
    const refused = await undo(eventId);
    expect(refused.data).toMatchObject({ event_id: null, refused_count: 1 });
    expect(await places()).toEqual([after[0], [a.id, null], after[2]]);
    expect(refused.data.refused[0]).toMatchObject({ resource: 'programmes', id: second.id });
    expect(Object.keys(refused.data.refused[0]?.errors ?? {})).toEqual(['category_id']);
    await undo(taken);

    // Programs that were added since move too.
    const later = await buildProgramme(db, { categoryId: b.id, subCategoryId: sub.id });
    const undone = await undo(eventId);
    expect(undone.data).toMatchObject({
      changed: [
        { resource: 'programmes', count: 3 },
        { resource: 'categories', count: 1 },
      ],
      refused: [],
    });
    expect(await places()).toEqual(before);
    const { data } = (await call('GET /api/admin/programmes/{id}', { ...who, params: { id: later.id } }))
      .body;
    expect([data.category_id, data.sub_category_id]).toEqual([a.id, sub.id]);
    // Undoing that moves them again, and that is undone too.
    const again = await undo(undone.data.event_id);
    expect(again.data.refused).toEqual([]);
    expect(await places()).toEqual(after);
    expect((await undo(again.data.event_id)).data.refused).toEqual([]);
    expect(await places()).toEqual(before);
    // To the top and back.
    const up = await move(null);
    expect((await places())[0]).toEqual([sub.id, null]);
    expect((await undo(up)).data.refused).toEqual([]);
    expect(await places()).toEqual(before);
  });

  test('leaves no program behind that comes to stand in a category while that is moved', async () => {
    const { db, call } = api;
    const [a, b] = [await buildCategory(db), await buildCategory(db)];
    for (let round = 0; round < 8; round += 1) {
      const sub = await buildCategory(db, { parentId: a.id });
      const [made, moved] = await Promise.all([
        call('POST /api/admin/programmes', {
          ...who,
          body: { ...(await programmeInput()), category_id: a.id, sub_category_id: sub.id },
        }),
        call('PATCH /api/admin/categories/{id}', {
          ...who,
          params: { id: sub.id },
          body: { parent_id: b.id },
        }),
      ]);
      expect([200, 422]).toContain(made.status);
      expect(moved.status).toBe(200);
      const { rows } = await db.execute(
        sql`select distinct category_id from catalog_programmes where sub_category_id = ${sub.id}`,
      );
      expect(rows).toEqual(made.status === 200 ? [{ category_id: b.id }] : []);
    }
  });

  test('keeps genres two deep', async () => {
    const { db, call } = api;
    const genre = await buildGenre(db);
    const put = (slug: string, parent_id: string | null) =>
      call('POST /api/admin/genres', {
        ...who,
        body: { slug, name_ko: '장르', name_en: 'Genre', parent_id },
        locale: 'en',
      });
    const sub = await put('below', genre.id);
    expect(sub.body.data.parent_id).toBe(genre.id);
    expect((await put('too-deep', sub.body.data.id)).body.errors).toEqual({
      parent_id: ['A sub-genre cannot hold genres.'],
    });
    const below = await call('GET /api/admin/genres', { ...who, query: { parent_id: genre.id } });
    expect(below.body.data.map((own) => own.slug)).toEqual(['below']);
  });

  test('notices that somebody else changed a row meanwhile', async () => {
    const { db, call } = api;
    const programme = await buildProgramme(db);
    const read = await call('GET /api/admin/programmes/{id}', { ...who, params: { id: programme.id } });
    const change = (title_en: string) =>
      call('PATCH /api/admin/programmes/{id}', {
        ...who,
        params: { id: programme.id },
        body: { title_en, updated_at: read.body.data.updated_at },
      });
    expect((await change('First')).status).toBe(200);
    const second = await change('Second');
    expect(second.status).toBe(409);
    expect(second.body.code).toBe('conflict');
  });

  test('does not delete what is used elsewhere, and deletes the rest', async () => {
    const { db, call } = api;
    const programme = await buildProgramme(db);
    const used = await call('DELETE /api/admin/categories/{id}', {
      ...who,
      params: { id: programme.categoryId },
    });
    expect(used.status).toBe(409);
    expect(used.body.code).toBe('in_use');
    expect(
      (await call('DELETE /api/admin/programmes/{id}', { ...who, params: { id: programme.id } })).status,
    ).toBe(200);
    expect(
      (await call('DELETE /api/admin/categories/{id}', { ...who, params: { id: programme.categoryId } }))
        .status,
    ).toBe(200);
    expect(
      (await call('GET /api/admin/programmes/{id}', { ...who, params: { id: programme.id } })).status,
    ).toBe(404);
  });

  test('keeps an uploaded picture in its kind’s shape and widths, and refuses what is no picture', async () => {
    const { call, app } = api;
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#cc3322' } })
      .png()
      .toBuffer();
    const stored = await call('POST /api/admin/artworks', {
      ...who,
      query: { kind: 'portrait' },
      body: picture,
    });
    expect(stored.status).toBe(200);
    expect(stored.body.data.color).toMatch(/^#[0-9a-f]{6}$/);
    for (const format of ['webp', 'avif'] as const) {
      const image = await app.inject({ url: `${stored.body.data.url}/320.${format}` });
      expect(image.statusCode).toBe(200);
      expect(image.headers['content-type']).toBe(`image/${format}`);
      const { width, height } = await sharp(image.rawPayload).metadata();
      expect([width, height]).toEqual([320, 480]);
    }
    expect((await app.inject({ url: `${stored.body.data.url}/321.webp` })).statusCode).toBe(404);
    const text = await call('POST /api/admin/artworks', {
      ...who,
      query: { kind: 'portrait' },
      body: Buffer.from('<svg/>'),
    });
    expect(text.status).toBe(415);
  });

  test('takes pictures of people from those who may change people, and no other pictures from them', async () => {
    const { call, db } = api;
    const { token } = await buildStaff(db, { permissions: { people: ['read', 'update'] } });
    const body = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#224466' } })
      .png()
      .toBuffer();
    const upload = async (kind: 'avatar' | 'portrait', sent: string | undefined) =>
      (await call('POST /api/admin/artworks', { query: { kind }, body, token: sent })).status;
    expect(await upload('avatar', token)).toBe(200);
    expect(await upload('portrait', token)).toBe(403);
    expect(await upload('avatar', undefined)).toBe(401);
  });

  test('takes a picture and a part of a film whatever type they say they are', async () => {
    const { app, call } = api;
    const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const begun = await call('POST /api/admin/uploads', {
      ...who,
      body: { file_name: 'typed.mp4', size_bytes: 4, fingerprint: 'a' },
    });
    for (const type of ['application/json', 'text/plain', 'image/png', 'x/y', undefined]) {
      const headers = { authorization: `Bearer ${who.token}`, ...(type ? { 'content-type': type } : {}) };
      const url = '/api/admin/artworks?kind=portrait';
      const stored = await app.inject({ method: 'POST', url, headers, payload: picture });
      expect(stored.statusCode, type).toBe(200);
      const part = await app.inject({
        method: 'PUT',
        url: `/api/admin/uploads/${begun.body.data.id}/parts/1`,
        headers,
        payload: Buffer.from('film'),
      });
      expect(part.statusCode, type).toBe(200);
      const nothing = await app.inject({ method: 'POST', url, headers });
      expect(nothing.statusCode, type).toBe(415);
    }
  });

  test('answers whoever sends too much, though it was not all read', async () => {
    const own = await openTestApi();
    const { token } = await buildStaff(own.db);
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const begun = await own.call('POST /api/admin/uploads', {
      token,
      body: { file_name: 'long.mp4', size_bytes: 4, fingerprint: 'a' },
    });
    for (const [method, path] of [
      ['POST', '/api/admin/artworks?kind=portrait'],
      ['PUT', `/api/admin/uploads/${begun.body.data.id}/parts/1`],
    ]) {
      const body = new Blob([Buffer.alloc(24 * 2 ** 20)]);
      const answer = await fetch(address + path, { method: method as string, headers, body });
      expect([path, answer.status]).toEqual([path, 413]);
    }
  });

  test('refuses text that cannot be stored, naming its field', async () => {
    const { call } = api;
    for (const slip of ['a\0', 'half \ud800 pair']) {
      const refused = await call('GET /api/admin/events', { ...who, query: { entity: slip.normalize() } });
      if (slip.includes('\0')) expect(Object.keys(refused.body.errors ?? {})).toEqual(['entity']);
      const genre = await call('POST /api/admin/genres', {
        ...who,
        body: { slug: 'slip', name_ko: '장르', name_en: `\ud800${slip}` },
      });
      expect(Object.keys(genre.body.errors ?? {})).toEqual(['name_en']);
    }
  });

  test('always keeps one administrator, and ends the sessions of whoever is switched off', async () => {
    const { db, call } = await openTestApi();
    const admin = await buildStaff(db);
    const as = { token: admin.token };
    const off = () =>
      call('PATCH /api/admin/staff/{id}', { ...as, params: { id: admin.id }, body: { active: false } });
    const refused = await off();
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('last_administrator');
    expect(
      (
        await call('PATCH /api/admin/roles/{id}', {
          ...as,
          params: { id: admin.roleId },
          body: { permissions: {} },
        })
      ).body.code,
    ).toBe('last_administrator');
    const other = await buildStaff(db, { roleId: admin.roleId });
    expect(
      (
        await call('PATCH /api/admin/staff/{id}', {
          ...as,
          params: { id: other.id },
          body: { active: false },
        })
      ).status,
    ).toBe(200);
    expect((await call('GET /api/admin/me', { token: other.token })).status).toBe(401);
    const log = await call('GET /api/admin/events', { ...as, query: { entity: 'staff' } });
    expect(JSON.stringify(log.body)).not.toContain('argon2');
  });

  test('keeps one of two administrators who switch each other off at once', async () => {
    const { db, call } = await openTestApi();
    const one = await buildStaff(db);
    const two = await buildStaff(db, { roleId: one.roleId });
    for (let round = 0; round < 5; round++) {
      const off = (by: { token: string }, whom: { id: string }) =>
        call('PATCH /api/admin/staff/{id}', {
          token: by.token,
          params: { id: whom.id },
          body: { active: false },
        });
      await Promise.all([off(one, two), off(two, one)]);
      const left = await db.execute(sql`select from staff_users where active`);
      expect(left.rows).toHaveLength(1);
      await db.execute(sql`update staff_users set active = true`);
      await db.execute(sql`update staff_sessions set ended_at = null`);
    }
  });

  test('lets nobody give, take or touch more than they hold themselves', async () => {
    const { db, call } = api;
    const admin = await buildStaff(db);
    const manager = await buildStaff(db, {
      permissions: {
        roles: ['read', 'create', 'update', 'delete'],
        staff: ['read', 'create', 'update', 'delete'],
        people: ['read'],
      },
    });
    const helper = await buildStaff(db, { permissions: { people: ['read'] } });
    const as = { token: manager.token };
    const grant = { name_ko: '모두', name_en: 'All', permissions: { programmes: ['read' as const] } };
    const changed = (roleId: string, permissions: object) =>
      call('PATCH /api/admin/roles/{id}', { ...as, params: { id: roleId }, body: { permissions } });
    const staff = (id: string, body: object) =>
      call('PATCH /api/admin/staff/{id}', { ...as, params: { id }, body });
    const refused = [
      await call('POST /api/admin/roles', { ...as, body: grant }),
      await changed(manager.roleId, { ...grant.permissions, roles: ['update'], staff: ['update'] }),
      await changed(helper.roleId, { people: ['read', 'update'] }),
      await changed(admin.roleId, { roles: ['update'], staff: ['update'] }),
      await staff(manager.id, { role_id: admin.roleId }),
      await staff(admin.id, { password: 'a-stolen-password' }),
      await staff(admin.id, { role_id: helper.roleId }),
      await call('DELETE /api/admin/staff/{id}', { ...as, params: { id: admin.id } }),
      await call('POST /api/admin/staff', {
        ...as,
        body: { username: 'straw-man', name: 'x', role_id: admin.roleId, password: 'a-long-password' },
      }),
    ];
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(refused.length).fill('403 not_permitted'),
    );
    expect((await staff(helper.id, { name: '도우미', role_id: helper.roleId })).status).toBe(200);
    expect(
      (await changed(helper.roleId, { people: ['read', 'read'], staff: ['read'] })).body.data,
    ).toMatchObject({
      permissions: { people: ['read'], staff: ['read'] },
    });
  });

  test('tells which movies and episodes play an asset', async () => {
    const { db, call } = api;
    const asset = await buildAsset(db);
    const movie = await buildProgramme(db, { assetId: asset.id });
    const episode = await buildEpisode(db, { assetId: asset.id });
    const query = { asset_id: asset.id };
    const movies = await call('GET /api/admin/programmes', { ...who, query });
    const episodes = await call('GET /api/admin/episodes', { ...who, query });
    expect(movies.body.data.map(({ id }) => id)).toEqual([movie.id]);
    expect(episodes.body.data.map(({ id }) => id)).toEqual([episode.id]);
  });

  test('lets staff in with their password and shows only what their role may', async () => {
    const { db, call } = api;
    const editor = await buildStaff(db, { permissions: { programmes: ['read'] } });
    const login = await call('POST /api/admin/login', {
      body: { username: editor.username, password: editor.password },
    });
    expect(login.body.data.permissions).toEqual({ programmes: ['read'] });
    const token = login.body.data.token;
    expect((await call('GET /api/admin/programmes', { token })).status).toBe(200);
    expect(
      (await call('POST /api/admin/programmes', { token, body: (await programmeInput()) as never })).status,
    ).toBe(403);
    expect((await call('GET /api/admin/staff', { token })).status).toBe(403);
    const wrong = await call('POST /api/admin/login', {
      body: { username: editor.username, password: 'wrong' },
    });
    expect(wrong.status).toBe(422);
  });
});
