DROP INDEX "billing_payments_next_try";--> statement-breakpoint
DROP INDEX "billing_subscriptions_due";--> statement-breakpoint
CREATE INDEX "billing_payments_next_try" ON "billing_payments" USING btree ("next_try_at","id") WHERE "billing_payments"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_subscriptions_due" ON "billing_subscriptions" USING btree ("due_at","id") WHERE "billing_subscriptions"."due_at" is not null;--> statement-breakpoint
DROP INDEX "billing_tax_reports_due";--> statement-breakpoint
CREATE INDEX "billing_tax_reports_due" ON "billing_tax_reports" USING btree ("next_try_at","id") WHERE "billing_tax_reports"."next_try_at" is not null;
--> statement-breakpoint
DROP TRIGGER billing_entries_balanced ON billing_entries;
--> statement-breakpoint
-- Once for each statement instead of each entry. The entries of a transaction are written by one statement.
CREATE OR REPLACE FUNCTION billing_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
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
