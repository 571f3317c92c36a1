CREATE TABLE "catalog_content_partners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_custom_row_items" (
	"custom_row_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "catalog_custom_row_items_custom_row_id_programme_id_pk" PRIMARY KEY("custom_row_id","programme_id")
);
--> statement-breakpoint
CREATE TABLE "catalog_custom_rows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "catalog_programme_genres_genre";--> statement-breakpoint
ALTER TABLE "catalog_genres" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "catalog_programme_genres" ADD COLUMN "listed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "catalog_programme_genres" g SET "listed_at" = p."listed_at" FROM "catalog_programmes" p WHERE p."id" = g."programme_id";--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD COLUMN "content_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "home_sections" ADD COLUMN "custom_row_id" uuid;--> statement-breakpoint
ALTER TABLE "catalog_custom_row_items" ADD CONSTRAINT "catalog_custom_row_items_custom_row_id_catalog_custom_rows_id_fk" FOREIGN KEY ("custom_row_id") REFERENCES "public"."catalog_custom_rows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_custom_row_items" ADD CONSTRAINT "catalog_custom_row_items_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_content_partners_slug" ON "catalog_content_partners" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "catalog_custom_row_items_order" ON "catalog_custom_row_items" USING btree ("custom_row_id","position");--> statement-breakpoint
CREATE INDEX "catalog_custom_row_items_programme" ON "catalog_custom_row_items" USING btree ("programme_id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_custom_rows_slug" ON "catalog_custom_rows" USING btree ("slug");--> statement-breakpoint
ALTER TABLE "catalog_genres" ADD CONSTRAINT "catalog_genres_parent_id_catalog_genres_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."catalog_genres"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_content_partner_id_catalog_content_partners_id_fk" FOREIGN KEY ("content_partner_id") REFERENCES "public"."catalog_content_partners"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_sections" ADD CONSTRAINT "home_sections_custom_row_id_catalog_custom_rows_id_fk" FOREIGN KEY ("custom_row_id") REFERENCES "public"."catalog_custom_rows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalog_genres_parent" ON "catalog_genres" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "catalog_programme_genres_newest" ON "catalog_programme_genres" USING btree ("genre_id","listed_at" DESC NULLS FIRST,"programme_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "catalog_programmes_content_partner" ON "catalog_programmes" USING btree ("content_partner_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "catalog_programmes_free" ON "catalog_programmes" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published and not premium;