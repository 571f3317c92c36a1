ALTER TABLE "plans_periods" ADD COLUMN "lasts_until" timestamp with time zone;--> statement-breakpoint
-- As it was found with the subscription until now.
UPDATE "plans_periods" p SET "lasts_until" = CASE WHEN s."unpaid_since" IS NULL
  THEN least(p."ends_at", s."period_to"::timestamp AT TIME ZONE s."zone") ELSE p."ends_at" END
FROM "billing_subscriptions" s WHERE s."id" = p."subscription_id";
