ALTER TABLE "billing_subscriptions" ADD COLUMN "gift_periods" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "gift_period_cents" integer;