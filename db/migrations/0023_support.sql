CREATE TABLE support_faq_categories (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE support_faqs (
  id uuid PRIMARY KEY,
  category_id uuid NOT NULL,
  question_ko text NOT NULL,
  question_en text NOT NULL,
  answer_ko text NOT NULL,
  answer_en text NOT NULL,
  published boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_faqs_category_id_support_faq_categories_id_fk FOREIGN KEY (category_id) REFERENCES support_faq_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX support_faqs_category ON support_faqs (category_id, "position");
--> statement-breakpoint
CREATE TABLE support_news (
  id uuid PRIMARY KEY,
  text_ko text NOT NULL,
  text_en text NOT NULL,
  background_color text,
  text_color text,
  active boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE support_notices (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  body_ko text NOT NULL,
  body_en text NOT NULL,
  published boolean DEFAULT true NOT NULL,
  published_at timestamptz DEFAULT now() NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  announced_at timestamptz
);
--> statement-breakpoint
CREATE INDEX support_notices_newest ON support_notices (published_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX support_notices_unannounced ON support_notices (published_at) WHERE (announced_at IS NULL);
--> statement-breakpoint
CREATE TABLE support_pages (
  id uuid PRIMARY KEY,
  slug text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  banner_id uuid,
  thumbnail_id uuid,
  in_footer boolean DEFAULT true NOT NULL,
  published boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_pages_banner_id_catalog_artworks_id_fk FOREIGN KEY (banner_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT support_pages_thumbnail_id_catalog_artworks_id_fk FOREIGN KEY (thumbnail_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX support_pages_slug ON support_pages (slug);
--> statement-breakpoint
CREATE TABLE support_popups (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  image_id uuid,
  link text,
  active boolean DEFAULT true NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_popups_image_id_catalog_artworks_id_fk FOREIGN KEY (image_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
