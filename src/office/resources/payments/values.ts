import type { TextKey } from '../../i18n/texts.ts';
import type { Choice } from '../../kit/chips.tsx';
import type { RowOf } from '../../names.ts';

type Payment = RowOf<'payments'>;

export const paymentStatuses: Record<Payment['status'], Choice> = {
  open: { text: 'payment.open', tone: 'sky' },
  paid: { text: 'payment.paid', tone: 'jade' },
  cancel: { text: 'payment.cancel' },
  refunded: { text: 'payment.refunded', tone: 'gold' },
  partly_refunded: { text: 'payment.partly_refunded', tone: 'gold' },
  failed: { text: 'payment.failed', tone: 'rose' },
};

export const paymentMethods: Record<Payment['method'], Choice> = {
  promotion: { text: 'payment.promotion', tone: 'gold' },
  credit: { text: 'payment.credit', tone: 'sky' },
  check: { text: 'payment.check' },
  card: { text: 'payment.card' },
  cash: { text: 'payment.cash' },
};

export const paymentPlatforms: Record<Payment['platform'], Choice> = {
  web: { text: 'payment.web' },
  mobile: { text: 'payment.mobile' },
  stb_web: { text: 'payment.stb_web' },
  stb_mobile: { text: 'payment.stb_mobile' },
  cms: { text: 'payment.cms' },
  in_app: { text: 'payment.in_app' },
  renewal: { text: 'payment.renewal' },
};

export const failureReasons: Record<NonNullable<Payment['failure_reason']>, Choice> = {
  authentication: { text: 'payment.reason_authentication', tone: 'gold' },
  funds: { text: 'payment.reason_funds', tone: 'rose' },
  expired: { text: 'payment.reason_expired', tone: 'rose' },
  security_code: { text: 'payment.reason_security_code', tone: 'rose' },
  lost_or_stolen: { text: 'payment.reason_lost_or_stolen', tone: 'rose' },
  try_again: { text: 'payment.reason_try_again', tone: 'rose' },
  no_card: { text: 'payment.reason_no_card', tone: 'rose' },
  other: { text: 'payment.reason_other', tone: 'rose' },
};

export const disputeStates: Record<RowOf<'disputes'>['state'], Choice> = {
  inquiry: { text: 'dispute.inquiry', tone: 'gold' },
  open: { text: 'dispute.open', tone: 'rose' },
  won: { text: 'dispute.won', tone: 'jade' },
  lost: { text: 'dispute.lost' },
};

/** Why card owners dispute, by the card processor's word. */
export const disputeReasons: Record<string, TextKey> = {
  bank_cannot_process: 'dispute.bank_cannot_process',
  credit_not_processed: 'dispute.credit_not_processed',
  duplicate: 'dispute.duplicate',
  fraudulent: 'dispute.fraudulent',
  general: 'dispute.general',
  incorrect_account_details: 'dispute.incorrect_account_details',
  insufficient_funds: 'dispute.insufficient_funds',
  noncompliant: 'dispute.noncompliant',
  product_not_received: 'dispute.product_not_received',
  product_unacceptable: 'dispute.product_unacceptable',
  subscription_canceled: 'dispute.subscription_canceled',
  unrecognized: 'dispute.unrecognized',
};

/** Movements of the balance at the card processor. */
export const movementKinds: Record<string, TextKey> = {
  charge: 'movement.charge',
  refund: 'movement.refund',
  dispute: 'movement.dispute',
  dispute_reversal: 'movement.dispute_reversal',
  fee: 'movement.fee',
  payout: 'movement.payout',
  other: 'movement.other',
};

/** The accounts of the ledger, and what moved something in them. */
export const accounts: Record<string, TextKey> = {
  receivable: 'ledger.receivable',
  gateway: 'ledger.gateway',
  cash: 'ledger.cash',
  checks: 'ledger.checks',
  deferred: 'ledger.deferred',
  tax: 'ledger.tax',
  credit: 'ledger.credit',
  gift_credit: 'ledger.gift_credit',
  carried: 'ledger.carried',
  gifts: 'ledger.gifts',
  revenue: 'ledger.revenue',
  breakage: 'ledger.breakage',
  refunds: 'ledger.refunds',
  promotions: 'ledger.promotions',
  disputes: 'ledger.disputes',
  fees: 'ledger.fees',
};
export const causes: Record<string, TextKey> = {
  invoice: 'ledger.cause_invoice',
  payment: 'ledger.cause_payment',
  credit_used: 'ledger.cause_credit_used',
  refund: 'ledger.cause_refund',
  dispute: 'ledger.cause_dispute',
  dispute_won: 'ledger.cause_dispute_won',
  invoice_void: 'ledger.cause_invoice_void',
  credit_used_void: 'ledger.cause_credit_used_void',
  gift_refunded: 'ledger.cause_gift_refunded',
  gift_months: 'ledger.cause_gift_months',
  gift_months_void: 'ledger.cause_gift_months_void',
};
