CREATE TABLE "playback_player_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "player_link_id" uuid;--> statement-breakpoint
ALTER TABLE "playback_player_links" ADD CONSTRAINT "playback_player_links_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_player_links" ADD CONSTRAINT "playback_player_links_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "playback_player_links_token" ON "playback_player_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "playback_player_links_household" ON "playback_player_links" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "playback_player_links_profile" ON "playback_player_links" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "playback_player_links_user" ON "playback_player_links" USING btree ("user_id");