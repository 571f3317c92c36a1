/** The play error log: failures of viewers' players. Read only. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { playErrorKinds } from '../viewer/playback.ts';
import { device } from '../wire.ts';
import { q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const devices = device.unwrap();

export const playErrors = {
  name: 'play-errors',
  module: 'play-errors',
  record: z.object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    kind: z.enum(playErrorKinds),
    code: z.string(),
    /** The title, episode, clip or channel that was played, in the reader's language. Empty once it is deleted. */
    title: z.string(),
    device: devices,
    /** The browser and the system: "Chrome · Windows". */
    browser: z.string(),
    /** Time from the start of the playback session to the failure. */
    after_seconds: z.number().int(),
    /** The playback session. */
    playback_id: z.uuid(),
    asset_id: z.uuid().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of a code or of a browser's name. */
    q,
    kind: z.enum(playErrorKinds).optional(),
    device: devices.optional(),
    asset_id: z.uuid().optional(),
    playback_id: z.uuid().optional(),
  },
  sort: ['created_at', 'after_seconds'],
} as const satisfies ResourceShape;
export type PlayErrorRecord = z.infer<typeof playErrors.record>;
const calls = resourceCalls(playErrors);

/** The summary covers this many hours. */
export const summaryHours = 24;

export const playErrorCalls = {
  'GET /api/admin/play-errors': calls['GET /api/admin/play-errors'],
  'GET /api/admin/play-errors/{id}': calls['GET /api/admin/play-errors/{id}'],
  'GET /api/admin/play-error-summary': {
    summary: 'Play errors of the last day: counts by hour, and the most frequent codes',
    who: { module: 'play-errors', action: 'read' },
    cache: 'private',
    answer: z.object({
      data: z.object({
        /** Each hour, the oldest first. */
        hours: z.array(z.object({ from: z.iso.datetime(), errors: z.number().int() })),
        codes: z.array(
          z.object({
            kind: z.enum(playErrorKinds),
            code: z.string(),
            errors: z.number().int(),
            households: z.number().int(),
            /** Number of titles, clips and channels. */
            titles: z.number().int(),
            last_at: z.iso.datetime(),
          }),
        ),
      }),
    }),
    errors: [],
  },
} as const satisfies CallTable;
