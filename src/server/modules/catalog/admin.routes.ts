/** The catalogue's back-office resources. */
import { asc, count, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  adminCatalogCalls,
  episodeRecord,
  programmeRecord,
  seasonRecord,
} from '../../../contract/admin/catalog.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import type { Handlers } from '../../http/bind.ts';
import { fail, failField } from '../../http/errors.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { type Changes, contains, resource, resourceHandlers } from '../../resource/resource.ts';
import { ingestAssets } from '../ingest/ingest.tables.ts';
import { indexDocuments } from '../search/documents.service.ts';
import { recordEvent } from '../staff/events.service.ts';
import { cutArtwork, insertArtwork } from './artworks.service.ts';
import { presentImage } from './catalog.present.ts';
import {
  artworks,
  categories,
  credits,
  episodes,
  genres,
  people,
  programmeGenres,
  programmes,
  seasons,
} from './catalog.tables.ts';
import { refreshSeries } from './series.service.ts';

const eitherName = (ko: AnyPgColumn, en: AnyPgColumn, q: string | undefined) =>
  q ? (or(ilike(ko, contains(q)), ilike(en, contains(q))) as SQL) : undefined;
const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Columns for the fields that are given: wire name → column name, with a conversion where they differ. */
function given(input: Record<string, unknown>, columns: Record<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    if (input[field] === undefined) continue;
    const value = input[field];
    values[column] = /_(from|until)$/.test(field) && typeof value === 'string' ? new Date(value) : value;
  }
  return values;
}

async function colorsOf(db: Queryable, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id): id is string => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: artworks.id, color: artworks.color })
    .from(artworks)
    .where(inArray(artworks.id, wanted));
  return new Map(rows.map((row) => [row.id, row.color]));
}

function checkWindow(from: unknown, until: unknown): void {
  if (from instanceof Date && until instanceof Date && until <= from)
    failField('available_until', 'window_order');
}

type ProgrammeRow = typeof programmes.$inferSelect;
type CategoryRow = typeof categories.$inferSelect;
type GenreRow = typeof genres.$inferSelect;
type SeasonRow = typeof seasons.$inferSelect;
type EpisodeRow = typeof episodes.$inferSelect;
type Input = Record<string, unknown>;
interface PageQuery {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
  q?: string | undefined;
}

