CREATE INDEX "billing_addresses_name" ON "billing_addresses" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "billing_payments_status" ON "billing_payments" USING btree ((case when "state" = 'void' then 'cancel' when "state" = 'paid' and "refunded_cents" > 0 then 'refunded' when "state" = 'paid' then 'paid' when "failure_reason" is not null then 'failed' else 'open' end),"created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_method" ON "billing_payments" USING btree ("method","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_platform" ON "billing_payments" USING btree ("platform","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_amount" ON "billing_payments" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "billing_payments_paid" ON "billing_payments" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_latest" ON "billing_payments" USING btree ("account_id","paid_at");--> statement-breakpoint
CREATE INDEX "billing_payments_card" ON "billing_payments" USING btree ("card_last_four","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_payments_check" ON "billing_payments" USING btree ("check_number") WHERE "billing_payments"."check_number" is not null;--> statement-breakpoint
CREATE INDEX "billing_movements_record" ON "billing_movements" USING btree ((overlay(overlay(md5("id") placing '4' from 13) placing '8' from 17)::uuid)) WHERE "billing_movements"."difference" is not null;--> statement-breakpoint
CREATE INDEX "billing_invoices_address" ON "billing_invoices" USING btree ("address_id");--> statement-breakpoint
-- Payments as the office lists them. Few tables are joined, for the planner puts no more than three in order (`db/client.ts`): whatever is
-- of the customer, the address or the subscription is read row by row, and costs nothing where it is neither shown nor asked for.
CREATE VIEW "billing_payment_list" AS
	SELECT p.id, p.created_at, p.invoice_id, p.account_id, i.address_id, i.subscription_id,
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
		(SELECT l.plan_id FROM billing_invoice_lines l WHERE l.invoice_id = p.invoice_id AND l.plan_id IS NOT NULL
			ORDER BY l.position DESC LIMIT 1) AS plan_id,
		i.total_cents, p.credit_cents, p.amount_cents, p.refunded_cents, p.method, p.platform,
		(CASE WHEN p.state = 'void' THEN 'cancel' WHEN p.state = 'paid' AND p.refunded_cents > 0 THEN 'refunded' WHEN p.state = 'paid' THEN 'paid'
			WHEN p.failure_reason IS NOT NULL THEN 'failed' ELSE 'open' END) AS status,
		p.paid_by,
		(SELECT min(l.first_day) FROM billing_invoice_lines l WHERE l.invoice_id = p.invoice_id AND l.sign = 1) AS starts_on,
		(SELECT max(l.last_day) FROM billing_invoice_lines l WHERE l.invoice_id = p.invoice_id AND l.sign = 1) AS ends_on,
		(SELECT s.period_to FROM billing_subscriptions s WHERE s.id = i.subscription_id AND s.renews AND s.state <> 'ended') AS next_payment_on,
		p.paid_at,
		(SELECT max(o.paid_at) FROM billing_payments o WHERE o.account_id = p.account_id) AS last_paid_at,
		coalesce(p.voided_at, (SELECT s.cancelled_at FROM billing_subscriptions s WHERE s.id = i.subscription_id)) AS cancelled_at,
		p.failures, p.failure_reason, p.next_try_at, p.notes, p.card_last_four, p.card_name, p.check_number
	FROM billing_payments p LEFT JOIN billing_invoices i ON i.id = p.invoice_id;--> statement-breakpoint
-- Movements of the card processor that differ from the ledger: their ids are texts, which a list goes by an id of ours for.
CREATE VIEW "billing_difference_list" AS
	SELECT overlay(overlay(md5(m.id) placing '4' from 13) placing '8' from 17)::uuid AS id, m.id AS movement_id, m.kind, m.difference, m.amount_cents, m.at AS created_at, m.gateway_payment_id, p.id AS payment_id,
		m.notes, m.resolved_at
	FROM billing_movements m LEFT JOIN billing_payments p ON p.gateway_payment_id = m.gateway_payment_id
	WHERE m.difference IS NOT NULL;
