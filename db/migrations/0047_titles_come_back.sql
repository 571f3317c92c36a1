ALTER TABLE "viewing_my_list" DROP CONSTRAINT "viewing_my_list_programme_id_catalog_programmes_id_fk";
--> statement-breakpoint
ALTER TABLE "viewing_ratings" DROP CONSTRAINT "viewing_ratings_programme_id_catalog_programmes_id_fk";
