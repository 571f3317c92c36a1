/** Gift codes: months of a plan that somebody buys for somebody else. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { id } from '../wire.ts';
import { bill, gatewayErrors, maxCents, paymentEnd } from './billing.ts';

/** For how many months a gift is. */
export const giftMonths = [1, 3, 6, 12] as const;
export type GiftMonths = (typeof giftMonths)[number];

const wanted = {
  plan_id: id,
  months: z.literal(giftMonths),
};

const gift = z.object({
  id: z.string(),
  /** In groups of four; null until it is paid for. */
  code: z.string().nullable(),
  plan_id: z.string(),
  plan_name: z.string(),
  months: z.number().int(),
  amount_cents: z.number().int(),
  /** `waiting`: not paid for yet. `void`: it never was. */
  state: z.enum(['waiting', 'open', 'redeemed', 'void']),
  bought_at: z.string(),
  expires_at: z.string().nullable(),
  redeemed_at: z.string().nullable(),
  invoice_id: z.string().nullable(),
});
export type Gift = z.infer<typeof gift>;

/** What a code gives. */
const given = z.object({
  plan_name: z.string(),
  months: z.number().int(),
  credit_cents: z.number().int(),
  /** A plan begins by it. */
  begins: z.boolean(),
  /** The last day that it pays for, where it begins a plan or one goes on by it that was to end. */
  last_day: z.string().nullable(),
  /** Its months are paid whole, with their taxes: it begins a plan, or is of the one that its household pays for. Else it is credit alone. */
  whole_months: z.boolean(),
  /** The household pays for plans of others, which its credit pays for as well. */
  pays_for_others: z.boolean(),
});
export type GivenByGift = z.infer<typeof given>;

const typed = z.object({ code: text(60) });

export const giftCalls = {
  'POST /api/account/gift-quotes': {
    summary: 'What a gift of months of a plan costs',
    who: 'user',
    cache: 'private',
    inPreviews: true,
    body: z.object(wanted),
    answer: z.object({
      data: z.object({
        plan_name: z.string(),
        price_id: z.string(),
        months: wanted.months,
        bill,
        /** What is agreed to by the button, word for word. */
        agreement: z.string(),
        needs_address: z.boolean(),
      }),
    }),
    errors: ['not_found'],
  },
  'POST /api/account/gifts': {
    summary: 'Buy a gift as it was quoted; the same key again is the same gift',
    who: 'user',
    cache: 'private',
    body: z.object({
      ...wanted,
      /** Null where credit pays for all of it. */
      card_id: id.nullable(),
      /** As they were quoted. */
      charge_cents: z.number().int().min(0).max(maxCents),
      agreement: text(2000),
      /** Made by the client for each gift. */
      key: id,
    }),
    answer: z.object({ data: paymentEnd.extend({ gift: gift.nullable() }) }),
    errors: [
      ...gatewayErrors,
      'not_found',
      'amount_changed',
      'payment_running',
      'payment_void',
      'too_many_tries',
    ],
  },
  'GET /api/account/gifts': {
    summary: 'The gifts that the household has bought, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(gift) }),
    errors: [],
  },
  'POST /api/account/gifts/check': {
    summary: 'What a code would give, before it is redeemed',
    who: 'user',
    cache: 'private',
    body: typed,
    answer: z.object({ data: given }),
    errors: ['household_leaving', 'too_many_tries', 'taxes_away'],
  },
  'POST /api/account/gifts/redeem': {
    summary: 'Redeem a code: it becomes credit, and begins the plan where the household has none',
    who: 'user',
    cache: 'private',
    body: typed,
    answer: z.object({ data: given }),
    errors: ['household_leaving', 'too_many_tries', 'payment_running', 'payments_not_set', 'taxes_away'],
  },
} as const satisfies CallTable;
