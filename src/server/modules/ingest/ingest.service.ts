/** The rules of uploads and assets. */
import type { Readable } from 'node:stream';
import type { CaptionsReport } from '../../../contract/admin/ingest.ts';
import type { Locale } from '../../../contract/errors.ts';
import { readCaptions } from '../../../media/captions.ts';
import { toBcp47 } from '../../../media/languages.ts';
import { type AudioRole, baseTrackName } from '../../../media/manifest.ts';
import { WrongLength } from '../../adapters/storage/port.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { decodeText } from '../../decode-text.ts';
import { fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { type AssetRecord, captionLabel, presentAsset } from './ingest.present.ts';
import * as repo from './ingest.repo.ts';
import { storeCaptions } from './jobs/captions.ts';
import { type RemoveFilesPayload, removeFilesJobName } from './jobs/remove-files-job.ts';
import { enqueueStep } from './jobs/step-job.ts';
import { composeManifests } from './manifests.service.ts';
import { captionFile, masterKey, packagePrefix, storyboardFile } from './package-files.service.ts';

const mebibyte = 2 ** 20;
const maxParts = 10_000;

/** The size of a part: 8 MiB, or as much as ten thousand parts need. */
export function partBytesFor(sizeBytes: number): number {
  return Math.max(8 * mebibyte, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);
}

/**
 * A file's name, normalised so that all systems show it alike: macOS sends Hangul decomposed (NFD), and some browsers send a
 * path.
 */
export function cleanFileName(sent: string): string {
  const name = sent
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
  return name || 'video';
}

export interface UploadState {
  upload: repo.UploadRow;
  parts: number[];
}

const handleOf = (upload: repo.UploadRow) => ({
  key: upload.storageKey,
  upload: upload.storageUpload,
  partBytes: upload.partBytes,
});
const partCount = (upload: repo.UploadRow) => Math.ceil(upload.sizeBytes / upload.partBytes);

/** How long part `number` of an upload has to be. */
function partLength(upload: repo.UploadRow, number: number): number {
  return Math.min(upload.partBytes, upload.sizeBytes - (number - 1) * upload.partBytes);
}

async function withParts(context: Context, upload: repo.UploadRow): Promise<UploadState> {
  if (upload.state === 'complete') {
    return { upload, parts: Array.from({ length: partCount(upload) }, (_, n) => n + 1) };
  }
  const parts = await context.storage.listParts(handleOf(upload));
  const whole = parts.filter(({ number, sizeBytes }) => sizeBytes === partLength(upload, number));
  return { upload, parts: whole.map(({ number }) => number) };
}

/** Begins an upload, or returns the unfinished upload of the same file. */
export async function beginUpload(context: Context, sent: repo.UploadedFile): Promise<UploadState> {
  const file = { ...sent, fileName: cleanFileName(sent.fileName) };
  const open = await repo.findOpenUpload(context.db, file);
  if (open) return withParts(context, open);
  const id = newId();
  const key = masterKey(id);
  const partBytes = partBytesFor(file.sizeBytes);
  const handle = await context.storage.createUpload(key, partBytes);
  const upload = await repo.insertUpload(context.db, {
    id,
    ...file,
    partBytes,
    storageKey: key,
    storageUpload: handle.upload,
  });
  if (upload) return { upload, parts: [] };
  // Another window began the same file in the meantime.
  await context.storage.abortUpload(handle);
  const other = await repo.findOpenUpload(context.db, file);
  return other ? withParts(context, other) : fail('conflict');
}

/** The progress of an upload. */
export async function getUpload(context: Context, id: string): Promise<UploadState> {
  const upload = (await repo.findUpload(context.db, id)) ?? fail('not_found');
  return withParts(context, upload);
}

/** Stores one part. A part of a completed upload is accepted and discarded: the client only missed the response. */
export async function putPart(context: Context, id: string, number: number, body: Readable): Promise<void> {
  const upload = (await repo.findUpload(context.db, id)) ?? fail('not_found');
  if (number > partCount(upload)) fail('too_large');
  if (upload.state === 'complete') {
    body.resume();
    return;
  }
  try {
    await context.storage.putPart(handleOf(upload), number, body, partLength(upload, number));
  } catch (error) {
    // The rest is read, so that a client that sends the whole part before it reads gets the answer.
    body.resume();
    if (error instanceof WrongLength) fail('too_large');
    // The upload was abandoned meanwhile: the part has nowhere to go.
    if (!(await repo.findUpload(context.db, id))) fail('not_found');
    // The connection broke: no client is left to receive a response, and it is no error of the server.
    if (body.destroyed && !body.readableEnded) fail('bad_request');
    throw error;
  }
}

/**
 * Joins the parts and begins the five steps: asset, steps and first job are one transaction. The upload is locked while its parts
 * are joined, so that two simultaneous calls join them once.
 */
export async function completeUpload(
  context: Context,
  { staff, address }: { staff: StaffMember; address: string },
  id: string,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const upload = (await repo.lockUpload(tx, id)) ?? fail('not_found');
    if (upload.state === 'complete' && upload.assetId) return upload.assetId;
    const { parts } = await withParts(context, upload);
    const joined = await context.storage.find(upload.storageKey);
    // The parts were joined but the result was not stored: an earlier call was killed in between.
    if (parts.length < partCount(upload) && joined?.sizeBytes !== upload.sizeBytes) fail('upload_incomplete');
    await context.storage.completeUpload(handleOf(upload));
    const asset = await beginAsset(tx, {
      fileName: upload.fileName,
      masterKey: upload.storageKey,
      sizeBytes: upload.sizeBytes,
      now: context.now(),
      uploaderAddress: address,
    });
    await repo.setUploadComplete(tx, id, asset.id);
    await record(tx, staff, 'create', asset, { size_bytes: [null, upload.sizeBytes] });
    return asset.id;
  });
}

