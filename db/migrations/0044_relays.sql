CREATE TABLE "live_relay_segments" (
	"channel_id" uuid NOT NULL,
	"track" text NOT NULL,
	"sequence" bigint NOT NULL,
	"play" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"folder" text NOT NULL,
	"number" integer NOT NULL,
	"key" text,
	CONSTRAINT "live_relay_segments_channel_id_track_sequence_pk" PRIMARY KEY("channel_id","track","sequence")
);
--> statement-breakpoint
CREATE TABLE "live_relays" (
	"channel_id" uuid PRIMARY KEY NOT NULL,
	"holder" text,
	"leased_until" timestamp with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text,
	"title" text DEFAULT '' NOT NULL,
	"play" integer DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "stream_url" text;--> statement-breakpoint
ALTER TABLE "live_relay_segments" ADD CONSTRAINT "live_relay_segments_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_relays" ADD CONSTRAINT "live_relays_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;