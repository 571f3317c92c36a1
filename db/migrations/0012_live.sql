-- Live channels, their planned line-ups, and the line-ups that they have played.

CREATE TABLE live_channels (
  id uuid PRIMARY KEY,
  number integer NOT NULL,
  slug text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  language text DEFAULT 'ko' NOT NULL,
  premium boolean DEFAULT false NOT NULL,
  maturity smallint DEFAULT 0 NOT NULL,
  regions text[],
  landscape_id uuid,
  "position" integer DEFAULT 0 NOT NULL,
  active boolean DEFAULT true NOT NULL,
  loops boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT live_channels_landscape_id_catalog_artworks_id_fk
    FOREIGN KEY (landscape_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX live_channels_number ON live_channels (number);--> statement-breakpoint
CREATE INDEX live_channels_position ON live_channels ("position", number) WHERE active;--> statement-breakpoint
CREATE UNIQUE INDEX live_channels_slug ON live_channels (slug);--> statement-breakpoint
-- There is no foreign key to the programme or episode: the item of a deleted title plays again when the title is restored.
CREATE TABLE live_items (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL,
  "position" integer NOT NULL,
  programme_id uuid,
  episode_id uuid,
  asset_id uuid,
  title_ko text DEFAULT '' NOT NULL,
  title_en text DEFAULT '' NOT NULL,
  repeats smallint DEFAULT 1 NOT NULL,
  starts_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT live_items_repeats CHECK (repeats BETWEEN 1 AND 1000),
  CONSTRAINT live_items_shows CHECK (num_nonnulls(programme_id, asset_id) >= 1),
  CONSTRAINT live_items_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE,
  CONSTRAINT live_items_channel_id_live_channels_id_fk
    FOREIGN KEY (channel_id) REFERENCES live_channels(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX live_items_asset ON live_items (asset_id);--> statement-breakpoint
CREATE UNIQUE INDEX live_items_position ON live_items (channel_id, "position");--> statement-breakpoint
CREATE INDEX live_items_programme ON live_items (programme_id);--> statement-breakpoint
-- Rows never change, so that segment numbers follow from the clock. The `…_before` columns are totals of earlier rows.
CREATE TABLE live_playouts (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  loops boolean NOT NULL,
  plays_before bigint NOT NULL,
  video_before bigint NOT NULL,
  audio_before bigint NOT NULL,
  timing jsonb NOT NULL,
  signature text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT live_playouts_channel_id_live_channels_id_fk
    FOREIGN KEY (channel_id) REFERENCES live_channels(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX live_playouts_last ON live_playouts (channel_id) WHERE ends_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX live_playouts_start ON live_playouts (channel_id, starts_at);--> statement-breakpoint
CREATE TABLE live_playout_items (
  playout_id uuid NOT NULL,
  "position" integer NOT NULL,
  asset_id uuid NOT NULL,
  programme_id uuid,
  episode_id uuid,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  CONSTRAINT live_playout_items_playout_id_position_pk PRIMARY KEY (playout_id, "position"),
  CONSTRAINT live_playout_items_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE RESTRICT,
  CONSTRAINT live_playout_items_episode_id_catalog_episodes_id_fk
    FOREIGN KEY (episode_id) REFERENCES catalog_episodes(id) ON DELETE SET NULL,
  CONSTRAINT live_playout_items_playout_id_live_playouts_id_fk
    FOREIGN KEY (playout_id) REFERENCES live_playouts(id) ON DELETE CASCADE,
  CONSTRAINT live_playout_items_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX live_playout_items_asset ON live_playout_items (asset_id);--> statement-breakpoint
CREATE TABLE live_timelines (
  asset_id uuid PRIMARY KEY,
  timeline jsonb,
  unfit text,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT live_timelines_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE
);