/**
 * Abandons an upload: on request, or after two weeks. A completed upload stays; its asset is deleted as an asset. The row is
 * locked, so an upload is either completed or abandoned.
 */
export async function abandonUpload(
  context: Context,
  staff: StaffMember | undefined,
  id: string,
): Promise<void> {
  const upload = await context.db.transaction(async (tx) => {
    const open = (await repo.lockUpload(tx, id)) ?? fail('not_found');
    if (open.state === 'complete') fail('not_found');
    await repo.deleteUpload(tx, id);
    if (staff) {
      await recordEvent(tx, {
        staff,
        module: 'assets',
        action: 'delete',
        entity: 'uploads',
        entityId: id,
        label: open.fileName,
        changes: { size_bytes: [open.sizeBytes, null] },
      });
    }
    return open;
  });
  await context.storage.abortUpload(handleOf(upload));
}

const staleUploadMs = 14 * 86_400_000;

/** Abandons uploads that are older than two weeks and not complete, because their parts take up storage. */
export async function abandonStaleUploads(context: Context): Promise<number> {
  const stale = await repo.listOpenUploads(context.db, new Date(context.now().getTime() - staleUploadMs));
  for (const { id } of stale) await abandonUpload(context, undefined, id);
  return stale.length;
}

/** As long as the login log of staff keeps addresses. */
const uploaderAddressTtlMs = 365 * 86_400_000;

/** Removes the IP addresses of those who uploaded more than a year ago. */
export async function forgetUploaderAddresses(context: Context): Promise<void> {
  await repo.forgetUploaderAddresses(context.db, new Date(context.now().getTime() - uploaderAddressTtlMs));
}

/** The kind of package to make. By default it has a picture and is encrypted, unless the file is named as an audio file. */
export interface AssetKind {
  media?: 'video' | 'audio';
  encrypted?: boolean;
}

/** Uploads that become a package without a picture and without encryption, such as a radio program. */
const audioFile = /\.(?:mp3|m4a|aac|wav|flac|ogg|oga|opus)$/i;

/** Adds an asset whose master is in storage, with its first job. */
async function beginAsset(
  tx: Queryable,
  from: {
    fileName: string;
    masterKey: string;
    sizeBytes: number;
    now: Date;
    id?: string;
    uploaderAddress?: string;
  } & AssetKind,
) {
  const isAudio = from.media === undefined && audioFile.test(from.fileName);
  const asset = {
    id: from.id ?? newId(),
    fileName: from.fileName,
    masterKey: from.masterKey,
    sizeBytes: from.sizeBytes,
    media: from.media ?? (isAudio ? 'audio' : 'video'),
    encrypted: from.encrypted ?? !isAudio,
    uploaderAddress: from.uploaderAddress ?? null,
    createdAt: from.now,
  };
  await repo.insertAsset(tx, asset);
  await enqueueStep(tx, asset, 'kcp_ingest');
  return asset;
}

/** Imports a file of this machine as a master, as if it had been uploaded: for the demo catalogue and imports. */
export async function importMaster(
  context: Context,
  file: { path: string; fileName: string; sizeBytes: number },
  captions: Partial<Record<'ko' | 'en', string>> = {},
  kind: AssetKind = {},
): Promise<string> {
  const id = newId();
  await context.storage.putFile(masterKey(id), file.path);
  const texts = Object.entries(captions).flatMap(([language, text]) => {
    const read = readCaptions(text);
    return read.ok
      ? read.tracks.slice(0, 1).map(({ vtt }) => ({ language: language as 'ko' | 'en', vtt }))
      : [];
  });
  for (const { language, vtt } of texts) await storeCaptions(context, id, language, vtt);
  await context.db.transaction(async (tx) => {
    await beginAsset(tx, {
      id,
      fileName: cleanFileName(file.fileName),
      masterKey: masterKey(id),
      sizeBytes: file.sizeBytes,
      now: context.now(),
      ...kind,
    });
    for (const own of texts) await repo.setCaptions(tx, { assetId: id, ...own }, context.now());
  });
  return id;
}

