-- What a plan costs is in plans_prices, which 0051 has filled from these.
ALTER TABLE "plans_plans" DROP COLUMN "price_cents";--> statement-breakpoint
ALTER TABLE "plans_plans" DROP COLUMN "regular_price_cents";