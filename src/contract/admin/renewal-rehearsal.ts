/** What the renewals of a month would come to. Nothing is written. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line, text } from '../text.ts';
import { q } from './fields.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

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
  /** The list `bill-changes` has all of them: it is the newest rehearsal. */
  listed: z.boolean(),
  /** Renewals whose taxes were not known: they count without. */
  untaxed: z.number().int(),
});
export type Rehearsal = z.infer<typeof rehearsal>;

const standing = z.object({
  /** `stalled`: it was being calculated, and has not gone on for minutes. */
  state: z.enum(['none', 'running', 'stalled', 'ready']),
  /** Subscriptions calculated so far, of about as many. */
  done: z.number().int(),
  total: z.number().int(),
  /** What it came to last, and when; while it is calculated again, what it was before. */
  result: rehearsal.nullable(),
  result_at: z.iso.datetime().nullable(),
});
export type RehearsalStanding = z.infer<typeof standing>;

const asked = {
  /** `YYYY-MM`: at most 13 months ahead. */
  month: text(7).regex(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  /** Bills that change by more are listed. */
  percent: z.coerce.number().int().min(0).max(1000).default(10),
};

/** Every household whose bill changes, of the newest rehearsal. */
export const billChanges = {
  name: 'bill-changes',
  module: 'renewal-rehearsal',
  record: z.object({
    id: z.uuid(),
    /** `YYYY-MM`: of the rehearsal. */
    month: z.string(),
    /** Null: of nobody any more. */
    customer_id: z.uuid().nullable(),
    username: z.string().nullable(),
    renews_on: z.iso.date(),
    before_cents: cents,
    after_cents: cents,
    /** By how much, in either direction. */
    change_cents: cents,
    reason: z.string(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of a username. */
    q,
    username_like: line(200).optional(),
  },
  sort: ['change_cents', 'renews_on'],
} as const satisfies ResourceShape;
const listed = resourceCalls(billChanges);

export const rehearsalCalls = {
  'GET /api/admin/bill-changes': listed['GET /api/admin/bill-changes'],
  'GET /api/admin/bill-changes/{id}': listed['GET /api/admin/bill-changes/{id}'],
  'GET /api/admin/renewal-rehearsal': {
    summary: 'What the renewals of a month would come to, and whose bill changes, as it was calculated last',
    who: { module: 'renewal-rehearsal', action: 'read' },
    cache: 'private',
    query: z.object(asked),
    answer: z.object({ data: standing }),
    errors: [],
  },
  'POST /api/admin/renewal-rehearsal': {
    summary: 'Calculate the renewals of a month by a job; one that runs already goes on',
    who: { module: 'renewal-rehearsal', action: 'read' },
    cache: 'private',
    body: z.object(asked),
    answer: z.object({ data: standing }),
    errors: [],
  },
} as const satisfies CallTable;
