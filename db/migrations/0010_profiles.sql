-- Profiles of a household, their pictures and their blocked titles.

CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  name text NOT NULL,
  avatar_id uuid,
  is_kid boolean DEFAULT false NOT NULL,
  maturity smallint DEFAULT 19 NOT NULL,
  pin_hash text,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  age smallint,
  hours jsonb DEFAULT '{"weekdays": null, "weekends": null}' NOT NULL,
  autoplay_next boolean DEFAULT true NOT NULL,
  language text,
  email text,
  pin_failures smallint DEFAULT 0 NOT NULL,
  pin_failed_at timestamptz,
  CONSTRAINT profiles_kid CHECK (NOT is_kid OR maturity <= 12),
  CONSTRAINT profiles_avatar_id_catalog_artworks_id_fk
    FOREIGN KEY (avatar_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT profiles_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX profiles_household ON profiles (household_id);--> statement-breakpoint
CREATE TABLE profiles_avatars (
  artwork_id uuid PRIMARY KEY,
  group_ko text NOT NULL,
  group_en text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  "position" smallint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT profiles_avatars_artwork_id_catalog_artworks_id_fk
    FOREIGN KEY (artwork_id) REFERENCES catalog_artworks(id) ON DELETE CASCADE
);
--> statement-breakpoint
-- There is no foreign key to the programme: a deleted programme is still blocked when it is restored.
CREATE TABLE profiles_blocked_titles (
  profile_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT profiles_blocked_titles_profile_id_programme_id_pk PRIMARY KEY (profile_id, programme_id),
  CONSTRAINT profiles_blocked_titles_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
);
