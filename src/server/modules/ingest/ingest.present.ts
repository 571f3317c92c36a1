/** The wire shapes of ingest: every field named. */
import type { z } from 'zod';
import { type assetRecord, ingestSteps } from '../../../contract/admin/ingest.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type AudioTrack, baseTrackName } from '../../../media/manifest.ts';
import type { AssetRow, CaptionRow, StepRow, UploadRow } from './ingest.repo.ts';
import { failureText, noticeTextsOf } from './ingest.texts.ts';

export type AssetRecord = z.input<typeof assetRecord>;

const captionLabels = { ko: '한국어', en: 'English' } as const;

/** The label of a caption track for viewers and staff. */
export const captionLabel = (language: 'ko' | 'en') => captionLabels[language];

const iso = (at: Date | null) => at?.toISOString() ?? null;

function presentStep(row: StepRow, locale: Locale): AssetRecord['steps'][number] {
  const failed = row.state === 'failed';
  return {
    step: row.step,
    state: row.state,
    attempt: row.attempt,
    progress: row.progress,
    started_at: iso(row.startedAt),
    finished_at: iso(row.finishedAt),
    error: failed ? failureText(row.errorCode, locale) : '',
    error_tail: failed ? row.errorTail : '',
  };
}

/** An asset's steps in order. */
export const presentSteps = (steps: readonly StepRow[], locale: Locale): AssetRecord['steps'] =>
  ingestSteps.flatMap((name) => {
    const step = steps.find((candidate) => candidate.step === name);
    return step ? [presentStep(step, locale)] : [];
  });

/** Audio tracks, each with the channels of its renditions. */
function presentAudio(tracks: readonly AudioTrack[]): AssetRecord['audio_tracks'] {
  return tracks
    .filter(({ name }) => name === baseTrackName(name))
    .map(({ name, language, role }) => ({
      name,
      language,
      kind: role,
      channels: tracks.flatMap((track) => (baseTrackName(track.name) === name ? [track.channels] : [])),
    }));
}

/** An asset with its steps in order, whatever its state. */
export function presentAsset(
  row: AssetRow,
  steps: readonly StepRow[],
  captions: readonly CaptionRow[],
  audio: readonly AudioTrack[],
  locale: Locale,
): AssetRecord {
  return {
    id: row.id,
    file_name: row.fileName,
    state: row.state,
    size_bytes: row.sizeBytes,
    duration_ms: row.durationMs,
    width: row.width,
    height: row.height,
    video_codec: row.videoCodec,
    audio_codec: row.audioCodec,
    audio_channels: row.audioChannels,
    loudness_lufs: row.loudnessLufs,
    renditions: row.renditions,
    notices: noticeTextsOf(row.notices, locale),
    captions: captions.map(({ language }) => ({ language, label: captionLabel(language) })),
    audio_tracks: presentAudio(audio),
    steps: presentSteps(steps, locale),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** An upload and the parts of it that have arrived. */
export function presentUpload(row: UploadRow, parts: readonly number[]) {
  return {
    id: row.id,
    file_name: row.fileName,
    size_bytes: row.sizeBytes,
    part_bytes: row.partBytes,
    parts_received: [...parts],
  };
}
