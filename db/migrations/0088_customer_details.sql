ALTER TABLE "accounts_users" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "gender" text;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "platform" text;--> statement-breakpoint
-- A trial has no payment of its own: it was asked for in a browser, as anything that customers buy so far.
UPDATE "billing_subscriptions" s SET "platform" = coalesce((
  SELECT p.platform FROM billing_payments p WHERE p.subscription_id = s.id AND p.platform <> 'renewal' ORDER BY p.id LIMIT 1), 'web');--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ALTER COLUMN "platform" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_users_born" ON "accounts_users" USING btree ("birth_date") WHERE "accounts_users"."birth_date" is not null;--> statement-breakpoint
CREATE INDEX "accounts_users_gender" ON "accounts_users" USING btree ("gender") WHERE "accounts_users"."gender" is not null;--> statement-breakpoint
CREATE INDEX "plans_periods_plan" ON "plans_periods" USING btree ("plan_id","ends_at");
