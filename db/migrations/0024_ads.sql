-- Advertisements of the home page. Impressions, clicks and visits are in month partitions.

CREATE TABLE ads_ads (
  id uuid PRIMARY KEY,
  placement text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  link text NOT NULL,
  content_type text DEFAULT 'banner' NOT NULL,
  image_id uuid,
  video_url text,
  active boolean DEFAULT true NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT ads_ads_image_id_catalog_artworks_id_fk
    FOREIGN KEY (image_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX ads_ads_placement ON ads_ads (placement, "position");--> statement-breakpoint
CREATE TABLE ads_impressions (
  id uuid NOT NULL,
  happened_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  ad_id uuid NOT NULL,
  household_id uuid,
  CONSTRAINT ads_impressions_id_ad_id_happened_on_pk PRIMARY KEY (id, ad_id, happened_on)
)
PARTITION BY RANGE (happened_on);
--> statement-breakpoint
CREATE INDEX ads_impressions_ad ON ads_impressions (ad_id, happened_on);--> statement-breakpoint
CREATE TABLE ads_clicks (
  id uuid NOT NULL,
  happened_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  ad_id uuid NOT NULL,
  household_id uuid,
  device text NOT NULL,
  placement text NOT NULL,
  CONSTRAINT ads_clicks_id_ad_id_happened_on_pk PRIMARY KEY (id, ad_id, happened_on)
)
PARTITION BY RANGE (happened_on);
--> statement-breakpoint
CREATE INDEX ads_clicks_ad ON ads_clicks (ad_id, happened_on);--> statement-breakpoint
-- `visitor` is a hash that changes every day, so that no device can be tracked by it.
CREATE TABLE ads_visits (
  happened_on date NOT NULL,
  visitor text NOT NULL,
  household_id uuid,
  happened_at timestamptz NOT NULL,
  CONSTRAINT ads_visits_happened_on_visitor_pk PRIMARY KEY (happened_on, visitor)
)
PARTITION BY RANGE (happened_on);
--> statement-breakpoint
SELECT make_month_partitions('ads_impressions', 3),
  make_month_partitions('ads_clicks', 3),
  make_month_partitions('ads_visits', 3);