function programmeResource(context: Context) {
  return resource(context, {
    name: 'programmes',
    module: 'programmes',
    table: programmes,
    tag: 'catalog',
    sort: {
      updated_at: programmes.updatedAt,
      created_at: programmes.createdAt,
      title_ko: programmes.titleKo,
      title_en: programmes.titleEn,
      release_year: programmes.releaseYear,
      maturity: programmes.maturity,
      available_from: programmes.availableFrom,
    },
    unique: { catalog_programmes_slug: 'slug' },
    where: (
      query: PageQuery & {
        kind?: string;
        category_id?: string;
        published?: boolean;
        premium?: boolean;
        asset_id?: string;
      },
    ) => [
      eitherName(programmes.titleKo, programmes.titleEn, query.q),
      query.kind ? eq(programmes.kind, query.kind as 'series' | 'movie') : undefined,
      query.category_id
        ? (or(
            eq(programmes.categoryId, query.category_id),
            eq(programmes.subCategoryId, query.category_id),
          ) as SQL)
        : undefined,
      query.published === undefined ? undefined : eq(programmes.published, query.published),
      query.premium === undefined ? undefined : eq(programmes.premium, query.premium),
      query.asset_id ? eq(programmes.assetId, query.asset_id) : undefined,
    ],
    label: (row: ProgrammeRow) => row.titleKo,
    present: async (db: Queryable, rows: ProgrammeRow[]): Promise<z.input<typeof programmeRecord>[]> => {
      if (rows.length === 0) return [];
      const ids = rows.map((row) => row.id);
      const [colors, ownGenres, ownCredits] = await Promise.all([
        colorsOf(
          db,
          rows.flatMap((row) => [row.portraitId, row.landscapeId, row.bannerId]),
        ),
        db
          .select()
          .from(programmeGenres)
          .where(inArray(programmeGenres.programmeId, ids))
          .orderBy(asc(programmeGenres.position)),
        db.select().from(credits).where(inArray(credits.programmeId, ids)).orderBy(asc(credits.position)),
      ]);
      const picture = (id: string | null) => presentImage(id, colors.get(id ?? '') ?? null);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        slug: row.slug,
        title_ko: row.titleKo,
        title_en: row.titleEn,
        synopsis_ko: row.synopsisKo,
        synopsis_en: row.synopsisEn,
        category_id: row.categoryId,
        sub_category_id: row.subCategoryId,
        genre_ids: ownGenres.filter((own) => own.programmeId === row.id).map((own) => own.genreId),
        premium: row.premium,
        maturity: row.maturity as 0 | 7 | 12 | 15 | 19,
        status: row.status,
        release_year: row.releaseYear,
        episodes_planned: row.episodesPlanned,
        published: row.published,
        available_from: iso(row.availableFrom),
        available_until: iso(row.availableUntil),
        asset_id: row.assetId,
        portrait_id: row.portraitId,
        landscape_id: row.landscapeId,
        banner_id: row.bannerId,
        credits: ownCredits
          .filter((own) => own.programmeId === row.id)
          .map((own) => ({ person_id: own.personId, role_ko: own.roleKo, role_en: own.roleEn })),
        portrait: picture(row.portraitId),
        landscape: picture(row.landscapeId),
        banner: picture(row.bannerId),
        episode_count: row.episodeCount,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: Input, before: ProgrammeRow | undefined, { tx }) => {
      const values = given(input, {
        kind: 'kind',
        slug: 'slug',
        title_ko: 'titleKo',
        title_en: 'titleEn',
        synopsis_ko: 'synopsisKo',
        synopsis_en: 'synopsisEn',
        category_id: 'categoryId',
        sub_category_id: 'subCategoryId',
        premium: 'premium',
        maturity: 'maturity',
        status: 'status',
        release_year: 'releaseYear',
        episodes_planned: 'episodesPlanned',
        published: 'published',
        available_from: 'availableFrom',
        available_until: 'availableUntil',
        asset_id: 'assetId',
        portrait_id: 'portraitId',
        landscape_id: 'landscapeId',
        banner_id: 'bannerId',
      });
      const after = { ...before, ...values } as ProgrammeRow;
      checkWindow(after.availableFrom, after.availableUntil);
      if (after.assetId && after.kind === 'series') failField('asset_id', 'movie_only');
      if (before?.kind === 'series' && after.kind === 'movie') {
        const own = await tx
          .select({ total: count() })
          .from(seasons)
          .where(eq(seasons.programmeId, before.id));
        if ((own[0]?.total ?? 0) > 0) failField('kind', 'series_has_seasons');
      }
      if (after.subCategoryId && (values.subCategoryId !== undefined || values.categoryId !== undefined)) {
        const [sub] = await tx.select().from(categories).where(eq(categories.id, after.subCategoryId));
        if (sub?.parentId !== after.categoryId) failField('sub_category_id', 'sub_category_of_other');
      }
      return values;
    },
    saveRest: async (input: Input, row: ProgrammeRow, _before, { tx }) => {
      const changes: Changes = {};
      const genreIds = input.genre_ids as string[] | undefined;
      if (genreIds) {
        const old = await tx
          .select({ id: programmeGenres.genreId })
          .from(programmeGenres)
          .where(eq(programmeGenres.programmeId, row.id))
          .orderBy(asc(programmeGenres.position));
        const wanted = [...new Set(genreIds)];
        if (JSON.stringify(old.map((own) => own.id)) !== JSON.stringify(wanted)) {
          changes.genre_ids = [old.map((own) => own.id), wanted];
          await tx.delete(programmeGenres).where(eq(programmeGenres.programmeId, row.id));
          if (wanted.length > 0) {
            await tx
              .insert(programmeGenres)
              .values(wanted.map((genreId, position) => ({ programmeId: row.id, genreId, position })));
          }
        }
      }
      const cast = input.credits as { person_id: string; role_ko: string; role_en: string }[] | undefined;
      if (cast) {
        const old = (
          await tx
            .select()
            .from(credits)
            .where(eq(credits.programmeId, row.id))
            .orderBy(asc(credits.position))
        ).map((own) => ({ person_id: own.personId, role_ko: own.roleKo, role_en: own.roleEn }));
        const wanted = [...new Map(cast.map((own) => [own.person_id, own])).values()];
        if (JSON.stringify(old) !== JSON.stringify(wanted)) {
          changes.credits = [old, wanted];
          await tx.delete(credits).where(eq(credits.programmeId, row.id));
          if (wanted.length > 0) {
            await tx.insert(credits).values(
              wanted.map((own, position) => ({
                programmeId: row.id,
                personId: own.person_id,
                roleKo: own.role_ko,
                roleEn: own.role_en,
                position,
              })),
            );
          }
        }
      }
      return changes;
    },
    beforeDelete: async (row, { tx }) => {
      // A series goes with its seasons and episodes only once staff have removed those themselves.
      const [own] = await tx.select({ total: count() }).from(seasons).where(eq(seasons.programmeId, row.id));
      if ((own?.total ?? 0) > 0) fail('in_use');
    },
    afterChange: async (row: ProgrammeRow, { tx }) => refreshSeries(tx, row.id),
  });
}

