CREATE TABLE "accounts_households" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"profile_id" uuid,
	"device" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_artworks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid,
	"slug" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"meta_title_ko" text DEFAULT '' NOT NULL,
	"meta_title_en" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_credits" (
	"programme_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role_ko" text DEFAULT '' NOT NULL,
	"role_en" text DEFAULT '' NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "catalog_credits_programme_id_person_id_pk" PRIMARY KEY("programme_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "catalog_episodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"programme_id" uuid NOT NULL,
	"season_id" uuid NOT NULL,
	"season_number" smallint NOT NULL,
	"number" smallint NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"synopsis_ko" text DEFAULT '' NOT NULL,
	"synopsis_en" text DEFAULT '' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"asset_id" uuid,
	"landscape_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_genres" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"profession_ko" text DEFAULT '' NOT NULL,
	"profession_en" text DEFAULT '' NOT NULL,
	"birth_date" date,
	"avatar_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_programme_genres" (
	"programme_id" uuid NOT NULL,
	"genre_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "catalog_programme_genres_programme_id_genre_id_pk" PRIMARY KEY("programme_id","genre_id")
);
--> statement-breakpoint
CREATE TABLE "catalog_programmes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"synopsis_ko" text DEFAULT '' NOT NULL,
	"synopsis_en" text DEFAULT '' NOT NULL,
	"category_id" uuid NOT NULL,
	"sub_category_id" uuid,
	"premium" boolean DEFAULT false NOT NULL,
	"maturity" smallint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'upcoming' NOT NULL,
	"release_year" smallint,
	"episodes_planned" integer,
	"published" boolean DEFAULT false NOT NULL,
	"available_from" timestamp with time zone,
	"available_until" timestamp with time zone,
	"regions" text[],
	"asset_id" uuid,
	"portrait_id" uuid,
	"landscape_id" uuid,
	"banner_id" uuid,
	"listed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"latest_episode_at" timestamp with time zone,
	"episode_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog_seasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"programme_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"name_ko" text DEFAULT '' NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"programme_id" uuid NOT NULL,
	"auto_preview" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"category_id" uuid,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingest_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'processing' NOT NULL,
	"master_key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"video_codec" text,
	"audio_codec" text,
	"audio_channels" integer,
	"loudness_lufs" double precision,
	"loudness_range_lu" double precision,
	"true_peak_dbfs" double precision,
	"renditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"package_prefix" text,
	"package_bytes" bigint,
	"ready_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_assets_state" CHECK ("ingest_assets"."state" in ('processing', 'ready', 'failed')),
	CONSTRAINT "ingest_assets_ready" CHECK (("ingest_assets"."state" = 'ready') = ("ingest_assets"."package_prefix" is not null))
);
--> statement-breakpoint
CREATE TABLE "ingest_captions" (
	"asset_id" uuid NOT NULL,
	"language" text NOT NULL,
	"vtt" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_captions_asset_id_language_pk" PRIMARY KEY("asset_id","language")
);
--> statement-breakpoint
CREATE TABLE "ingest_keys" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"content_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_keys_key_id_unique" UNIQUE("key_id")
);
--> statement-breakpoint
CREATE TABLE "ingest_steps" (
	"asset_id" uuid NOT NULL,
	"step" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"progress_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"lease_owner" text,
	"error_code" text,
	"error_tail" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_steps_asset_id_step_pk" PRIMARY KEY("asset_id","step"),
	CONSTRAINT "ingest_steps_state" CHECK ("ingest_steps"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "ingest_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"part_bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"storage_upload" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"asset_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_uploads_state" CHECK ("ingest_uploads"."state" in ('open', 'complete'))
);
--> statement-breakpoint
CREATE TABLE "playback_progress" (
	"profile_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"episode_id" uuid,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "playback_progress_profile_id_item_id_pk" PRIMARY KEY("profile_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "playback_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"episode_id" uuid,
	"asset_id" uuid NOT NULL,
	"device" text NOT NULL,
	"position_seconds" double precision DEFAULT 0 NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles_blocked_titles" (
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_blocked_titles_profile_id_programme_id_pk" PRIMARY KEY("profile_id","programme_id")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"name" text NOT NULL,
	"avatar_id" uuid,
	"is_kid" boolean DEFAULT false NOT NULL,
	"maturity" smallint DEFAULT 19 NOT NULL,
	"pin_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"module" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"role_id" uuid NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "viewing_my_list" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "viewing_my_list_profile_id_programme_id_pk" PRIMARY KEY("profile_id","programme_id")
);
--> statement-breakpoint
CREATE TABLE "viewing_ratings" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"value" smallint NOT NULL,
	"rated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "viewing_ratings_profile_id_programme_id_pk" PRIMARY KEY("profile_id","programme_id")
);
--> statement-breakpoint
CREATE TABLE "jobs_workers" (
	"worker_id" text PRIMARY KEY NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_parts" (
	"name" text PRIMARY KEY NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plans_periods" ADD CONSTRAINT "plans_periods_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts_sessions" ADD CONSTRAINT "accounts_sessions_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD CONSTRAINT "accounts_users_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_categories" ADD CONSTRAINT "catalog_categories_parent_id_catalog_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."catalog_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_credits" ADD CONSTRAINT "catalog_credits_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_credits" ADD CONSTRAINT "catalog_credits_person_id_catalog_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."catalog_people"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD CONSTRAINT "catalog_episodes_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD CONSTRAINT "catalog_episodes_season_id_catalog_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."catalog_seasons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD CONSTRAINT "catalog_episodes_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD CONSTRAINT "catalog_episodes_landscape_id_catalog_artworks_id_fk" FOREIGN KEY ("landscape_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_people" ADD CONSTRAINT "catalog_people_avatar_id_catalog_artworks_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programme_genres" ADD CONSTRAINT "catalog_programme_genres_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programme_genres" ADD CONSTRAINT "catalog_programme_genres_genre_id_catalog_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."catalog_genres"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_category_id_catalog_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."catalog_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_sub_category_id_catalog_categories_id_fk" FOREIGN KEY ("sub_category_id") REFERENCES "public"."catalog_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_portrait_id_catalog_artworks_id_fk" FOREIGN KEY ("portrait_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_landscape_id_catalog_artworks_id_fk" FOREIGN KEY ("landscape_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD CONSTRAINT "catalog_programmes_banner_id_catalog_artworks_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_seasons" ADD CONSTRAINT "catalog_seasons_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_banners" ADD CONSTRAINT "home_banners_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_sections" ADD CONSTRAINT "home_sections_category_id_catalog_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."catalog_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_captions" ADD CONSTRAINT "ingest_captions_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD CONSTRAINT "ingest_keys_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_steps" ADD CONSTRAINT "ingest_steps_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_uploads" ADD CONSTRAINT "ingest_uploads_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles_blocked_titles" ADD CONSTRAINT "profiles_blocked_titles_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles_blocked_titles" ADD CONSTRAINT "profiles_blocked_titles_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_avatar_id_catalog_artworks_id_fk" FOREIGN KEY ("avatar_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_users" ADD CONSTRAINT "staff_users_role_id_staff_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."staff_roles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_my_list" ADD CONSTRAINT "viewing_my_list_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_my_list" ADD CONSTRAINT "viewing_my_list_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_ratings" ADD CONSTRAINT "viewing_ratings_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_ratings" ADD CONSTRAINT "viewing_ratings_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plans_periods_household" ON "plans_periods" USING btree ("household_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_sessions_token" ON "accounts_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "accounts_sessions_user" ON "accounts_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_users_username" ON "accounts_users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_users_email" ON "accounts_users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "accounts_users_household" ON "accounts_users" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_categories_slug" ON "catalog_categories" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "catalog_categories_parent" ON "catalog_categories" USING btree ("parent_id","position");--> statement-breakpoint
CREATE INDEX "catalog_credits_person" ON "catalog_credits" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_episodes_number" ON "catalog_episodes" USING btree ("season_id","number");--> statement-breakpoint
CREATE INDEX "catalog_episodes_order" ON "catalog_episodes" USING btree ("programme_id","season_number","number");--> statement-breakpoint
CREATE INDEX "catalog_episodes_asset" ON "catalog_episodes" USING btree ("asset_id");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_genres_slug" ON "catalog_genres" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_people_slug" ON "catalog_people" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "catalog_programme_genres_genre" ON "catalog_programme_genres" USING btree ("genre_id","programme_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_programmes_slug" ON "catalog_programmes" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "catalog_programmes_newest" ON "catalog_programmes" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "catalog_programmes_category" ON "catalog_programmes" USING btree ("category_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "catalog_programmes_sub_category" ON "catalog_programmes" USING btree ("sub_category_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE published;--> statement-breakpoint
CREATE INDEX "catalog_programmes_asset" ON "catalog_programmes" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "catalog_programmes_title_ko" ON "catalog_programmes" USING gin ("title_ko" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "catalog_programmes_title_en" ON "catalog_programmes" USING gin ("title_en" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "catalog_seasons_number" ON "catalog_seasons" USING btree ("programme_id","number");--> statement-breakpoint
CREATE INDEX "home_sections_position" ON "home_sections" USING btree ("position");--> statement-breakpoint
CREATE INDEX "ingest_assets_created" ON "ingest_assets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ingest_steps_running" ON "ingest_steps" USING btree ("heartbeat_at") WHERE "ingest_steps"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_uploads_open" ON "ingest_uploads" USING btree ("file_name","size_bytes") WHERE "ingest_uploads"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ingest_uploads_asset" ON "ingest_uploads" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "playback_progress_recent" ON "playback_progress" USING btree ("profile_id","updated_at");--> statement-breakpoint
CREATE INDEX "playback_progress_programme" ON "playback_progress" USING btree ("profile_id","programme_id","updated_at");--> statement-breakpoint
CREATE INDEX "playback_sessions_live" ON "playback_sessions" USING btree ("household_id","heartbeat_at") WHERE "playback_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "playback_sessions_profile" ON "playback_sessions" USING btree ("profile_id","started_at");--> statement-breakpoint
CREATE INDEX "profiles_household" ON "profiles" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "staff_events_newest" ON "staff_events" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_events_entity" ON "staff_events" USING btree ("entity_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_events_staff" ON "staff_events" USING btree ("staff_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "staff_users_username" ON "staff_users" USING btree ("username");--> statement-breakpoint
CREATE INDEX "staff_users_role" ON "staff_users" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_token" ON "staff_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "viewing_my_list_newest" ON "viewing_my_list" USING btree ("profile_id","added_at" DESC NULLS FIRST);