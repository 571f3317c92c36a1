-- Uploads, the assets made from them, and the steps that make an asset ready for playback.

CREATE TABLE ingest_assets (
  id uuid PRIMARY KEY,
  file_name text NOT NULL,
  state text DEFAULT 'processing' NOT NULL,
  master_key text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text,
  duration_ms integer,
  width integer,
  height integer,
  video_codec text,
  audio_codec text,
  audio_channels integer,
  loudness_lufs double precision,
  loudness_range_lu double precision,
  true_peak_dbfs double precision,
  renditions jsonb DEFAULT '[]' NOT NULL,
  notices jsonb DEFAULT '[]' NOT NULL,
  package_prefix text,
  package_bytes bigint,
  ready_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ingest_assets_ready CHECK ((state = 'ready') = (package_prefix IS NOT NULL)),
  CONSTRAINT ingest_assets_state CHECK (state IN ('processing', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE INDEX ingest_assets_created ON ingest_assets (created_at);--> statement-breakpoint
CREATE TABLE ingest_steps (
  asset_id uuid NOT NULL,
  step text NOT NULL,
  "position" integer NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  progress double precision DEFAULT 0 NOT NULL,
  progress_at timestamptz,
  heartbeat_at timestamptz,
  lease_owner text,
  error_code text,
  error_tail text DEFAULT '' NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ingest_steps_asset_id_step_pk PRIMARY KEY (asset_id, step),
  CONSTRAINT ingest_steps_state CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  CONSTRAINT ingest_steps_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX ingest_steps_running ON ingest_steps (heartbeat_at) WHERE state = 'running';--> statement-breakpoint
-- Content keys have a table of their own, so that no list of assets can contain them.
CREATE TABLE ingest_keys (
  asset_id uuid PRIMARY KEY,
  key_id text NOT NULL,
  content_key text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ingest_keys_key_id_unique UNIQUE (key_id),
  CONSTRAINT ingest_keys_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE ingest_captions (
  asset_id uuid NOT NULL,
  language text NOT NULL,
  vtt text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ingest_captions_asset_id_language_pk PRIMARY KEY (asset_id, language),
  CONSTRAINT ingest_captions_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE ingest_uploads (
  id uuid PRIMARY KEY,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  part_bytes integer NOT NULL,
  storage_key text NOT NULL,
  storage_upload text NOT NULL,
  state text DEFAULT 'open' NOT NULL,
  asset_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ingest_uploads_state CHECK (state IN ('open', 'complete')),
  CONSTRAINT ingest_uploads_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX ingest_uploads_asset ON ingest_uploads (asset_id);--> statement-breakpoint
-- A second upload of the same file continues the open one.
CREATE UNIQUE INDEX ingest_uploads_open ON ingest_uploads (file_name, size_bytes) WHERE state = 'open';
