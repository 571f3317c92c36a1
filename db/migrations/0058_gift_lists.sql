CREATE INDEX "billing_gifts_search" ON "billing_gifts" USING gin (search_text("lot") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "billing_gifts_created" ON "billing_gifts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "billing_gifts_invoice" ON "billing_gifts" USING btree ("invoice_id");