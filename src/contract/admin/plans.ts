/** Plans and their prices in the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { paragraphs, requiredLine } from '../text.ts';
import { inGroup } from './field-groups.ts';
import { instant, position, q, uuid } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

export const planPeriods = ['monthly', 'yearly', 'once'] as const;
export const planDevices = ['pc', 'mobile', 'stb', 'web'] as const;

/** The least is what a card processor charges at all. */
const price = z.number().int().min(50).max(10_000_000);

export const plans = resourceShape({
  name: 'plans',
  module: 'plans',
  fields: {
    name_ko: requiredLine(80),
    name_en: requiredLine(80),
    description_ko: paragraphs(500),
    description_en: paragraphs(500),
    period: z.enum(planPeriods),
    devices: z
      .array(z.enum(planDevices))
      .min(1)
      .max(planDevices.length)
      .overwrite((sent) => [...new Set(sent)]),
    streams: z.number().int().min(1).max(20),
    /** Whether it removes video ads. */
    ad_free: z.boolean(),
    /** The best quality it plays, as the height of a 16:9 picture; null: no limit. */
    max_height: z.number().int().min(240).max(4320).nullable(),
    trial_days: z.number().int().min(0).max(90),
    box_quantity: z.number().int().min(0).max(20),
    active: z.boolean(),
  },
  defaults: {
    description_ko: '',
    description_en: '',
    period: 'monthly',
    devices: [...planDevices],
    streams: 3,
    ad_free: true,
    max_height: null,
    trial_days: 0,
    box_quantity: 0,
    active: false,
  },
  /** The price in force; null without one. */
  more: { price_cents: price.nullable(), regular_price_cents: price.nullable(), position },
  /** First price of a new plan. Without a price it is not offered. */
  createMore: {
    price_cents: price.nullable().default(null),
    regular_price_cents: price.nullable().default(null),
  },
  filter: { q, active: z.stringbool().optional() },
  sort: ['position', 'name_ko', 'name_en', 'period', 'created_at', 'updated_at'],
});

export const planPrices = resourceShape({
  name: 'plan-prices',
  module: 'plans',
  fields: {
    plan_id: uuid,
    price_cents: price,
    regular_price_cents: price.nullable(),
    starts_at: instant.unwrap(),
  },
  defaults: { regular_price_cents: null },
  more: {
    /** Its plan and price. */
    label: inGroup('amounts', z.string()),
    state: z.enum(['coming', 'in_force', 'past']),
  },
  filter: {
    /** Part of the plan's name. */
    q,
    plan_id: uuid.optional(),
  },
  sort: ['starts_at', 'price_cents', 'created_at', 'updated_at'],
});

export const adminPlanCalls = {
  ...resourceCalls(plans),
  ...resourceCalls(planPrices),
  'POST /api/admin/plan-price-effects': {
    summary: 'Effect of a new price: subscribers, the day of their first mail, and the first renewal at it',
    who: { module: 'plans', action: 'read' },
    cache: 'private',
    body: z.object({ plan_id: uuid, price_cents: price, starts_at: instant.unwrap() }),
    answer: z.object({
      data: z.object({
        subscribers: z.number().int(),
        /** `YYYY-MM-DD`. Null without subscribers. */
        mail_on: z.string().nullable(),
        first_renewal_on: z.string().nullable(),
      }),
    }),
    errors: [],
  },
} satisfies CallTable;
