-- Plans paused by a dispute or ended by a refund, unpaid days that are still owed, remainders that are carried over, and
-- the status of a partly refunded payment.
DROP INDEX "billing_payments_status";--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "carried_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_refunds" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_refunds" ADD COLUMN "ends_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "owed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "owed_from" date;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "owed_to" date;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD COLUMN "disputed_since" date;--> statement-breakpoint
CREATE INDEX "billing_subscriptions_owed" ON "billing_subscriptions" USING btree ("account_id") WHERE "billing_subscriptions"."owed_cents" > 0;--> statement-breakpoint
CREATE INDEX "billing_payments_status" ON "billing_payments" USING btree ((case when "state" = 'void' then 'cancel' when "state" = 'paid' and ("refunded_cents" > 0 and "refunded_cents" >= "amount_cents" or "credit_returned_at" is not null) then 'refunded' when "state" = 'paid' and "refunded_cents" > 0 then 'partly_refunded' when "state" = 'paid' then 'paid' when "failure_reason" is not null then 'failed' else 'open' end),"created_at","id");
