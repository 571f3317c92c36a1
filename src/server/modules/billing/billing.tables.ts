import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PaymentMethod } from '../../../contract/account/billing.ts';
import type { AddressCountry } from '../../../contract/addresses.ts';
import type { FailureReason, PaymentPlatform } from '../../../contract/admin/payments.ts';
import { idColumn, instant, localeColumn, partIndex, searchIndex, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';
import { planPrices, plans } from '../plans/plans.tables.ts';

/**
 * Payer. A household has one. After its erasure the account stays without a name for the years that the law
 * requires.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    id: idColumn(),
    householdId: uuid('household_id').references(() => households.id, { onDelete: 'set null' }),
    /** The customer at the card processor; when it was first asked for, in case the answer was lost. */
    gatewayCustomerId: text('gateway_customer_id'),
    gatewayAskedAt: instant('gateway_asked_at'),
    /** The setup of a card at the card processor that the browser has not finished. */
    cardSetupId: text('card_setup_id'),
    /** The card that is charged. */
    cardId: uuid('card_id').references((): AnyPgColumn => cards.id, { onDelete: 'set null' }),
    /** Where bills go to. */
    addressId: uuid('address_id').references((): AnyPgColumn => addresses.id, { onDelete: 'set null' }),
    /** The latest `paid_at` of its payments. */
    lastPaidAt: instant('last_paid_at'),
    /** When the remaining data of cards and addresses was removed, years after the household's erasure. */
    emptiedAt: instant('emptied_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_accounts_household').on(t.householdId),
    index('billing_accounts_last_paid').on(t.lastPaidAt),
    index('billing_accounts_to_empty')
      .on(t.id)
      .where(sql`${t.householdId} is null and ${t.emptiedAt} is null`),
  ],
);

const accountColumn = () =>
  uuid('account_id')
    .notNull()
    .references(() => billingAccounts.id, { onDelete: 'restrict' });

/** An address, never changed: another is another row, so an invoice keeps the one that it was sent to. */
export const addresses = pgTable(
  'billing_addresses',
  {
    id: idColumn(),
    accountId: accountColumn(),
    /** Null once its household is erased; so are the lines, the city and the phone. Region and postal code are empty once its account is emptied. */
    name: text('name'),
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    /** State or province, ISO 3166-2 without its country: `CA`, `ON`. */
    region: text('region').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').$type<AddressCountry>().notNull(),
    phone: text('phone'),
    ...stamps(),
  },
  (t) => [
    index('billing_addresses_account').on(t.accountId),
    index('billing_addresses_name').on(sql`lower(${t.name})`),
    index('billing_addresses_part').using(
      'gin',
      partIndex(t.name),
      partIndex(t.line1),
      partIndex(t.line2),
      partIndex(t.city),
    ),
    index('billing_addresses_erased').on(t.id).where(sql`${t.name} is null`),
  ],
);

/** A card, without its number. */
export const cards = pgTable(
  'billing_cards',
  {
    id: idColumn(),
    accountId: accountColumn(),
    /** Empty once its account is emptied, as brand and last four; so is the expiry, which is 0. */
    gatewayCardId: text('gateway_card_id').notNull(),
    brand: text('brand').notNull(),
    lastFour: text('last_four').notNull(),
    expiryMonth: smallint('expiry_month').notNull(),
    expiryYear: smallint('expiry_year').notNull(),
    name: text('name'),
    /** Equal for the same card number of any household, because a card has one trial. */
    fingerprint: text('fingerprint'),
    removedAt: instant('removed_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_cards_gateway').on(t.gatewayCardId).where(sql`${t.gatewayCardId} <> ''`),
    index('billing_cards_account').on(t.accountId),
    index('billing_cards_fingerprint').on(t.fingerprint),
  ],
);

/**
 * Cards of erased households that had a trial: a keyed hash of the card's fingerprint, without a name. Deleted
 * after the years for which money is kept.
 */
export const trialCards = pgTable('billing_trial_cards', {
  hash: text('hash').primaryKey(),
  at: instant('at').notNull(),
});

/** Mailboxes that had a trial: a keyed hash, from the start of the trial. Deleted like `billing_trial_cards`. */
export const trialMailboxes = pgTable('billing_trial_mailboxes', {
  hash: text('hash').primaryKey(),
  at: instant('at').notNull(),
});

/**
 * `incomplete`: the first payment is missing. `unpaid`: a later payment is missing. `stopped`: so long that nothing is
 * served. `paused`: by its household. `disputed`: paused because a payment is disputed at the bank.
 */
