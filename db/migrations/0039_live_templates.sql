CREATE TABLE "live_slot_times" (
	"channel_id" uuid NOT NULL,
	"slot_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"item_id" uuid NOT NULL,
	"series_id" uuid,
	"episode_id" uuid,
	"slot" text NOT NULL,
	"written" text NOT NULL,
	CONSTRAINT "live_slot_times_channel_id_starts_at_slot_id_pk" PRIMARY KEY("channel_id","starts_at","slot_id")
);
--> statement-breakpoint
CREATE TABLE "live_template_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template_id" uuid NOT NULL,
	"weekday" text,
	"start_time" time(0) NOT NULL,
	"second" integer GENERATED ALWAYS AS (coalesce(array_position('{mon,tue,wed,thu,fri,sat,sun}'::text[], weekday) - 1, 0) * 86400 + extract(epoch from start_time)::int) STORED NOT NULL,
	"programme_id" uuid,
	"episode_id" uuid,
	"next_episode" boolean DEFAULT false NOT NULL,
	"asset_id" uuid,
	"title_ko" text DEFAULT '' NOT NULL,
	"title_en" text DEFAULT '' NOT NULL,
	"repeats" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_template_slots_shows" CHECK (num_nonnulls("live_template_slots"."programme_id", "live_template_slots"."asset_id") >= 1),
	CONSTRAINT "live_template_slots_repeats" CHECK ("live_template_slots"."repeats" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "live_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"period" text NOT NULL,
	"zone" text NOT NULL,
	"doubled_hour" text DEFAULT 'once' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live_channels" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "live_slot_times" ADD CONSTRAINT "live_slot_times_channel_id_live_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."live_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_template_slots" ADD CONSTRAINT "live_template_slots_template_id_live_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."live_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_template_slots" ADD CONSTRAINT "live_template_slots_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_slot_times_item" ON "live_slot_times" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "live_slot_times_series" ON "live_slot_times" USING btree ("channel_id","series_id","starts_at") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "live_template_slots_second" ON "live_template_slots" USING btree ("template_id","second");--> statement-breakpoint
CREATE INDEX "live_template_slots_programme" ON "live_template_slots" USING btree ("programme_id");--> statement-breakpoint
CREATE INDEX "live_template_slots_asset" ON "live_template_slots" USING btree ("asset_id");--> statement-breakpoint
ALTER TABLE "live_channels" ADD CONSTRAINT "live_channels_template_id_live_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."live_templates"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_channels_template" ON "live_channels" USING btree ("template_id");