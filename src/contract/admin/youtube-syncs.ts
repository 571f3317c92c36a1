/** Keeping partner video as it is at YouTube: what a sync would do, what syncs have done, and the quota. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { q } from './fields.ts';
import { type ResourceShape, recordWith, resourceCalls } from './resource.ts';

/** What a sync does to a clip or a playlist; `returned`: it can be played again, and staff may publish it. */
export const syncChanges = ['new', 'changed', 'withdrawn', 'returned'] as const;

const syncEntry = z.object({
  resource: z.enum(['clips', 'playlists']),
  /** Null: it has yet to be made. */
  id: z.string().nullable(),
  /** The partner's own id of it. */
  source_id: z.string(),
  title_ko: z.string(),
  title_en: z.string(),
  change: z.enum(syncChanges),
  /** Field by field, before and after. Of a playlist's clips their number. */
  fields: z.array(
    z.object({
      field: z.string(),
      before: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      after: z.union([z.string(), z.number(), z.boolean(), z.null()]),
    }),
  ),
});
export type SyncEntry = z.infer<typeof syncEntry>;

/** How many entries a sync names; it counts all. */
export const maxSyncEntries = 500;

/** What a sync failed by. */
export const syncErrors = [
  'quota',
  'key',
  'not_found',
  'away',
  'broken',
  'too_many',
  'refused',
  'interrupted',
  'internal',
] as const;

const row = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  /** A check says what a sync would do, and does nothing. */
  dry_run: z.boolean(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Null: by the clock. */
  staff_name: z.string().nullable(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  playlists_read: z.number().int(),
  videos_read: z.number().int(),
  new_count: z.number().int(),
  changed_count: z.number().int(),
  withdrawn_count: z.number().int(),
  unchanged_count: z.number().int(),
  /** Units of the quota that it took. */
  units: z.number().int(),
  error: z.enum(syncErrors).nullable(),
  error_detail: z.string().nullable(),
  /** When the quota begins anew, where it was used up. */
  retry_at: z.iso.datetime().nullable(),
  /** The entry of the event log, by which it can be undone. */
  event_id: z.uuid().nullable(),
});
const sync = recordWith(row, { entries: z.array(syncEntry).nullable(), undone: z.boolean() });

export const youtubeSyncs = {
  name: 'youtube-syncs',
  module: 'partner-video',
  record: row,
  create: z.object({}),
  update: z.object({}),
  filter: { q, dry_run: z.stringbool().optional() },
  sort: ['created_at', 'ended_at'],
} as const satisfies ResourceShape;
const syncs = resourceCalls(youtubeSyncs);

export const youtubeSyncCalls = {
  'GET /api/admin/youtube-syncs': { ...syncs['GET /api/admin/youtube-syncs'], scoped: undefined },
  'GET /api/admin/youtube-syncs/{id}': {
    ...syncs['GET /api/admin/youtube-syncs/{id}'],
    scoped: undefined,
    answer: z.object({ data: sync }),
  },
  'POST /api/admin/youtube-syncs': {
    summary: 'Begin to read YouTube: to say what has changed, or to take it over',
    who: { module: 'partner-video', action: 'import' },
    cache: 'private',
    body: z.object({ dry_run: z.boolean() }),
    answer: z.object({ data: sync }),
    errors: ['sync_running', 'youtube_not_set'],
  },
  'GET /api/admin/youtube-status': {
    summary: 'The quota of today, and which playlists are kept',
    who: { module: 'partner-video', action: 'read' },
    cache: 'private',
    answer: z.object({
      data: z.object({
        /** Null: no key is set. */
        source: z.enum(['youtube', 'sandbox']).nullable(),
        units_used: z.number().int(),
        units_daily: z.number().int(),
        /** Midnight of the Pacific zone. */
        resets_at: z.string(),
        channel_ids: z.array(z.string()),
        playlists: z.array(
          z.object({
            id: z.string(),
            title_ko: z.string(),
            title_en: z.string(),
            published: z.boolean(),
            clips: z.number().int(),
          }),
        ),
      }),
    }),
    errors: [],
  },
} satisfies CallTable;
