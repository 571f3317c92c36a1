DROP INDEX "catalog_episodes_search";--> statement-breakpoint
DROP INDEX "catalog_people_search";--> statement-breakpoint
DROP INDEX "catalog_programmes_search";--> statement-breakpoint
DROP INDEX "event_log_search";--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("title_ko" || ' ' || "title_en")) STORED;--> statement-breakpoint
ALTER TABLE "catalog_people" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("name_ko" || ' ' || "name_en")) STORED;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("title_ko" || ' ' || "title_en")) STORED;--> statement-breakpoint
ALTER TABLE "event_log" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("label")) STORED;--> statement-breakpoint
CREATE INDEX "catalog_episodes_search" ON "catalog_episodes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalog_people_search" ON "catalog_people" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalog_programmes_search" ON "catalog_programmes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_log_search" ON "event_log" USING gin ("search_text" gin_trgm_ops);