CREATE TABLE "profiles_avatars" (
	"artwork_id" uuid PRIMARY KEY NOT NULL,
	"group_ko" text NOT NULL,
	"group_en" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"position" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts_households" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "accounts_households" ADD COLUMN "parent_pin_hash" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "age" smallint;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "hours" jsonb DEFAULT '{"weekdays":null,"weekends":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "autoplay_next" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "profiles_avatars" ADD CONSTRAINT "profiles_avatars_artwork_id_catalog_artworks_id_fk" FOREIGN KEY ("artwork_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "profiles" SET "maturity" = 12 WHERE "is_kid" AND "maturity" > 12;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_kid" CHECK (not "profiles"."is_kid" or "profiles"."maturity" <= 12);