/** Filters by lists: records, choices and countries, by any of some and by none at all. */
import { getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import {
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildGenre,
  buildPerson,
  buildProgramme,
  buildStaff,
} from '../../../test/build.ts';
import { buildClip, buildPlaylist } from '../../../test/build-partner-video.ts';
import { readCsv } from '../../../test/csv.ts';
import { fieldKind } from '../../contract/admin/filters.ts';
import type { CallName } from '../../contract/calls.ts';
import { partnerTerms } from '../modules/partner-statements/partner-statements.tables.ts';
import { resourcesOf } from './registry.ts';

const api = await openTestApi();
const { token } = await buildStaff(api.db);
/** Values of a field in the rows of a list. */
const found = async (resource: string, field: string, query: object): Promise<unknown[]> => {
  const { status, body } = await api.call(
    `GET /api/admin/${resource}` as CallName,
    {
      token,
      query: { per_page: 100, ...query },
    } as never,
  );
  expect([status, body.errors]).toEqual([200, undefined]);
  const { data } = body as unknown as { data: Record<string, unknown>[] };
  return data.map((row) => row[field]).sort();
};

describe('a list', () => {
  let thriller: string;
  let comedy: string;
  let actor: string;
  let singer: string;
  let alpha: string;
  const titles = (query: object) => found('programmes', 'title_en', query);
  beforeAll(async () => {
    const { db } = api;
    const genre = async () => (await buildGenre(db)).id;
    [thriller, comedy] = [await genre(), await genre()];
    const person = async () => (await buildPerson(db)).id;
    [actor, singer] = [await person(), await person()];
    const cast = (...ids: string[]) => ids.map((personId) => ({ personId }));
    const first = { genreIds: [thriller, comedy], cast: cast(actor, singer) };
    alpha = (await buildProgramme(db, { titleEn: 'Alpha', regions: ['US', 'CA'] }, first)).id;
    const second = { genreIds: [comedy], cast: cast(singer) };
    await buildProgramme(db, { titleEn: 'Beta', regions: ['CA'] }, second);
    await buildProgramme(db, { titleEn: 'Gamma' });
  });

  test('is filtered by records that a field names, any of some, each once', async () => {
    expect(await titles({ genre_ids_in: thriller })).toEqual(['Alpha']);
    expect(await titles({ genre_ids_in: `${thriller},${comedy},nonsense` })).toEqual(['Alpha', 'Beta']);
    expect(await titles({ genre_ids_in: 'nonsense' })).toEqual([]);
    expect(await titles({ credits_in: actor })).toEqual(['Alpha']);
    expect(await titles({ credits_in: singer, genre_ids_in: comedy })).toEqual(['Alpha', 'Beta']);
    expect(await titles({ credits_empty: 'true' })).toEqual(['Gamma']);
    expect(await titles({ genre_ids_empty: 'false' })).toEqual(['Alpha', 'Beta']);
  });

  test('is filtered by countries: what names none may be shown in all', async () => {
    expect(await titles({ regions_in: 'US' })).toEqual(['Alpha', 'Gamma']);
    expect(await titles({ regions_in: 'US,CA' })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ regions_empty: 'true' })).toEqual(['Gamma']);
    expect(await titles({ regions_empty: 'false' })).toEqual(['Alpha', 'Beta']);
  });

  test('is filtered by choices, by records in a column and by records in an order', async () => {
    const { db } = api;
    await buildCategory(db, { slug: 'phone', devices: ['mobile'] });
    await buildCategory(db, { slug: 'box', devices: ['pc', 'stb'] });
    const slugs = await found('categories', 'slug', { devices_in: 'stb' });
    expect(slugs).toContain('box');
    expect(slugs).not.toContain('phone');
    const clip = await buildClip(db);
    const playlist = await buildPlaylist(db, {}, [clip.id]);
    await buildPlaylist(db);
    expect(await found('playlists', 'id', { clip_ids_in: clip.id })).toEqual([playlist.id]);
    const row = await buildCustomRow(db, {}, [alpha]);
    await buildCustomRow(db);
    expect(await found('custom-rows', 'id', { programme_ids_in: alpha })).toEqual([row.id]);
    const partner = await buildContentPartner(db);
    await db.insert(partnerTerms).values(
      [[alpha], []].map((programmeIds) => ({
        contentPartnerId: partner.id,
        startsOn: '2026-01-01',
        sharePercent: 0,
        perMinuteCents: 0,
        minimumGuaranteeCents: 0,
        programmeIds,
      })),
    );
    expect(await found('partner-terms', 'programme_ids', { programme_ids_in: alpha })).toEqual([[alpha]]);
    expect(await found('partner-terms', 'programme_ids', { programme_ids_empty: 'true' })).toEqual([[]]);
  });

  test('is answered so wherever lists are: many changed at once, files, saved views and rows', async () => {
    const query = { genre_ids_in: comedy, regions_in: 'US' };
    const changed = await api.call('POST /api/admin/changes', {
      token,
      body: {
        resource: 'programmes',
        query,
        expected: 1,
        dry_run: true,
        change: { action: 'update', fields: { release_year: 2001 } },
      },
    });
    expect(changed.body.data).toMatchObject({ changed: [{ resource: 'programmes', count: 1 }] });

    const file = await api.call('POST /api/admin/exports', {
      token,
      body: {
        resource: 'programmes',
        format: 'csv',
        query: { credits_in: singer, sort: 'title_en' },
        columns: [{ field: 'title_en', label: 'Title' }],
      },
    });
    const response = await api.app.inject({
      method: 'GET',
      url: `/api/admin/exports/${file.body.data.id}/file`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(readCsv(response.body)).toEqual([['Title'], ['Alpha'], ['Beta']]);

    const view = { name: 'Comedies', filter: query, sort: 'title_en', order: 'asc' } as const;
    const row = await api.call('POST /api/admin/custom-rows', {
      token,
      body: { slug: 'comedies', title_ko: '코미디', title_en: 'Comedies', view, published: true },
    });
    expect(row.body.data.lost_fields).toEqual([]);
    const shown = await api.call('GET /api/custom-row', { query: { row_id: 'comedies' } });
    expect(shown.body.data.videos.map(({ id }) => id)).toEqual([alpha]);
  });
});

test('every list that staff enter can be asked for any of some', async () => {
  const asked: string[] = [];
  for (const [name, { shape, options }] of resourcesOf(api.context)) {
    for (const field of Object.keys(shape.update.shape)) {
      const type = shape.record.shape[field];
      if (!type || options.isReadOnly || fieldKind(type as never) !== 'list') continue;
      await found(name, field, { [`${field}_in`]: 'nonsense', sort: shape.sort[0] });
      asked.push(`${name} ${field}`);
    }
  }
  expect(asked.sort()).toEqual([
    'categories devices',
    'channels regions',
    'clips regions',
    'custom-rows programme_ids',
    'partner-terms programme_ids',
    'partner-terms regions',
    'plans devices',
    'playlists clip_ids',
    'programmes credits',
    'programmes genre_ids',
    'programmes regions',
    'radio-ad-groups asset_ids',
    'radio-channels regions',
    'radio-groups channel_ids',
    'radio-service-groups channel_ids',
    'radio-service-groups devices',
    'radio-service-groups plan_ids',
    'radio-service-groups regions',
    'roles hidden_groups',
  ]);
});

test('a list in a table of its own is found by an index of what it names', async () => {
  const indexed = await api.db.execute<{ relation: string; name: string }>(sql`
    select c.relname as relation, a.attname as name from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]`);
  const known = new Set(indexed.rows.map(({ relation, name }) => `${relation}.${name}`));
  for (const { options } of resourcesOf(api.context).values())
    for (const { named } of Object.values(options.lists ?? {}))
      expect(known).toContain(`${getTableName(named.table)}.${named.name}`);
});

test('the categories of the set-top box are filtered by whether they are published', async () => {
  for (const published of [true, false])
    await api.call('POST /api/admin/stb-categories', {
      token,
      body: { name_ko: '가', name_en: published ? 'Shown' : 'Hidden', published },
    });
  expect(await found('stb-categories', 'name_en', { published: 'false' })).toEqual(['Hidden']);
});
