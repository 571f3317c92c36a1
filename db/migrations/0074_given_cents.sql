ALTER TABLE "billing_payments" ADD COLUMN "given_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was given had no fact of its own: a promotion that staff had not made.
UPDATE "billing_payments" SET "given_cents" = "amount_cents"
	WHERE "method" = 'promotion' AND "platform" <> 'cms' AND "amount_cents" BETWEEN 1 AND 49;--> statement-breakpoint
-- Invoices of subscriptions after their first, but those of a change of the plan, are renewals, which the service asked for itself.
UPDATE "billing_payments" p SET "platform" = 'renewal'
	WHERE "platform" = 'web' AND "switch_price_id" IS NULL AND "subscription_id" IS NOT NULL
	AND EXISTS (SELECT FROM "billing_invoices" i, "billing_subscriptions" s
		WHERE i.id = p.invoice_id AND s.id = p.subscription_id AND i.due_on > s.began_on);