function seasonResource(context: Context) {
  return resource(context, {
    name: 'seasons',
    module: 'programmes',
    table: seasons,
    tag: 'catalog',
    sort: { number: seasons.number, created_at: seasons.createdAt },
    unique: { catalog_seasons_number: 'number' },
    where: (query: PageQuery & { programme_id?: string }) => [
      query.programme_id ? eq(seasons.programmeId, query.programme_id) : undefined,
    ],
    label: (row: SeasonRow) => row.nameKo || `S${row.number}`,
    present: async (db: Queryable, rows: SeasonRow[]): Promise<z.input<typeof seasonRecord>[]> => {
      if (rows.length === 0) return [];
      const counts = await db
        .select({ seasonId: episodes.seasonId, total: count() })
        .from(episodes)
        .where(
          inArray(
            episodes.seasonId,
            rows.map((row) => row.id),
          ),
        )
        .groupBy(episodes.seasonId);
      return rows.map((row) => ({
        id: row.id,
        programme_id: row.programmeId,
        number: row.number,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        episode_count: counts.find((own) => own.seasonId === row.id)?.total ?? 0,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: Input, before: SeasonRow | undefined, { tx }) => {
      const values = given(input, {
        programme_id: 'programmeId',
        number: 'number',
        name_ko: 'nameKo',
        name_en: 'nameEn',
      });
      if (before) delete values.programmeId;
      else await requireSeries(tx, values.programmeId as string);
      return values;
    },
    beforeDelete: async (row, { tx }) => {
      const [own] = await tx.select({ total: count() }).from(episodes).where(eq(episodes.seasonId, row.id));
      if ((own?.total ?? 0) > 0) fail('in_use');
    },
    afterChange: async (row: SeasonRow, { tx }) => {
      await tx.update(episodes).set({ seasonNumber: row.number }).where(eq(episodes.seasonId, row.id));
      await refreshSeries(tx, row.programmeId);
    },
  });
}

async function requireSeries(tx: Transaction, programmeId: string): Promise<void> {
  const [row] = await tx
    .select({ kind: programmes.kind })
    .from(programmes)
    .where(eq(programmes.id, programmeId))
    // Nobody turns it into a movie meanwhile. Not shared: two who add the same season would wait for each other (`refreshSeries`).
    .for('no key update');
  if (row?.kind !== 'series') failField('programme_id', 'exists');
}

function episodeResource(context: Context) {
  return resource(context, {
    name: 'episodes',
    module: 'programmes',
    table: episodes,
    tag: 'catalog',
    sort: {
      number: episodes.number,
      created_at: episodes.createdAt,
      updated_at: episodes.updatedAt,
      title_ko: episodes.titleKo,
      title_en: episodes.titleEn,
    },
    unique: { catalog_episodes_number: 'number' },
    where: (
      query: PageQuery & {
        season_id?: string;
        programme_id?: string;
        published?: boolean;
        asset_id?: string;
      },
    ) => [
      eitherName(episodes.titleKo, episodes.titleEn, query.q),
      query.season_id ? eq(episodes.seasonId, query.season_id) : undefined,
      query.programme_id ? eq(episodes.programmeId, query.programme_id) : undefined,
      query.published === undefined ? undefined : eq(episodes.published, query.published),
      query.asset_id ? eq(episodes.assetId, query.asset_id) : undefined,
    ],
    label: (row: EpisodeRow) => `${row.seasonNumber}-${row.number} ${row.titleKo}`,
    present: async (db: Queryable, rows: EpisodeRow[]): Promise<z.input<typeof episodeRecord>[]> => {
      if (rows.length === 0) return [];
      const assetIds = rows.flatMap((row) => row.assetId ?? []);
      const [colors, states] = await Promise.all([
        colorsOf(
          db,
          rows.map((row) => row.landscapeId),
        ),
        assetIds.length > 0
          ? db
              .select({ id: ingestAssets.id, state: ingestAssets.state })
              .from(ingestAssets)
              .where(inArray(ingestAssets.id, assetIds))
          : [],
      ]);
      return rows.map((row) => ({
        id: row.id,
        programme_id: row.programmeId,
        season_id: row.seasonId,
        season_number: row.seasonNumber,
        number: row.number,
        title_ko: row.titleKo,
        title_en: row.titleEn,
        synopsis_ko: row.synopsisKo,
        synopsis_en: row.synopsisEn,
        published: row.published,
        available_from: iso(row.availableFrom),
        available_until: iso(row.availableUntil),
        asset_id: row.assetId,
        asset_state: states.find((asset) => asset.id === row.assetId)?.state ?? null,
        landscape_id: row.landscapeId,
        landscape: presentImage(row.landscapeId, colors.get(row.landscapeId ?? '') ?? null),
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: Input, before: EpisodeRow | undefined, { tx }) => {
      const values = given(input, {
        season_id: 'seasonId',
        number: 'number',
        title_ko: 'titleKo',
        title_en: 'titleEn',
        synopsis_ko: 'synopsisKo',
        synopsis_en: 'synopsisEn',
        published: 'published',
        available_from: 'availableFrom',
        available_until: 'availableUntil',
        asset_id: 'assetId',
        landscape_id: 'landscapeId',
      });
      const after = { ...before, ...values } as EpisodeRow;
      checkWindow(after.availableFrom, after.availableUntil);
      if (values.seasonId !== undefined) {
        const [season] = await tx
          .select()
          .from(seasons)
          .where(eq(seasons.id, values.seasonId as string));
        if (!season || (before && season.programmeId !== before.programmeId))
          failField('season_id', 'exists');
        values.programmeId = season.programmeId;
        values.seasonNumber = season.number;
      }
      return values;
    },
    afterChange: async (row: EpisodeRow, { tx }) => refreshSeries(tx, row.programmeId),
  });
}

const named = { name_ko: 'nameKo', name_en: 'nameEn' };

function peopleResource(context: Context) {
  return resource(context, {
    name: 'people',
    module: 'people',
    table: people,
    tag: 'catalog',
    sort: {
      name_ko: people.nameKo,
      name_en: people.nameEn,
      created_at: people.createdAt,
      updated_at: people.updatedAt,
    },
    unique: { catalog_people_slug: 'slug' },
    where: (query: PageQuery) => [eitherName(people.nameKo, people.nameEn, query.q)],
    label: (row: typeof people.$inferSelect) => row.nameKo,
    present: async (db: Queryable, rows: (typeof people.$inferSelect)[]) => {
      const colors = await colorsOf(
        db,
        rows.map((row) => row.avatarId),
      );
      return rows.map((row) => ({
        id: row.id,
        slug: row.slug,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        profession_ko: row.professionKo,
        profession_en: row.professionEn,
        birth_date: row.birthDate,
        avatar_id: row.avatarId,
        avatar: presentImage(row.avatarId, colors.get(row.avatarId ?? '') ?? null),
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: Input) =>
      given(input, {
        ...named,
        slug: 'slug',
        profession_ko: 'professionKo',
        profession_en: 'professionEn',
        birth_date: 'birthDate',
        avatar_id: 'avatarId',
      }),
    afterChange: async (row: typeof people.$inferSelect, { tx }) => indexDocuments(tx, 'person', [row.id]),
  });
}

function categoryResource(context: Context) {
  return resource(context, {
    name: 'categories',
    module: 'categories',
    table: categories,
    tag: 'catalog',
    sort: {
      position: categories.position,
      name_ko: categories.nameKo,
      name_en: categories.nameEn,
      created_at: categories.createdAt,
    },
    unique: { catalog_categories_slug: 'slug' },
    where: (query: PageQuery & { parent_id?: string; top?: boolean }) => [
      eitherName(categories.nameKo, categories.nameEn, query.q),
      query.parent_id ? eq(categories.parentId, query.parent_id) : undefined,
      query.top === true ? isNull(categories.parentId) : undefined,
      query.top === false ? sql`${categories.parentId} is not null` : undefined,
    ],
    label: (row: typeof categories.$inferSelect) => row.nameKo,
    present: async (_db: Queryable, rows: (typeof categories.$inferSelect)[]) =>
      rows.map((row) => ({
        id: row.id,
        slug: row.slug,
        parent_id: row.parentId,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        meta_title_ko: row.metaTitleKo,
        meta_title_en: row.metaTitleEn,
        position: row.position,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      })),
    values: async (input: Input, before, { tx }) => {
      const values = given(input, {
        ...named,
        slug: 'slug',
        parent_id: 'parentId',
        meta_title_ko: 'metaTitleKo',
        meta_title_en: 'metaTitleEn',
        position: 'position',
      });
      if (typeof values.parentId === 'string') {
        const [parent] = await tx.select().from(categories).where(eq(categories.id, values.parentId));
        if (!parent) failField('parent_id', 'exists');
        const [child] = before
          ? await tx
              .select({ id: categories.id })
              .from(categories)
              .where(eq(categories.parentId, before.id))
              .limit(1)
          : [];
        if (parent.parentId !== null || parent.id === before?.id || child)
          failField('parent_id', 'parent_depth');
      }
      return values;
    },
    saveRest: async (_input: Input, row: CategoryRow, before: CategoryRow | undefined, { tx }) => {
      if (before && before.parentId !== row.parentId) await moveProgrammes(tx, before, row);
      return {};
    },
  });
}

/** What stands in a category that has been moved goes with it. */
async function moveProgrammes(tx: Transaction, before: CategoryRow, row: CategoryRow): Promise<void> {
  const wasSub = before.parentId !== null;
  await tx
    .update(programmes)
    .set(
      row.parentId === null
        ? { categoryId: row.id, subCategoryId: null }
        : { categoryId: row.parentId, subCategoryId: row.id },
    )
    .where(eq(wasSub ? programmes.subCategoryId : programmes.categoryId, row.id));
}

function genreResource(context: Context) {
  return resource(context, {
    name: 'genres',
    module: 'genres',
    table: genres,
    tag: 'catalog',
    sort: { name_ko: genres.nameKo, name_en: genres.nameEn, created_at: genres.createdAt },
    unique: { catalog_genres_slug: 'slug' },
    where: (query: PageQuery & { parent_id?: string; top?: boolean }) => [
      eitherName(genres.nameKo, genres.nameEn, query.q),
      query.parent_id ? eq(genres.parentId, query.parent_id) : undefined,
      query.top === true ? isNull(genres.parentId) : undefined,
      query.top === false ? sql`${genres.parentId} is not null` : undefined,
    ],
    label: (row: GenreRow) => row.nameKo,
    present: async (_db: Queryable, rows: GenreRow[]) =>
      rows.map((row) => ({
        id: row.id,
        slug: row.slug,
        parent_id: row.parentId,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      })),
    values: async (input: Input, before: GenreRow | undefined, { tx }) => {
      const values = given(input, { ...named, slug: 'slug', parent_id: 'parentId' });
      if (typeof values.parentId === 'string') {
        const [parent] = await tx.select().from(genres).where(eq(genres.id, values.parentId));
        if (!parent) failField('parent_id', 'exists');
        const [child] = before
          ? await tx.select({ id: genres.id }).from(genres).where(eq(genres.parentId, before.id)).limit(1)
          : [];
        if (parent.parentId !== null || parent.id === before?.id || child)
          failField('parent_id', 'genre_depth');
      }
      return values;
    },
  });
}

const artworkBytes = 20 * 2 ** 20;

/** Handlers of the catalogue's back-office calls. */
export function adminCatalogRoutes(context: Context): Handlers<typeof adminCatalogCalls> {
  return {
    ...resourceHandlers('programmes', programmeResource(context) as never),
    ...resourceHandlers('seasons', seasonResource(context) as never),
    ...resourceHandlers('episodes', episodeResource(context) as never),
    ...resourceHandlers('people', peopleResource(context) as never),
    ...resourceHandlers('categories', categoryResource(context) as never),
    ...resourceHandlers('genres', genreResource(context) as never),
    'POST /api/admin/artworks': async ({ query, body, caller }) => {
      const staff = caller.staff ?? fail('login_required');
      const module = query.kind === 'avatar' && staff.may('people', 'update') ? 'people' : 'programmes';
      if (!staff.may(module, 'update')) fail('not_permitted');
      const stored = await cutArtwork(context, query.kind, await readBytes(body, artworkBytes));
      await context.db.transaction(async (tx) => {
        await insertArtwork(tx, stored);
        await recordEvent(tx, {
          staff,
          module,
          action: 'create',
          entity: 'artworks',
          entityId: stored.id,
          label: query.kind,
          changes: {},
        });
      });
      return { data: { id: stored.id, url: `/images/${stored.id}`, color: stored.color } };
    },
  } as Handlers<typeof adminCatalogCalls>;
}
