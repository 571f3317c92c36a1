ALTER TABLE "live_items" DROP CONSTRAINT "live_items_programme_id_catalog_programmes_id_fk";
--> statement-breakpoint
ALTER TABLE "live_items" DROP CONSTRAINT "live_items_episode_id_catalog_episodes_id_fk";
