/** What was recorded of sales with the outside party that says the taxes, in the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { inGroup } from './field-groups.ts';
import { q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

const kinds = ['sale', 'reversal'] as const;
const states = ['waiting', 'recorded', 'failed'] as const;

/** Sales, and what was given back of them. */
export const taxReports = {
  name: 'tax-reports',
  module: 'payments',
  record: z.object({
    id: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(kinds),
    payment_id: z.uuid(),
    /** The payment's. */
    number: z.string(),
    /** By our books; below 0 of a reversal. */
    net_cents: z.number().int(),
    tax_cents: z.number().int(),
    /** By theirs; null: not known yet. */
    their_tax_cents: z.number().int().nullable(),
    /** Theirs less ours. */
    difference_cents: z.number().int().nullable(),
    state: z.enum(states),
    /** Why it was not recorded: the party's word, or `no_address`, `no_sale`, `nothing_left`. */
    failure: z.string().nullable(),
    /** The party's id. */
    transaction_id: z.string().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A payment number. */
    q,
    kind: z.enum(kinds).optional(),
    state: z.enum(states).optional(),
    /** Their taxes are other than ours. */
    differs: inGroup('amounts', z.stringbool()).optional(),
  },
  sort: ['at'],
} as const satisfies ResourceShape;
const listed = resourceCalls(taxReports);

export const taxReportCalls = {
  'GET /api/admin/tax-reports': listed['GET /api/admin/tax-reports'],
  'GET /api/admin/tax-reports/{id}': listed['GET /api/admin/tax-reports/{id}'],
  'GET /api/admin/tax-source': {
    summary: 'Where tax rates come from: the rows that staff keep, or Stripe Tax',
    who: 'staff',
    cache: 'private',
    answer: z.object({ data: z.object({ source: z.enum(['rates', 'stripe']) }) }),
    errors: [],
  },
} as const satisfies CallTable;