export const subscriptionStates = [
  'incomplete',
  'trial',
  'active',
  'unpaid',
  'stopped',
  'paused',
  'disputed',
  'ended',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** A household's subscription: where its history (`billing_changes`) has led to. */
export const subscriptions = pgTable(
  'billing_subscriptions',
  {
    id: idColumn(),
    /** Who pays. */
    accountId: accountColumn(),
    /** The recipient. */
    householdId: uuid('household_id').references(() => households.id, { onDelete: 'set null' }),
    state: text('state', { enum: subscriptionStates }).notNull(),
    /** Where it was bought. */
    platform: text('platform').$type<PaymentPlatform>().notNull(),
    /** Where its days are counted. */
    zone: text('zone').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    priceId: uuid('price_id')
      .notNull()
      .references(() => planPrices.id, { onDelete: 'restrict' }),
    /** Price of the next period, if it differs. */
    nextPriceId: uuid('next_price_id').references(() => planPrices.id, { onDelete: 'restrict' }),
    beganOn: date('began_on', { mode: 'string' }).notNull(),
    /** The running period: its first day, and the first of the next. */
    periodFrom: date('period_from', { mode: 'string' }).notNull(),
    periodTo: date('period_to', { mode: 'string' }).notNull(),
    /** Another period follows. */
    renews: boolean('renews').notNull(),
    /** Started by a gift: renewed from credit alone, never by a card without an agreement. */
    endsWithCredit: boolean('ends_with_credit').notNull().default(false),
    /**
     * Gifts of a plan: number of whole periods that they still pay for, and their amount for each. Maru pays
     * the rest.
     */
    giftPeriods: smallint('gift_periods').notNull().default(0),
    giftPeriodCents: integer('gift_period_cents'),
    giftPlanId: uuid('gift_plan_id').references(() => plans.id, { onDelete: 'restrict' }),
    /** When something is to be done next; null: nothing is. */
    dueAt: instant('due_at'),
    cancelledAt: instant('cancelled_at'),
    /** The recipient has ended it, where another household pays. The payer cannot undo that. */
    endedByServed: boolean('ended_by_served').notNull().default(false),
    /** The first day that was due and not paid. */
    unpaidSince: date('unpaid_since', { mode: 'string' }),
    endedAt: instant('ended_at'),
    /** Price of unpaid days that were served before the plan ended, with discounts and without taxes. 0: none. */
    owedCents: integer('owed_cents').notNull().default(0),
    /** The first and the last of these days. Null without any. */
    owedFrom: date('owed_from', { mode: 'string' }),
    owedTo: date('owed_to', { mode: 'string' }),
    /** First day of the pause by a dispute. Null without one. */
    disputedSince: date('disputed_since', { mode: 'string' }),
    /** Use of the coupon that it started with. */
    couponUseId: uuid('coupon_use_id').references((): AnyPgColumn => couponUses.id, {
      onDelete: 'restrict',
    }),
    ...stamps(),
  },
  (t) => [
    // A household has one at a time, of any payer and after any number of simultaneous requests.
    uniqueIndex('billing_subscriptions_running').on(t.householdId).where(sql`${t.state} <> 'ended'`),
    index('billing_subscriptions_household').on(t.householdId, t.id),
    index('billing_subscriptions_account').on(t.accountId, t.id),
    index('billing_subscriptions_owed').on(t.accountId).where(sql`${t.owedCents} > 0`),
    index('billing_subscriptions_due').on(t.dueAt, t.id).where(sql`${t.dueAt} is not null`),
    index('billing_subscriptions_next').on(t.periodTo).where(sql`${t.renews} and ${t.state} <> 'ended'`),
  ],
);

/** Changes of a subscription in order. They decide all amounts (`amounts.ts`). */
export const subscriptionChanges = pgTable(
  'billing_changes',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'restrict' }),
    position: integer('position').notNull(),
    kind: text('kind', {
      enum: ['begin', 'switch', 'renew_as', 'billing_day', 'pause', 'resume', 'end'],
    }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Of `begin`, `switch` and `renew_as`. */
    planId: uuid('plan_id').references(() => plans.id, { onDelete: 'restrict' }),
    priceId: uuid('price_id').references(() => planPrices.id, { onDelete: 'restrict' }),
    priceCents: integer('price_cents'),
    months: smallint('months').$type<1 | 12>(),
    /** Of `begin`. */
    trialDays: smallint('trial_days'),
    /** Of `billing_day`. */
    dayOfMonth: smallint('day_of_month'),
    madeBy: text('made_by', { enum: ['customer', 'staff', 'service'] }).notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.position] })],
);

/** Numbers that are kept. `invoice` has no gaps: the row is locked until the transaction that took one ends. */
export const counters = pgTable('billing_counters', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
});

