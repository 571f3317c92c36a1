DROP INDEX "billing_cards_gateway";--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "emptied_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "billing_accounts_to_empty" ON "billing_accounts" USING btree ("id") WHERE "billing_accounts"."household_id" is null and "billing_accounts"."emptied_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_cards_gateway" ON "billing_cards" USING btree ("gateway_card_id") WHERE "billing_cards"."gateway_card_id" <> '';