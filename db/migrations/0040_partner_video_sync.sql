CREATE TABLE "partner_video_quota_days" (
	"day" date PRIMARY KEY NOT NULL,
	"units" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_video_source_playlists" (
	"play_list_id" text PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"description_ko" text NOT NULL,
	"description_en" text NOT NULL,
	"youtube_ids" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_video_source_videos" (
	"youtube_id" text PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"description_ko" text NOT NULL,
	"description_en" text NOT NULL,
	"duration_ms" integer,
	"withdrawn" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_video_syncs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"staff_id" uuid,
	"staff_name" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"playlists_read" integer DEFAULT 0 NOT NULL,
	"videos_read" integer DEFAULT 0 NOT NULL,
	"new_count" integer DEFAULT 0 NOT NULL,
	"changed_count" integer DEFAULT 0 NOT NULL,
	"withdrawn_count" integer DEFAULT 0 NOT NULL,
	"unchanged_count" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"error" text,
	"error_detail" text,
	"retry_at" timestamp with time zone,
	"event_id" uuid,
	"entries" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_video_playlists" ADD COLUMN "synced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_video_playlists" ADD COLUMN "category_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_video_playlists" ADD COLUMN "publish_new" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_video_syncs_open" ON "partner_video_syncs" USING btree ((true)) WHERE state in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "partner_video_syncs_newest" ON "partner_video_syncs" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "partner_video_playlists" ADD CONSTRAINT "partner_video_playlists_category_id_partner_video_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."partner_video_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_video_playlists_category" ON "partner_video_playlists" USING btree ("category_id");--> statement-breakpoint
ALTER TABLE "partner_video_playlists" ADD CONSTRAINT "partner_video_playlists_synced" CHECK (not "partner_video_playlists"."synced" or "partner_video_playlists"."category_id" is not null);