/** A requested amount. The database refuses changes. `billing_payments` stores whether it was paid. */
export const invoices = pgTable(
  'billing_invoices',
  {
    id: idColumn(),
    number: bigint('number', { mode: 'number' }).notNull(),
    accountId: accountColumn(),
    /** Null: of a gift. */
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id, { onDelete: 'restrict' }),
    issuedAt: instant('issued_at').notNull(),
    /** The first day that it is for. */
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Lines with discounts, without taxes. */
    netCents: integer('net_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    addressId: uuid('address_id').references(() => addresses.id, { onDelete: 'restrict' }),
    /** The part of an address that decides taxes. */
    country: text('country').notNull(),
    region: text('region').notNull(),
    postalCode: text('postal_code').notNull(),
  },
  (t) => [
    uniqueIndex('billing_invoices_number').on(t.number),
    index('billing_invoices_account').on(t.accountId, t.id),
    index('billing_invoices_subscription').on(t.subscriptionId, t.id),
    index('billing_invoices_issued').on(t.issuedAt),
    index('billing_invoices_address').on(t.addressId),
    index('billing_invoices_country').on(t.country),
    index('billing_invoices_region').on(t.region),
    index('billing_invoices_postal_code').on(t.postalCode.op('text_pattern_ops')),
    index('billing_invoices_total').on(t.totalCents),
  ],
);

/**
 * `plan`: days at a price, charged or credited. `returned`: credit for unused days that a refund or a dispute has
 * already paid out. `owed`: unpaid days of an ended plan (`owed_cents`). `carried`: a remainder of an earlier invoice
 * that was too small for a card.
 */
const invoiceLineKinds = ['plan', 'discount', 'returned', 'owed', 'carried', 'gift', 'once'] as const;

/** Facts of an invoice line, from which its text is derived. */
export const invoiceLines = pgTable(
  'billing_invoice_lines',
  {
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'restrict' }),
    position: smallint('position').notNull(),
    kind: text('kind', { enum: invoiceLineKinds }).notNull(),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id, { onDelete: 'restrict' }),
    planId: uuid('plan_id').references(() => plans.id, { onDelete: 'restrict' }),
    priceId: uuid('price_id').references(() => planPrices.id, { onDelete: 'restrict' }),
    /** Of `plan`: of a whole period. */
    priceCents: integer('price_cents'),
    /** Of `plan` and `gift`. */
    months: smallint('months'),
    /** Of `plan`, as `PeriodLine` has them. Of `discount`: the period. */
    periodFrom: date('period_from', { mode: 'string' }),
    at: smallint('at'),
    until: smallint('until'),
    priceDays: smallint('price_days'),
    sign: smallint('sign').$type<1 | -1>(),
    /** Of `plan`: the days themselves, the last one within. */
    firstDay: date('first_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
    couponId: uuid('coupon_id').references((): AnyPgColumn => coupons.id, { onDelete: 'restrict' }),
    /** Negative for a credit or a discount. */
    amountCents: integer('amount_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceId, t.position] }),
    index('billing_invoice_lines_period').on(t.subscriptionId, t.periodFrom),
  ],
);

/** The taxes of a line, one by one. */
export const invoiceTaxes = pgTable(
  'billing_invoice_taxes',
  {
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'restrict' }),
    /** The line's. */
    position: smallint('position').notNull(),
    /** Owner of the tax, such as `US-CA`. */
    jurisdiction: text('jurisdiction').notNull(),
    name: text('name').notNull(),
    /** Millionths. */
    ratePpm: integer('rate_ppm').notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.position, t.jurisdiction, t.name] })],
);

/**
 * `action`: the bank asks for the card's owner. `processing`: the card processor has not finished. `void`:
 * canceled.
 */
export const paymentStates = ['open', 'action', 'processing', 'paid', 'void'] as const;

