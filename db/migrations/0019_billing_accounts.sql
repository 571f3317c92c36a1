-- Payers with their addresses and cards, and the ledger.

-- A payer outlives its household, because accounts have to be stored for the years that the law requires.
CREATE TABLE billing_accounts (
  id uuid PRIMARY KEY,
  household_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  gateway_customer_id text,
  gateway_asked_at timestamptz,
  card_id uuid,
  address_id uuid,
  card_setup_id text,
  last_paid_at timestamptz,
  emptied_at timestamptz,
  CONSTRAINT billing_accounts_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_accounts_household ON billing_accounts (household_id);--> statement-breakpoint
CREATE INDEX billing_accounts_last_paid ON billing_accounts (last_paid_at);--> statement-breakpoint
CREATE INDEX billing_accounts_to_empty ON billing_accounts (id) WHERE household_id IS NULL AND emptied_at IS NULL;--> statement-breakpoint
CREATE TABLE billing_addresses (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  name text,
  line1 text,
  line2 text,
  city text,
  region text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  phone text,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_addresses_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_addresses_account ON billing_addresses (account_id);--> statement-breakpoint
CREATE INDEX billing_addresses_name ON billing_addresses (lower(name));--> statement-breakpoint
CREATE INDEX billing_addresses_erased ON billing_addresses (id) WHERE name IS NULL;--> statement-breakpoint
CREATE INDEX billing_addresses_part ON billing_addresses USING gin (
  lower(normalize(name, NFD)) gin_trgm_ops,
  lower(normalize(line1, NFD)) gin_trgm_ops,
  lower(normalize(line2, NFD)) gin_trgm_ops,
  lower(normalize(city, NFD)) gin_trgm_ops
);
--> statement-breakpoint
ALTER TABLE billing_accounts ADD CONSTRAINT billing_accounts_address_id_billing_addresses_id_fk
  FOREIGN KEY (address_id) REFERENCES billing_addresses(id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE TABLE billing_cards (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  gateway_card_id text NOT NULL,
  brand text NOT NULL,
  last_four text NOT NULL,
  expiry_month smallint NOT NULL,
  expiry_year smallint NOT NULL,
  name text,
  fingerprint text,
  removed_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_cards_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_cards_account ON billing_cards (account_id);--> statement-breakpoint
CREATE INDEX billing_cards_fingerprint ON billing_cards (fingerprint);--> statement-breakpoint
CREATE UNIQUE INDEX billing_cards_gateway ON billing_cards (gateway_card_id) WHERE gateway_card_id <> '';--> statement-breakpoint
ALTER TABLE billing_accounts ADD CONSTRAINT billing_accounts_card_id_billing_cards_id_fk
  FOREIGN KEY (card_id) REFERENCES billing_cards(id) ON DELETE SET NULL;
--> statement-breakpoint
-- Keyed hashes of cards that had a trial. They belong to no household.
CREATE TABLE billing_trial_cards (
  hash text PRIMARY KEY,
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE billing_transactions (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  cause text NOT NULL,
  cause_id text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_transactions_cause ON billing_transactions (cause, cause_id);--> statement-breakpoint
CREATE INDEX billing_transactions_at ON billing_transactions (at);--> statement-breakpoint
-- Ledger and invoices are append-only: a later transaction or invoice corrects an error.
CREATE FUNCTION billing_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was posted is not changed: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_transactions_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE TABLE billing_entries (
  transaction_id uuid NOT NULL,
  "position" smallint NOT NULL,
  account text NOT NULL,
  billing_account_id uuid,
  jurisdiction text,
  amount_cents integer NOT NULL,
  CONSTRAINT billing_entries_transaction_id_position_pk PRIMARY KEY (transaction_id, "position"),
  CONSTRAINT billing_entries_billing_account_id_billing_accounts_id_fk
    FOREIGN KEY (billing_account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_entries_transaction_id_billing_transactions_id_fk
    FOREIGN KEY (transaction_id) REFERENCES billing_transactions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_entries_account ON billing_entries (billing_account_id, account);--> statement-breakpoint
CREATE TRIGGER billing_entries_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_entries
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
-- Runs once for each statement, because one statement writes all entries of a transaction.
CREATE FUNCTION billing_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced uuid;
BEGIN
  SELECT w.transaction_id INTO unbalanced FROM (SELECT DISTINCT transaction_id FROM written) w
    CROSS JOIN LATERAL (SELECT sum(amount_cents) AS cents FROM billing_entries e WHERE e.transaction_id = w.transaction_id) whole
    WHERE whole.cents <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entries of a transaction do not sum to 0: %', unbalanced
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_entries_balanced AFTER INSERT ON billing_entries
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION billing_check_balance();
--> statement-breakpoint
-- Invoice numbers have no gaps: the row is locked until the transaction ends that uses the number.
CREATE TABLE billing_counters (
  name text PRIMARY KEY,
  value bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO billing_counters (name, value) VALUES ('invoice', 0);
