DROP INDEX "billing_addresses_part";--> statement-breakpoint
DROP INDEX "billing_payments_starts";--> statement-breakpoint
DROP INDEX "billing_payments_ends";--> statement-breakpoint
CREATE INDEX "billing_addresses_part" ON "billing_addresses" USING gin (lower(normalize("name", NFD)) gin_trgm_ops,lower(normalize("line1", NFD)) gin_trgm_ops,lower(normalize("line2", NFD)) gin_trgm_ops,lower(normalize("city", NFD)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "billing_payments_starts" ON "billing_payments" USING btree ("starts_on","created_at","id","invoice_id");--> statement-breakpoint
CREATE INDEX "billing_payments_ends" ON "billing_payments" USING btree ("ends_on","created_at","id","invoice_id");