import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PaymentMethod } from '../../../contract/account/billing.ts';
import type { FailureReason, PaymentPlatform, PaymentStatus } from '../../../contract/admin/payments.ts';
import { instant } from '../../db/columns.ts';
import type { movements } from './billing.tables.ts';

/** Payments with their customer, address and days: a view of the database, described as a table to be read. It also has `place`, for samples. */
export const paymentList = pgTable('billing_payment_list', {
  id: uuid('id').notNull(),
  createdAt: instant('created_at').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  accountId: uuid('account_id').notNull(),
  addressId: uuid('address_id'),
  subscriptionId: uuid('subscription_id'),
  householdId: uuid('household_id'),
  number: text('number').notNull(),
  customerId: uuid('customer_id'),
  username: text('username'),
  email: text('email'),
  phone: text('phone'),
  name: text('name'),
  address: text('address'),
  city: text('city'),
  state: text('state').notNull(),
  zip: text('zip').notNull(),
  country: text('country').notNull(),
  planId: uuid('plan_id'),
  totalCents: integer('total_cents').notNull(),
  creditCents: integer('credit_cents').notNull(),
  amountCents: integer('amount_cents').notNull(),
  refundedCents: integer('refunded_cents').notNull(),
  method: text('method').$type<PaymentMethod>().notNull(),
  platform: text('platform').$type<PaymentPlatform>().notNull(),
  status: text('status').$type<PaymentStatus>().notNull(),
  paidBy: text('paid_by'),
  startsOn: date('starts_on', { mode: 'string' }),
  endsOn: date('ends_on', { mode: 'string' }),
  nextPaymentOn: date('next_payment_on', { mode: 'string' }),
  paidAt: instant('paid_at'),
  lastPaidAt: instant('last_paid_at'),
  cancelledAt: instant('cancelled_at'),
  failures: integer('failures').notNull(),
  failureReason: text('failure_reason').$type<FailureReason>(),
  nextTryAt: instant('next_try_at'),
  notes: text('notes').notNull(),
  cardLastFour: text('card_last_four'),
  cardName: text('card_name'),
  checkNumber: text('check_number'),
  untaxedCents: integer('untaxed_cents').notNull(),
});

/** Movements at the card processor that differ from the ledger, likewise. */
export const differenceList = pgTable('billing_difference_list', {
  id: uuid('id').notNull(),
  movementId: text('movement_id').notNull(),
  createdAt: instant('created_at').notNull(),
  kind: text('kind').notNull(),
  difference: text('difference')
    .$type<NonNullable<(typeof movements.$inferSelect)['difference']>>()
    .notNull(),
  amountCents: integer('amount_cents').notNull(),
  gatewayPaymentId: text('gateway_payment_id'),
  paymentId: uuid('payment_id'),
  notes: text('notes').notNull(),
  resolvedAt: instant('resolved_at'),
});
