ALTER TABLE "playback_sessions" ADD COLUMN "title_id" integer;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "season" smallint;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "episode" smallint;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "plan" boolean;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "kid" boolean;