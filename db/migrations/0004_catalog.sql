-- Programmes with their artwork, categories, genres, people, seasons, episodes and custom rows.

CREATE TABLE catalog_artworks (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  color text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE catalog_categories (
  id uuid PRIMARY KEY,
  parent_id uuid,
  slug text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  meta_title_ko text DEFAULT '' NOT NULL,
  meta_title_en text DEFAULT '' NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  icon_id uuid,
  devices text[] DEFAULT '{pc,mobile,stb}' NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT catalog_categories_icon_id_catalog_artworks_id_fk
    FOREIGN KEY (icon_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_categories_parent_id_catalog_categories_id_fk
    FOREIGN KEY (parent_id) REFERENCES catalog_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX catalog_categories_parent ON catalog_categories (parent_id, "position");--> statement-breakpoint
CREATE UNIQUE INDEX catalog_categories_slug ON catalog_categories (slug);--> statement-breakpoint
CREATE TABLE catalog_stb_categories (
  id uuid PRIMARY KEY,
  parent_id uuid,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  icon_id uuid,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT catalog_stb_categories_icon_id_catalog_artworks_id_fk
    FOREIGN KEY (icon_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_stb_categories_parent_id_catalog_stb_categories_id_fk
    FOREIGN KEY (parent_id) REFERENCES catalog_stb_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX catalog_stb_categories_parent ON catalog_stb_categories (parent_id, "position");--> statement-breakpoint
CREATE TABLE catalog_content_partners (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX catalog_content_partners_slug ON catalog_content_partners (slug);--> statement-breakpoint
CREATE TABLE catalog_people (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  profession_ko text DEFAULT '' NOT NULL,
  profession_en text DEFAULT '' NOT NULL,
  birth_date date,
  avatar_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  search_text text GENERATED ALWAYS AS (search_text(name_ko || ' ' || name_en)) STORED,
  CONSTRAINT catalog_people_avatar_id_catalog_artworks_id_fk
    FOREIGN KEY (avatar_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX catalog_people_slug ON catalog_people (slug);--> statement-breakpoint
CREATE INDEX catalog_people_by_name_ko ON catalog_people (name_ko, id);--> statement-breakpoint
CREATE INDEX catalog_people_by_name_en ON catalog_people (name_en, id);--> statement-breakpoint
CREATE INDEX catalog_people_by_created ON catalog_people (created_at, id);--> statement-breakpoint
CREATE INDEX catalog_people_by_updated ON catalog_people (updated_at, id);--> statement-breakpoint
CREATE INDEX catalog_people_from ON catalog_people (available_from) WHERE available_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_people_until ON catalog_people (available_until) WHERE available_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_people_search ON catalog_people USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE TABLE catalog_genres (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  parent_id uuid,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT catalog_genres_parent_id_catalog_genres_id_fk
    FOREIGN KEY (parent_id) REFERENCES catalog_genres(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX catalog_genres_parent ON catalog_genres (parent_id);--> statement-breakpoint
CREATE UNIQUE INDEX catalog_genres_slug ON catalog_genres (slug);--> statement-breakpoint
-- `listed_at` orders the newest programmes: it is the start of the window, or the instant of the latest episode.
CREATE TABLE catalog_programmes (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  slug text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  synopsis_ko text DEFAULT '' NOT NULL,
  synopsis_en text DEFAULT '' NOT NULL,
  category_id uuid NOT NULL,
  sub_category_id uuid,
  premium boolean DEFAULT false NOT NULL,
  maturity smallint DEFAULT 0 NOT NULL,
  status text DEFAULT 'upcoming' NOT NULL,
  release_year smallint,
  episodes_planned integer,
  published boolean DEFAULT false NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  regions text[],
  asset_id uuid,
  portrait_id uuid,
  landscape_id uuid,
  banner_id uuid,
  listed_at timestamptz DEFAULT now() NOT NULL,
  latest_episode_at timestamptz,
  episode_count integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  content_partner_id uuid,
  search_text text GENERATED ALWAYS AS (search_text(title_ko || ' ' || title_en)) STORED,
  CONSTRAINT catalog_programmes_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE SET NULL,
  CONSTRAINT catalog_programmes_banner_id_catalog_artworks_id_fk
    FOREIGN KEY (banner_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_programmes_category_id_catalog_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES catalog_categories(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_programmes_content_partner_id_catalog_content_partners_
    FOREIGN KEY (content_partner_id) REFERENCES catalog_content_partners(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_programmes_landscape_id_catalog_artworks_id_fk
    FOREIGN KEY (landscape_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_programmes_portrait_id_catalog_artworks_id_fk
    FOREIGN KEY (portrait_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_programmes_sub_category_id_catalog_categories_id_fk
    FOREIGN KEY (sub_category_id) REFERENCES catalog_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX catalog_programmes_asset ON catalog_programmes (asset_id);--> statement-breakpoint
CREATE INDEX catalog_programmes_available ON catalog_programmes (available_from) WHERE published;--> statement-breakpoint
CREATE INDEX catalog_programmes_category ON catalog_programmes (category_id, listed_at DESC, id DESC) WHERE published;--> statement-breakpoint
CREATE INDEX catalog_programmes_content_partner ON catalog_programmes (content_partner_id, listed_at DESC, id DESC)
  WHERE published;
--> statement-breakpoint
CREATE INDEX catalog_programmes_free ON catalog_programmes (listed_at DESC, id DESC) WHERE published AND NOT premium;--> statement-breakpoint
CREATE INDEX catalog_programmes_free_category ON catalog_programmes (category_id, listed_at DESC, id DESC)
  WHERE published AND NOT premium;
--> statement-breakpoint
CREATE INDEX catalog_programmes_newest ON catalog_programmes (listed_at DESC, id DESC) WHERE published;--> statement-breakpoint
CREATE UNIQUE INDEX catalog_programmes_slug ON catalog_programmes (slug);--> statement-breakpoint
CREATE INDEX catalog_programmes_sub_category ON catalog_programmes (sub_category_id, listed_at DESC, id DESC)
  WHERE published;
--> statement-breakpoint
CREATE INDEX catalog_programmes_by_title_ko ON catalog_programmes (title_ko, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_title_en ON catalog_programmes (title_en, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_created ON catalog_programmes (created_at, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_updated ON catalog_programmes (updated_at, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_release ON catalog_programmes (release_year, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_maturity ON catalog_programmes (maturity, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_by_from ON catalog_programmes (available_from, id);--> statement-breakpoint
CREATE INDEX catalog_programmes_until ON catalog_programmes (available_until, id) WHERE available_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_programmes_search ON catalog_programmes USING gin (search_text gin_trgm_ops);--> statement-breakpoint
-- A copy of the programme’s `listed_at`, so that the newest programmes of a genre are one index read.
CREATE TABLE catalog_programme_genres (
  programme_id uuid NOT NULL,
  genre_id uuid NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  listed_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT catalog_programme_genres_programme_id_genre_id_pk PRIMARY KEY (programme_id, genre_id),
  CONSTRAINT catalog_programme_genres_genre_id_catalog_genres_id_fk
    FOREIGN KEY (genre_id) REFERENCES catalog_genres(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_programme_genres_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX catalog_programme_genres_newest ON catalog_programme_genres (genre_id, listed_at DESC, programme_id DESC);--> statement-breakpoint
CREATE TABLE catalog_seasons (
  id uuid PRIMARY KEY,
  programme_id uuid NOT NULL,
  number smallint NOT NULL,
  name_ko text DEFAULT '' NOT NULL,
  name_en text DEFAULT '' NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  landscape_id uuid,
  CONSTRAINT catalog_seasons_landscape_id_catalog_artworks_id_fk
    FOREIGN KEY (landscape_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_seasons_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX catalog_seasons_number ON catalog_seasons (programme_id, number);--> statement-breakpoint
CREATE INDEX catalog_seasons_from ON catalog_seasons (available_from) WHERE available_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_seasons_until ON catalog_seasons (available_until) WHERE available_until IS NOT NULL;--> statement-breakpoint
CREATE TABLE catalog_episodes (
  id uuid PRIMARY KEY,
  programme_id uuid NOT NULL,
  season_id uuid NOT NULL,
  season_number smallint NOT NULL,
  number smallint NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  synopsis_ko text DEFAULT '' NOT NULL,
  synopsis_en text DEFAULT '' NOT NULL,
  published boolean DEFAULT false NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  asset_id uuid,
  landscape_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (search_text(title_ko || ' ' || title_en)) STORED,
  CONSTRAINT catalog_episodes_asset_id_ingest_assets_id_fk
    FOREIGN KEY (asset_id) REFERENCES ingest_assets(id) ON DELETE SET NULL,
  CONSTRAINT catalog_episodes_landscape_id_catalog_artworks_id_fk
    FOREIGN KEY (landscape_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT catalog_episodes_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_episodes_season_id_catalog_seasons_id_fk
    FOREIGN KEY (season_id) REFERENCES catalog_seasons(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX catalog_episodes_asset ON catalog_episodes (asset_id);--> statement-breakpoint
CREATE INDEX catalog_episodes_available ON catalog_episodes (available_from) WHERE published;--> statement-breakpoint
CREATE UNIQUE INDEX catalog_episodes_number ON catalog_episodes (season_id, number);--> statement-breakpoint
CREATE INDEX catalog_episodes_order ON catalog_episodes (programme_id, season_number, number);--> statement-breakpoint
CREATE INDEX catalog_episodes_by_number ON catalog_episodes (number, id);--> statement-breakpoint
CREATE INDEX catalog_episodes_by_title_ko ON catalog_episodes (title_ko, id);--> statement-breakpoint
CREATE INDEX catalog_episodes_by_title_en ON catalog_episodes (title_en, id);--> statement-breakpoint
CREATE INDEX catalog_episodes_by_created ON catalog_episodes (created_at, id);--> statement-breakpoint
CREATE INDEX catalog_episodes_by_updated ON catalog_episodes (updated_at, id);--> statement-breakpoint
CREATE INDEX catalog_episodes_from ON catalog_episodes (available_from) WHERE available_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_episodes_until ON catalog_episodes (available_until) WHERE available_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX catalog_episodes_unpublished ON catalog_episodes (updated_at, id) WHERE NOT published;--> statement-breakpoint
CREATE INDEX catalog_episodes_search ON catalog_episodes USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE TABLE catalog_credits (
  programme_id uuid NOT NULL,
  person_id uuid NOT NULL,
  role_ko text DEFAULT '' NOT NULL,
  role_en text DEFAULT '' NOT NULL,
  "position" smallint DEFAULT 0 NOT NULL,
  CONSTRAINT catalog_credits_programme_id_person_id_pk PRIMARY KEY (programme_id, person_id),
  CONSTRAINT catalog_credits_person_id_catalog_people_id_fk
    FOREIGN KEY (person_id) REFERENCES catalog_people(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_credits_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX catalog_credits_person ON catalog_credits (person_id);--> statement-breakpoint
CREATE TABLE catalog_custom_rows (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  published boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  view jsonb
);
--> statement-breakpoint
CREATE UNIQUE INDEX catalog_custom_rows_slug ON catalog_custom_rows (slug);--> statement-breakpoint
CREATE TABLE catalog_custom_row_items (
  custom_row_id uuid NOT NULL,
  programme_id uuid NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT catalog_custom_row_items_custom_row_id_programme_id_pk PRIMARY KEY (custom_row_id, programme_id),
  CONSTRAINT catalog_custom_row_items_custom_row_id_catalog_custom_rows_id_f
    FOREIGN KEY (custom_row_id) REFERENCES catalog_custom_rows(id) ON DELETE CASCADE,
  CONSTRAINT catalog_custom_row_items_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX catalog_custom_row_items_order ON catalog_custom_row_items (custom_row_id, "position");--> statement-breakpoint
CREATE INDEX catalog_custom_row_items_programme ON catalog_custom_row_items (programme_id);
