CREATE TABLE "playback_errors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"playback_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"programme_id" uuid,
	"episode_id" uuid,
	"clip_id" uuid,
	"channel_id" uuid,
	"asset_id" uuid,
	"device" text NOT NULL,
	"browser" text NOT NULL,
	"after_seconds" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "playback_errors_once" ON "playback_errors" USING btree ("playback_id","kind","code");--> statement-breakpoint
CREATE INDEX "playback_errors_newest" ON "playback_errors" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "playback_errors_kind" ON "playback_errors" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "playback_errors_device" ON "playback_errors" USING btree ("device","created_at");--> statement-breakpoint
CREATE INDEX "playback_errors_after" ON "playback_errors" USING btree ("after_seconds");--> statement-breakpoint
CREATE INDEX "playback_errors_asset" ON "playback_errors" USING btree ("asset_id");--> statement-breakpoint
CREATE INDEX "playback_errors_household" ON "playback_errors" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "playback_errors_search" ON "playback_errors" USING gin (search_text("code" || ' ' || "browser") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "playback_errors_part" ON "playback_errors" USING gin (lower(normalize("code", NFD)) gin_trgm_ops,lower(normalize("browser", NFD)) gin_trgm_ops);--> statement-breakpoint
UPDATE staff_roles SET permissions = permissions || jsonb_build_object('play-errors', permissions->'logins')
  WHERE permissions ? 'logins';
