ALTER TABLE "billing_payments" ADD COLUMN "void_staff_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "void_staff_name" text;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD COLUMN "void_reason" text;
