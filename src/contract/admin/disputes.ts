/** Disputes, and where the card processor's books differ from ours, in the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { paragraphs } from '../text.ts';
import { ok } from '../wire.ts';
import { inGroup } from './field-groups.ts';
import { q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const states = ['inquiry', 'open', 'won', 'lost'] as const;
const kinds = ['unknown', 'amount', 'missing'] as const;

/** Payments that a card's owner has disputed at the bank. */
export const disputes = {
  name: 'disputes',
  module: 'disputes',
  record: z.object({
    id: z.uuid(),
    at: z.iso.datetime(),
    payment_id: z.uuid().nullable(),
    /** The payment's; empty for one that is none of ours. */
    number: z.string(),
    amount_cents: z.number().int(),
    state: z.enum(states),
    /** The bank's word. */
    reason: z.string(),
    /** Until when evidence may be sent. */
    due_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A payment number. */
    q,
    state: z.enum(states).optional(),
    number_like: q,
    number_empty: z.stringbool().optional(),
  },
  sort: ['at', 'due_at', 'amount_cents'],
} as const satisfies ResourceShape;
const disputed = resourceCalls(disputes);

/** Movements of our balance at the card processor that differ from the ledger. */
export const differences = {
  name: 'payment-differences',
  module: 'payment-differences',
  record: z.object({
    id: z.uuid(),
    /** The processor's id. */
    movement_id: z.string(),
    created_at: z.iso.datetime(),
    kind: z.string(),
    /** `unknown`: nothing of ours. `amount`: another amount than ours. `missing`: ours, of which the processor knows nothing. */
    difference: z.enum(kinds),
    amount_cents: z.number().int(),
    payment_id: z.uuid().nullable(),
    notes: inGroup('notes', z.string()),
    resolved_at: z.iso.datetime().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: { q, difference: z.enum(kinds).optional(), resolved: z.stringbool().optional() },
  sort: ['created_at'],
} as const satisfies ResourceShape;
const differing = resourceCalls(differences);
const change = { who: { module: 'payment-differences', action: 'update' }, cache: 'private' } as const;

export const disputeCalls = {
  'GET /api/admin/disputes': disputed['GET /api/admin/disputes'],
  'GET /api/admin/disputes/{id}': disputed['GET /api/admin/disputes/{id}'],
  'GET /api/admin/payment-differences': differing['GET /api/admin/payment-differences'],
  'GET /api/admin/payment-differences/{id}': differing['GET /api/admin/payment-differences/{id}'],
  'POST /api/admin/payment-comparisons': {
    summary: 'Compare the card processor’s books of the last days with the ledger now',
    ...change,
    answer: z.object({ data: z.object({ differences: z.number().int() }) }),
    errors: ['payments_not_set', 'payments_away'],
  },
  'PATCH /api/admin/payment-differences/{id}': {
    summary: 'Note what a difference was, and whether it is dealt with',
    ...change,
    params: z.object({ id: z.uuid() }),
    body: z.object({ notes: inGroup('notes', paragraphs(1000)), resolved: z.boolean() }),
    answer: ok,
    errors: ['not_found'],
  },
} as const satisfies CallTable;
