import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RowView } from '../../../contract/admin/catalog.ts';
import type { Maturity } from '../../../contract/wire.ts';
import {
  idColumn,
  instant,
  keptSearchIndex,
  publicationWindow,
  searchTextColumn,
  stamps,
} from '../../db/columns.ts';
import { ingestAssets } from '../ingest/ingest.tables.ts';

/** An image that was cut and kept in all the widths of its kind; the bytes are in storage under `artworks/<id>/`. */
export const artworks = pgTable('catalog_artworks', {
  id: idColumn(),
  kind: text('kind', { enum: ['portrait', 'landscape', 'banner', 'avatar', 'icon', 'logo'] }).notNull(),
  /** Dominant colour, `#rrggbb`. */
  color: text('color').notNull(),
  ...stamps(),
});

const artwork = (name: string) => uuid(name).references(() => artworks.id, { onDelete: 'set null' });

/** Categories; those with a parent are sub-categories. */
export const categories = pgTable(
  'catalog_categories',
  {
    id: idColumn(),
    parentId: uuid('parent_id').references((): AnyPgColumn => categories.id, { onDelete: 'restrict' }),
    slug: text('slug').notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    metaTitleKo: text('meta_title_ko').notNull().default(''),
    metaTitleEn: text('meta_title_en').notNull().default(''),
    iconId: artwork('icon_id'),
    /** The devices whose menus and home have it. */
    devices: text('devices', { enum: ['pc', 'mobile', 'stb'] })
      .array()
      .notNull()
      .default(['pc', 'mobile', 'stb']),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('catalog_categories_slug').on(t.slug),
    index('catalog_categories_parent').on(t.parentId, t.position),
  ],
);

/** Genres; those with a parent are sub-genres. */
export const genres = pgTable(
  'catalog_genres',
  {
    id: idColumn(),
    parentId: uuid('parent_id').references((): AnyPgColumn => genres.id, { onDelete: 'restrict' }),
    slug: text('slug').notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    ...publicationWindow(),
    ...stamps(),
  },
  (t) => [uniqueIndex('catalog_genres_slug').on(t.slug), index('catalog_genres_parent').on(t.parentId)],
);

/** Categories of the set-top box's own menu; those with a parent are below it. */
export const stbCategories = pgTable(
  'catalog_stb_categories',
  {
    id: idColumn(),
    parentId: uuid('parent_id').references((): AnyPgColumn => stbCategories.id, { onDelete: 'restrict' }),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    iconId: artwork('icon_id'),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('catalog_stb_categories_parent').on(t.parentId, t.position)],
);

/** The partners that programs come from, if viewers see them. */
export const contentPartners = pgTable(
  'catalog_content_partners',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    ...stamps(),
  },
  (t) => [uniqueIndex('catalog_content_partners_slug').on(t.slug)],
);

export const people = pgTable(
  'catalog_people',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    professionKo: text('profession_ko').notNull().default(''),
    professionEn: text('profession_en').notNull().default(''),
    birthDate: date('birth_date', { mode: 'string' }),
    avatarId: artwork('avatar_id'),
    ...publicationWindow(),
    searchText: searchTextColumn('name_ko', 'name_en'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('catalog_people_slug').on(t.slug),
    index('catalog_people_search').using('gin', keptSearchIndex(t.searchText)),
    index('catalog_people_by_name_ko').on(t.nameKo, t.id),
    index('catalog_people_by_name_en').on(t.nameEn, t.id),
    index('catalog_people_by_created').on(t.createdAt, t.id),
    index('catalog_people_by_updated').on(t.updatedAt, t.id),
    index('catalog_people_from').on(t.availableFrom).where(sql`${t.availableFrom} is not null`),
    index('catalog_people_until').on(t.availableUntil).where(sql`${t.availableUntil} is not null`),
  ],
);

/**
 * A series or a movie. `available_from` and `available_until` are the publication window; `listed_at` is what "newest"
 * means: the start of the window, or when its newest episode appeared. Kept by the catalogue's service.
 */
