-- Invoices with their lines and taxes, the consents to them, and gifts.

CREATE TABLE billing_invoices (
  id uuid PRIMARY KEY,
  number bigint NOT NULL,
  account_id uuid NOT NULL,
  subscription_id uuid,
  issued_at timestamptz NOT NULL,
  due_on date NOT NULL,
  net_cents integer NOT NULL,
  tax_cents integer NOT NULL,
  total_cents integer NOT NULL,
  address_id uuid,
  country text NOT NULL,
  region text NOT NULL,
  postal_code text NOT NULL,
  CONSTRAINT billing_invoices_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoices_address_id_billing_addresses_id_fk
    FOREIGN KEY (address_id) REFERENCES billing_addresses(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoices_subscription_id_billing_subscriptions_id_fk
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_invoices_number ON billing_invoices (number);--> statement-breakpoint
CREATE INDEX billing_invoices_account ON billing_invoices (account_id, id);--> statement-breakpoint
CREATE INDEX billing_invoices_subscription ON billing_invoices (subscription_id, id);--> statement-breakpoint
CREATE INDEX billing_invoices_issued ON billing_invoices (issued_at);--> statement-breakpoint
CREATE INDEX billing_invoices_address ON billing_invoices (address_id);--> statement-breakpoint
CREATE INDEX billing_invoices_country ON billing_invoices (country);--> statement-breakpoint
CREATE INDEX billing_invoices_region ON billing_invoices (region);--> statement-breakpoint
CREATE INDEX billing_invoices_postal_code ON billing_invoices (postal_code text_pattern_ops);--> statement-breakpoint
CREATE INDEX billing_invoices_total ON billing_invoices (total_cents);--> statement-breakpoint
CREATE TRIGGER billing_invoices_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoices
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE TABLE billing_invoice_lines (
  invoice_id uuid NOT NULL,
  "position" smallint NOT NULL,
  kind text NOT NULL,
  subscription_id uuid,
  plan_id uuid,
  price_id uuid,
  price_cents integer,
  months smallint,
  period_from date,
  at smallint,
  until smallint,
  price_days smallint,
  sign smallint,
  first_day date,
  last_day date,
  coupon_id uuid,
  amount_cents integer NOT NULL,
  tax_cents integer NOT NULL,
  CONSTRAINT billing_invoice_lines_invoice_id_position_pk PRIMARY KEY (invoice_id, "position"),
  CONSTRAINT billing_invoice_lines_coupon_id_billing_coupons_id_fk
    FOREIGN KEY (coupon_id) REFERENCES billing_coupons(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoice_lines_invoice_id_billing_invoices_id_fk
    FOREIGN KEY (invoice_id) REFERENCES billing_invoices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoice_lines_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoice_lines_price_id_plans_prices_id_fk
    FOREIGN KEY (price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_invoice_lines_subscription_id_billing_subscriptions_id_
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_invoice_lines_period ON billing_invoice_lines (subscription_id, period_from);--> statement-breakpoint
CREATE TRIGGER billing_invoice_lines_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
-- One statement writes all lines of an invoice, and they sum to its totals. A line cannot be added later.
CREATE FUNCTION billing_check_invoice_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT w.invoice_id INTO wrong
    FROM (SELECT invoice_id, count(*) AS lines, sum(amount_cents) AS net, sum(tax_cents) AS tax FROM written GROUP BY invoice_id) w
    JOIN billing_invoices i ON i.id = w.invoice_id
    WHERE w.net <> i.net_cents OR w.tax <> i.tax_cents
      OR w.lines <> (SELECT count(*) FROM billing_invoice_lines l WHERE l.invoice_id = w.invoice_id)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lines of an invoice are written once and sum to it: %', wrong
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_invoice_lines_whole AFTER INSERT ON billing_invoice_lines
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION billing_check_invoice_lines();
--> statement-breakpoint
CREATE TABLE billing_invoice_taxes (
  invoice_id uuid NOT NULL,
  "position" smallint NOT NULL,
  jurisdiction text NOT NULL,
  name text NOT NULL,
  rate_ppm integer NOT NULL,
  amount_cents integer NOT NULL,
  CONSTRAINT billing_invoice_taxes_invoice_id_position_jurisdiction_name_pk PRIMARY KEY (invoice_id, "position", jurisdiction, name),
  CONSTRAINT billing_invoice_taxes_invoice_id_billing_invoices_id_fk
    FOREIGN KEY (invoice_id) REFERENCES billing_invoices(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE TRIGGER billing_invoice_taxes_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoice_taxes
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
-- The same rule for the taxes of a line: one statement writes them, and they sum to the tax of the line.
CREATE FUNCTION billing_check_invoice_taxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT w.invoice_id INTO wrong
    FROM (SELECT invoice_id, position, count(*) AS taxes, sum(amount_cents) AS cents FROM written GROUP BY invoice_id, position) w
    LEFT JOIN billing_invoice_lines l ON l.invoice_id = w.invoice_id AND l.position = w.position
    WHERE w.cents IS DISTINCT FROM l.tax_cents
      OR w.taxes <> (SELECT count(*) FROM billing_invoice_taxes t WHERE t.invoice_id = w.invoice_id AND t.position = w.position)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'taxes of a line are written once and sum to it: %', wrong
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_invoice_taxes_whole AFTER INSERT ON billing_invoice_taxes
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION billing_check_invoice_taxes();
--> statement-breakpoint
CREATE TABLE billing_consents (
  id uuid PRIMARY KEY,
  subscription_id uuid,
  locale text NOT NULL,
  text text NOT NULL,
  price_id uuid NOT NULL,
  price_cents integer NOT NULL,
  total_cents integer NOT NULL,
  at timestamptz NOT NULL,
  invoice_id uuid,
  CONSTRAINT billing_consents_what CHECK (num_nonnulls(subscription_id, invoice_id) = 1),
  CONSTRAINT billing_consents_invoice_id_billing_invoices_id_fk
    FOREIGN KEY (invoice_id) REFERENCES billing_invoices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_consents_price_id_plans_prices_id_fk
    FOREIGN KEY (price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_consents_subscription_id_billing_subscriptions_id_fk
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_consents_subscription ON billing_consents (subscription_id);--> statement-breakpoint
CREATE INDEX billing_consents_at ON billing_consents (at);--> statement-breakpoint
CREATE INDEX billing_consents_invoice ON billing_consents (invoice_id);--> statement-breakpoint
CREATE TABLE billing_gifts (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  plan_id uuid NOT NULL,
  months smallint NOT NULL,
  amount_cents integer NOT NULL,
  lot text DEFAULT '' NOT NULL,
  bought_by uuid,
  invoice_id uuid,
  state text NOT NULL,
  expires_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_gifts_bought_by_billing_accounts_id_fk
    FOREIGN KEY (bought_by) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_gifts_invoice_id_billing_invoices_id_fk
    FOREIGN KEY (invoice_id) REFERENCES billing_invoices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_gifts_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_gifts_redeemed_by_billing_accounts_id_fk
    FOREIGN KEY (redeemed_by) REFERENCES billing_accounts(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_gifts_code ON billing_gifts (code);--> statement-breakpoint
CREATE INDEX billing_gifts_buyer ON billing_gifts (bought_by);--> statement-breakpoint
CREATE INDEX billing_gifts_lot ON billing_gifts (lot);--> statement-breakpoint
CREATE INDEX billing_gifts_created ON billing_gifts (created_at, id);--> statement-breakpoint
CREATE INDEX billing_gifts_invoice ON billing_gifts (invoice_id);--> statement-breakpoint
CREATE INDEX billing_gifts_search ON billing_gifts USING gin (search_text(lot) gin_trgm_ops);
