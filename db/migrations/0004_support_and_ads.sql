CREATE TABLE "ads_ads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"placement" text NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"description_ko" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"link" text NOT NULL,
	"content_type" text DEFAULT 'banner' NOT NULL,
	"image_id" uuid,
	"video_url" text,
	"active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ads_clicks" (
	"id" uuid NOT NULL,
	"happened_on" date NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"ad_id" uuid NOT NULL,
	"household_id" uuid,
	"device" text NOT NULL,
	"placement" text NOT NULL,
	CONSTRAINT "ads_clicks_id_ad_id_happened_on_pk" PRIMARY KEY("id","ad_id","happened_on")
) PARTITION BY RANGE ("happened_on");
--> statement-breakpoint
CREATE TABLE "ads_impressions" (
	"id" uuid NOT NULL,
	"happened_on" date NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"ad_id" uuid NOT NULL,
	"household_id" uuid,
	CONSTRAINT "ads_impressions_id_ad_id_happened_on_pk" PRIMARY KEY("id","ad_id","happened_on")
) PARTITION BY RANGE ("happened_on");
--> statement-breakpoint
CREATE TABLE "ads_visits" (
	"happened_on" date NOT NULL,
	"visitor" text NOT NULL,
	"household_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ads_visits_happened_on_visitor_pk" PRIMARY KEY("happened_on","visitor")
) PARTITION BY RANGE ("happened_on");
--> statement-breakpoint
CREATE TABLE "plans_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"description_ko" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"price_cents" integer NOT NULL,
	"regular_price_cents" integer,
	"period" text NOT NULL,
	"devices" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_faq_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_faqs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"question_ko" text NOT NULL,
	"question_en" text NOT NULL,
	"answer_ko" text NOT NULL,
	"answer_en" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text_ko" text NOT NULL,
	"text_en" text NOT NULL,
	"background_color" text,
	"text_color" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"body_ko" text NOT NULL,
	"body_en" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"content_ko" text NOT NULL,
	"content_en" text NOT NULL,
	"banner_id" uuid,
	"thumbnail_id" uuid,
	"in_footer" boolean DEFAULT true NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_popups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title_ko" text NOT NULL,
	"title_en" text NOT NULL,
	"image_id" uuid,
	"link" text,
	"active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "deletion_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ads_ads" ADD CONSTRAINT "ads_ads_image_id_catalog_artworks_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_faqs" ADD CONSTRAINT "support_faqs_category_id_support_faq_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."support_faq_categories"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_pages" ADD CONSTRAINT "support_pages_banner_id_catalog_artworks_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_pages" ADD CONSTRAINT "support_pages_thumbnail_id_catalog_artworks_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_popups" ADD CONSTRAINT "support_popups_image_id_catalog_artworks_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."catalog_artworks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ads_ads_placement" ON "ads_ads" USING btree ("placement","position");--> statement-breakpoint
CREATE INDEX "ads_clicks_ad" ON "ads_clicks" USING btree ("ad_id","happened_on");--> statement-breakpoint
CREATE INDEX "ads_impressions_ad" ON "ads_impressions" USING btree ("ad_id","happened_on");--> statement-breakpoint
CREATE INDEX "support_faqs_category" ON "support_faqs" USING btree ("category_id","position");--> statement-breakpoint
CREATE INDEX "support_notices_newest" ON "support_notices" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "support_pages_slug" ON "support_pages" USING btree ("slug");--> statement-breakpoint
-- Tables that grow with viewers have a partition a month, so that old months leave in one step. Called at every start for the
-- months to come; what no month takes goes to the default partition.
CREATE FUNCTION make_month_partitions(parent text, months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date;
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I DEFAULT', parent || '_other', parent);
  FOR step IN 0..months LOOP
    first := (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => step))::date;
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(first, '_YYYY_MM'), parent, first, (first + interval '1 month')::date);
    EXCEPTION WHEN check_violation THEN
      NULL; -- rows of that month are in the default partition already, and stay there
    END;
  END LOOP;
END $$;--> statement-breakpoint
SELECT make_month_partitions('ads_clicks', 3), make_month_partitions('ads_impressions', 3), make_month_partitions('ads_visits', 3);
