/**
 * Payments in the back office: the list, one payment with its details, actions of staff, and billing of a
 * customer.
 */
import { z } from 'zod';
import {
  bill,
  billingAddress,
  invoiceSummary,
  maxCents,
  paymentMethods,
  savedCard,
  subscription,
} from '../account/billing.ts';
import type { CallTable } from '../call.ts';
import { day as calendarDay, instant as moment } from '../instants.ts';
import { line, paragraphs, requiredLine } from '../text.ts';
import { ok } from '../wire.ts';
import { inGroup } from './field-groups.ts';
import { q, uuid } from './fields.ts';
import { type ResourceShape, recordWith, resourceCalls } from './resource.ts';

export const paymentStatuses = ['open', 'paid', 'cancel', 'refunded', 'partly_refunded', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
/** Origin of a payment: `cms` by staff, `renewal` by the service at the end of a period. */
export const platforms = ['web', 'mobile', 'stb_web', 'stb_mobile', 'cms', 'in_app', 'renewal'] as const;
export type PaymentPlatform = (typeof platforms)[number];
/** Why a payment has not come: what its card was declined for, or that there is none. */
const failureReasons = [
  'authentication',
  'funds',
  'expired',
  'security_code',
  'lost_or_stolen',
  'try_again',
  'no_card',
  'other',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const instant = z.iso.datetime();
const day = z.iso.date();
const cents = z.number().int();
const personal = <T extends z.ZodType>(type: T): T => inGroup('personal', type);
const note = <T extends z.ZodType>(type: T): T => inGroup('notes', type);
const params = z.object({ id: z.uuid() });
const part = line(200).optional();
const flag = z.stringbool().optional();

/** Invoices and their payments; the number is the invoice's. */
export const payments = {
  name: 'payments',
  module: 'payments',
  record: z.object({
    id: z.uuid(),
    number: z.string(),
    created_at: instant,
    /** Null once the household is erased. */
    customer_id: z.uuid().nullable(),
    username: z.string().nullable(),
    /** As the bill's address has it; so are the fields down to the country. */
    name: personal(z.string().nullable()),
    email: personal(z.string().nullable()),
    phone: personal(z.string().nullable()),
    address: personal(z.string().nullable()),
    city: personal(z.string().nullable()),
    state: z.string(),
    zip: personal(z.string()),
    country: z.string(),
    plan_id: z.uuid().nullable(),
    /** The invoice's total, the used credit, and the remaining amount. */
    total_cents: cents,
    credit_cents: cents,
    amount_cents: cents,
    refunded_cents: cents,
    /** Part that was sold without taxes, to an address without a tax rate. */
    untaxed_cents: cents,
    method: z.enum(paymentMethods),
    platform: z.enum(platforms),
    /** `failed`: open, and tried in vain. */
    status: z.enum(paymentStatuses),
    paid_by: personal(z.string().nullable()),
    /** The first and the last day that it is for. */
    starts_on: day.nullable(),
    ends_on: day.nullable(),
    /** The next payment of its subscription. */
    next_payment_on: day.nullable(),
    paid_at: instant.nullable(),
    /** When its customer paid last. */
    last_paid_at: instant.nullable(),
    cancelled_at: instant.nullable(),
    failures: cents,
    failure_reason: z.enum(failureReasons).nullable(),
    next_try_at: instant.nullable(),
    notes: note(z.string()),
    card_last_four: z.string().nullable(),
    card_name: personal(z.string().nullable()),
    check_number: z.string().nullable(),
  }),
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A payment number; a part of a username; a whole e-mail address, telephone number, name on a bill or id. */
    q,
    status: z.enum(paymentStatuses).optional(),
    method: z.enum(paymentMethods).optional(),
    /** The whole number, with or without its beginning. */
    number_like: part,
    username_like: part,
    customer_id_in: z.string().max(4000).optional(),
    /** Whole, in either case. */
    email: line(320).optional(),
    phone: line(40).optional(),
    email_like: part,
    phone_like: part,
    name_like: part,
    address_like: part,
    city_like: part,
    /** Without an address at all, or with one that was erased. */
    name_empty: flag,
    address_empty: flag,
    city_empty: flag,
    /** An erased customer. */
    customer_id_empty: flag,
    username_empty: flag,
    email_empty: flag,
    phone_empty: flag,
    /** Whole, in either case. */
    state_like: part,
    country_like: part,
    /** Its beginning. */
    zip_like: part,
    /** Whole, in either case. */
    card_name_like: part,
    notes_like: part,
    next_payment_on_from: calendarDay.optional(),
    next_payment_on_until: calendarDay.optional(),
    next_payment_on_empty: flag,
    last_paid_at_from: moment.optional(),
    last_paid_at_until: moment.optional(),
    last_paid_at_empty: flag,
    /** Whole. */
    card_last_four_like: part,
    check_number_like: part,
  },
  sort: ['created_at', 'amount_cents', 'paid_at'],
  logged: { reason: note(z.string()) },
  personal: {
    email: 'email',
    phone: 'phone',
    name: 'name',
    address: 'name',
    card_name: 'name',
    paid_by: 'name',
  },
} as const satisfies ResourceShape;
const listed = resourceCalls(payments);

const paymentRecord = recordWith(payments.record, {
  /** The bill as text. */
  bill,
  /** The price of the plan for a whole period; null without a plan. */
  plan_price_cents: cents.nullable(),
  discount_cents: cents,
  /** Refundable amount. */
  refundable_cents: cents,
  /** Credit that a refund returns: for an unredeemed gift. */
  returnable_credit_cents: cents,
  /** The bank has taken the money back or is deciding, so that nothing can be refunded. */
  is_disputed: z.boolean(),
  /** The plan that it paid for is running. */
  plan_runs: z.boolean(),
  /** It paid for the running period of that plan. */
  pays_running_period: z.boolean(),
  /** Credit that came back, and when. */
  credit_returned: z.object({ amount_cents: cents, at: instant }).nullable(),
  /** The card that was tried last, with its expiry as it was then; empty without one. */
  card: z.string(),
  /** Staff member who requested the void, and the reason, while the card processor has not answered. */
  void_asked: z.object({ staff_name: z.string(), reason: note(z.string()) }).nullable(),
  /** Why it was not paid, in words; empty where it was. */
  failure: z.string(),
  /** A card of the household can be charged for it. */
  has_card: z.boolean(),
  attempts: z.array(
    z.object({
      id: z.string(),
      at: instant,
      outcome: z.enum(['succeeded', 'declined', 'action', 'processing', 'not_made']).nullable(),
      code: z.string().nullable(),
      card: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      at: instant,
      amount_cents: cents,
      tax_cents: cents,
      state: z.enum(['asked', 'pending', 'succeeded', 'failed']),
      reason: note(z.string()),
      staff_name: z.string(),
    }),
  ),
  disputes: z.array(
    z.object({
      id: z.string(),
      at: instant,
      amount_cents: cents,
      state: z.enum(['inquiry', 'open', 'won', 'lost']),
      reason: z.string(),
      due_at: instant.nullable(),
    }),
  ),
  /** Entries in the ledger: debits are positive, credits negative. */
  postings: z.array(
    z.object({
      id: z.string(),
      at: instant,
      cause: z.string(),
      account: z.string(),
      jurisdiction: z.string().nullable(),
      amount_cents: cents,
    }),
  ),
});

const read = { who: { module: 'payments', action: 'read' }, cache: 'private', params } as const;
const change = { who: { module: 'payments', action: 'update' }, cache: 'private', params } as const;
const reason = requiredLine(300);

/** How a payment has ended: in a state, and in words. */
const told = z.object({ data: z.object({ state: z.string(), message: z.string() }) });

/** Ways that staff take money, or do without it. */
const byStaff = {
  /** `credit`: the household's credit pays all of it. */
  method: z.enum(paymentMethods).exclude(['card']),
  /** Of a check. */
  check_number: line(40).default(''),
  /** Name of the person who paid or received it. */
  paid_by: line(100).default(''),
};

export const paymentCalls = {
  'GET /api/admin/payments': listed['GET /api/admin/payments'],
  'GET /api/admin/payments/{id}': {
    summary: 'One payment with its bill in words, attempts, refunds, disputes and what the ledger has of it',
    ...read,
    answer: z.object({ data: paymentRecord }),
    errors: ['not_found'],
  },
  'PATCH /api/admin/payments/{id}': {
    summary: 'Change the notes of a payment',
    ...change,
    body: z.object({ notes: note(paragraphs(2000)) }),
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/payments/{id}/refunds': {
    summary:
      'Give back a payment or a part of it. `refundable_cents` is what could be given back when it was asked for. 0: a gift that was paid by credit alone, which comes back',
    ...change,
    body: z.object({
      amount_cents: z.number().int().min(0).max(maxCents),
      refundable_cents: z.number().int().min(0).max(maxCents),
      reason,
      /** The plan of the payment ends today, without a further refund. */
      ends_plan: z.boolean().default(false),
    }),
    answer: told,
    errors: [
      'not_found',
      'not_changeable',
      'amount_changed',
      'payments_not_set',
      'gift_redeemed',
      'payment_disputed',
    ],
  },
  'POST /api/admin/payments/{id}/charge': {
    summary: 'Try an open payment now, with the card of its household',
    ...change,
    answer: told,
    errors: ['not_found', 'not_changeable', 'payments_not_set', 'payments_away'],
  },
  'POST /api/admin/payments/{id}/void': {
    summary: 'Take back an open payment with its invoice; what it was for does not begin, or ends',
    ...change,
    body: z.object({ reason }),
    answer: told,
    errors: ['not_found', 'not_changeable', 'payments_not_set', 'payments_away'],
  },
  'POST /api/admin/payments/{id}/receive': {
    summary: 'Book an open payment that came by check or in cash, that credit pays, or that is a promotion',
    ...change,
    body: z.object({ ...byStaff, notes: paragraphs(2000).default('') }),
    answer: ok,
    errors: ['not_found', 'not_changeable', 'payment_running'],
  },
} as const satisfies CallTable;

/** The other customer of a plan that one pays for and another has. */
const otherCustomer = z.object({ customer_id: z.string(), username: z.string(), plan_name: z.string() });

const customerBilling = z.object({
  subscription: subscription.nullable(),
  /** Payer of the running plan, if it is another household. */
  paid_by: otherCustomer.nullable(),
  /** Other households whose running plans the household pays for. */
  pays_for: z.array(otherCustomer),
  credit_cents: cents,
  /** The household has no billing address, so that it cannot be charged. */
  needs_address: z.boolean(),
  cards: z.array(savedCard),
  /** Payments of the last year, the newest first. */
  payments: z.array(invoiceSummary),
  /** Agreements of the household, word for word, the newest first. */
  consents: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      plan_name: z.string(),
      language: z.enum(['ko', 'en']),
      text: inGroup('amounts', z.string()),
      price_cents: cents,
      /** The charge at that time; null: it was never paid. */
      total_cents: cents.nullable(),
    }),
  ),
  /** Changes of the household's subscriptions, the newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      subscription_id: z.string(),
      state: z.enum(['subscribed', 'unsubscribed']),
      kind: z.string(),
      on: z.string(),
      text: z.string(),
    }),
  ),
});
export type CustomerBilling = z.infer<typeof customerBilling>;

export const customerBillingCalls = {
  'GET /api/admin/customers/{id}/billing': {
    summary: 'What a customer’s household pays: subscription, credit, cards, payments of a year',
    ...read,
    answer: z.object({ data: customerBilling }),
    errors: ['not_found'],
  },
  'POST /api/admin/customers/{id}/subscription-quotes': {
    summary: 'What a plan would cost this customer for one period, paid to staff',
    ...read,
    body: z.object({ plan_id: uuid }),
    answer: z.object({ data: z.object({ price_id: z.string(), bill, until: z.string() }) }),
    errors: ['not_found', 'already_subscribed', 'household_leaving', 'not_changeable', 'taxes_away'],
  },
  'POST /api/admin/customers/{id}/subscriptions': {
    summary:
      'Begin a plan for one period, paid to staff; it does not renew. `charge_cents` is what was quoted',
    ...change,
    body: z.object({
      plan_id: uuid,
      price_id: uuid,
      charge_cents: z.number().int().min(0).max(maxCents),
      ...byStaff,
      /** Where it was bought: in an app store, say. */
      platform: z.enum(platforms).exclude(['renewal']).default('cms'),
      notes: paragraphs(2000).default(''),
    }),
    answer: z.object({ data: z.object({ payment_id: z.string() }) }),
    errors: [
      'not_found',
      'already_subscribed',
      'household_leaving',
      'amount_changed',
      'not_changeable',
      'payment_running',
      'taxes_away',
    ],
  },
  'PUT /api/admin/customers/{id}/billing-address': {
    summary:
      'Enter where the bills of a customer go to who has no address; one that is there is theirs to change',
    ...change,
    body: billingAddress,
    answer: ok,
    errors: ['not_found', 'not_changeable', 'too_many_tries'],
  },
  'POST /api/admin/customers/{id}/credits': {
    summary:
      'Give credit, which pays open renewals and the next bills. The same `key` again gives nothing more',
    ...change,
    body: z.object({ key: uuid, amount_cents: z.number().int().min(1).max(1_000_000), reason }),
    answer: z.object({ data: z.object({ credit_cents: cents }) }),
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/customers/{id}/cancel-subscription': {
    summary: 'Cancel this customer’s subscription: it ends with the period that is paid for',
    ...change,
    body: z.object({ reason }),
    answer: ok,
    errors: ['not_found', 'no_subscription'],
  },
  'POST /api/admin/customers/{id}/resume-subscription': {
    summary: 'Let this customer’s cancelled subscription renew again, as they had agreed to',
    ...change,
    body: z.object({ reason }),
    answer: ok,
    errors: ['not_found', 'no_subscription', 'not_changeable', 'household_leaving', 'renewal_not_agreed'],
  },
} as const satisfies CallTable;
