/** Media assets: their uploads, steps, keys, tracks and captions. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { IngestStepName } from '../../../contract/admin/ingest.ts';
import type { PackageTrack } from '../../../media/manifest.ts';
import { idColumn, instant, keptSearchIndex, searchTextColumn, stamps } from '../../db/columns.ts';

/** One master file and its results. `package_prefix` is set in the same transaction that makes it ready. */
export const ingestAssets = pgTable(
  'ingest_assets',
  {
    id: idColumn(),
    fileName: text('file_name').notNull(),
    /** `audio`: the package has no picture, such as that of a radio program. */
    media: text('media').$type<'video' | 'audio'>().notNull().default('video'),
    /** Whether the package is encrypted. Radio and advertisements are not. */
    encrypted: boolean('encrypted').notNull().default(true),
    state: text('state').$type<'processing' | 'ready' | 'failed'>().notNull().default('processing'),
    masterKey: text('master_key').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256'),
    durationMs: integer('duration_ms'),
    width: integer('width'),
    height: integer('height'),
    videoCodec: text('video_codec'),
    audioCodec: text('audio_codec'),
    audioChannels: integer('audio_channels'),
    loudnessLufs: doublePrecision('loudness_lufs'),
    loudnessRangeLu: doublePrecision('loudness_range_lu'),
    truePeakDbfs: doublePrecision('true_peak_dbfs'),
    renditions: jsonb('renditions').$type<number[]>().notNull().default([]),
    notices: jsonb('notices').$type<string[]>().notNull().default([]),
    packagePrefix: text('package_prefix'),
    /** The manifests of the package's present version, by names of their content. Null until it is ready. */
    hlsManifest: text('hls_manifest'),
    dashManifest: text('dash_manifest'),
    packageBytes: bigint('package_bytes', { mode: 'number' }),
    /** IP address of the staff member who completed the upload, kept for a year. Null for imported files. */
    uploaderAddress: text('uploader_address'),
    readyAt: instant('ready_at'),
    searchText: searchTextColumn('file_name'),
    ...stamps(),
  },
  (t) => [
    index('ingest_assets_created').on(t.createdAt, t.id),
    index('ingest_assets_by_size').on(t.sizeBytes, t.id),
    index('ingest_assets_by_file_name').on(t.fileName, t.id),
    index('ingest_assets_search').using('gin', keptSearchIndex(t.searchText)),
    index('ingest_assets_unready').on(t.state).where(sql`${t.state} <> 'ready'`),
    index('ingest_assets_uploader').on(t.createdAt).where(sql`${t.uploaderAddress} is not null`),
    check('ingest_assets_state', sql`${t.state} in ('processing', 'ready', 'failed')`),
    check('ingest_assets_media', sql`${t.media} in ('video', 'audio')`),
    check('ingest_assets_ready', sql`(${t.state} = 'ready') = (${t.packagePrefix} is not null)`),
    check(
      'ingest_assets_manifests',
      sql`(${t.packagePrefix} is null) = (${t.hlsManifest} is null) and (${t.packagePrefix} is null) = (${t.dashManifest} is null)`,
    ),
  ],
);

/** A resumable upload; `storage_upload` is the storage port's own name for it. */
export const ingestUploads = pgTable(
  'ingest_uploads',
  {
    id: idColumn(),
    fileName: text('file_name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** Tells files of the same name and size apart. Empty for uploads that began before it was recorded; these are not resumed. */
    fingerprint: text('fingerprint').notNull().default(''),
    partBytes: integer('part_bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    storageUpload: text('storage_upload').notNull(),
    state: text('state').$type<'open' | 'complete'>().notNull().default('open'),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'cascade' }),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('ingest_uploads_open')
      .on(t.fileName, t.sizeBytes, t.fingerprint)
      .where(sql`${t.state} = 'open'`),
    index('ingest_uploads_asset').on(t.assetId),
    check('ingest_uploads_state', sql`${t.state} in ('open', 'complete')`),
  ],
);

/**
 * One of the five steps of an asset. `lease_owner` and `heartbeat_at` say which run holds it and when it last renewed its lease.
 */
export const ingestStepRows = pgTable(
  'ingest_steps',
  {
    assetId: uuid('asset_id')
      .notNull()
      .references(() => ingestAssets.id, { onDelete: 'cascade' }),
    step: text('step').$type<IngestStepName>().notNull(),
    position: integer('position').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    attempt: integer('attempt').notNull().default(0),
    progress: doublePrecision('progress').notNull().default(0),
    progressAt: instant('progress_at'),
    heartbeatAt: instant('heartbeat_at'),
    leaseOwner: text('lease_owner'),
    errorCode: text('error_code'),
    errorTail: text('error_tail').notNull().default(''),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    ...stamps(),
  },
  (t) => [
    primaryKey({ columns: [t.assetId, t.step] }),
    index('ingest_steps_running').on(t.heartbeatAt).where(sql`${t.state} = 'running'`),
    index('ingest_steps_pending').on(t.step, t.assetId).where(sql`${t.state} <> 'done'`),
    check('ingest_steps_state', sql`${t.state} in ('waiting', 'running', 'done', 'failed')`),
  ],
);

/** The content key of an asset. In a table of its own, so that no list of assets can contain it. */
export const ingestKeys = pgTable('ingest_keys', {
  assetId: uuid('asset_id')
    .primaryKey()
    .references(() => ingestAssets.id, { onDelete: 'cascade' }),
  /** 16 bytes each, as hexadecimal. */
  keyId: text('key_id').notNull().unique(),
  contentKey: text('content_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** The picture and audio tracks of a ready asset's package, in the order of its manifests. */
export const ingestTracks = pgTable(
  'ingest_tracks',
  {
    assetId: uuid('asset_id')
      .notNull()
      .references(() => ingestAssets.id, { onDelete: 'cascade' }),
    /** The track's folder in the package. */
    name: text('name').notNull(),
    position: integer('position').notNull(),
    track: jsonb('track').$type<PackageTrack>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.name] })],
);

/** Captions as WebVTT text. The file is stored beside the package, so a correction needs no repackaging. */
export const ingestCaptions = pgTable(
  'ingest_captions',
  {
    assetId: uuid('asset_id')
      .notNull()
      .references(() => ingestAssets.id, { onDelete: 'cascade' }),
    language: text('language').$type<'ko' | 'en'>().notNull(),
    vtt: text('vtt').notNull(),
    ...stamps(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.language] })],
);