function record(
  tx: Queryable,
  staff: StaffMember,
  action: 'create' | 'update' | 'delete',
  asset: Pick<repo.AssetRow, 'id' | 'fileName'>,
  changes: Record<string, [unknown, unknown]>,
) {
  return recordEvent(tx, {
    staff,
    module: 'assets',
    action,
    entity: 'assets',
    entityId: asset.id,
    label: asset.fileName,
    changes,
  });
}

/** Assets as staff see them, in the order of the rows. */
export async function presentAssets(
  db: Queryable,
  rows: readonly repo.AssetRow[],
  locale: Locale,
): Promise<AssetRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [steps, captions, tracks] = await Promise.all([
    repo.listSteps(db, ids),
    repo.listCaptions(db, ids),
    repo.listAudioTracks(db, ids),
  ]);
  return rows.map((row) =>
    presentAsset(
      row,
      steps.filter(({ assetId }) => assetId === row.id),
      captions.filter(({ assetId }) => assetId === row.id),
      tracks.flatMap(({ assetId, track }) => (assetId === row.id ? [track] : [])),
      locale,
    ),
  );
}

/** One asset as staff see it. */
export async function getAssetRecord(context: Context, id: string, locale: Locale): Promise<AssetRecord> {
  const row = (await repo.findAsset(context.db, id)) ?? fail('not_found');
  const [record] = await presentAssets(context.db, [row], locale);
  return must(record, 'asset');
}

/** Runs the failed step again. Finished steps are not repeated. */
export async function retryAsset(context: Context, staff: StaffMember, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const asset = (await repo.lockAsset(tx, id)) ?? fail('not_found');
    const steps = await repo.listSteps(tx, [id]);
    const failed = steps.find(({ state }) => state === 'failed');
    if (asset.state !== 'failed' || !failed) fail('conflict');
    await repo.resetStepsFrom(tx, id, failed.position);
    await repo.setAsset(tx, id, { state: 'processing', updatedAt: context.now() });
    await enqueueStep(tx, asset, failed.step);
    await record(tx, staff, 'update', asset, { state: ['failed', 'processing'] });
  });
}

/** Sets the language and the kind of an audio track, in all its renditions. Players see it from the next play on. */
export async function setAudioTrack(
  context: Context,
  staff: StaffMember,
  id: string,
  name: string,
  values: { language: string | null; role: AudioRole },
): Promise<void> {
  const language = toBcp47(values.language);
  if (values.language !== null && language === null) failField('language', 'regex');
  await context.db.transaction(async (tx) => {
    const asset = (await repo.lockAsset(tx, id)) ?? fail('not_found');
    if (asset.state !== 'ready') fail('conflict');
    const tracks = (await repo.listAudioTracks(tx, [id])).flatMap(({ track }) =>
      baseTrackName(track.name) === name ? [track] : [],
    );
    const before = tracks[0] ?? fail('not_found');
    for (const track of tracks) await repo.setTrack(tx, id, { ...track, language, role: values.role });
    const manifests = await composeManifests(tx, context, asset);
    await repo.setAsset(tx, id, { ...manifests, updatedAt: context.now() });
    const described = (track: { language: string | null; role: AudioRole }) =>
      [name, track.language, track.role].filter(Boolean).join(' ');
    await record(tx, staff, 'update', asset, {
      audio_track: [described(before), described({ language, role: values.role })],
    });
  });
}

const maxReported = 20;
const maxReportedLength = 200;
const isOfService = (language: string): language is 'ko' | 'en' => language === 'ko' || language === 'en';

/**
 * Sets captions from a WebVTT, SubRip or SAMI file. A file that names its languages sets each of them, another one sets `language`. A
 * ready asset shows them from the next play on.
 */
