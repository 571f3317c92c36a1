ALTER TABLE "live_playout_items" DROP CONSTRAINT "live_playout_items_programme_id_catalog_programmes_id_fk";
--> statement-breakpoint
ALTER TABLE "live_playout_items" DROP CONSTRAINT "live_playout_items_episode_id_catalog_episodes_id_fk";
--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "catch_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "catch_up_hours" smallint DEFAULT 168 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_catch_up_hours" CHECK ("live_channels"."catch_up_hours" between 1 and 168);