/** The one payment of an invoice. */
export const payments = pgTable(
  'billing_payments',
  {
    id: idColumn(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'restrict' }),
    accountId: accountColumn(),
    state: text('state', { enum: paymentStates }).notNull(),
    /** Amount to pay: the invoice's total less the used credit. */
    amountCents: integer('amount_cents').notNull(),
    creditCents: integer('credit_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /**
     * Part of the invoice that was sold without taxes: to an address without a tax rate, or without an address,
     * as for old plans and gifts.
     */
    untaxedCents: integer('untaxed_cents').notNull().default(0),
    /** Part of `amount_cents` that is too small for a card and is waived. */
    givenCents: integer('given_cents').notNull().default(0),
    /** Part of `amount_cents` that is too small for a card and is added to the next invoice of the account. */
    carriedCents: integer('carried_cents').notNull().default(0),
    /** When all of the used credit returned, because the gift that it bought was canceled. */
    creditReturnedAt: instant('credit_returned_at'),
    method: text('method').$type<PaymentMethod>().notNull(),
    platform: text('platform').$type<PaymentPlatform>().notNull(),
    /** Of `card`: the payment at the card processor; when it was first asked for, in case the answer was lost. */
    gatewayPaymentId: text('gateway_payment_id'),
    gatewayAskedAt: instant('gateway_asked_at'),
    /** The card that was tried last, as it was then. */
    cardId: uuid('card_id').references(() => cards.id, { onDelete: 'restrict' }),
    cardBrand: text('card_brand'),
    cardLastFour: text('card_last_four'),
    cardExpiryMonth: smallint('card_expiry_month'),
    cardExpiryYear: smallint('card_expiry_year'),
    cardName: text('card_name'),
    /** Of `check`. */
    checkNumber: text('check_number'),
    /** Name of the person who paid or received it. */
    paidBy: text('paid_by'),
    notes: text('notes').notNull().default(''),
    /** How often it was tried in vain, and when it is tried again; null: not by itself. */
    failures: smallint('failures').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    firstFailedAt: instant('first_failed_at'),
    /** Why not: `DeclineReason` of the port, and the processor's own word. */
    failureReason: text('failure_reason').$type<FailureReason>(),
    failureCode: text('failure_code'),
    /** The payment becomes void then. Null for a renewal, which is retried for days. */
    abandonedAt: instant('abandoned_at'),
    /** Made by the page that it was bought on: the same again is the same purchase. */
    purchaseKey: uuid('purchase_key'),
    /** The price that the subscription changes to, and on which day, once this is paid. */
    switchPriceId: uuid('switch_price_id').references(() => planPrices.id, { onDelete: 'restrict' }),
    switchDay: date('switch_day', { mode: 'string' }),
    paidAt: instant('paid_at'),
    voidedAt: instant('voided_at'),
    /**
     * Staff member who requested the void, and the reason; logged with the void. Null without a request, or if
     * it was paid meanwhile.
     */
    voidStaffId: uuid('void_staff_id'),
    voidStaffName: text('void_staff_name'),
    voidReason: text('void_reason'),
    /**
     * Filters of the office's list, from the invoice and its lines: plan of the last line, first and last paid
     * day.
     */
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id, { onDelete: 'restrict' }),
    planId: uuid('plan_id').references(() => plans.id, { onDelete: 'restrict' }),
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    /** When its subscription was cancelled, as that one says it (`noteCancelled`). */
    subscriptionCancelledAt: instant('subscription_cancelled_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_payments_invoice').on(t.invoiceId),
    uniqueIndex('billing_payments_gateway')
      .on(t.gatewayPaymentId)
      .where(sql`${t.gatewayPaymentId} is not null`),
    // A void purchase can be repeated by the same page.
    uniqueIndex('billing_payments_purchase')
      .on(t.accountId, t.purchaseKey)
      .where(sql`${t.purchaseKey} is not null and ${t.state} <> 'void'`),
    index('billing_payments_account').on(t.accountId, t.id),
    index('billing_payments_next_try').on(t.nextTryAt, t.id).where(sql`${t.nextTryAt} is not null`),
    index('billing_payments_abandoned').on(t.abandonedAt).where(sql`${t.abandonedAt} is not null`),
    index('billing_payments_unsettled').on(t.id).where(sql`${t.state} in ('action', 'processing')`),
    index('billing_payments_created').on(t.createdAt, t.id),
    // Filters and orders of the office's list; the status as in the list's view. An index leaves out values
    // that most payments have, because each change of a payment writes all of its indexes.
    index('billing_payments_status').on(
      sql`(case when ${t.state} = 'void' then 'cancel' when ${t.state} = 'paid' and (${t.refundedCents} > 0 and ${t.refundedCents} >= ${t.amountCents} or ${t.creditReturnedAt} is not null) then 'refunded' when ${t.state} = 'paid' and ${t.refundedCents} > 0 then 'partly_refunded' when ${t.state} = 'paid' then 'paid' when ${t.failureReason} is not null then 'failed' else 'open' end)`,
      t.createdAt,
      t.id,
    ),
    index('billing_payments_method').on(t.method, t.createdAt, t.id),
    index('billing_payments_platform').on(t.platform, t.createdAt, t.id),
    index('billing_payments_amount').on(t.amountCents, t.id),
    index('billing_payments_paid').on(t.paidAt, t.id),
    index('billing_payments_latest').on(t.accountId, t.paidAt).where(sql`${t.paidAt} is not null`),
    index('billing_payments_card')
      .on(t.cardLastFour, t.createdAt, t.id)
      .where(sql`${t.cardLastFour} is not null`),
    index('billing_payments_check').on(t.checkNumber).where(sql`${t.checkNumber} is not null`),
    index('billing_payments_checked').on(t.createdAt, t.id).where(sql`${t.checkNumber} <> ''`),
    index('billing_payments_subscription').on(t.subscriptionId),
    index('billing_payments_plan').on(t.planId, t.createdAt, t.id),
    // With the invoice, by which the list's view joins, it is read without the table.
    index('billing_payments_starts').on(t.startsOn, t.createdAt, t.id, t.invoiceId),
    index('billing_payments_ends').on(t.endsOn, t.createdAt, t.id, t.invoiceId),
    index('billing_payments_cancelled')
      .on(sql`(coalesce(${t.voidedAt}, ${t.subscriptionCancelledAt}))`)
      .where(sql`coalesce(${t.voidedAt}, ${t.subscriptionCancelledAt}) is not null`),
    index('billing_payments_credit').on(t.creditCents).where(sql`${t.creditCents} <> 0`),
    index('billing_payments_refunded').on(t.refundedCents).where(sql`${t.refundedCents} <> 0`),
    index('billing_payments_untaxed').on(t.untaxedCents).where(sql`${t.untaxedCents} <> 0`),
    index('billing_payments_failures').on(t.failures).where(sql`${t.failures} <> 0`),
    index('billing_payments_reason').on(t.failureReason).where(sql`${t.failureReason} is not null`),
    index('billing_payments_card_name').on(sql`lower(${t.cardName})`).where(sql`${t.cardName} is not null`),
    index('billing_payments_payer').using('gin', partIndex(t.paidBy)).where(sql`${t.paidBy} is not null`),
    index('billing_payments_with_payer').on(t.createdAt, t.id).where(sql`${t.paidBy} <> ''`),
    index('billing_payments_notes').using('gin', partIndex(t.notes)).where(sql`${t.notes} <> ''`),
    index('billing_payments_noted').on(t.createdAt, t.id).where(sql`${t.notes} <> ''`),
  ],
);

