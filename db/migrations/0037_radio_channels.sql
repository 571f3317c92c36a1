-- Channels of TV and radio share a table. Numbers and slugs are unique within each medium.
CREATE TABLE "live_channel_favorites" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_channel_favorites_profile_id_channel_id_pk" PRIMARY KEY("profile_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "live_radio_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"channel_ids" uuid[] DEFAULT '{}' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "live_channels_number";--> statement-breakpoint
DROP INDEX "live_channels_slug";--> statement-breakpoint
DROP INDEX "live_channels_position";--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "medium" text DEFAULT 'tv' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "file_type" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "content_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "broadcast_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "broadcast_url" text;--> statement-breakpoint
ALTER TABLE "live_channel_favorites" ADD CONSTRAINT "live_channel_favorites_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_channel_favorites" ADD CONSTRAINT "live_channel_favorites_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_channel_favorites_channel" ON "live_channel_favorites" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "live_radio_groups_position" ON "live_radio_groups" USING btree ("position");--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_content_partner_id_catalog_content_partners_id_fk" FOREIGN KEY ("content_partner_id") REFERENCES "public"."catalog_content_partners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "live_channels_number" ON "live_channels" USING btree ("medium","number");--> statement-breakpoint
CREATE UNIQUE INDEX "live_channels_slug" ON "live_channels" USING btree ("medium","slug");--> statement-breakpoint
CREATE INDEX "live_channels_position" ON "live_channels" USING btree ("medium","position","number") WHERE active;