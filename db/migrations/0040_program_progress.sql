-- The list of program progress: the IP address of an upload, and an index for every filter and order.
DROP INDEX "ingest_assets_created";--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "uploader_address" text;--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("file_name")) STORED;--> statement-breakpoint
CREATE INDEX "ingest_assets_by_size" ON "ingest_assets" USING btree ("size_bytes","id");--> statement-breakpoint
CREATE INDEX "ingest_assets_by_file_name" ON "ingest_assets" USING btree ("file_name","id");--> statement-breakpoint
CREATE INDEX "ingest_assets_search" ON "ingest_assets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ingest_assets_unready" ON "ingest_assets" USING btree ("state") WHERE "ingest_assets"."state" <> 'ready';--> statement-breakpoint
CREATE INDEX "ingest_assets_uploader" ON "ingest_assets" USING btree ("created_at") WHERE "ingest_assets"."uploader_address" is not null;--> statement-breakpoint
CREATE INDEX "ingest_steps_pending" ON "ingest_steps" USING btree ("step","asset_id") WHERE "ingest_steps"."state" <> 'done';--> statement-breakpoint
CREATE INDEX "ingest_assets_created" ON "ingest_assets" USING btree ("created_at","id");