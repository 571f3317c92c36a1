CREATE TABLE "live_ad_group_ads" (
	"ad_group_id" uuid NOT NULL,
	"asset_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "live_ad_group_ads_ad_group_id_asset_id_pk" PRIMARY KEY("ad_group_id","asset_id")
);
--> statement-breakpoint
CREATE TABLE "live_ad_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live_ad_group_ads" ADD CONSTRAINT "live_ad_group_ads_ad_group_id_live_ad_groups_id_fk" FOREIGN KEY ("ad_group_id") REFERENCES "public"."live_ad_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_ad_group_ads" ADD CONSTRAINT "live_ad_group_ads_asset_id_ingest_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."ingest_assets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_ad_group_ads_asset" ON "live_ad_group_ads" USING btree ("asset_id");