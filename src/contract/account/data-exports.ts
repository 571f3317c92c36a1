/** A copy of everything that the service keeps of a user and the household, as one ZIP file. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { id } from '../wire.ts';

const dataExport = z.object({
  id,
  state: z.enum(['working', 'ready', 'failed']),
  /** Parts that are written, of `parts`. */
  done: z.number().int(),
  parts: z.number().int(),
  size_bytes: z.number().int().nullable(),
  requested_at: z.string(),
  /** Until when it can be downloaded. */
  expires_at: z.string().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

const answer = z.object({
  data: z.object({
    /** The last one that was asked for, while it is there. */
    export: dataExport.nullable(),
    /** When the next one may be asked for; null: now. */
    next_at: z.string().nullable(),
  }),
});

export const dataExportCalls = {
  'GET /api/account/data-export': {
    summary: 'The copy of their data that the user has asked for',
    who: 'user',
    cache: 'private',
    answer,
    errors: [],
  },
  'POST /api/account/data-export': {
    summary: 'Ask for a copy: one at a time, one a day, after re-authentication',
    who: 'user',
    cache: 'private',
    answer,
    errors: ['identity_required', 'export_limit'],
  },
  'GET /api/account/data-export/{id}/file': {
    summary: 'Download it, after re-authentication',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: 'bytes',
    errors: ['identity_required', 'not_found'],
  },
} as const satisfies CallTable;
