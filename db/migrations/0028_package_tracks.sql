CREATE TABLE "ingest_tracks" (
	"asset_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"track" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingest_tracks_asset_id_name_pk" PRIMARY KEY("asset_id","name")
);
--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "media" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "encrypted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "hls_manifest" text;--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD COLUMN "dash_manifest" text;--> statement-breakpoint
ALTER TABLE "ingest_tracks" ADD CONSTRAINT "ingest_tracks_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD CONSTRAINT "ingest_assets_media" CHECK ("ingest_assets"."media" in ('video', 'audio'));--> statement-breakpoint
ALTER TABLE "ingest_assets" ADD CONSTRAINT "ingest_assets_manifests" CHECK (("ingest_assets"."package_prefix" is null) = ("ingest_assets"."hls_manifest" is null) and ("ingest_assets"."package_prefix" is null) = ("ingest_assets"."dash_manifest" is null));