ALTER TABLE "accounts_households" ADD COLUMN "parent_pin_failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts_households" ADD COLUMN "parent_pin_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "pin_failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "pin_failed_at" timestamp with time zone;