/** An attempt to charge a card, written before its call: its id is the call's idempotency key. */
export const attempts = pgTable(
  'billing_attempts',
  {
    id: idColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id, { onDelete: 'restrict' }),
    isOffSession: boolean('is_off_session').notNull(),
    at: instant('at').notNull(),
    /** Null: not known yet. */
    outcome: text('outcome', { enum: ['succeeded', 'declined', 'action', 'processing', 'not_made'] }),
    code: text('code'),
    /** When its outcome was last read of the card processor; null: not yet. */
    readAt: instant('read_at'),
  },
  (t) => [
    // A payment has no new attempt while the outcome of the last one is unknown.
    uniqueIndex('billing_attempts_unsettled').on(t.paymentId).where(sql`${t.outcome} is null`),
    index('billing_attempts_payment').on(t.paymentId, t.at),
    index('billing_attempts_unknown').on(t.at).where(sql`${t.outcome} is null`),
  ],
);

/** Refunds. */
export const refunds = pgTable(
  'billing_refunds',
  {
    id: idColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    amountCents: integer('amount_cents').notNull(),
    /** The part of it that was tax. */
    taxCents: integer('tax_cents').notNull(),
    state: text('state', { enum: ['asked', 'pending', 'succeeded', 'failed'] }).notNull(),
    reason: text('reason').notNull(),
    staffName: text('staff_name').notNull(),
    /** Staff member who requested it. Null for rows older than this column. */
    staffId: uuid('staff_id'),
    /** The plan ends once the refund is accepted. */
    endsPlan: boolean('ends_plan').notNull().default(false),
    gatewayRefundId: text('gateway_refund_id'),
    at: instant('at').notNull(),
    ...stamps(),
  },
  (t) => [
    index('billing_refunds_payment').on(t.paymentId),
    uniqueIndex('billing_refunds_gateway').on(t.gatewayRefundId),
    index('billing_refunds_asked').on(t.at).where(sql`${t.state} in ('asked', 'pending')`),
    index('billing_refunds_succeeded').on(t.at).where(sql`${t.state} = 'succeeded'`),
  ],
);

/** Payments that a card's owner has disputed at the bank. */
export const disputes = pgTable(
  'billing_disputes',
  {
    id: idColumn(),
    gatewayDisputeId: text('gateway_dispute_id').notNull(),
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'restrict' }),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
    reason: text('reason').notNull(),
    /** Until when evidence may be sent. */
    dueAt: instant('due_at'),
    at: instant('at').notNull(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_disputes_gateway').on(t.gatewayDisputeId),
    index('billing_disputes_payment').on(t.paymentId),
    index('billing_disputes_at').on(t.at, t.id),
  ],
);

