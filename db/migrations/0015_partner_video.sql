-- Clips and playlists of partner video, viewers’ progress and ratings, and the syncs with the partner.

CREATE TABLE partner_video_categories (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  parent_id uuid,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  published boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT partner_video_categories_parent_id_partner_video_categories_id_
    FOREIGN KEY (parent_id) REFERENCES partner_video_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX partner_video_categories_parent ON partner_video_categories (parent_id, "position");--> statement-breakpoint
CREATE UNIQUE INDEX partner_video_categories_slug ON partner_video_categories (slug);--> statement-breakpoint
CREATE TABLE partner_video_clips (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  youtube_id text,
  asset_id uuid,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  category_id uuid NOT NULL,
  sub_category_id uuid,
  premium boolean DEFAULT false NOT NULL,
  maturity smallint DEFAULT 0 NOT NULL,
  regions text[],
  published boolean DEFAULT false NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  listed_at timestamptz DEFAULT now() NOT NULL,
  duration_ms integer,
  landscape_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT partner_video_clips_plays CHECK (num_nonnulls(youtube_id, asset_id) <= 1),
  CONSTRAINT partner_video_clips_youtube_id CHECK (youtube_id ~ '^[A-Za-z0-9_-]{6,20}$'),
  CONSTRAINT partner_video_clips_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE SET NULL,
  CONSTRAINT partner_video_clips_category_id_partner_video_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES partner_video_categories(id) ON DELETE RESTRICT,
  CONSTRAINT partner_video_clips_landscape_id_catalog_artworks_id_fk
    FOREIGN KEY (landscape_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT partner_video_clips_sub_category_id_partner_video_categories_id
    FOREIGN KEY (sub_category_id) REFERENCES partner_video_categories(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX partner_video_clips_asset ON partner_video_clips (asset_id);--> statement-breakpoint
CREATE INDEX partner_video_clips_category ON partner_video_clips (category_id, listed_at DESC, id DESC) WHERE published;--> statement-breakpoint
CREATE INDEX partner_video_clips_newest ON partner_video_clips (listed_at DESC, id DESC) WHERE published;--> statement-breakpoint
CREATE UNIQUE INDEX partner_video_clips_slug ON partner_video_clips (slug);--> statement-breakpoint
CREATE INDEX partner_video_clips_sub_category ON partner_video_clips (sub_category_id, listed_at DESC, id DESC)
  WHERE published;
--> statement-breakpoint
CREATE UNIQUE INDEX partner_video_clips_youtube ON partner_video_clips (youtube_id);--> statement-breakpoint
CREATE TABLE partner_video_playlists (
  id uuid PRIMARY KEY,
  play_list_id text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  clips_planned integer,
  "position" integer DEFAULT 0 NOT NULL,
  published boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  synced boolean DEFAULT false NOT NULL,
  category_id uuid,
  publish_new boolean DEFAULT false NOT NULL,
  CONSTRAINT partner_video_playlists_synced CHECK (NOT synced OR category_id IS NOT NULL),
  CONSTRAINT partner_video_playlists_category_id_partner_video_categories_id
    FOREIGN KEY (category_id) REFERENCES partner_video_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX partner_video_playlists_play_list_id ON partner_video_playlists (play_list_id);--> statement-breakpoint
CREATE INDEX partner_video_playlists_position ON partner_video_playlists ("position", id) WHERE published;--> statement-breakpoint
CREATE INDEX partner_video_playlists_category ON partner_video_playlists (category_id);--> statement-breakpoint
CREATE TABLE partner_video_playlist_items (
  playlist_id uuid NOT NULL,
  clip_id uuid NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT partner_video_playlist_items_playlist_id_clip_id_pk PRIMARY KEY (playlist_id, clip_id),
  CONSTRAINT partner_video_playlist_items_clip_id_partner_video_clips_id_fk
    FOREIGN KEY (clip_id) REFERENCES partner_video_clips(id) ON DELETE CASCADE,
  CONSTRAINT partner_video_playlist_items_playlist_id_partner_video_playlist
    FOREIGN KEY (playlist_id) REFERENCES partner_video_playlists(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX partner_video_playlist_items_clip ON partner_video_playlist_items (clip_id);--> statement-breakpoint
CREATE INDEX partner_video_playlist_items_position ON partner_video_playlist_items (playlist_id, "position");--> statement-breakpoint
-- There is no foreign key to the clip, here and in the ratings: both count again when a deleted clip is restored.
CREATE TABLE partner_video_progress (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  clip_id uuid NOT NULL,
  position_seconds double precision NOT NULL,
  duration_seconds double precision NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT partner_video_progress_profile_id_clip_id_pk PRIMARY KEY (profile_id, clip_id),
  CONSTRAINT partner_video_progress_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX partner_video_progress_clip ON partner_video_progress (clip_id);--> statement-breakpoint
CREATE TABLE partner_video_ratings (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  clip_id uuid NOT NULL,
  value smallint NOT NULL,
  rated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT partner_video_ratings_profile_id_clip_id_pk PRIMARY KEY (profile_id, clip_id),
  CONSTRAINT partner_video_ratings_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX partner_video_ratings_clip ON partner_video_ratings (clip_id);--> statement-breakpoint
-- The partner’s latest values. A row outlives its playlist, so that no sync creates the playlist again.
CREATE TABLE partner_video_source_playlists (
  play_list_id text PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  description_ko text NOT NULL,
  description_en text NOT NULL,
  youtube_ids text[] NOT NULL,
  withdrawn boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE partner_video_source_videos (
  youtube_id text PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  description_ko text NOT NULL,
  description_en text NOT NULL,
  duration_ms integer,
  withdrawn boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE partner_video_syncs (
  id uuid PRIMARY KEY,
  dry_run boolean NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  staff_id uuid,
  staff_name text,
  started_at timestamptz,
  ended_at timestamptz,
  playlists_read integer DEFAULT 0 NOT NULL,
  videos_read integer DEFAULT 0 NOT NULL,
  new_count integer DEFAULT 0 NOT NULL,
  changed_count integer DEFAULT 0 NOT NULL,
  withdrawn_count integer DEFAULT 0 NOT NULL,
  unchanged_count integer DEFAULT 0 NOT NULL,
  units integer DEFAULT 0 NOT NULL,
  error text,
  error_detail text,
  retry_at timestamptz,
  event_id uuid,
  entries jsonb,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- At most one sync is open.
CREATE UNIQUE INDEX partner_video_syncs_open ON partner_video_syncs ((true)) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX partner_video_syncs_newest ON partner_video_syncs (created_at);--> statement-breakpoint
CREATE TABLE partner_video_quota_days (
  day date PRIMARY KEY,
  units integer NOT NULL
);
