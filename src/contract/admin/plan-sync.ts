/** How plans and prices at the card processor differ from ours, and making them what ours are. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';

const who = (action: 'read' | 'update') => ({ module: 'plan-sync', action }) as const;

/**
 * `missing`: not there. `different`: there, with another name, or offered where it is not here, or the other way round. `unknown`: there and
 * not ours; it is left alone.
 */
export const planSyncStates = ['same', 'missing', 'different', 'unknown'] as const;

const price = z.object({
  /** Ours; null for one that only the processor has. */
  price_id: z.string().nullable(),
  gateway_id: z.string().nullable(),
  amount_cents: z.number().int(),
  months: z.number().int().nullable(),
  /** Whether it is offered, here and there; null where it is not. */
  active: z.boolean().nullable(),
  gateway_active: z.boolean().nullable(),
  state: z.enum(planSyncStates),
});

const plan = z.object({
  plan_id: z.string().nullable(),
  gateway_id: z.string().nullable(),
  name_ko: z.string().nullable(),
  /** As the processor has it. */
  name_en: z.string().nullable(),
  gateway_name: z.string().nullable(),
  active: z.boolean().nullable(),
  gateway_active: z.boolean().nullable(),
  state: z.enum(planSyncStates),
  prices: z.array(price),
});
export type ComparedPlan = z.infer<typeof plan>;
export type ComparedPrice = z.infer<typeof price>;

const answer = z.object({
  data: z.object({
    plans: z.array(plan),
    /** How many of them and their prices a sync would change. */
    differences: z.number().int(),
  }),
});
const errors = ['payments_not_set', 'payments_away', 'payments_refused'] as const;

export const planSyncCalls = {
  'GET /api/admin/plan-sync': {
    summary: 'How plans and their prices in force differ from those at the card processor',
    who: who('read'),
    cache: 'private',
    answer,
    errors,
  },
  'POST /api/admin/plan-sync': {
    summary: 'Make plans and prices at the card processor what they are here; what is not ours is left alone',
    who: who('update'),
    cache: 'private',
    answer,
    errors,
  },
} as const satisfies CallTable;
