DROP INDEX "ingest_uploads_open";--> statement-breakpoint
ALTER TABLE "ingest_uploads" ADD COLUMN "fingerprint" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_uploads_open" ON "ingest_uploads" USING btree ("file_name","size_bytes","fingerprint") WHERE "ingest_uploads"."state" = 'open';