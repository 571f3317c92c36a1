-- What the service says has a publication window everywhere, under the same names as the catalogue's.
ALTER TABLE support_notices RENAME COLUMN published_at TO listed_at;
--> statement-breakpoint
ALTER TABLE support_notices ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
--> statement-breakpoint
UPDATE support_notices SET available_from = listed_at WHERE listed_at > now();
--> statement-breakpoint
ALTER TABLE support_faq_categories ADD COLUMN published boolean DEFAULT true NOT NULL, ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
--> statement-breakpoint
ALTER TABLE support_faqs ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
--> statement-breakpoint
ALTER TABLE support_news RENAME COLUMN active TO published;
--> statement-breakpoint
ALTER TABLE support_news ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz, ADD COLUMN speed_seconds smallint DEFAULT 18 NOT NULL;
--> statement-breakpoint
ALTER TABLE support_popups RENAME COLUMN active TO published;
--> statement-breakpoint
ALTER TABLE support_popups RENAME COLUMN starts_at TO available_from;
--> statement-breakpoint
ALTER TABLE support_popups RENAME COLUMN ends_at TO available_until;
--> statement-breakpoint
UPDATE support_popups SET link = '' WHERE link IS NULL;
--> statement-breakpoint
ALTER TABLE support_popups ALTER COLUMN link SET DEFAULT '', ALTER COLUMN link SET NOT NULL;
--> statement-breakpoint
CREATE TABLE support_board_events (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  body_ko text DEFAULT '' NOT NULL,
  body_en text DEFAULT '' NOT NULL,
  image_id uuid,
  link text DEFAULT '' NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_board_events_image_id_catalog_artworks_id_fk FOREIGN KEY (image_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE TABLE support_social_links (
  id uuid PRIMARY KEY,
  icon text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  url text NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
