ALTER TABLE "staff_users" ADD COLUMN "two_step_secret" text;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "two_step_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "two_step_used" integer;--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "recovery_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "two_step_lacking" boolean DEFAULT false NOT NULL;