/** Reads and writes assets, uploads, steps, keys and captions. */
import { and, asc, desc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { type IngestStepName, ingestSteps } from '../../../contract/admin/ingest.ts';
import type { AudioTrack, PackageTrack } from '../../../media/manifest.ts';
import type { Queryable } from '../../db/client.ts';
import {
  ingestAssets,
  ingestCaptions,
  ingestKeys,
  ingestStepRows,
  ingestTracks,
  ingestUploads,
} from './ingest.tables.ts';

export type AssetRow = typeof ingestAssets.$inferSelect;
export type StepRow = typeof ingestStepRows.$inferSelect;
export type UploadRow = typeof ingestUploads.$inferSelect;
type KeyRow = typeof ingestKeys.$inferSelect;
export type CaptionRow = typeof ingestCaptions.$inferSelect;

/** Columns of an asset that its steps determine. */
export type AssetFacts = Partial<
  Pick<
    typeof ingestAssets.$inferInsert,
    | 'sha256'
    | 'durationMs'
    | 'width'
    | 'height'
    | 'videoCodec'
    | 'audioCodec'
    | 'audioChannels'
    | 'loudnessLufs'
    | 'loudnessRangeLu'
    | 'truePeakDbfs'
    | 'renditions'
    | 'notices'
    | 'packageBytes'
  >
>;

const first = <T>(rows: T[]): T | undefined => rows[0];

// Uploads

/** A file that is being uploaded. Two files may have the same name and size, but not the same fingerprint too. */
export type UploadedFile = Pick<UploadRow, 'fileName' | 'sizeBytes' | 'fingerprint'>;

/** The open upload of a file. */
export async function findOpenUpload(db: Queryable, file: UploadedFile): Promise<UploadRow | undefined> {
  const { fileName, sizeBytes, fingerprint } = file;
  return first(
    await db
      .select()
      .from(ingestUploads)
      .where(
        and(
          eq(ingestUploads.fileName, fileName),
          eq(ingestUploads.sizeBytes, sizeBytes),
          eq(ingestUploads.fingerprint, fingerprint),
          eq(ingestUploads.state, 'open'),
        ),
      ),
  );
}

export async function findUpload(db: Queryable, id: string): Promise<UploadRow | undefined> {
  return first(await db.select().from(ingestUploads).where(eq(ingestUploads.id, id)));
}

/** As `findUpload`, and locks the row until the transaction ends. */
export async function lockUpload(db: Queryable, id: string): Promise<UploadRow | undefined> {
  return first(await db.select().from(ingestUploads).where(eq(ingestUploads.id, id)).for('update'));
}

/** Uploads begun before the given instant and not completed. */
export async function listOpenUploads(db: Queryable, begunBefore: Date): Promise<UploadRow[]> {
  return db
    .select()
    .from(ingestUploads)
    .where(and(eq(ingestUploads.state, 'open'), lt(ingestUploads.createdAt, begunBefore)));
}

/** Adds an upload; undefined when the same file has one open already. */
export async function insertUpload(db: Queryable, upload: typeof ingestUploads.$inferInsert) {
  return first(await db.insert(ingestUploads).values(upload).onConflictDoNothing().returning());
}

export async function setUploadComplete(db: Queryable, id: string, assetId: string): Promise<void> {
  await db.update(ingestUploads).set({ state: 'complete', assetId }).where(eq(ingestUploads.id, id));
}

export async function deleteUpload(db: Queryable, id: string): Promise<void> {
  await db.delete(ingestUploads).where(eq(ingestUploads.id, id));
}

// Assets

/** Adds an asset with its five steps waiting. */
export async function insertAsset(
  db: Queryable,
  asset: Pick<
    AssetRow,
    'id' | 'fileName' | 'masterKey' | 'sizeBytes' | 'media' | 'encrypted' | 'uploaderAddress'
  >,
): Promise<void> {
  await db.insert(ingestAssets).values(asset);
  await db
    .insert(ingestStepRows)
    .values(ingestSteps.map((step, position) => ({ assetId: asset.id, step, position })));
}

export async function findAsset(db: Queryable, id: string): Promise<AssetRow | undefined> {
  return first(await db.select().from(ingestAssets).where(eq(ingestAssets.id, id)));
}

/** As `findAsset`, and locks the row until the transaction ends. */
export async function lockAsset(db: Queryable, id: string): Promise<AssetRow | undefined> {
  return first(await db.select().from(ingestAssets).where(eq(ingestAssets.id, id)).for('update'));
}

export async function setAsset(
  db: Queryable,
  id: string,
  values: Partial<typeof ingestAssets.$inferInsert>,
): Promise<void> {
  await db.update(ingestAssets).set(values).where(eq(ingestAssets.id, id));
}

/** Removes the addresses of uploads completed before an instant. */
export async function forgetUploaderAddresses(db: Queryable, before: Date): Promise<void> {
  await db
    .update(ingestAssets)
    .set({ uploaderAddress: null, updatedAt: sql`${ingestAssets.updatedAt}` })
    .where(and(isNotNull(ingestAssets.uploaderAddress), lt(ingestAssets.createdAt, before)));
}

/** Whether a programme, an episode or a live channel plays it. */
export async function isAssetUsed(db: Queryable, id: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from catalog_programmes where asset_id = ${id} union all
    select 1 from catalog_episodes where asset_id = ${id} union all
    select 1 from partner_video_clips where asset_id = ${id} union all
    select 1 from live_items where asset_id = ${id} union all
    select 1 from live_playout_items where asset_id = ${id} union all
    select 1 from live_ad_group_ads where asset_id = ${id} limit 1`);
  return found.rows.length > 0;
}

// Steps

export async function listSteps(db: Queryable, assetIds: string[]): Promise<StepRow[]> {
  if (assetIds.length === 0) return [];
  return db
    .select()
    .from(ingestStepRows)
    .where(inArray(ingestStepRows.assetId, assetIds))
    .orderBy(asc(ingestStepRows.assetId), asc(ingestStepRows.position));
}

const isStep = (assetId: string, step: IngestStepName) =>
  and(eq(ingestStepRows.assetId, assetId), eq(ingestStepRows.step, step));

/** Assigns a step, locked before, to a new run. */
export async function setStepRunning(
  db: Queryable,
  assetId: string,
  step: IngestStepName,
  leaseOwner: string,
  now: Date,
): Promise<void> {
  await db
    .update(ingestStepRows)
    .set({
      state: 'running',
      attempt: sql`${ingestStepRows.attempt} + 1`,
      progress: 0,
      progressAt: now,
      heartbeatAt: now,
      leaseOwner,
      errorCode: null,
      errorTail: '',
      startedAt: now,
      finishedAt: null,
    })
    .where(isStep(assetId, step));
}

/** Renews the lease; false when the run does not hold the step any more. */
export async function beatStep(
  db: Queryable,
  assetId: string,
  step: IngestStepName,
  leaseOwner: string,
  values: Pick<typeof ingestStepRows.$inferInsert, 'heartbeatAt' | 'progress' | 'progressAt'>,
): Promise<boolean> {
  const set = await db
    .update(ingestStepRows)
    .set(values)
    .where(
      and(
        isStep(assetId, step),
        eq(ingestStepRows.leaseOwner, leaseOwner),
        eq(ingestStepRows.state, 'running'),
      ),
    )
    .returning({ step: ingestStepRows.step });
  return set.length > 0;
}

/** Stores the end of a run, successful or not; false when it did not hold the step any more. */
export async function setStepEnded(
  db: Queryable,
  assetId: string,
  step: IngestStepName,
  leaseOwner: string,
  values: Partial<typeof ingestStepRows.$inferInsert> & { state: 'done' | 'failed' | 'waiting' },
): Promise<boolean> {
  const set = await db
    .update(ingestStepRows)
    .set({ ...values, leaseOwner: null })
    .where(
      and(
        isStep(assetId, step),
        eq(ingestStepRows.leaseOwner, leaseOwner),
        eq(ingestStepRows.state, 'running'),
      ),
    )
    .returning({ step: ingestStepRows.step });
  return set.length > 0;
}

/** Resets steps of an asset to waiting, from the step at `position` on. */
export async function resetStepsFrom(db: Queryable, assetId: string, position: number): Promise<void> {
  await db
    .update(ingestStepRows)
    .set({
      state: 'waiting',
      progress: 0,
      leaseOwner: null,
      heartbeatAt: null,
      progressAt: null,
      errorCode: null,
      errorTail: '',
      startedAt: null,
      finishedAt: null,
    })
    .where(and(eq(ingestStepRows.assetId, assetId), sql`${ingestStepRows.position} >= ${position}`));
}

/** The first unfinished step of each asset that is being processed. */
export async function listPendingSteps(db: Queryable): Promise<StepRow[]> {
  return db
    .selectDistinctOn([ingestStepRows.assetId])
    .from(ingestStepRows)
    .innerJoin(ingestAssets, eq(ingestAssets.id, ingestStepRows.assetId))
    .where(and(eq(ingestAssets.state, 'processing'), ne(ingestStepRows.state, 'done')))
    .orderBy(asc(ingestStepRows.assetId), asc(ingestStepRows.position))
    .then((rows) => rows.map((row) => row.ingest_steps));
}

// Tracks

/** The tracks of a package, in the order of its manifests. */
export async function listTracks(db: Queryable, assetId: string): Promise<PackageTrack[]> {
  const rows = await db
    .select({ track: ingestTracks.track })
    .from(ingestTracks)
    .where(eq(ingestTracks.assetId, assetId))
    .orderBy(asc(ingestTracks.position));
  return rows.map(({ track }) => track);
}

/** The audio tracks of several packages, in the order of their manifests. */
export async function listAudioTracks(
  db: Queryable,
  assetIds: string[],
): Promise<{ assetId: string; track: AudioTrack }[]> {
  if (assetIds.length === 0) return [];
  const rows = await db
    .select({ assetId: ingestTracks.assetId, track: ingestTracks.track })
    .from(ingestTracks)
    .where(inArray(ingestTracks.assetId, assetIds))
    .orderBy(asc(ingestTracks.assetId), asc(ingestTracks.position));
  return rows.flatMap(({ assetId, track }) => (track.kind === 'audio' ? [{ assetId, track }] : []));
}

export async function setTrack(db: Queryable, assetId: string, track: PackageTrack): Promise<void> {
  await db
    .update(ingestTracks)
    .set({ track })
    .where(and(eq(ingestTracks.assetId, assetId), eq(ingestTracks.name, track.name)));
}

/** Adds tracks after those that the package has. */
export async function addTracks(
  db: Queryable,
  assetId: string,
  tracks: readonly PackageTrack[],
): Promise<void> {
  const before = await listTracks(db, assetId);
  await db
    .insert(ingestTracks)
    .values(tracks.map((track, at) => ({ assetId, name: track.name, position: before.length + at, track })));
}

// Keys

/** The asset's key, made now when it has none. */
export async function ensureKey(db: Queryable, key: Omit<KeyRow, 'createdAt'>): Promise<KeyRow> {
  await db.insert(ingestKeys).values(key).onConflictDoNothing({ target: ingestKeys.assetId });
  const found = await findKey(db, key.assetId);
  if (!found) throw new Error('the content key was not kept');
  return found;
}

export async function findKey(db: Queryable, assetId: string): Promise<KeyRow | undefined> {
  return first(await db.select().from(ingestKeys).where(eq(ingestKeys.assetId, assetId)));
}

// Captions

export async function listCaptions(db: Queryable, assetIds: string[]): Promise<CaptionRow[]> {
  if (assetIds.length === 0) return [];
  return db
    .select()
    .from(ingestCaptions)
    .where(inArray(ingestCaptions.assetId, assetIds))
    .orderBy(asc(ingestCaptions.assetId), desc(ingestCaptions.language));
}

type NewCaptions = Pick<CaptionRow, 'assetId' | 'language' | 'vtt'>;

/** Adds captions where that language has none. */
export async function insertCaptions(db: Queryable, captions: NewCaptions): Promise<void> {
  await db.insert(ingestCaptions).values(captions).onConflictDoNothing();
}

/** Sets the captions of a language. */
export async function setCaptions(db: Queryable, captions: NewCaptions, now: Date): Promise<void> {
  await db
    .insert(ingestCaptions)
    .values(captions)
    .onConflictDoUpdate({
      target: [ingestCaptions.assetId, ingestCaptions.language],
      set: { vtt: captions.vtt, updatedAt: now },
    });
}
