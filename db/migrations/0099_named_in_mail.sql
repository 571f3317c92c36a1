ALTER TABLE "mail_messages" ADD COLUMN "named_household_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "named_as" text;--> statement-breakpoint
-- Whom notifications about bills name, by the bill.
UPDATE "notifications_events" e SET "values" = e."values" || jsonb_build_object('for_id', s."household_id")
FROM "billing_payments" p JOIN "billing_subscriptions" s ON s."id" = p."subscription_id"
WHERE e."values" ? 'for_name' AND e."values" ->> 'invoice_id' = p."invoice_id"::text AND s."household_id" IS NOT NULL;
