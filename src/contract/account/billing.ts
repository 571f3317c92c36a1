/**
 * Billing of a household: checkout, plan, cards, invoices, gifts. Amounts are whole cents of US dollars, days
 * `YYYY-MM-DD`.
 */
import { z } from 'zod';
import { addressCountries, postalPatterns, printable, regions } from '../addresses.ts';
import { inGroup } from '../admin/field-groups.ts';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import { requiredLine, text } from '../text.ts';
import { accountPassword, id, ok } from '../wire.ts';

/** Once more than any bill: an amount beyond it is a mistake. */
export const maxCents = 10_000_000;
const cents = z.number().int().min(-maxCents).max(maxCents);

/** A line of a bill in words. */
const billLine = z.object({
  /** Its place in the bill, from 0. */
  position: z.number().int(),
  kind: z.enum(['plan', 'discount', 'returned', 'owed', 'carried', 'gift', 'once']),
  text: z.string(),
  /** The days, the price and how many days of how many: why it is that much. */
  detail: inGroup('amounts', z.string()),
  amount_cents: cents,
});
export type BillLine = z.infer<typeof billLine>;

/** A bill in words: its lines, taxes and totals. */
export const bill = z.object({
  lines: z.array(billLine),
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount_cents: cents })),
  net_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  /** Credit that is used for it. */
  credit_cents: cents,
  /** Too small for a card, and waived because no invoice follows. */
  given_cents: cents,
  /** Too small for a card, and added to the next invoice. */
  carried_cents: cents,
  /** The remaining charge. */
  charge_cents: cents,
});
export type Bill = z.infer<typeof bill>;

export const savedCard = z.object({
  id: z.string(),
  brand: z.string(),
  last_four: z.string(),
  expiry_month: z.number().int(),
  expiry_year: z.number().int(),
  name: inGroup('personal', z.string()),
  is_default: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCard>;

export const billingAddress = z
  .object({
    name: requiredLine(100),
    line1: requiredLine(120),
    line2: text(120).trim().default(''),
    city: requiredLine(80),
    region: z.string().max(3),
    postal_code: text(12).trim(),
    country: z.enum(addressCountries),
    phone: text(30).trim().default(''),
  })
  .superRefine(({ country, region, postal_code, ...lines }, context) => {
    for (const field of ['name', 'line1', 'line2', 'city'] as const)
      if (!printable.test(lines[field]))
        context.addIssue({ code: 'custom', path: [field], message: 'printable' });
    if (!(regions[country] as readonly string[]).includes(region))
      context.addIssue({ code: 'custom', path: ['region'], message: 'choose' });
    if (!postalPatterns[country].test(postal_code))
      context.addIssue({ code: 'custom', path: ['postal_code'], message: 'postal_code' });
  });
export type BillingAddress = z.output<typeof billingAddress>;

/** Outcome of a payment, or the step that it waits for. */
export const paymentEnd = z.object({
  /**
   * `paid`: finished. `action`: the bank asks for the card's owner. The card processor's script shows that with the secret,
   * and `POST …/settle` follows. `declined`: see `message`. `waiting`: unknown until a later `settle`.
   */
  state: z.enum(['paid', 'action', 'declined', 'waiting']),
  client_secret: z.string().nullable(),
  /** Why the card was declined, and what to do, in words. */
  message: z.string().nullable(),
  invoice_id: z.string().nullable(),
});
export type PaymentEnd = z.infer<typeof paymentEnd>;

const charge = z.object({ on: z.string(), cents });
/**
 * The next charge with taxes, and its day. `part`: it covers only the days until a new billing day; `until` is the last of
 * them, `next` the charge after it.
 */
const nextCharge = charge.extend({ part: z.object({ until: z.string(), next: charge }).nullable() });
export type NextCharge = z.infer<typeof nextCharge>;

export const subscription = z.object({
  id: z.string(),
  state: z.enum(['incomplete', 'trial', 'active', 'unpaid', 'stopped', 'paused', 'disputed', 'ended']),
  plan_id: z.string(),
  price_id: z.string(),
  plan_name: z.string(),
  price_cents: cents,
  period: z.enum(['monthly', 'yearly']),
  began_on: z.string(),
  period_from: z.string(),
  /** The first day of the next period. */
  period_to: z.string(),
  renews: z.boolean(),
  /** Begun by a gift: it goes on while credit lasts, and no card is charged. */
  by_gift: z.boolean(),
  cancelled_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** The last day that is served if nothing is paid any more. */
  last_day: z.string(),
  /** It is unpaid: a cancellation ends it now, with its open invoice, and cannot be undone. */
  ends_at_once: z.boolean(),
  /**
   * The next charge with taxes; null: none. `taxes_known`: false if taxes are unknown now and added then. `credit_cents`:
   * the part that the present credit pays.
   */
  next_charge: nextCharge
    .extend({ plan_name: z.string(), taxes_known: z.boolean(), credit_cents: cents })
    .nullable(),
  /** A running or future pause. `to` is the first day with service again. */
  pause: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Why the next charge differs from the last bill, in a sentence; null where it does not. */
  why_different: inGroup('amounts', z.string().nullable()),
  /** Agreement to continue the plan, word for word; null if it promises no price. */
  resume_agreement: inGroup('amounts', z.string().nullable()),
});
export type Subscription = z.infer<typeof subscription>;

/** How a bill can be paid. */
export const paymentMethods = ['promotion', 'credit', 'check', 'card', 'cash'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const invoiceState = z.enum(['open', 'paid', 'cancel', 'refunded', 'partly_refunded']);
export const invoiceSummary = z.object({
  id: z.string(),
  number: z.string(),
  issued_at: z.string(),
  /** Text of the main line. */
  text: z.string(),
  total_cents: cents,
  /** Cents paid by card, in cash or by check, of which `refunded_cents` were refunded. */
  paid_cents: cents,
  refunded_cents: cents,
  state: invoiceState,
  /** How it was paid, such as a card's brand and last four. */
  method: z.enum(paymentMethods),
  card: z.string(),
  paid_at: z.string().nullable(),
});
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

/** Code of another household's request for the plan; empty: the plan is for the payer. */
const payRequest = text(60).trim().default('');

/** Without a card: where credit pays for the first period, it pays, and the plan ends with it. */
const byCredit = z.boolean().default(false);

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), price_id: id }),
  z.object({ kind: z.literal('billing_day'), day_of_month: z.number().int().min(1).max(31) }),
]);

