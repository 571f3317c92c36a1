-- Payments, attempts to charge a card, refunds, disputes, and movements at the card processor.

-- Facts of the invoice that never change are repeated here, so that the office can filter payments by index.
CREATE TABLE billing_payments (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL,
  account_id uuid NOT NULL,
  state text NOT NULL,
  amount_cents integer NOT NULL,
  credit_cents integer DEFAULT 0 NOT NULL,
  refunded_cents integer DEFAULT 0 NOT NULL,
  method text NOT NULL,
  platform text NOT NULL,
  gateway_payment_id text,
  gateway_asked_at timestamptz,
  card_id uuid,
  card_brand text,
  card_last_four text,
  card_expiry_month smallint,
  card_expiry_year smallint,
  card_name text,
  check_number text,
  paid_by text,
  notes text DEFAULT '' NOT NULL,
  failures smallint DEFAULT 0 NOT NULL,
  next_try_at timestamptz,
  first_failed_at timestamptz,
  failure_reason text,
  failure_code text,
  abandoned_at timestamptz,
  switch_price_id uuid,
  switch_day date,
  paid_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  void_staff_id uuid,
  void_staff_name text,
  void_reason text,
  subscription_id uuid,
  plan_id uuid,
  starts_on date,
  ends_on date,
  subscription_cancelled_at timestamptz,
  credit_returned_at timestamptz,
  untaxed_cents integer DEFAULT 0 NOT NULL,
  given_cents integer DEFAULT 0 NOT NULL,
  purchase_key uuid,
  CONSTRAINT billing_payments_amounts CHECK (
    amount_cents >= 0 AND credit_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents + credit_cents),
  CONSTRAINT billing_payments_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_payments_card_id_billing_cards_id_fk
    FOREIGN KEY (card_id) REFERENCES billing_cards(id) ON DELETE RESTRICT,
  CONSTRAINT billing_payments_invoice_id_billing_invoices_id_fk
    FOREIGN KEY (invoice_id) REFERENCES billing_invoices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_payments_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_payments_subscription_id_billing_subscriptions_id_fk
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT,
  CONSTRAINT billing_payments_switch_price_id_plans_prices_id_fk
    FOREIGN KEY (switch_price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_payments_invoice ON billing_payments (invoice_id);--> statement-breakpoint
CREATE INDEX billing_payments_account ON billing_payments (account_id, id);--> statement-breakpoint
CREATE INDEX billing_payments_created ON billing_payments (created_at, id);--> statement-breakpoint
CREATE INDEX billing_payments_abandoned ON billing_payments (abandoned_at) WHERE abandoned_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_payments_method ON billing_payments (method, created_at, id);--> statement-breakpoint
CREATE INDEX billing_payments_platform ON billing_payments (platform, created_at, id);--> statement-breakpoint
CREATE INDEX billing_payments_amount ON billing_payments (amount_cents, id);--> statement-breakpoint
CREATE INDEX billing_payments_paid ON billing_payments (paid_at, id);--> statement-breakpoint
CREATE INDEX billing_payments_check ON billing_payments (check_number) WHERE check_number IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_payments_checked ON billing_payments (created_at, id) WHERE check_number <> '';--> statement-breakpoint
CREATE INDEX billing_payments_subscription ON billing_payments (subscription_id);--> statement-breakpoint
CREATE INDEX billing_payments_plan ON billing_payments (plan_id, created_at, id);--> statement-breakpoint
CREATE INDEX billing_payments_card_name ON billing_payments (lower(card_name)) WHERE card_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_payments_payer ON billing_payments USING gin (
  lower(normalize(paid_by, NFD)) gin_trgm_ops
) WHERE paid_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX billing_payments_with_payer ON billing_payments (created_at, id) WHERE paid_by <> '';--> statement-breakpoint
CREATE INDEX billing_payments_notes ON billing_payments USING gin (
  lower(normalize(notes, NFD)) gin_trgm_ops
) WHERE notes <> '';
--> statement-breakpoint
CREATE INDEX billing_payments_noted ON billing_payments (created_at, id) WHERE notes <> '';--> statement-breakpoint
CREATE INDEX billing_payments_status ON billing_payments ((CASE
  WHEN state = 'void' THEN 'cancel'
  WHEN state = 'paid' AND (refunded_cents > 0 OR credit_returned_at IS NOT NULL) THEN 'refunded'
  WHEN state = 'paid' THEN 'paid'
  WHEN failure_reason IS NOT NULL THEN 'failed'
  ELSE 'open' END), created_at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_payments_purchase ON billing_payments (account_id, purchase_key)
  WHERE purchase_key IS NOT NULL AND state <> 'void';
--> statement-breakpoint
CREATE INDEX billing_payments_next_try ON billing_payments (next_try_at, id) WHERE next_try_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_payments_starts ON billing_payments (starts_on, created_at, id, invoice_id);--> statement-breakpoint
CREATE INDEX billing_payments_ends ON billing_payments (ends_on, created_at, id, invoice_id);--> statement-breakpoint
CREATE INDEX billing_payments_unsettled ON billing_payments (id) WHERE state IN ('action', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX billing_payments_gateway ON billing_payments (gateway_payment_id)
  WHERE gateway_payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX billing_payments_latest ON billing_payments (account_id, paid_at) WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_payments_card ON billing_payments (card_last_four, created_at, id)
  WHERE card_last_four IS NOT NULL;
--> statement-breakpoint
CREATE INDEX billing_payments_cancelled ON billing_payments (coalesce(voided_at, subscription_cancelled_at))
  WHERE coalesce(voided_at, subscription_cancelled_at) IS NOT NULL;
--> statement-breakpoint
CREATE INDEX billing_payments_credit ON billing_payments (credit_cents) WHERE credit_cents <> 0;--> statement-breakpoint
CREATE INDEX billing_payments_refunded ON billing_payments (refunded_cents) WHERE refunded_cents <> 0;--> statement-breakpoint
CREATE INDEX billing_payments_untaxed ON billing_payments (untaxed_cents) WHERE untaxed_cents <> 0;--> statement-breakpoint
CREATE INDEX billing_payments_failures ON billing_payments (failures) WHERE failures <> 0;--> statement-breakpoint
CREATE INDEX billing_payments_reason ON billing_payments (failure_reason) WHERE failure_reason IS NOT NULL;--> statement-breakpoint
-- The planner estimates by these how many payments a filter by cancellation or notes leaves.
CREATE STATISTICS billing_payments_cancelled_at ON (coalesce(voided_at, subscription_cancelled_at)) FROM billing_payments;--> statement-breakpoint
CREATE STATISTICS billing_payments_notes_part ON (lower(normalize(notes, NFD))) FROM billing_payments;--> statement-breakpoint
CREATE TABLE billing_attempts (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL,
  card_id uuid NOT NULL,
  is_off_session boolean NOT NULL,
  at timestamptz NOT NULL,
  outcome text,
  code text,
  read_at timestamptz,
  CONSTRAINT billing_attempts_card_id_billing_cards_id_fk
    FOREIGN KEY (card_id) REFERENCES billing_cards(id) ON DELETE RESTRICT,
  CONSTRAINT billing_attempts_payment_id_billing_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES billing_payments(id) ON DELETE RESTRICT
);
--> statement-breakpoint
-- A payment has at most one attempt without an outcome.
CREATE UNIQUE INDEX billing_attempts_unsettled ON billing_attempts (payment_id) WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX billing_attempts_payment ON billing_attempts (payment_id, at);--> statement-breakpoint
CREATE INDEX billing_attempts_unknown ON billing_attempts (at) WHERE outcome IS NULL;--> statement-breakpoint
CREATE TABLE billing_refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  tax_cents integer NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  staff_name text NOT NULL,
  gateway_refund_id text,
  at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_refunds_payment_id_billing_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES billing_payments(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_refunds_payment ON billing_refunds (payment_id);--> statement-breakpoint
CREATE UNIQUE INDEX billing_refunds_gateway ON billing_refunds (gateway_refund_id);--> statement-breakpoint
CREATE INDEX billing_refunds_asked ON billing_refunds (at) WHERE state IN ('asked', 'pending');--> statement-breakpoint
CREATE INDEX billing_refunds_succeeded ON billing_refunds (at) WHERE state = 'succeeded';--> statement-breakpoint
CREATE TABLE billing_disputes (
  id uuid PRIMARY KEY,
  gateway_dispute_id text NOT NULL,
  payment_id uuid,
  amount_cents integer NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  due_at timestamptz,
  at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_disputes_payment_id_billing_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES billing_payments(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_disputes_gateway ON billing_disputes (gateway_dispute_id);--> statement-breakpoint
CREATE INDEX billing_disputes_payment ON billing_disputes (payment_id);--> statement-breakpoint
CREATE INDEX billing_disputes_at ON billing_disputes (at, id);--> statement-breakpoint
CREATE TABLE billing_movements (
  id text PRIMARY KEY,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  gateway_payment_id text,
  source_id text,
  at timestamptz NOT NULL,
  difference text,
  notes text DEFAULT '' NOT NULL,
  resolved_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX billing_movements_at ON billing_movements (at);--> statement-breakpoint
CREATE INDEX billing_movements_difference ON billing_movements (at) WHERE difference IS NOT NULL;--> statement-breakpoint
CREATE INDEX billing_movements_record ON billing_movements ((overlay(overlay(md5(id) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid))
  WHERE difference IS NOT NULL;
