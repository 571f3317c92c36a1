/** The progress of programs: every video with its program or episode, its current step and its transfer. Read only. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { inGroup } from './field-groups.ts';
import { q } from './fields.ts';
import { ingestStep, ingestSteps } from './ingest.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

/** The current step, or the result. */
const statuses = [...ingestSteps, 'ready', 'failed'] as const;

export const programmeProgress = {
  name: 'programme-progress',
  module: 'assets',
  record: z.object({
    /** The asset. */
    id: z.uuid(),
    created_at: z.iso.datetime(),
    file_name: z.string(),
    size_bytes: z.number(),
    status: z.enum(statuses),
    /** Whether the current step waits for a worker. */
    queued: z.boolean(),
    steps: z.array(ingestStep),
    /** The cause of the failure, in the request's language. Empty unless failed. */
    error: z.string(),
    /** The oldest title that plays the asset: a movie, or an episode with its series. Null without a title. */
    programme_id: z.uuid().nullable(),
    /** The title in the request's language. Empty without a title. */
    programme: z.string(),
    episode_id: z.uuid().nullable(),
    season_number: z.number().int().nullable(),
    episode_number: z.number().int().nullable(),
    episode: z.string(),
    /** Number of further movies and episodes that play the asset. */
    other_titles: z.number().int(),
    /** Average of the master. Null until it has been probed. */
    bitrate_kbps: z.number().int().nullable(),
    /** IP address of the upload. Null for imported files, and after a year. */
    uploader_address: inGroup('personal', z.string().nullable()),
    /** The package in storage. Null until the asset is ready. */
    vod_id: z.string().nullable(),
    /** The end of the storage step. */
    transferred_at: z.iso.datetime().nullable(),
    /** The end of the DRM step. */
    drm_synced_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of the name of a program, an episode or a file. */
    q,
    status: z.enum(statuses).optional(),
    queued: z.stringbool().optional(),
    programme_id: z.uuid().optional(),
  },
  sort: ['created_at', 'size_bytes', 'file_name'],
  personal: { uploader_address: 'address' },
} as const satisfies ResourceShape;
export type ProgressRecord = z.infer<typeof programmeProgress.record>;
const calls = resourceCalls(programmeProgress);

export const programmeProgressCalls = {
  'GET /api/admin/programme-progress': calls['GET /api/admin/programme-progress'],
  'GET /api/admin/programme-progress/{id}': calls['GET /api/admin/programme-progress/{id}'],
} satisfies CallTable;
