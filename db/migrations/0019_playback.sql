CREATE TABLE playback_sessions (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid,
  episode_id uuid,
  asset_id uuid,
  device text NOT NULL,
  position_seconds double precision DEFAULT 0 NOT NULL,
  duration_seconds double precision,
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  channel_id uuid,
  region text,
  clip_id uuid,
  session_id uuid,
  watched_seconds double precision DEFAULT 0 NOT NULL,
  CONSTRAINT playback_sessions_plays CHECK (((num_nonnulls(programme_id, clip_id, channel_id) = 1) AND (num_nonnulls(asset_id, duration_seconds) =
CASE
    WHEN (channel_id IS NULL) THEN 2
    ELSE 0
END)))
);
--> statement-breakpoint
CREATE INDEX playback_sessions_device ON playback_sessions (session_id) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX playback_sessions_live ON playback_sessions (household_id, heartbeat_at) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX playback_sessions_profile ON playback_sessions (profile_id, started_at);
--> statement-breakpoint
CREATE INDEX playback_sessions_recent ON playback_sessions (household_id, started_at);
