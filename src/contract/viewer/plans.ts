/** What can be subscribed to, and what a household has. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The price in force: what a checkout is asked for. */
  price_id: z.string(),
  /** Cents of a US dollar. */
  price_cents: z.number().int(),
  /** What it costs without the discount; null when there is none. */
  regular_price_cents: z.number().int().nullable(),
  period: z.enum(['monthly', 'yearly', 'once']),
  devices: z.array(z.enum(['pc', 'mobile', 'stb', 'web'])),
  /** How many devices may watch at once. */
  streams: z.number().int(),
  /** Whether it removes video ads. */
  ad_free: z.boolean(),
  /** The best quality it plays, as the height of a 16:9 picture, e.g. 1080; null: no limit. */
  max_height: z.number().int().nullable(),
  /** Days before the first charge; 0: none. */
  trial_days: z.number().int(),
  /** Set-top boxes that come with it. */
  box_quantity: z.number().int(),
});
export type Plan = z.infer<typeof plan>;

export const planCalls = {
  'GET /api/plans': {
    summary: 'What can be subscribed to, and the one-time charge of the set-top box',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({ data: z.array(plan) }),
    errors: [],
  },
  'GET /api/current-plan': {
    summary: 'The household’s running plan; null without one',
    who: 'user',
    cache: 'private',
    answer: z.object({
      data: z
        .object({
          /** Which of the plans; null when it is not known. */
          plan_id: z.string().nullable(),
          /** What the household may do now; with several plans, the best of each. */
          ad_free: z.boolean(),
          max_height: z.number().int().nullable(),
          starts_at: z.string(),
          ends_at: z.string(),
        })
        .nullable(),
    }),
    errors: [],
  },
} as const satisfies CallTable;