/** Movements of our balance at the card processor, and where they differ from the ledger. */
export const movements = pgTable(
  'billing_movements',
  {
    /** The processor's. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    amountCents: integer('amount_cents').notNull(),
    feeCents: integer('fee_cents').notNull(),
    netCents: integer('net_cents').notNull(),
    gatewayPaymentId: text('gateway_payment_id'),
    sourceId: text('source_id'),
    at: instant('at').notNull(),
    /** `unknown`: nothing of ours. `amount`: another amount than ours. `missing`: ours, of which the processor knows nothing. */
    difference: text('difference', { enum: ['unknown', 'amount', 'missing'] }),
    notes: text('notes').notNull().default(''),
    /** When staff dealt with the difference. */
    resolvedAt: instant('resolved_at'),
    ...stamps(),
  },
  (t) => [
    index('billing_movements_at').on(t.at),
    index('billing_movements_difference').on(t.at).where(sql`${t.difference} is not null`),
    index('billing_movements_record')
      .on(sql`(overlay(overlay(md5(${t.id}) placing '4' from 13) placing '8' from 17)::uuid)`)
      .where(sql`${t.difference} is not null`),
  ],
);

/** Notices to a household about its subscription, each once. */
export const notices = pgTable(
  'billing_notices',
  {
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'restrict' }),
    kind: text('kind', {
      enum: ['trial_ends', 'renews', 'price', 'yearly', 'failed', 'stopped', 'ended', 'action'],
    }).notNull(),
    /** Subject of the notice: a day, a payment, or a price and the day of its charge. */
    about: text('about').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.kind, t.about] })],
);

/** Agreements, word for word: to a subscription, or to a one-time invoice. */
export const consents = pgTable(
  'billing_consents',
  {
    id: idColumn(),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id, { onDelete: 'restrict' }),
    /** For one-time charges and gifts. */
    invoiceId: uuid('invoice_id').references(() => invoices.id, { onDelete: 'restrict' }),
    locale: localeColumn('locale').notNull(),
    /** Word for word, with `{name}` for who else is served (`shownAgreement`). */
    text: text('text').notNull(),
    priceId: uuid('price_id')
      .notNull()
      .references(() => planPrices.id, { onDelete: 'restrict' }),
    priceCents: integer('price_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    check('billing_consents_what', sql`num_nonnulls(${t.subscriptionId}, ${t.invoiceId}) = 1`),
    index('billing_consents_subscription').on(t.subscriptionId),
    index('billing_consents_invoice').on(t.invoiceId),
    index('billing_consents_at').on(t.at),
  ],
);

/** A code for a discount. */
export const coupons = pgTable(
  'billing_coupons',
  {
    id: idColumn(),
    name: text('name').notNull(),
    /** Upper case. */
    code: text('code').notNull(),
    /** One of the two. */
    percentOff: smallint('percent_off'),
    amountOffCents: integer('amount_off_cents'),
    /** Of `months`: how many. */
    duration: text('duration', { enum: ['once', 'forever', 'months'] }).notNull(),
    durationMonths: smallint('duration_months'),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** How often it may be used, and how often it is: reservations count. */
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    /** For households that have never had a subscription. */
    firstOnly: boolean('first_only').notNull().default(false),
    active: boolean('active').notNull().default(true),
    ...stamps(),
  },
  (t) => [uniqueIndex('billing_coupons_code').on(t.code)],
);

/** A coupon of a subscription. Released when its checkout came to nothing. */
export const couponUses = pgTable(
  'billing_coupon_uses',
  {
    id: idColumn(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'restrict' }),
    accountId: accountColumn(),
    state: text('state', { enum: ['reserved', 'confirmed', 'released'] }).notNull(),
    at: instant('at').notNull(),
    ...stamps(),
  },
  (t) => [
    index('billing_coupon_uses_coupon').on(t.couponId),
    // A household has each coupon once.
    uniqueIndex('billing_coupon_uses_once').on(t.couponId, t.accountId).where(sql`${t.state} <> 'released'`),
  ],
);

/** A code that is worth money: bought, or made by staff in a lot. */
export const gifts = pgTable(
  'billing_gifts',
  {
    id: idColumn(),
    /** Upper case, without hyphens. */
    code: text('code').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    months: smallint('months').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Name of the lot of codes that were created together. */
    lot: text('lot').notNull().default(''),
    /** Null: made by staff. */
    boughtBy: uuid('bought_by').references(() => billingAccounts.id, { onDelete: 'restrict' }),
    invoiceId: uuid('invoice_id').references(() => invoices.id, { onDelete: 'restrict' }),
    /** `waiting`: not paid for yet. */
    state: text('state', { enum: ['waiting', 'open', 'redeemed', 'void'] }).notNull(),
    expiresAt: instant('expires_at'),
    redeemedAt: instant('redeemed_at'),
    redeemedBy: uuid('redeemed_by').references(() => billingAccounts.id, { onDelete: 'restrict' }),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_gifts_code').on(t.code),
    index('billing_gifts_buyer').on(t.boughtBy),
    index('billing_gifts_lot').on(t.lot),
    index('billing_gifts_search').using('gin', searchIndex(t.lot)),
    index('billing_gifts_created').on(t.createdAt, t.id),
    index('billing_gifts_invoice').on(t.invoiceId),
  ],
);

