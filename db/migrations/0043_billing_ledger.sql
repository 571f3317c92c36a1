CREATE TABLE "billing_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_entries" (
	"transaction_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"account" text NOT NULL,
	"billing_account_id" uuid,
	"jurisdiction" text,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "billing_entries_transaction_id_position_pk" PRIMARY KEY("transaction_id","position")
);
--> statement-breakpoint
CREATE TABLE "billing_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	"cause_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entries" ADD CONSTRAINT "billing_entries_transaction_id_billing_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."billing_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_entries" ADD CONSTRAINT "billing_entries_billing_account_id_billing_accounts_id_fk" FOREIGN KEY ("billing_account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_accounts_household" ON "billing_accounts" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "billing_entries_account" ON "billing_entries" USING btree ("billing_account_id","account");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_transactions_cause" ON "billing_transactions" USING btree ("cause","cause_id");--> statement-breakpoint
CREATE INDEX "billing_transactions_at" ON "billing_transactions" USING btree ("at");--> statement-breakpoint
-- What is posted stays: a mistake is posted back, never changed.
CREATE FUNCTION billing_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is not changed: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER billing_transactions_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE TRIGGER billing_entries_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_entries
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE FUNCTION billing_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM billing_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'entries of a transaction do not sum to 0: %', NEW.transaction_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER billing_entries_balanced AFTER INSERT ON billing_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION billing_check_balance();
