CREATE TABLE "partner_video_progress" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"clip_id" uuid NOT NULL,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_video_progress_profile_id_clip_id_pk" PRIMARY KEY("profile_id","clip_id")
);
--> statement-breakpoint
CREATE TABLE "partner_video_ratings" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"clip_id" uuid NOT NULL,
	"value" smallint NOT NULL,
	"rated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_video_ratings_profile_id_clip_id_pk" PRIMARY KEY("profile_id","clip_id")
);
--> statement-breakpoint
CREATE TABLE "partner_video_clips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"youtube_id" text,
	"asset_id" uuid,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"description_ko" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"category_id" uuid NOT NULL,
	"sub_category_id" uuid,
	"premium" boolean DEFAULT false NOT NULL,
	"maturity" smallint DEFAULT 0 NOT NULL,
	"regions" text[],
	"published" boolean DEFAULT false NOT NULL,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer,
	"landscape_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_video_clips_plays" CHECK (num_nonnulls("partner_video_clips"."youtube_id", "partner_video_clips"."asset_id") <= 1),
	CONSTRAINT "partner_video_clips_youtube_id" CHECK ("partner_video_clips"."youtube_id" ~ '^[A-Za-z0-9_-]{6,20}$')
);
--> statement-breakpoint
CREATE TABLE "partner_video_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"parent_id" uuid,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_video_playlist_items" (
	"playlist_id" uuid NOT NULL,
	"clip_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "partner_video_playlist_items_playlist_id_clip_id_pk" PRIMARY KEY("playlist_id","clip_id")
);
--> statement-breakpoint
CREATE TABLE "partner_video_playlists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"play_list_id" text NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"description_ko" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"clips_planned" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playback_sessions" DROP CONSTRAINT "playback_sessions_plays";--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "clip_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_video_progress" ADD CONSTRAINT "partner_video_progress_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_progress" ADD CONSTRAINT "partner_video_progress_clip_id_partner_video_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."partner_video_clips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_ratings" ADD CONSTRAINT "partner_video_ratings_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_ratings" ADD CONSTRAINT "partner_video_ratings_clip_id_partner_video_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."partner_video_clips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_clips" ADD CONSTRAINT "partner_video_clips_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_clips" ADD CONSTRAINT "partner_video_clips_category_id_partner_video_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."partner_video_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_clips" ADD CONSTRAINT "partner_video_clips_sub_category_id_partner_video_categories_id_fk" FOREIGN KEY ("sub_category_id") REFERENCES "public"."partner_video_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_clips" ADD CONSTRAINT "partner_video_clips_landscape_id_catalog_artworks_id_fk" FOREIGN KEY ("landscape_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_categories" ADD CONSTRAINT "partner_video_categories_parent_id_partner_video_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."partner_video_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_playlist_items" ADD CONSTRAINT "partner_video_playlist_items_playlist_id_partner_video_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."partner_video_playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_video_playlist_items" ADD CONSTRAINT "partner_video_playlist_items_clip_id_partner_video_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."partner_video_clips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_video_progress_clip" ON "partner_video_progress" USING btree ("clip_id");--> statement-breakpoint
CREATE INDEX "partner_video_ratings_clip" ON "partner_video_ratings" USING btree ("clip_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_video_clips_slug" ON "partner_video_clips" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_video_clips_youtube" ON "partner_video_clips" USING btree ("youtube_id");--> statement-breakpoint
CREATE INDEX "partner_video_clips_newest" ON "partner_video_clips" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "partner_video_clips_category" ON "partner_video_clips" USING btree ("category_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "partner_video_clips_sub_category" ON "partner_video_clips" USING btree ("sub_category_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "partner_video_clips_asset" ON "partner_video_clips" USING btree ("asset_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_video_categories_slug" ON "partner_video_categories" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "partner_video_categories_parent" ON "partner_video_categories" USING btree ("parent_id","position");--> statement-breakpoint
CREATE INDEX "partner_video_playlist_items_position" ON "partner_video_playlist_items" USING btree ("playlist_id","position");--> statement-breakpoint
CREATE INDEX "partner_video_playlist_items_clip" ON "partner_video_playlist_items" USING btree ("clip_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_video_playlists_play_list_id" ON "partner_video_playlists" USING btree ("play_list_id");--> statement-breakpoint
CREATE INDEX "partner_video_playlists_position" ON "partner_video_playlists" USING btree ("position","id") WHERE published;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD CONSTRAINT "playback_sessions_plays" CHECK (num_nonnulls("playback_sessions"."programme_id", "playback_sessions"."clip_id", "playback_sessions"."channel_id") = 1 and num_nonnulls("playback_sessions"."asset_id", "playback_sessions"."duration_seconds") = case when "playback_sessions"."channel_id" is null then 2 else 0 end);