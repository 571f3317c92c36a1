/** What the renewals of a month would come to. Nothing is written. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';

const cents = z.number().int();

const rehearsal = z.object({
  renewals: z.number().int(),
  net_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  taxes: z.array(z.object({ jurisdiction: z.string(), name: z.string(), amount_cents: cents })),
  plans: z.array(
    z.object({ plan_id: z.string(), name: z.string(), renewals: z.number().int(), total_cents: cents }),
  ),
  /** Households whose bill changes by more than was asked for, the largest change first. */
  changes: z.array(
    z.object({
      subscription_id: z.string(),
      /** Null: of nobody any more. */
      customer_id: z.string().nullable(),
      username: z.string(),
      on: z.string(),
      before_cents: cents,
      after_cents: cents,
      reason: z.string(),
    }),
  ),
  /** How many such households there are; `changes` has the first thousand. */
  changed: z.number().int(),
  /** There are more subscriptions than are calculated at once: these are the first of them. */
  is_bounded: z.boolean(),
});
export type Rehearsal = z.infer<typeof rehearsal>;

export const rehearsalCalls = {
  'GET /api/admin/renewal-rehearsal': {
    summary:
      'What the renewals of a month would come to, and whose bill changes: at most 20,000 subscriptions',
    who: { module: 'renewal-rehearsal', action: 'read' },
    cache: 'private',
    query: z.object({
      /** `YYYY-MM`: at most 13 months ahead. */
      month: text(7).regex(/^20\d\d-(?:0[1-9]|1[0-2])$/),
      percent: z.coerce.number().int().min(0).max(1000).default(10),
    }),
    answer: z.object({ data: rehearsal }),
    errors: [],
  },
} as const satisfies CallTable;
