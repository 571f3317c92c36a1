/** Opening personal data, which is masked otherwise: with a reason, for a while, written down. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine } from '../text.ts';

/** How long personal data stays open. */
export const openMinutes = 30;
export const minReasonLength = 4;
export const maxReasonLength = 200;

const opening = z.object({
  resource: z.string(),
  /** Null: the whole list. */
  id: z.string().nullable(),
  open_until: z.string(),
});
export type Opening = z.infer<typeof opening>;

const common = { who: 'staff', scoped: true, cache: 'private' } as const;

export const personalDataCalls = {
  'GET /api/admin/personal-data-openings': {
    summary: 'What personal data is open to this session now',
    ...common,
    answer: z.object({ data: z.array(opening) }),
    errors: [],
  },
  'POST /api/admin/personal-data-openings': {
    summary:
      'Show the personal data of a record or of a list to this session for half an hour; needs `personal_data` on its module, and is written into the event log with the reason',
    ...common,
    body: z.object({
      resource: z.string().min(1).max(40),
      /** Null: the whole list, its searches, orders and exports too. */
      id: z.uuid().nullable(),
      reason: requiredLine(maxReasonLength).min(minReasonLength),
    }),
    answer: z.object({ data: opening }),
    errors: ['not_found', 'not_permitted'],
  },
} as const satisfies CallTable;
