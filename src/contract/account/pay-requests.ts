/** Paying for the plan of somebody else, who asks for it by a link. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { accountPassword, id, ok } from '../wire.ts';

export const payRequestCalls = {
  'POST /api/account/pay-requests': {
    summary:
      'Ask somebody to pay for a plan: makes a code that is good for two weeks, instead of any before it',
    who: 'user',
    cache: 'private',
    body: z.object({ plan_id: id }),
    answer: ok,
    errors: ['not_found', 'already_subscribed', 'household_leaving', 'too_many_tries'],
  },
  'DELETE /api/account/pay-requests': {
    summary: 'Withdraw what somebody was asked to pay for',
    who: 'user',
    cache: 'private',
    answer: ok,
    errors: [],
  },
  'POST /api/account/pay-requests/find': {
    summary: 'Who asks, and for which plan; nothing more of them is told',
    who: 'user',
    cache: 'private',
    body: z.object({ code: text(60) }),
    answer: z.object({
      data: z.object({
        /** The name that they go by. */
        name: z.string(),
        plan_id: z.string(),
        price_id: z.string(),
        plan_name: z.string(),
        price_cents: z.number().int(),
        period: z.enum(['monthly', 'yearly', 'once']),
        /** One's own: it is for somebody else. */
        is_own: z.boolean(),
      }),
    }),
    errors: ['pay_request_gone', 'too_many_tries'],
  },
  'POST /api/account/paid-plans/{id}/cancel': {
    summary: 'Stop paying for somebody else’s plan: it lasts until the paid period ends',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    body: z.object({ password: accountPassword }),
    answer: ok,
    errors: ['not_found', 'identity_required', 'too_many_tries'],
  },
  'POST /api/account/paid-plans/{id}/resume': {
    summary: 'Pay again for somebody else’s plan that ends because one stopped or was leaving',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    /** `agreement`: its `resume_agreement`, as it was shown. */
    body: z.object({ agreement: text(2000), password: accountPassword }),
    answer: ok,
    errors: [
      'conflict',
      'not_found',
      'not_changeable',
      'household_leaving',
      'identity_required',
      'too_many_tries',
    ],
  },
} as const satisfies CallTable;
