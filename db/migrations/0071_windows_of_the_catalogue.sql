ALTER TABLE "catalog_categories" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_categories" ADD COLUMN "available_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_categories" ADD COLUMN "available_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_genres" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_genres" ADD COLUMN "available_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_genres" ADD COLUMN "available_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_people" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_people" ADD COLUMN "available_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_people" ADD COLUMN "available_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_seasons" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog_seasons" ADD COLUMN "available_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog_seasons" ADD COLUMN "available_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "catalog_people_from" ON "catalog_people" USING btree ("available_from") WHERE "catalog_people"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "catalog_people_until" ON "catalog_people" USING btree ("available_until") WHERE "catalog_people"."available_until" is not null;--> statement-breakpoint
CREATE INDEX "catalog_seasons_from" ON "catalog_seasons" USING btree ("available_from") WHERE "catalog_seasons"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "catalog_seasons_until" ON "catalog_seasons" USING btree ("available_until") WHERE "catalog_seasons"."available_until" is not null;