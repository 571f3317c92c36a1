ALTER TABLE "billing_accounts" ADD COLUMN "last_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "subscription_cancelled_at" timestamp with time zone;--> statement-breakpoint
-- What an invoice and its lines say never changes, so it may stand at the payment too, where an index finds it.
UPDATE "billing_payments" p SET subscription_id = i.subscription_id,
	subscription_cancelled_at = (SELECT s.cancelled_at FROM billing_subscriptions s WHERE s.id = i.subscription_id),
	plan_id = (SELECT l.plan_id FROM billing_invoice_lines l WHERE l.invoice_id = i.id AND l.plan_id IS NOT NULL ORDER BY l.position DESC LIMIT 1),
	starts_on = (SELECT min(l.first_day) FROM billing_invoice_lines l WHERE l.invoice_id = i.id AND l.sign = 1),
	ends_on = (SELECT max(l.last_day) FROM billing_invoice_lines l WHERE l.invoice_id = i.id AND l.sign = 1)
	FROM billing_invoices i WHERE i.id = p.invoice_id;--> statement-breakpoint
UPDATE "billing_accounts" a SET last_paid_at = (SELECT max(p.paid_at) FROM billing_payments p WHERE p.account_id = a.id);--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_addresses_part" ON "billing_addresses" USING gin (lower("name") gin_trgm_ops,lower("line1") gin_trgm_ops,lower("line2") gin_trgm_ops,lower("city") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "billing_addresses_erased" ON "billing_addresses" USING btree ("id") WHERE "billing_addresses"."name" is null;--> statement-breakpoint
CREATE INDEX "billing_accounts_last_paid" ON "billing_accounts" USING btree ("last_paid_at");--> statement-breakpoint
CREATE INDEX "billing_invoices_country" ON "billing_invoices" USING btree ("country");--> statement-breakpoint
CREATE INDEX "billing_invoices_region" ON "billing_invoices" USING btree ("region");--> statement-breakpoint
CREATE INDEX "billing_invoices_postal_code" ON "billing_invoices" USING btree ("postal_code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "billing_invoices_total" ON "billing_invoices" USING btree ("total_cents");--> statement-breakpoint
CREATE INDEX "billing_payments_checked" ON "billing_payments" USING btree ("created_at","id") WHERE "billing_payments"."check_number" <> '';--> statement-breakpoint
CREATE INDEX "billing_payments_subscription" ON "billing_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "billing_payments_plan" ON "billing_payments" USING btree ("plan_id","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_starts" ON "billing_payments" USING btree ("starts_on","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_ends" ON "billing_payments" USING btree ("ends_on","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_cancelled" ON "billing_payments" USING btree ((coalesce("voided_at", "subscription_cancelled_at")));--> statement-breakpoint
CREATE INDEX "billing_payments_credit" ON "billing_payments" USING btree ("credit_cents");--> statement-breakpoint
CREATE INDEX "billing_payments_refunded" ON "billing_payments" USING btree ("refunded_cents");--> statement-breakpoint
CREATE INDEX "billing_payments_failures" ON "billing_payments" USING btree ("failures");--> statement-breakpoint
CREATE INDEX "billing_payments_reason" ON "billing_payments" USING btree ("failure_reason");--> statement-breakpoint
CREATE INDEX "billing_payments_card_name" ON "billing_payments" USING btree (lower("card_name")) WHERE "billing_payments"."card_name" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_payer" ON "billing_payments" USING gin (lower(normalize("paid_by", NFD)) gin_trgm_ops) WHERE "billing_payments"."paid_by" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_with_payer" ON "billing_payments" USING btree ("created_at","id") WHERE "billing_payments"."paid_by" <> '';--> statement-breakpoint
CREATE INDEX "billing_payments_notes" ON "billing_payments" USING gin (lower(normalize("notes", NFD)) gin_trgm_ops) WHERE "billing_payments"."notes" <> '';--> statement-breakpoint
CREATE INDEX "billing_payments_noted" ON "billing_payments" USING btree ("created_at","id") WHERE "billing_payments"."notes" <> '';--> statement-breakpoint
CREATE INDEX "billing_subscriptions_next" ON "billing_subscriptions" USING btree ("period_to") WHERE "billing_subscriptions"."renews" and "billing_subscriptions"."state" <> 'ended';--> statement-breakpoint
-- The same columns as before; what has moved to the payment and its account is read there.
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
		(CASE WHEN p.state = 'void' THEN 'cancel' WHEN p.state = 'paid' AND p.refunded_cents > 0 THEN 'refunded' WHEN p.state = 'paid' THEN 'paid'
			WHEN p.failure_reason IS NOT NULL THEN 'failed' ELSE 'open' END) AS status,
		p.paid_by,
		p.starts_on, p.ends_on,
		(SELECT s.period_to FROM billing_subscriptions s WHERE s.id = p.subscription_id AND s.renews AND s.state <> 'ended') AS next_payment_on,
		p.paid_at,
		(SELECT a.last_paid_at FROM billing_accounts a WHERE a.id = p.account_id) AS last_paid_at,
		coalesce(p.voided_at, p.subscription_cancelled_at) AS cancelled_at,
		p.failures, p.failure_reason, p.next_try_at, p.notes, p.card_last_four, p.card_name, p.check_number
	FROM billing_payments p LEFT JOIN billing_invoices i ON i.id = p.invoice_id;
