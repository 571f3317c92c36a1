CREATE TABLE playback_progress (
  profile_id uuid NOT NULL,
  item_id uuid NOT NULL,
  household_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  episode_id uuid,
  position_seconds double precision NOT NULL,
  duration_seconds double precision NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT playback_progress_profile_id_item_id_pk PRIMARY KEY (profile_id, item_id)
);
--> statement-breakpoint
CREATE INDEX playback_progress_programme ON playback_progress (profile_id, programme_id, updated_at);
--> statement-breakpoint
CREATE INDEX playback_progress_recent ON playback_progress (profile_id, updated_at);
--> statement-breakpoint
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
  CONSTRAINT viewing_history_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
)
PARTITION BY RANGE (started_at);
--> statement-breakpoint
CREATE INDEX viewing_history_newest ON viewing_history (profile_id, started_at DESC, id DESC);
--> statement-breakpoint
CREATE TABLE viewing_my_list (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  added_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT viewing_my_list_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_my_list_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_my_list_programme_id_catalog_programmes_id_fk FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX viewing_my_list_newest ON viewing_my_list (profile_id, added_at DESC);
--> statement-breakpoint
CREATE INDEX viewing_my_list_programme ON viewing_my_list (programme_id, profile_id);
--> statement-breakpoint
CREATE TABLE viewing_ratings (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  value smallint NOT NULL,
  rated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT viewing_ratings_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_ratings_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_ratings_programme_id_catalog_programmes_id_fk FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE viewing_removed_progress (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  removed_at timestamptz NOT NULL,
  progress jsonb NOT NULL,
  CONSTRAINT viewing_removed_progress_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_removed_progress_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_removed_progress_programme_id_catalog_programmes_id_fk FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE viewing_set_aside (
  household_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  set_aside_at timestamptz NOT NULL,
  CONSTRAINT viewing_set_aside_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT viewing_set_aside_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT viewing_set_aside_programme_id_catalog_programmes_id_fk FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
SELECT make_month_partitions('viewing_history', 3);
