CREATE TABLE "live_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"slug" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"description_ko" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'ko' NOT NULL,
	"premium" boolean DEFAULT false NOT NULL,
	"maturity" smallint DEFAULT 0 NOT NULL,
	"regions" text[],
	"landscape_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"loops" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"programme_id" uuid,
	"episode_id" uuid,
	"asset_id" uuid,
	"title_ko" text DEFAULT '' NOT NULL,
	"title_en" text DEFAULT '' NOT NULL,
	"repeats" smallint DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_items_shows" CHECK (num_nonnulls("live_items"."programme_id", "live_items"."asset_id") >= 1),
	CONSTRAINT "live_items_repeats" CHECK ("live_items"."repeats" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "live_playout_items" (
	"playout_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"asset_id" uuid NOT NULL,
	"programme_id" uuid,
	"episode_id" uuid,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	CONSTRAINT "live_playout_items_playout_id_position_pk" PRIMARY KEY("playout_id","position")
);
--> statement-breakpoint
CREATE TABLE "live_playouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"loops" boolean NOT NULL,
	"plays_before" bigint NOT NULL,
	"video_before" bigint NOT NULL,
	"audio_before" bigint NOT NULL,
	"timing" jsonb NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_timelines" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"timeline" jsonb,
	"unfit" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playback_sessions" ALTER COLUMN "programme_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_sessions" ALTER COLUMN "asset_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_sessions" ALTER COLUMN "duration_seconds" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_landscape_id_catalog_artworks_id_fk" FOREIGN KEY ("landscape_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_items" ADD CONSTRAINT "live_items_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_items" ADD CONSTRAINT "live_items_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_items" ADD CONSTRAINT "live_items_episode_id_catalog_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."catalog_episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_items" ADD CONSTRAINT "live_items_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_playout_items" ADD CONSTRAINT "live_playout_items_playout_id_live_playouts_id_fk" FOREIGN KEY ("playout_id") REFERENCES "public"."live_playouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_playout_items" ADD CONSTRAINT "live_playout_items_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_playout_items" ADD CONSTRAINT "live_playout_items_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_playout_items" ADD CONSTRAINT "live_playout_items_episode_id_catalog_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."catalog_episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_playouts" ADD CONSTRAINT "live_playouts_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_timelines" ADD CONSTRAINT "live_timelines_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "live_channels_number" ON "live_channels" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "live_channels_slug" ON "live_channels" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "live_channels_position" ON "live_channels" USING btree ("position","number") WHERE active;--> statement-breakpoint
CREATE UNIQUE INDEX "live_items_position" ON "live_items" USING btree ("channel_id","position");--> statement-breakpoint
CREATE INDEX "live_items_programme" ON "live_items" USING btree ("programme_id");--> statement-breakpoint
CREATE INDEX "live_items_asset" ON "live_items" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "live_playout_items_asset" ON "live_playout_items" USING btree ("asset_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_playouts_start" ON "live_playouts" USING btree ("channel_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "live_playouts_last" ON "live_playouts" USING btree ("channel_id") WHERE "live_playouts"."ends_at" is null;--> statement-breakpoint
CREATE INDEX "catalog_episodes_available" ON "catalog_episodes" USING btree ("available_from") WHERE published;--> statement-breakpoint
CREATE INDEX "catalog_programmes_available" ON "catalog_programmes" USING btree ("available_from") WHERE published;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_plays" CHECK (num_nonnulls("playback_sessions"."programme_id", "playback_sessions"."asset_id", "playback_sessions"."duration_seconds") = case when "playback_sessions"."channel_id" is null then 3 else 0 end);