const quoted = z.object({
  /** The price in force of the plan that is changed to: the change may name an older one. Null for another billing day. */
  price_id: id.nullable(),
  bill,
  /** `now`, or from the next period on. */
  when: z.enum(['now', 'next_period']),
  on: z.string(),
  /** Agreement of the button, word for word; null for another billing day. */
  agreement: z.string().nullable(),
  /** Charge of the next renewal after it, with taxes. */
  next_charge: nextCharge.nullable(),
  needs_address: z.boolean(),
});
export type QuotedChange = z.infer<typeof quoted>;

/** Errors of any call to the card processor. */
export const gatewayErrors = ['payments_not_set', 'payments_away', 'too_many_tries'] as const;

export const billingCalls = {
  'GET /api/account/membership': {
    summary: 'The household’s plan, next charge, cards, address, and what is to be paid',
    who: 'user',
    cache: 'private',
    answer: z.object({
      data: z.object({
        subscription: subscription.nullable(),
        /** The running plan if another household pays for it: without amounts. It can only be ended. */
        given_plan: z
          .object({
            plan_id: z.string(),
            plan_name: z.string(),
            /** It is not served at the moment. */
            is_stopped: z.boolean(),
            renews: z.boolean(),
            /** The last day that is served, where it is not renewed. */
            last_day: z.string(),
            /** Ending it ends it now. */
            ends_at_once: z.boolean(),
          })
          .nullable(),
        /** Plans of others that this household pays for. */
        pays_for: z.array(
          subscription
            .pick({
              id: true,
              plan_name: true,
              state: true,
              renews: true,
              last_day: true,
              ends_at_once: true,
              next_charge: true,
              // Null too where it cannot be paid for again: it is renewed, or who has it has ended it or is leaving.
              resume_agreement: true,
            })
            .extend({
              /** Who has it. */
              name: z.string(),
            }),
        ),
        /** The household's request that another household pays. */
        pay_request: z.object({ code: z.string(), plan_name: z.string(), expires_at: z.string() }).nullable(),
        /** The oldest bill that is open. */
        open_invoice: z.object({ id: z.string(), cents, message: z.string() }).nullable(),
        /** A checkout or a change whose payment waits for the cardholder's answer to the bank. */
        waiting_payment: z
          .object({ invoice_id: z.string(), cents, text: z.string(), is_change: z.boolean() })
          .nullable(),
        credit_cents: cents,
        /** Part of the credit that comes from gifts and pays for plans only. */
        gift_credit_cents: cents,
        cards: z.array(savedCard),
        address: z
          .object({
            name: z.string(),
            line1: z.string(),
            line2: z.string(),
            city: z.string(),
            region: z.string(),
            postal_code: z.string(),
            country: z.enum(addressCountries),
            phone: z.string(),
          })
          .nullable(),
        /** Cards can be taken: a card processor is set. */
        takes_cards: z.boolean(),
        /** The demo’s: only test cards are taken, and nothing is really charged. */
        cards_simulated: z.boolean(),
        /** A first subscription may begin with a trial. */
        trial_possible: z.boolean(),
        /** All members are leaving: nothing is resumed or bought until a deletion is canceled. */
        is_leaving: z.boolean(),
      }),
    }),
    errors: [],
  },
  'PUT /api/account/billing-address': {
    summary: 'Set where bills go to; it decides taxes',
    who: 'user',
    cache: 'private',
    body: billingAddress,
    answer: ok,
    errors: ['too_many_tries'],
  },
  'POST /api/account/cards/setups': {
    summary: 'Begin to save a card: what the card processor’s script in the browser needs',
    who: 'user',
    cache: 'private',
    answer: z.object({
      data: z.object({
        setup_id: z.string(),
        client_secret: z.string(),
        publishable_key: z.string(),
        script_url: z.string(),
      }),
    }),
    errors: gatewayErrors,
  },
  'POST /api/account/cards': {
    summary:
      'Save the card of a setup that the browser has finished; it becomes the one that is charged, for a checkout once that is paid or its trial begins',
    who: 'user',
    cache: 'private',
    body: z.object({ setup_id: requiredLine(100), for_checkout: z.boolean().default(false) }),
    answer: z.object({ data: savedCard }),
    errors: [...gatewayErrors, 'not_found', 'card_not_ready', 'card_limit'],
  },
  'POST /api/account/cards/{id}/default': {
    summary: 'Charge this card from now on; what is open is tried with it at once',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: z.object({ data: paymentEnd.nullable() }),
    errors: [...gatewayErrors, 'not_found', 'payment_void'],
  },
  'DELETE /api/account/cards/{id}': {
    summary: 'Remove a card; the one that a subscription needs stays',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: ok,
    errors: [...gatewayErrors, 'not_found', 'card_in_use'],
  },
  'POST /api/account/checkout-quotes': {
    summary: 'What a plan would cost: every line and the total, before anything is agreed to',
    who: 'user',
    cache: 'private',
    inPreviews: true,
    body: z.object({
      plan_id: id,
      price_id: id,
      coupon_code: text(40).trim().default(''),
      pay_request: payRequest,
      /** The card that will be charged: with one that was tried with before, there is no trial. */
      card_id: id.nullable().default(null),
      by_credit: byCredit,
    }),
    answer: z.object({
      data: z.object({
        plan_name: z.string(),
        period: z.enum(['monthly', 'yearly', 'once']),
        /** The price in force: the address may name an older one. */
        price_id: z.string(),
        price_cents: cents,
        bill,
        /** Credit alone pays for the first period, so no card is needed. */
        credit_pays: z.boolean(),
        /** It begins so, and ends with the credit. */
        by_credit: z.boolean(),
        /** Days that are free first; 0: none. */
        trial_days: z.number().int(),
        /** The first charge after today, with taxes. */
        next_charge: nextCharge.nullable(),
        /** Agreement of the button, word for word. */
        agreement: z.string(),
        needs_address: z.boolean(),
        /** Name of the recipient, if it is another household. */
        for_name: z.string().nullable(),
      }),
    }),
    errors: [
      'not_found',
      'already_subscribed',
      'household_leaving',
      'pay_request_gone',
      'taxes_away',
      'too_many_tries',
    ],
  },
  'POST /api/account/checkouts': {
    summary:
      'Subscribe, or pay a one-time charge. The same `key` again is the same purchase; another total is refused',
    who: 'user',
    cache: 'private',
    body: z.object({
      /** Made by the page, for one purchase. */
      key: id,
      plan_id: id,
      price_id: id,
      /** Null where nothing is charged now or later. */
      card_id: id.nullable(),
      by_credit: byCredit,
      coupon_code: text(40).trim().default(''),
      pay_request: payRequest,
      /** As it was quoted. */
      charge_cents: cents,
      agreement: text(2000),
    }),
    answer: z.object({ data: paymentEnd }),
    errors: [
      ...gatewayErrors,
      'taxes_away',
      'not_found',
      'already_subscribed',
      'household_leaving',
      'pay_request_gone',
      'amount_changed',
      'payment_running',
      'payment_void',
    ],
  },
  'POST /api/account/invoices/{id}/settle': {
    summary: 'How the payment of an invoice stands, asked of the card processor',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: z.object({ data: paymentEnd }),
    errors: [...gatewayErrors, 'not_found', 'payment_void'],
  },
  'POST /api/account/invoices/{id}/pay': {
    summary: 'Pay an open invoice with a saved card',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    body: z.object({ card_id: id }),
    answer: z.object({ data: paymentEnd }),
    errors: [...gatewayErrors, 'not_found', 'payment_running', 'payment_void'],
  },
  'POST /api/account/invoices/{id}/discard': {
    summary: 'Discard a checkout or a change whose payment waits for the bank; nothing is charged',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: ok,
    errors: [...gatewayErrors, 'not_found', 'not_changeable', 'payment_running'],
  },
  'POST /api/account/membership/quotes': {
    summary: 'What another plan or billing day would cost, and when',
    who: 'user',
    cache: 'private',
    body: z.object({ change }),
    answer: z.object({ data: quoted }),
    errors: [
      'not_found',
      'no_subscription',
      'not_changeable',
      'paid_by_gift',
      'not_yours_to_change',
      'household_leaving',
      'taxes_away',
    ],
  },
  'POST /api/account/membership/changes': {
    summary: 'Change to another plan or billing day, as it was quoted',
    who: 'user',
    cache: 'private',
    body: z.object({
      change,
      /** As they were quoted. */
      charge_cents: cents,
      agreement: text(2000).nullable(),
      password: accountPassword,
    }),
    answer: z.object({ data: paymentEnd }),
    errors: [
      ...gatewayErrors,
      'taxes_away',
      'not_found',
      'no_subscription',
      'not_changeable',
      'paid_by_gift',
      'not_yours_to_change',
      'household_leaving',
      'amount_changed',
      'payment_running',
      'payment_void',
      'identity_required',
    ],
  },
  'POST /api/account/membership/cancel': {
    summary:
      'Cancel: service stays until the paid period ends, nothing more is charged; what is unpaid ends at once with its open bill',
    who: 'user',
    cache: 'private',
    body: z.object({ password: accountPassword }),
    answer: ok,
    errors: ['no_subscription', 'identity_required', 'too_many_tries'],
  },
  'POST /api/account/membership/resume': {
    summary:
      'Take a cancellation back, let what a gift began go on by the card, or take back what was to change at the next renewal',
    who: 'user',
    cache: 'private',
    /** `agreement`: the subscription's `resume_agreement`, as it was shown. */
    body: z.object({ agreement: text(2000).nullable(), password: accountPassword }),
    answer: ok,
    errors: [
      'conflict',
      'no_subscription',
      'not_changeable',
      'not_yours_to_change',
      'household_leaving',
      'identity_required',
      'too_many_tries',
    ],
  },
  'POST /api/account/membership/pause': {
    summary: 'Pause from a day on until another, at most 180 days; unused days come back',
    who: 'user',
    cache: 'private',
    body: z.object({ from: day, to: day, password: accountPassword }),
    answer: ok,
    errors: [
      'no_subscription',
      'not_changeable',
      'not_yours_to_change',
      'identity_required',
      'too_many_tries',
    ],
  },
  'DELETE /api/account/membership/pause': {
    summary: 'End a pause today, or take back one that is to come',
    who: 'user',
    cache: 'private',
    body: z.object({ password: accountPassword }),
    answer: ok,
    errors: [
      'no_subscription',
      'not_changeable',
      'not_yours_to_change',
      'identity_required',
      'too_many_tries',
    ],
  },
  'GET /api/account/invoices': {
    summary: 'The invoices of the last year, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(invoiceSummary) }),
    errors: [],
  },
  'GET /api/account/invoices/{id}': {
    summary: 'An invoice, each line explained',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: z.object({
      data: invoiceSummary.extend({
        bill,
        /** Why it differs from the bill before of the same plan, in a sentence; null where it does not. */
        why_different: z.string().nullable(),
        due_on: z.string(),
        bill_to: z.array(z.string()),
        /** Legal name, address and contact of the seller, line by line. */
        seller: z.array(z.string()),
        refunds: z.array(z.object({ amount_cents: cents, at: z.string() })),
        /** Credit that returned because its gift was canceled. */
        credit_returned: z.object({ amount_cents: cents, at: z.string() }).nullable(),
        /** It can be paid, or finished with the bank. */
        can_pay: z.boolean(),
        /** Why the last attempt failed, in words. */
        message: z.string().nullable(),
      }),
    }),
    errors: ['not_found'],
  },
  'GET /api/account/invoices/{id}/pdf': {
    summary: 'An invoice as a PDF; a receipt once it is paid',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: 'bytes',
    errors: ['not_found', 'too_many_tries'],
  },
  'GET /api/account/subscription-history': {
    summary: 'What has happened to the household’s subscriptions, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          subscription_id: z.string(),
          state: z.enum(['subscribed', 'unsubscribed']),
          kind: z.enum(['begin', 'switch', 'renew_as', 'billing_day', 'pause', 'resume', 'cancel', 'end']),
          on: z.string(),
          text: z.string(),
        }),
      ),
    }),
    errors: [],
  },
} as const satisfies CallTable;
