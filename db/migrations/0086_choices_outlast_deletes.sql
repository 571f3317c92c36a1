ALTER TABLE "profiles_blocked_titles" DROP CONSTRAINT "profiles_blocked_titles_programme_id_catalog_programmes_id_fk";
--> statement-breakpoint
ALTER TABLE "staff_views" DROP CONSTRAINT "staff_views_role_id_staff_roles_id_fk";
--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE set null ON UPDATE no action;