export const programmes = pgTable(
  'catalog_programmes',
  {
    id: idColumn(),
    kind: text('kind', { enum: ['series', 'movie'] }).notNull(),
    slug: text('slug').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    synopsisKo: text('synopsis_ko').notNull().default(''),
    synopsisEn: text('synopsis_en').notNull().default(''),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'restrict' }),
    subCategoryId: uuid('sub_category_id').references(() => categories.id, { onDelete: 'restrict' }),
    contentPartnerId: uuid('content_partner_id').references(() => contentPartners.id, {
      onDelete: 'restrict',
    }),
    premium: boolean('premium').notNull().default(false),
    /** Lowest age of the Korean grade: 0, 7, 12, 15 or 19. */
    maturity: smallint('maturity').$type<Maturity>().notNull().default(0),
    status: text('status', { enum: ['completed', 'upcoming'] })
      .notNull()
      .default('upcoming'),
    releaseYear: smallint('release_year'),
    episodesPlanned: integer('episodes_planned'),
    published: boolean('published').notNull().default(false),
    availableFrom: instant('available_from'),
    availableUntil: instant('available_until'),
    /** Countries (ISO 3166-1 alpha-2) where it may be shown; null: wherever the service is. */
    regions: text('regions').array(),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'set null' }),
    portraitId: artwork('portrait_id'),
    landscapeId: artwork('landscape_id'),
    bannerId: artwork('banner_id'),
    listedAt: instant('listed_at').notNull().defaultNow(),
    /** When the newest published episode appeared, how many there are, and the number of the newest. */
    latestEpisodeAt: instant('latest_episode_at'),
    episodeCount: integer('episode_count').notNull().default(0),
    searchText: searchTextColumn('title_ko', 'title_en'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('catalog_programmes_slug').on(t.slug),
    index('catalog_programmes_newest')
      .on(t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('catalog_programmes_category')
      .on(t.categoryId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('catalog_programmes_sub_category')
      .on(t.subCategoryId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('catalog_programmes_content_partner')
      .on(t.contentPartnerId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('catalog_programmes_free')
      .on(t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published and not premium`),
    // A category may have next to nothing free.
    index('catalog_programmes_free_category')
      .on(t.categoryId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published and not premium`),
    index('catalog_programmes_asset').on(t.assetId),
    index('catalog_programmes_available').on(t.availableFrom).where(sql`published`),
    index('catalog_programmes_search').using('gin', keptSearchIndex(t.searchText)),
    index('catalog_programmes_by_title_ko').on(t.titleKo, t.id),
    index('catalog_programmes_by_title_en').on(t.titleEn, t.id),
    index('catalog_programmes_by_created').on(t.createdAt, t.id),
    index('catalog_programmes_by_updated').on(t.updatedAt, t.id),
    index('catalog_programmes_by_release').on(t.releaseYear, t.id),
    index('catalog_programmes_by_maturity').on(t.maturity, t.id),
    index('catalog_programmes_by_from').on(t.availableFrom, t.id),
    index('catalog_programmes_until').on(t.availableUntil, t.id).where(sql`${t.availableUntil} is not null`),
  ],
);

/** The genres of a program. `listed_at` repeats the program's, so that the newest of a genre are one index read. */
export const programmeGenres = pgTable(
  'catalog_programme_genres',
  {
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'cascade' }),
    genreId: uuid('genre_id')
      .notNull()
      .references(() => genres.id, { onDelete: 'restrict' }),
    position: smallint('position').notNull().default(0),
    listedAt: instant('listed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.programmeId, t.genreId] }),
    index('catalog_programme_genres_newest').on(
      t.genreId,
      t.listedAt.desc().nullsFirst(),
      t.programmeId.desc().nullsFirst(),
    ),
  ],
);

/** A row of programs in an order made by staff, with its own title. */
export const customRows = pgTable(
  'catalog_custom_rows',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    /** A copy of a saved view of the programmes, which fills the row; null: it is filled by hand. */
    view: jsonb('view').$type<RowView>(),
    ...publicationWindow(),
    ...stamps(),
  },
  (t) => [uniqueIndex('catalog_custom_rows_slug').on(t.slug)],
);

export const customRowItems = pgTable(
  'catalog_custom_row_items',
  {
    customRowId: uuid('custom_row_id')
      .notNull()
      .references(() => customRows.id, { onDelete: 'cascade' }),
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customRowId, t.programmeId] }),
    index('catalog_custom_row_items_order').on(t.customRowId, t.position),
    index('catalog_custom_row_items_programme').on(t.programmeId),
  ],
);

/** The people of a program with their roles. */
export const credits = pgTable(
  'catalog_credits',
  {
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'restrict' }),
    roleKo: text('role_ko').notNull().default(''),
    roleEn: text('role_en').notNull().default(''),
    position: smallint('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.programmeId, t.personId] }),
    index('catalog_credits_person').on(t.personId),
  ],
);

export const seasons = pgTable(
  'catalog_seasons',
  {
    id: idColumn(),
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'restrict' }),
    number: smallint('number').notNull(),
    nameKo: text('name_ko').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    /** The preview: stands for episodes without a still of their own. */
    landscapeId: artwork('landscape_id'),
    ...publicationWindow(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('catalog_seasons_number').on(t.programmeId, t.number),
    index('catalog_seasons_from').on(t.availableFrom).where(sql`${t.availableFrom} is not null`),
    index('catalog_seasons_until').on(t.availableUntil).where(sql`${t.availableUntil} is not null`),
  ],
);

export const episodes = pgTable(
  'catalog_episodes',
  {
    id: idColumn(),
    /** The season's programme again, so that a series' episodes are one index read. */
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'restrict' }),
    seasonId: uuid('season_id')
      .notNull()
      .references(() => seasons.id, { onDelete: 'restrict' }),
    seasonNumber: smallint('season_number').notNull(),
    number: smallint('number').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    synopsisKo: text('synopsis_ko').notNull().default(''),
    synopsisEn: text('synopsis_en').notNull().default(''),
    published: boolean('published').notNull().default(false),
    availableFrom: instant('available_from'),
    availableUntil: instant('available_until'),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'set null' }),
    landscapeId: artwork('landscape_id'),
    searchText: searchTextColumn('title_ko', 'title_en'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('catalog_episodes_number').on(t.seasonId, t.number),
    index('catalog_episodes_order').on(t.programmeId, t.seasonNumber, t.number),
    index('catalog_episodes_asset').on(t.assetId),
    index('catalog_episodes_available').on(t.availableFrom).where(sql`published`),
    index('catalog_episodes_unpublished').on(t.updatedAt, t.id).where(sql`not published`),
    index('catalog_episodes_from').on(t.availableFrom).where(sql`${t.availableFrom} is not null`),
    index('catalog_episodes_until').on(t.availableUntil).where(sql`${t.availableUntil} is not null`),
    index('catalog_episodes_search').using('gin', keptSearchIndex(t.searchText)),
    index('catalog_episodes_by_number').on(t.number, t.id),
    index('catalog_episodes_by_title_ko').on(t.titleKo, t.id),
    index('catalog_episodes_by_title_en').on(t.titleEn, t.id),
    index('catalog_episodes_by_created').on(t.createdAt, t.id),
    index('catalog_episodes_by_updated').on(t.updatedAt, t.id),
  ],
);
