-- Tax rates, and the reports of sales to the tax provider.

CREATE TABLE billing_tax_rates (
  id uuid PRIMARY KEY,
  country text NOT NULL,
  region text DEFAULT '' NOT NULL,
  postal_from text DEFAULT '' NOT NULL,
  postal_to text DEFAULT '' NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  jurisdiction text NOT NULL,
  rate_ppm integer NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  notes text DEFAULT '' NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX billing_tax_rates_place ON billing_tax_rates (country, region, starts_on);--> statement-breakpoint
CREATE TABLE billing_address_rates (
  address_id uuid PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  rates jsonb,
  CONSTRAINT billing_address_rates_address_id_billing_addresses_id_fk
    FOREIGN KEY (address_id) REFERENCES billing_addresses(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE billing_tax_reports (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  payment_id uuid NOT NULL,
  refund_id uuid,
  sale_id uuid,
  at timestamptz NOT NULL,
  net_cents integer NOT NULL,
  tax_cents integer NOT NULL,
  their_tax_cents integer,
  calculation_id text,
  calculations smallint DEFAULT 0 NOT NULL,
  asked_cents integer,
  transaction_id text,
  state text NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  next_try_at timestamptz,
  failure text,
  recorded_at timestamptz,
  CONSTRAINT billing_tax_reports_payment_id_billing_payments_id_fk
    FOREIGN KEY (payment_id) REFERENCES billing_payments(id) ON DELETE RESTRICT,
  CONSTRAINT billing_tax_reports_refund_id_billing_refunds_id_fk
    FOREIGN KEY (refund_id) REFERENCES billing_refunds(id) ON DELETE RESTRICT,
  CONSTRAINT billing_tax_reports_sale_id_billing_tax_reports_id_fk
    FOREIGN KEY (sale_id) REFERENCES billing_tax_reports(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_tax_reports_payment ON billing_tax_reports (payment_id) WHERE refund_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX billing_tax_reports_refund ON billing_tax_reports (refund_id);--> statement-breakpoint
CREATE INDEX billing_tax_reports_sale ON billing_tax_reports (sale_id);--> statement-breakpoint
CREATE INDEX billing_tax_reports_at ON billing_tax_reports (at, id);--> statement-breakpoint
CREATE INDEX billing_tax_reports_state ON billing_tax_reports (state, at, id);--> statement-breakpoint
CREATE INDEX billing_tax_reports_differs ON billing_tax_reports (at, id) WHERE their_tax_cents <> tax_cents;--> statement-breakpoint
CREATE INDEX billing_tax_reports_due ON billing_tax_reports (next_try_at, id) WHERE next_try_at IS NOT NULL;
