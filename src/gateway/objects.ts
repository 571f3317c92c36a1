/** Stripe's objects as they are first, held to the types of Stripe's own library. */
import type { Stripe } from 'stripe';
import type { TestCard } from './cards.ts';
import { newId } from './store.ts';

export const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
const address = noAddress as unknown as Stripe.Address;

/** As it travels: in the library's types a decimal is an object. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string | null };
export type Metadata = Record<string, string>;

export const customer = (now: number, metadata: Metadata): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: now,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata,
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export interface CardDetails {
  card: TestCard;
  expMonth: number;
  expYear: number;
  name: string | null;
  fingerprint: string;
}

export const paymentMethod = (
  now: number,
  { card, expMonth, expYear, name, fingerprint }: CardDetails,
): Stripe.PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address, email: null, name, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.lastFour,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: now,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

const secretOf = (id: string) => `${id}_secret_${newId('x').slice(2)}`;

export function setupIntent(
  now: number,
  given: Pick<Stripe.SetupIntent, 'customer' | 'usage' | 'metadata'>,
): Stripe.SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: secretOf(id),
    created: now,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    ...given,
  };
}

export function paymentIntent(
  now: number,
  given: Pick<
    Stripe.PaymentIntent,
    'amount' | 'currency' | 'customer' | 'metadata' | 'setup_future_usage' | 'description'
  >,
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: secretOf(id),
    confirmation_method: 'automatic',
    created: now,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  };
}

/** Of a decline: `failure` says which. */
export function charge(
  now: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: { code: string; declineCode: string; message: string } | undefined,
): Stripe.Charge {
  const { card } = method;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'MARU',
    captured: !failure,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failure ? 'declined_by_network' : 'approved_by_network',
      reason: failure?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failure?.message ?? 'Payment complete.',
      type: failure ? 'issuer_declined' : 'authorized',
    },
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: failure ? null : intent.amount,
        authorization_code: failure ? null : newId('x').slice(2, 8),
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 0,
        exp_year: card?.exp_year ?? 0,
        extended_authorization: { status: 'disabled' },
        fingerprint: card?.fingerprint ?? null,
        funding: card?.funding ?? null,
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: card?.brand ?? null,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
        regulated_status: card?.regulated_status ?? null,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

/** 2.9 % and 30 ¢, half a cent up. */
export const feeOf = (cents: number): number => Math.floor((cents * 29 + 500) / 1000) + 30;
export const disputeFee = 1500;

export function balanceTransaction(
  now: number,
  given: Pick<
    Stripe.BalanceTransaction,
    'amount' | 'fee' | 'source' | 'type' | 'reporting_category' | 'description'
  >,
): Stripe.BalanceTransaction {
  const { amount, fee } = given;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: now + 2 * 86_400,
    balance_type: 'payments',
    created: now,
    currency: 'usd',
    exchange_rate: null,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: given.reporting_category === 'dispute' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    status: 'pending',
    ...given,
  };
}

export const refund = (
  now: number,
  given: Pick<
    Stripe.Refund,
    'amount' | 'charge' | 'payment_intent' | 'metadata' | 'reason' | 'customer' | 'payment_method'
  >,
): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  balance_transaction: null,
  created: now,
  currency: 'usd',
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...given,
});

export const dispute = (
  now: number,
  of: Stripe.Charge,
  { reason, isInquiry }: { reason: string; isInquiry?: boolean | undefined },
): Stripe.Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount: of.amount,
  balance_transactions: [],
  charge: of.id,
  created: now,
  currency: 'usd',
  enhanced_eligibility_types: [],
  evidence: {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
  evidence_details: {
    due_by: now + 9 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: isInquiry ?? false,
  livemode: false,
  metadata: {},
  payment_intent: of.payment_intent,
  payment_method_details: {
    card: {
      brand: of.payment_method_details?.card?.brand ?? 'visa',
      case_type: isInquiry ? 'inquiry' : 'chargeback',
      network: of.payment_method_details?.card?.network ?? 'visa',
      network_reason_code: '10.4',
    },
    type: 'card',
  },
  reason,
  status: isInquiry ? 'warning_needs_response' : 'needs_response',
});

export const product = (
  now: number,
  given: Pick<Stripe.Product, 'id' | 'name' | 'active' | 'description' | 'metadata'>,
): Stripe.Product => ({
  object: 'product',
  created: now,
  default_price: null,
  images: [],
  livemode: false,
  marketing_features: [],
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: now,
  url: null,
  ...given,
});

export const price = (
  now: number,
  given: {
    product: string;
    unitAmount: number;
    interval: 'month' | 'year' | null;
    active: boolean;
    metadata: Metadata;
  },
): WirePrice => ({
  id: newId('price'),
  object: 'price',
  active: given.active,
  billing_scheme: 'per_unit',
  created: now,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: given.metadata,
  nickname: null,
  product: given.product,
  recurring: given.interval && {
    interval: given.interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: given.interval ? 'recurring' : 'one_time',
  unit_amount: given.unitAmount,
  unit_amount_decimal: String(given.unitAmount),
});
