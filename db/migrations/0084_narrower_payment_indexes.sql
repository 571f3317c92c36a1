DROP INDEX "billing_payments_state";--> statement-breakpoint
DROP INDEX "billing_payments_gateway";--> statement-breakpoint
DROP INDEX "billing_payments_latest";--> statement-breakpoint
DROP INDEX "billing_payments_card";--> statement-breakpoint
DROP INDEX "billing_payments_cancelled";--> statement-breakpoint
DROP INDEX "billing_payments_credit";--> statement-breakpoint
DROP INDEX "billing_payments_refunded";--> statement-breakpoint
DROP INDEX "billing_payments_untaxed";--> statement-breakpoint
DROP INDEX "billing_payments_failures";--> statement-breakpoint
DROP INDEX "billing_payments_reason";--> statement-breakpoint
CREATE INDEX "billing_payments_unsettled" ON "billing_payments" USING btree ("id") WHERE "billing_payments"."state" in ('action', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payments_gateway" ON "billing_payments" USING btree ("gateway_payment_id") WHERE "billing_payments"."gateway_payment_id" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_latest" ON "billing_payments" USING btree ("account_id","paid_at") WHERE "billing_payments"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_card" ON "billing_payments" USING btree ("card_last_four","created_at","id") WHERE "billing_payments"."card_last_four" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_cancelled" ON "billing_payments" USING btree ((coalesce("voided_at", "subscription_cancelled_at"))) WHERE coalesce("billing_payments"."voided_at", "billing_payments"."subscription_cancelled_at") is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_credit" ON "billing_payments" USING btree ("credit_cents") WHERE "billing_payments"."credit_cents" <> 0;--> statement-breakpoint
CREATE INDEX "billing_payments_refunded" ON "billing_payments" USING btree ("refunded_cents") WHERE "billing_payments"."refunded_cents" <> 0;--> statement-breakpoint
CREATE INDEX "billing_payments_untaxed" ON "billing_payments" USING btree ("untaxed_cents") WHERE "billing_payments"."untaxed_cents" <> 0;--> statement-breakpoint
CREATE INDEX "billing_payments_failures" ON "billing_payments" USING btree ("failures") WHERE "billing_payments"."failures" <> 0;--> statement-breakpoint
CREATE INDEX "billing_payments_reason" ON "billing_payments" USING btree ("failure_reason") WHERE "billing_payments"."failure_reason" is not null;--> statement-breakpoint
-- How many notes hold a text, and how many payments are of a subscription that was cancelled, is expected by these.
CREATE STATISTICS "billing_payments_cancelled_at" ON (coalesce(voided_at, subscription_cancelled_at)) FROM billing_payments;--> statement-breakpoint
CREATE STATISTICS "billing_payments_notes_part" ON (lower(normalize(notes, NFD))) FROM billing_payments;--> statement-breakpoint
-- Samples of the list are read by the places of its rows.
CREATE OR REPLACE VIEW "billing_payment_list" AS
	SELECT p.id, p.created_at, p.invoice_id, p.account_id, i.address_id, p.subscription_id,
		(SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id) AS household_id,
		'M-' || lpad(i.number::text, greatest(7, length(i.number::text)), '0') AS number,
		(SELECT u.id FROM accounts_users u WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS customer_id,
		(SELECT u.username FROM accounts_users u WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS username,
		(SELECT u.email FROM accounts_users u WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS email,
		(SELECT u.phone FROM accounts_users u WHERE u.household_id = (SELECT a.household_id FROM billing_accounts a WHERE a.id = p.account_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS phone,
		(SELECT d.name FROM billing_addresses d WHERE d.id = i.address_id) AS name,
		(SELECT nullif(concat_ws(', ', nullif(d.line1, ''), nullif(d.line2, '')), '') FROM billing_addresses d WHERE d.id = i.address_id) AS address,
		(SELECT d.city FROM billing_addresses d WHERE d.id = i.address_id) AS city,
		i.region AS state, i.postal_code AS zip, i.country,
		p.plan_id,
		i.total_cents, p.credit_cents, p.amount_cents, p.refunded_cents, p.method, p.platform,
		(CASE WHEN p.state = 'void' THEN 'cancel' WHEN p.state = 'paid' AND (p.refunded_cents > 0 OR p.credit_returned_at IS NOT NULL) THEN 'refunded' WHEN p.state = 'paid' THEN 'paid'
			WHEN p.failure_reason IS NOT NULL THEN 'failed' ELSE 'open' END) AS status,
		p.paid_by,
		p.starts_on, p.ends_on,
		(SELECT s.period_to FROM billing_subscriptions s WHERE s.id = p.subscription_id AND s.renews AND s.state <> 'ended') AS next_payment_on,
		p.paid_at,
		(SELECT a.last_paid_at FROM billing_accounts a WHERE a.id = p.account_id) AS last_paid_at,
		coalesce(p.voided_at, p.subscription_cancelled_at) AS cancelled_at,
		p.failures, p.failure_reason, p.next_try_at, p.notes, p.card_last_four, p.card_name, p.check_number, p.untaxed_cents,
		p.ctid AS place
	FROM billing_payments p LEFT JOIN billing_invoices i ON i.id = p.invoice_id;
