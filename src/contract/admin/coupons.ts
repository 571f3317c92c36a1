/** Codes for discounts, in the back office. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine, text } from '../text.ts';
import { instant, q } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

export const couponDurations = ['once', 'forever', 'months'] as const;

const couponCodePattern = /^[A-Z0-9-]{3,40}$/;

export const coupons = resourceShape({
  name: 'coupons',
  module: 'coupons',
  fields: {
    name: requiredLine(80),
    code: text(40)
      .overwrite((sent) => sent.normalize('NFC').trim().toUpperCase())
      .regex(couponCodePattern),
    /** One of the two. */
    percent_off: z.number().int().min(1).max(100).nullable(),
    amount_off_cents: z.number().int().min(1).max(1_000_000).nullable(),
    duration: z.enum(couponDurations),
    /** Of `months`. */
    duration_months: z.number().int().min(1).max(60).nullable(),
    starts_at: instant,
    ends_at: instant,
    /** Null: without limit. */
    max_uses: z.number().int().min(1).max(10_000_000).nullable(),
    first_only: z.boolean(),
    active: z.boolean(),
  },
  defaults: {
    percent_off: null,
    amount_off_cents: null,
    duration: 'once',
    duration_months: null,
    starts_at: null,
    ends_at: null,
    max_uses: null,
    first_only: false,
    active: false,
  },
  /** Reservations count. */
  more: { uses: z.number().int() },
  filter: {
    q,
    duration: z.enum(couponDurations).optional(),
    first_only: z.stringbool().optional(),
    active: z.stringbool().optional(),
  },
  sort: ['created_at', 'name', 'code', 'starts_at', 'ends_at', 'uses', 'updated_at'],
});

export const couponCalls = resourceCalls(coupons) satisfies CallTable;