export async function putCaptions(
  context: Context,
  staff: StaffMember,
  id: string,
  language: 'ko' | 'en',
  sent: { text: string } | { file: Buffer },
): Promise<CaptionsReport> {
  const field = 'text' in sent ? 'text' : 'file';
  const text =
    'text' in sent ? sent.text : (decodeText(sent.file) ?? failField(field, 'captions_encoding', {}));
  const read = readCaptions(text);
  if (!read.ok) failField(field, 'captions_unreadable', { line: read.line });
  const tracks = read.tracks.flatMap((track) => {
    const own = track.language ?? language;
    return isOfService(own) ? [{ ...track, language: own }] : [];
  });
  if (tracks.length === 0) failField(field, 'captions_language', {});
  if (!(await repo.findAsset(context.db, id))) fail('not_found');
  for (const { language: own, vtt } of tracks) await storeCaptions(context, id, own, vtt);
  await context.db.transaction(async (tx) => {
    const asset = (await repo.lockAsset(tx, id)) ?? fail('not_found');
    const before = await repo.listCaptions(tx, [id]);
    for (const { language: own, vtt } of tracks)
      await repo.setCaptions(tx, { assetId: id, language: own, vtt }, context.now());
    const manifests = asset.state === 'ready' ? await composeManifests(tx, context, asset) : {};
    await repo.setAsset(tx, id, { ...manifests, updatedAt: context.now() });
    const changes = tracks.map(({ language: own, vtt }): [string, [string | null, string]] => {
      const old = before.find((captions) => captions.language === own)?.vtt;
      return [`captions_${own}`, [old === undefined ? null : captionFile(own, old), captionFile(own, vtt)]];
    });
    await record(tx, staff, 'update', asset, Object.fromEntries(changes));
  });
  const lines = text.split(/\r\n|\r|\n/);
  return {
    tracks: tracks.map(({ language: own, cues }) => ({ language: own, cues })),
    ignored: read.ignored.slice(0, maxReported).map((line) => ({
      line,
      text: (lines[line - 1] ?? '').trim().slice(0, maxReportedLength),
    })),
    ignored_count: read.ignored.length,
  };
}

/** Runs before an asset's row is deleted: refuses an asset that a title plays, and enqueues the deletion of its files. */
export async function beforeAssetDelete(tx: Queryable, asset: repo.AssetRow): Promise<void> {
  if (await repo.isAssetUsed(tx, asset.id)) fail('in_use');
  const payload: RemoveFilesPayload = { assetId: asset.id, masterKey: asset.masterKey };
  await enqueue(tx, { name: removeFilesJobName }, payload, { key: `ingest:${asset.id}:remove` });
}

export interface PlayableAsset {
  id: string;
  prefix: string;
  durationMs: number;
  /** Names inside the asset's folder. */
  hlsManifest: string;
  dashManifest: string;
  /** Null without a picture. */
  storyboard: string | null;
  captions: { language: 'ko' | 'en'; label: string; file: string }[];
}

/** The files of an asset that playback needs; undefined unless it is ready. */
export async function findPlayable(context: Context, id: string): Promise<PlayableAsset | undefined> {
  const [asset, captions] = await Promise.all([
    repo.findAsset(context.db, id),
    repo.listCaptions(context.db, [id]),
  ]);
  if (asset?.state !== 'ready') return undefined;
  const { packagePrefix: prefix, durationMs, hlsManifest, dashManifest } = asset;
  if (prefix === null || durationMs === null || hlsManifest === null || dashManifest === null)
    return undefined;
  return {
    id,
    prefix,
    durationMs,
    hlsManifest,
    dashManifest,
    storyboard: asset.media === 'video' ? storyboardFile : null,
    captions: captions.map(({ language, vtt }) => ({
      language,
      label: captionLabel(language),
      file: captionFile(language, vtt),
    })),
  };
}

/** The renditions of an asset's package. */
export async function listRenditions(
  { db }: Pick<Context, 'db'>,
  assetId: string,
): Promise<{ name: string; width: number; height: number }[]> {
  const tracks = await repo.listTracks(db, assetId);
  return tracks.flatMap((track) => (track.kind === 'video' ? [track] : []));
}

/** The HLS manifest of a ready asset; undefined if it is not ready. */
export async function findHlsManifest(
  { db }: Pick<Context, 'db'>,
  assetId: string,
): Promise<string | undefined> {
  return (await repo.findAsset(db, assetId))?.hlsManifest ?? undefined;
}

/** The storage key of a file in a ready asset's package. */
export const packageKey = (assetId: string, file: string): string => `${packagePrefix(assetId)}/${file}`;

/** A caption text of an asset; undefined when it has none in that language. */
export async function findCaptionText(
  context: Context,
  assetId: string,
  language: 'ko' | 'en',
): Promise<string | undefined> {
  const captions = await repo.listCaptions(context.db, [assetId]);
  return captions.find((each) => each.language === language)?.vtt;
}

/** The languages in which assets have captions, by asset. */
export async function listCaptionLanguages(
  context: Context,
  assetIds: string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { assetId, language } of await repo.listCaptions(context.db, assetIds)) {
    found.set(assetId, [...(found.get(assetId) ?? []), language]);
  }
  return found;
}

/** The content key of an asset. Only playback requests it, for a live session. */
export function findContentKey(context: Context, assetId: string) {
  return repo.findKey(context.db, assetId);
}
