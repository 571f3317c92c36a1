ALTER TABLE "plans_plans" ADD COLUMN "ad_free" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "plans_plans" ADD COLUMN "max_height" smallint;