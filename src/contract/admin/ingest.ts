/** Video assets in the back office: resumable upload, the five steps with progress, retry, captions. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { ok } from '../wire.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

/** The five steps every master file goes through, in order. */
export const ingestSteps = ['kcp_ingest', 'transcoding', 'distribute', 'drm', 'storage'] as const;
export type IngestStepName = (typeof ingestSteps)[number];

export const ingestStep = z.object({
  step: z.enum(ingestSteps),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  attempt: z.number().int(),
  /** 0 to 1. */
  progress: z.number(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The cause of the failure, in the request's language; empty unless failed. */
  error: z.string(),
  /** The last lines the tool printed; empty unless failed. */
  error_tail: z.string(),
});

/** The kinds of an audio track: the original sound, a dub, audio description or a commentary. */
export const audioKinds = ['main', 'dub', 'description', 'commentary'] as const;

const audioTrack = z.object({
  name: z.string(),
  /** BCP 47; null if it is not known. */
  language: z.string().nullable(),
  kind: z.enum(audioKinds),
  /** Of each rendition: 2 for stereo, 6 for surround. */
  channels: z.array(z.number()),
});

export const assetRecord = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(['processing', 'ready', 'failed']),
  size_bytes: z.number(),
  duration_ms: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  video_codec: z.string().nullable(),
  audio_codec: z.string().nullable(),
  audio_channels: z.number().nullable(),
  /** Integrated loudness, EBU R128, in LUFS. */
  loudness_lufs: z.number().nullable(),
  /** Rendition heights made, tallest first. */
  renditions: z.array(z.number()),
  /** Things staff should know though the asset plays: no sound, portrait, mixed down to stereo. In the request's language. */
  notices: z.array(z.string()),
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
  /** The audio that viewers choose from, the default one first. Empty until the asset is ready. */
  audio_tracks: z.array(audioTrack),
  steps: z.array(ingestStep),
  created_at: z.string(),
  updated_at: z.string(),
});

/** Assets are made by uploads, and not changed. */
export const assets = {
  name: 'assets',
  module: 'assets',
  record: assetRecord,
  create: z.object({}),
  update: z.object({}),
  filter: { q: z.string().max(200).optional(), state: z.enum(['processing', 'ready', 'failed']).optional() },
  sort: ['created_at', 'updated_at', 'file_name', 'state', 'duration_ms'],
} as const satisfies ResourceShape;
const {
  'GET /api/admin/assets': list,
  'GET /api/admin/assets/{id}': get,
  'DELETE /api/admin/assets/{id}': remove,
} = resourceCalls(assets);

/** The content of a caption file that was read. */
const captionsReport = z.object({
  /** The languages that were set, with the number of cues. */
  tracks: z.array(z.object({ language: z.enum(['ko', 'en']), cues: z.number() })),
  /** The first lines with text that no cue contains, counted from 1. */
  ignored: z.array(z.object({ line: z.number(), text: z.string() })),
  ignored_count: z.number(),
});
export type CaptionsReport = z.infer<typeof captionsReport>;

const params = z.object({ id: z.uuid() });
const upload = z.object({
  id: z.string(),
  file_name: z.string(),
  size_bytes: z.number(),
  part_bytes: z.number(),
  /** Numbers (from 1) of the parts that have arrived. */
  parts_received: z.array(z.number()),
});

export const ingestCalls = {
  'GET /api/admin/assets': list,
  'GET /api/admin/assets/{id}': get,
  'DELETE /api/admin/assets/{id}': remove,
  'POST /api/admin/assets/{id}/retry': {
    summary: 'Run the failed step again, and those after it',
    who: { module: 'assets', action: 'update' },
    cache: 'private',
    params,
    answer: z.object({ data: assetRecord }),
    errors: ['not_found', 'conflict'],
  },
  'PUT /api/admin/assets/{id}/audio-tracks/{name}': {
    summary: 'Set the language and the kind of an audio track',
    who: { module: 'assets', action: 'update' },
    cache: 'private',
    params: params.extend({ name: z.string().max(40) }),
    body: z.object({ language: z.string().max(35).nullable(), kind: z.enum(audioKinds) }),
    answer: z.object({ data: assetRecord }),
    errors: ['not_found', 'conflict'],
  },
  'PUT /api/admin/assets/{id}/captions/{language}': {
    summary:
      'Set captions from WebVTT, SubRip or SAMI: text, or a file in any usual encoding. A file that names its languages sets each of them',
    who: { module: 'assets', action: 'update' },
    cache: 'private',
    params: params.extend({ language: z.enum(['ko', 'en']) }),
    body: z.object({
      text: z.string().min(1).max(2_000_000).optional(),
      /** The bytes of the file in base64. Takes the place of `text`. */
      file: z.string().min(1).max(2_800_000).optional(),
    }),
    maxBodyBytes: 3 * 2 ** 20,
    answer: z.object({ data: assetRecord, captions: captionsReport }),
    errors: ['not_found'],
  },
  'POST /api/admin/uploads': {
    summary: 'Begin or resume an upload: the same file, not yet complete, answers the parts already there',
    who: { module: 'assets', action: 'create' },
    cache: 'private',
    body: z.object({
      file_name: z.string().min(1).max(255),
      size_bytes: z
        .number()
        .int()
        .min(1)
        .max(200 * 2 ** 30),
      /**
       * Tells files of the same name and size apart: a hash of parts of the content, or the time of the last change. An upload is only
       * resumed with an equal one.
       */
      fingerprint: z.string().min(1).max(100),
    }),
    answer: z.object({ data: upload }),
    errors: ['conflict'],
  },
  'GET /api/admin/disk': {
    summary: 'The space of the disk that holds the data folder, and whether it is low',
    who: { module: 'assets', action: 'read' },
    cache: 'private',
    answer: z.object({
      data: z.object({
        free_bytes: z.number().int(),
        total_bytes: z.number().int(),
        is_low: z.boolean().describe('Less than 5 % or 2 GB are free'),
      }),
    }),
    errors: [],
  },
  'GET /api/admin/uploads/{id}': {
    summary: 'How far an upload is',
    who: { module: 'assets', action: 'create' },
    cache: 'private',
    params,
    answer: z.object({ data: upload }),
    errors: ['not_found'],
  },
  'PUT /api/admin/uploads/{id}/parts/{number}': {
    summary:
      'Send one part, of exactly `part_bytes` (the last one may be shorter); sending it again replaces it',
    who: { module: 'assets', action: 'create' },
    cache: 'private',
    params: params.extend({ number: z.coerce.number().int().min(1).max(10_000) }),
    body: 'bytes',
    answer: ok,
    errors: ['not_found', 'too_large'],
  },
  'POST /api/admin/uploads/{id}/complete': {
    summary: 'Join the parts and begin the five steps; calling it twice answers the same asset',
    who: { module: 'assets', action: 'create' },
    cache: 'private',
    params,
    answer: z.object({ data: z.object({ asset_id: z.string() }) }),
    errors: ['not_found', 'upload_incomplete'],
  },
  'DELETE /api/admin/uploads/{id}': {
    summary: 'Give an upload up',
    who: { module: 'assets', action: 'create' },
    cache: 'private',
    params,
    answer: ok,
    errors: ['not_found'],
  },
} as const satisfies CallTable;
