/** Partner video ("YouTube"): short clips by category and playlist, hosted here or played by the partner's own player. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
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
import type { SyncEntry, syncErrors } from '../../../contract/admin/youtube-syncs.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { idColumn, instant, publicationWindow, stamps } from '../../db/columns.ts';
import { artworks } from '../catalog/catalog.tables.ts';
import { ingestAssets } from '../ingest/ingest.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/** A place in the partner section; with a parent it is a sub-category. */
export const partnerCategories = pgTable(
  'partner_video_categories',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    parentId: uuid('parent_id').references((): AnyPgColumn => partnerCategories.id, { onDelete: 'restrict' }),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('partner_video_categories_slug').on(t.slug),
    index('partner_video_categories_parent').on(t.parentId, t.position),
  ],
);

/** The partners' title of a video that they have withdrawn; such a clip is never shown. */
export const withdrawnTitle = 'Private video';

/** A clip. It plays its own video, or with `youtube_id` the partner's; with neither it is still being prepared. */
export const clips = pgTable(
  'partner_video_clips',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    youtubeId: text('youtube_id'),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'set null' }),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    descriptionKo: text('description_ko').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => partnerCategories.id, { onDelete: 'restrict' }),
    subCategoryId: uuid('sub_category_id').references(() => partnerCategories.id, { onDelete: 'set null' }),
    premium: boolean('premium').notNull().default(false),
    /** Lowest age of the Korean grade. */
    maturity: smallint('maturity').$type<Maturity>().notNull().default(0),
    /** Countries (ISO 3166-1 alpha-2) where it may be shown; null: wherever the service is. */
    regions: text('regions').array(),
    published: boolean('published').notNull().default(false),
    availableFrom: instant('available_from'),
    availableUntil: instant('available_until'),
    /** When it was published: lists have the newest first. */
    listedAt: instant('listed_at').notNull().defaultNow(),
    /** Its length, when no hosted video has one. */
    durationMs: integer('duration_ms'),
    landscapeId: uuid('landscape_id').references(() => artworks.id, { onDelete: 'set null' }),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('partner_video_clips_slug').on(t.slug),
    uniqueIndex('partner_video_clips_youtube').on(t.youtubeId),
    index('partner_video_clips_newest')
      .on(t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('partner_video_clips_category')
      .on(t.categoryId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('partner_video_clips_sub_category')
      .on(t.subCategoryId, t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`published`),
    index('partner_video_clips_asset').on(t.assetId),
    check('partner_video_clips_plays', sql`num_nonnulls(${t.youtubeId}, ${t.assetId}) <= 1`),
    check('partner_video_clips_youtube_id', sql`${t.youtubeId} ~ '^[A-Za-z0-9_-]{6,20}$'`),
  ],
);

/** A playlist. `play_list_id` is the partner's own id of it. */
export const playlists = pgTable(
  'partner_video_playlists',
  {
    id: idColumn(),
    playListId: text('play_list_id').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    descriptionKo: text('description_ko').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    /** How many clips it will have, when that is known. */
    clipsPlanned: integer('clips_planned'),
    /** Whether the sync keeps it as it is at the partner. */
    synced: boolean('synced').notNull().default(false),
    /** Where the sync puts its new clips, and whether viewers see them at once. */
    categoryId: uuid('category_id').references(() => partnerCategories.id, { onDelete: 'restrict' }),
    publishNew: boolean('publish_new').notNull().default(false),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('partner_video_playlists_play_list_id').on(t.playListId),
    index('partner_video_playlists_position').on(t.position, t.id).where(sql`published`),
    index('partner_video_playlists_category').on(t.categoryId),
    check('partner_video_playlists_synced', sql`not ${t.synced} or ${t.categoryId} is not null`),
  ],
);

/** The clips of a playlist; `position` counts from 1. */
export const playlistItems = pgTable(
  'partner_video_playlist_items',
  {
    playlistId: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id, { onDelete: 'cascade' }),
    clipId: uuid('clip_id')
      .notNull()
      .references(() => clips.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.playlistId, t.clipId] }),
    index('partner_video_playlist_items_position').on(t.playlistId, t.position),
    index('partner_video_playlist_items_clip').on(t.clipId),
  ],
);

/** No foreign key to the clip: what viewers chose of one that is deleted stays, unseen, for as long as it can come back (`forgetGoneClips`). */
const byProfile = {
  householdId: uuid('household_id').notNull(),
  profileId: uuid('profile_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  clipId: uuid('clip_id').notNull(),
};

/** Likes of clips: 1 liked, 2 disliked. No row: neither. */
export const clipRatings = pgTable(
  'partner_video_ratings',
  { ...byProfile, value: smallint('value').notNull(), ratedAt: instant('rated_at').notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.profileId, t.clipId] }), index('partner_video_ratings_clip').on(t.clipId)],
);

/** A profile's progress in a clip. */
export const clipProgress = pgTable(
  'partner_video_progress',
  {
    ...byProfile,
    positionSeconds: doublePrecision('position_seconds').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    ...stamps(),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.clipId] }),
    index('partner_video_progress_clip').on(t.clipId),
  ],
);

const told = () => ({
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  descriptionKo: text('description_ko').notNull(),
  descriptionEn: text('description_en').notNull(),
});

/**
 * What the partner said last of a playlist. A field of ours that still says the same is the partner's and follows; any other is the staff's.
 * A row stays when staff delete the playlist, so that no sync makes it again.
 */
export const sourcePlaylists = pgTable('partner_video_source_playlists', {
  playListId: text('play_list_id').primaryKey(),
  ...told(),
  /** In the order there. */
  youtubeIds: text('youtube_ids').array().notNull(),
  /** Whether it was gone when it was last looked for. */
  withdrawn: boolean('withdrawn').notNull().default(false),
});

/** What the partner said last of a video, with the same meaning. */
export const sourceVideos = pgTable('partner_video_source_videos', {
  youtubeId: text('youtube_id').primaryKey(),
  ...told(),
  durationMs: integer('duration_ms'),
  /** Whether a frame of ours could not play it. */
  withdrawn: boolean('withdrawn').notNull(),
});

/** Readings of the partner's videos: checks, which say what would change, and syncs, which change it. Kept for 90 days. */
export const syncs = pgTable(
  'partner_video_syncs',
  {
    id: idColumn(),
    dryRun: boolean('dry_run').notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Null: by the clock. */
    staffId: uuid('staff_id'),
    staffName: text('staff_name'),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    playlistsRead: integer('playlists_read').notNull().default(0),
    videosRead: integer('videos_read').notNull().default(0),
    newCount: integer('new_count').notNull().default(0),
    changedCount: integer('changed_count').notNull().default(0),
    withdrawnCount: integer('withdrawn_count').notNull().default(0),
    unchangedCount: integer('unchanged_count').notNull().default(0),
    units: integer('units').notNull().default(0),
    error: text('error').$type<(typeof syncErrors)[number]>(),
    errorDetail: text('error_detail'),
    retryAt: instant('retry_at'),
    eventId: uuid('event_id'),
    entries: jsonb('entries').$type<SyncEntry[]>(),
    ...stamps(),
  },
  (t) => [
    // One at a time.
    uniqueIndex('partner_video_syncs_open').on(sql`(true)`).where(sql`state in ('waiting', 'running')`),
    index('partner_video_syncs_newest').on(t.createdAt),
  ],
);

/** Units taken of the partner's quota, by its day. */
export const quotaDays = pgTable('partner_video_quota_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  units: integer('units').notNull(),
});
