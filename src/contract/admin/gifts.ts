/** Gift codes in the back office: all of them in a list, lots made by staff. */
import { z } from 'zod';
import { giftMonths } from '../account/gifts.ts';
import type { CallTable } from '../call.ts';
import { requiredLine } from '../text.ts';
import { id, ok } from '../wire.ts';
import { instant, q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const states = ['waiting', 'open', 'redeemed', 'void'] as const;

/** A lot is one statement; more of them are several lots. */
export const maxLotCount = 1000;

export const gifts = {
  name: 'gifts',
  module: 'gifts',
  record: z.object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    /** In groups of four; of one that somebody bought only the end. */
    code: z.string(),
    plan_id: z.string(),
    months: z.number().int(),
    amount_cents: z.number().int(),
    /** Empty: bought. */
    lot: z.string(),
    state: z.enum(states),
    expires_at: z.iso.datetime().nullable(),
    redeemed_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of a lot's name, or a whole code. */
    q,
    state: z.enum(states).optional(),
    plan_id: id.optional(),
  },
  sort: ['created_at', 'lot', 'amount_cents', 'expires_at', 'redeemed_at'],
} as const satisfies ResourceShape;
const listed = resourceCalls(gifts);

export const giftAdminCalls = {
  'GET /api/admin/gifts': listed['GET /api/admin/gifts'],
  'GET /api/admin/gifts/{id}': listed['GET /api/admin/gifts/{id}'],
  'POST /api/admin/gift-lots': {
    summary: 'Make a lot of gift codes',
    who: { module: 'gifts', action: 'create' },
    cache: 'private',
    body: z.object({
      lot: requiredLine(80),
      plan_id: id,
      months: z.literal(giftMonths),
      count: z.number().int().min(1).max(maxLotCount),
      /** Null: they last. */
      expires_at: instant,
    }),
    answer: z.object({ data: z.object({ count: z.number().int(), amount_cents: z.number().int() }) }),
    errors: [],
  },
  'POST /api/admin/gifts/{id}/void': {
    summary: 'Make an unused code of a lot void',
    who: { module: 'gifts', action: 'update' },
    cache: 'private',
    params: z.object({ id }),
    answer: ok,
    errors: ['not_found', 'gift_not_voidable'],
  },
} satisfies CallTable;
