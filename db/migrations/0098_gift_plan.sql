ALTER TABLE "billing_subscriptions" ADD COLUMN "gift_plan_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_gift_plan_id_plans_plans_id_fk" FOREIGN KEY ("gift_plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- A gift has been of the plan that it began.
UPDATE "billing_subscriptions" s SET "gift_plan_id" = c."plan_id" FROM "billing_changes" c
WHERE s."gift_periods" > 0 AND c."subscription_id" = s."id" AND c."kind" = 'begin';
