-- Playback sessions, and a profile’s progress, history, My List and ratings.

-- A session plays a programme, a clip or a channel. Only a clip in the partner’s player has neither an asset nor a stream.
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
  takes_stream boolean DEFAULT true NOT NULL,
  title_id integer,
  season smallint,
  episode smallint,
  plan boolean,
  kid boolean,
  CONSTRAINT playback_sessions_plays CHECK (
    num_nonnulls(programme_id, clip_id, channel_id) = 1
    AND CASE WHEN NOT takes_stream THEN clip_id IS NOT NULL AND asset_id IS NULL
      ELSE num_nonnulls(asset_id, duration_seconds) = CASE WHEN channel_id IS NULL THEN 2 ELSE 0 END END)
);
--> statement-breakpoint
CREATE INDEX playback_sessions_device ON playback_sessions (session_id) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX playback_sessions_live ON playback_sessions (household_id, heartbeat_at) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX playback_sessions_profile ON playback_sessions (profile_id, started_at);--> statement-breakpoint
CREATE INDEX playback_sessions_recent ON playback_sessions (household_id, started_at);--> statement-breakpoint
CREATE INDEX playback_sessions_ended ON playback_sessions (ended_at) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE viewing_progress (
  profile_id uuid NOT NULL,
  item_id uuid NOT NULL,
  household_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  episode_id uuid,
  position_seconds double precision NOT NULL,
  duration_seconds double precision NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT viewing_progress_profile_id_item_id_pk PRIMARY KEY (profile_id, item_id)
);
--> statement-breakpoint
CREATE INDEX viewing_progress_programme ON viewing_progress (profile_id, programme_id, updated_at);--> statement-breakpoint
CREATE INDEX viewing_progress_recent ON viewing_progress (profile_id, updated_at);--> statement-breakpoint
CREATE TABLE viewing_removed_progress (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  removed_at timestamptz NOT NULL,
  progress jsonb NOT NULL,
  CONSTRAINT viewing_removed_progress_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_removed_progress_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_removed_progress_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE viewing_dismissed (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  dismissed_at timestamptz NOT NULL,
  CONSTRAINT viewing_dismissed_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_dismissed_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_dismissed_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
-- The instant is part of the key, because every unique index of a partitioned table contains the partition key.
CREATE TABLE viewing_history (
  id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  episode_id uuid,
  watched_seconds double precision NOT NULL,
  position_seconds double precision NOT NULL,
  duration_seconds double precision NOT NULL,
  CONSTRAINT viewing_history_id_started_at_pk PRIMARY KEY (id, started_at),
  CONSTRAINT viewing_history_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
)
PARTITION BY RANGE (started_at);
--> statement-breakpoint
CREATE INDEX viewing_history_newest ON viewing_history (profile_id, started_at DESC, id DESC);--> statement-breakpoint
-- There is no foreign key to the programme: the entry of a deleted programme returns when it is restored.
CREATE TABLE viewing_my_list (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  added_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT viewing_my_list_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_my_list_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX viewing_my_list_newest ON viewing_my_list (profile_id, added_at DESC);--> statement-breakpoint
CREATE INDEX viewing_my_list_programme ON viewing_my_list (programme_id, profile_id);--> statement-breakpoint
-- There is no foreign key to the programme, for the same reason as in My List.
CREATE TABLE viewing_ratings (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  value smallint NOT NULL,
  rated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT viewing_ratings_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_ratings_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);
--> statement-breakpoint
SELECT make_month_partitions('viewing_history', 3);