/**
 * Request of a household without a plan that another household pays for one, by a link with a code. Deleted
 * once a plan has started.
 */
export const payRequests = pgTable(
  'billing_pay_requests',
  {
    /** One at a time. */
    householdId: uuid('household_id')
      .primaryKey()
      .references(() => households.id, { onDelete: 'cascade' }),
    /** As codes of gifts are. */
    code: text('code').notNull(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    expiresAt: instant('expires_at').notNull(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('billing_pay_requests_code').on(t.code),
    index('billing_pay_requests_plan').on(t.planId),
  ],
);

/** Result of a forecast as stored. The household of a subscription is read when it is shown. */
export interface RehearsalResult {
  renewals: number;
  netCents: number;
  taxCents: number;
  totalCents: number;
  taxes: { jurisdiction: string; name: string; amountCents: number }[];
  plans: { planId: string; renewals: number; totalCents: number }[];
  /** The largest ones. */
  changes: {
    subscriptionId: string;
    on: string;
    beforeCents: number;
    afterCents: number;
    reasonKo: string;
    reasonEn: string;
  }[];
  changed: number;
  /** Renewals whose taxes were not known; absent in older ones. */
  untaxed?: number;
}

/** Forecasts of the renewals of a month: request, progress and last result. */
export const rehearsals = pgTable(
  'billing_rehearsals',
  {
    id: idColumn(),
    /** `YYYY-MM`. */
    month: text('month').notNull(),
    /** Bills that change by more are listed. */
    percent: smallint('percent').notNull(),
    /** Subscriptions calculated so far, of about `total`. */
    done: integer('done').notNull(),
    total: integer('total').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** When `done` was last counted on. */
    progressAt: instant('progress_at').notNull(),
    /** Null: it is being calculated; `result` is of the time before, if there was one. */
    readyAt: instant('ready_at'),
    result: jsonb('result').$type<RehearsalResult>(),
    resultAt: instant('result_at'),
    /** The calculation whose changes are kept, of the newest one that is ready. */
    changesRun: uuid('changes_run'),
  },
  (t) => [
    uniqueIndex('billing_rehearsals_asked').on(t.month, t.percent),
    index('billing_rehearsals_run').on(t.changesRun).where(sql`${t.changesRun} is not null`),
  ],
);

/** Bills that change by more than the requested percentage, by calculation. Shown once that is ready. */
export const rehearsalChanges = pgTable(
  'billing_rehearsal_changes',
  {
    id: idColumn(),
    run: uuid('run').notNull(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    renewsOn: date('renews_on', { mode: 'string' }).notNull(),
    beforeCents: integer('before_cents').notNull(),
    afterCents: integer('after_cents').notNull(),
    /** By how much, in either direction. */
    changeCents: integer('change_cents').notNull(),
    reasonKo: text('reason_ko').notNull(),
    reasonEn: text('reason_en').notNull(),
  },
  (t) => [
    index('billing_rehearsal_changes_run').on(t.run),
    index('billing_rehearsal_changes_size').on(t.changeCents, t.id),
    index('billing_rehearsal_changes_day').on(t.renewsOn, t.id),
    index('billing_rehearsal_changes_subscription').on(t.subscriptionId),
  ],
);

/** A tax of a place, from a day on. */
export const taxRates = pgTable(
  'billing_tax_rates',
  {
    id: idColumn(),
    country: text('country').$type<AddressCountry>().notNull(),
    /** Empty: everywhere in the country. */
    region: text('region').notNull().default(''),
    /** Of postal codes, as text; both empty: all. */
    postalFrom: text('postal_from').notNull().default(''),
    postalTo: text('postal_to').notNull().default(''),
    kind: text('kind', { enum: ['plan', 'once'] }).notNull(),
    /** As it stands on an invoice: `GST`. */
    name: text('name').notNull(),
    /** Owner of the tax: `CA-QC`. */
    jurisdiction: text('jurisdiction').notNull(),
    /** Millionths: 5 % is 50,000. */
    ratePpm: integer('rate_ppm').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The first day without it. */
    endsOn: date('ends_on', { mode: 'string' }),
    notes: text('notes').notNull().default(''),
    ...stamps(),
  },
  (t) => [index('billing_tax_rates_place').on(t.country, t.region, t.startsOn)],
);

/** A tax at an address, as an outside party says it. */
export interface AddressRate {
  kind: 'plan' | 'once';
  jurisdiction: string;
  name: string;
  ratePpm: number;
}

/** The taxes at an address, where an outside party says them. */
export const addressRates = pgTable('billing_address_rates', {
  addressId: uuid('address_id')
    .primaryKey()
    .references(() => addresses.id, { onDelete: 'cascade' }),
  askedAt: instant('asked_at').notNull(),
  /** Null: the party finds no such place. */
  rates: jsonb('rates').$type<AddressRate[]>(),
});

/** Sales and reversals as recorded with the tax provider. Its id is the reference there. */
export const taxReports = pgTable(
  'billing_tax_reports',
  {
    id: idColumn(),
    kind: text('kind', { enum: ['sale', 'reversal'] }).notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    /** For a reversal: its refund. Null for an invoice below 0. */
    refundId: uuid('refund_id').references(() => refunds.id, { onDelete: 'restrict' }),
    /** For a reversal: the sale that it reverses. */
    saleId: uuid('sale_id').references((): AnyPgColumn => taxReports.id, { onDelete: 'restrict' }),
    /** When it was paid or given back. */
    at: instant('at').notNull(),
    /** By our books: without taxes, and the taxes; below 0 of a reversal. */
    netCents: integer('net_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    /** By theirs; null: not known yet. */
    theirTaxCents: integer('their_tax_cents'),
    /** For a sale: stored before it is recorded. */
    calculationId: text('calculation_id'),
    /** How often a calculation was made: each has a key of its own. */
    calculations: smallint('calculations').notNull().default(0),
    /** For a reversal: the requested amount, stored before the call. Null: all of it. */
    askedCents: integer('asked_cents'),
    transactionId: text('transaction_id'),
    /** `waiting`: to be recorded. `failed`: the party has refused it; it is tried again each day. */
    state: text('state', { enum: ['waiting', 'recorded', 'failed'] }).notNull(),
    tries: smallint('tries').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    failure: text('failure'),
    recordedAt: instant('recorded_at'),
  },
  (t) => [
    uniqueIndex('billing_tax_reports_payment').on(t.paymentId).where(sql`${t.refundId} is null`),
    uniqueIndex('billing_tax_reports_refund').on(t.refundId),
    index('billing_tax_reports_sale').on(t.saleId),
    index('billing_tax_reports_due').on(t.nextTryAt, t.id).where(sql`${t.nextTryAt} is not null`),
    index('billing_tax_reports_at').on(t.at, t.id),
    index('billing_tax_reports_state').on(t.state, t.at, t.id),
    index('billing_tax_reports_differs').on(t.at, t.id).where(sql`${t.theirTaxCents} <> ${t.taxCents}`),
  ],
);

/**
 * Accounts of the ledger. Assets: `receivable`, `gateway` (at the card processor), `cash`, `checks`, and
 * `carried` (remainders too small for a card, due with the next invoice). Liabilities: `deferred` (paid for
 * unserved days), `tax`, `credit` (of a customer, for any invoice), `gift_credit` (of a customer, for plans
 * only), and `gifts` (not redeemed). Income and expenses: `revenue`, `breakage` (credit of erased households),
 * `refunds`, `promotions`, `disputes`, `fees`.
 */
export const ledgerAccounts = [
  'receivable',
  'gateway',
  'cash',
  'checks',
  'carried',
  'deferred',
  'tax',
  'credit',
  'gift_credit',
  'gifts',
  'revenue',
  'breakage',
  'refunds',
  'promotions',
  'disputes',
  'fees',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** Money that moved, once for each cause. The database refuses to change or delete one, and entries that do not sum to 0. */
export const ledgerTransactions = pgTable(
  'billing_transactions',
  {
    id: idColumn(),
    /** When it is true: by the service's clock. */
    at: instant('at').notNull(),
    /** The cause, such as `invoice` or `payment`, and its id. */
    cause: text('cause').notNull(),
    causeId: text('cause_id').notNull(),
  },
  (t) => [
    uniqueIndex('billing_transactions_cause').on(t.cause, t.causeId),
    index('billing_transactions_at').on(t.at),
  ],
);

/** The entries of a transaction: debits are positive, credits negative. */
export const ledgerEntries = pgTable(
  'billing_entries',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id, { onDelete: 'restrict' }),
    position: smallint('position').notNull(),
    account: text('account', { enum: ledgerAccounts }).notNull(),
    billingAccountId: uuid('billing_account_id').references(() => billingAccounts.id, {
      onDelete: 'restrict',
    }),
    /** Of `tax`: whose it is, such as `US-CA`. */
    jurisdiction: text('jurisdiction'),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.transactionId, t.position] }),
    index('billing_entries_account').on(t.billingAccountId, t.account),
  ],
);
