DROP INDEX "catalog_episodes_until";--> statement-breakpoint
CREATE INDEX "catalog_episodes_from" ON "catalog_episodes" USING btree ("available_from") WHERE "catalog_episodes"."available_from" is not null;--> statement-breakpoint
CREATE INDEX "catalog_episodes_until" ON "catalog_episodes" USING btree ("available_until") WHERE "catalog_episodes"."available_until" is not null;--> statement-breakpoint
CREATE INDEX "catalog_programmes_until" ON "catalog_programmes" USING btree ("available_until","id") WHERE "catalog_programmes"."available_until" is not null;