-- Notices, questions and answers, pages, news, popups and events, and the inquiries of users.

CREATE TABLE support_notices (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  body_ko text NOT NULL,
  body_en text NOT NULL,
  published boolean DEFAULT true NOT NULL,
  listed_at timestamptz DEFAULT now() NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  announced_at timestamptz,
  available_from timestamptz,
  available_until timestamptz
);
--> statement-breakpoint
CREATE INDEX support_notices_newest ON support_notices (listed_at DESC, id DESC);--> statement-breakpoint
CREATE INDEX support_notices_unannounced ON support_notices (listed_at) WHERE announced_at IS NULL;--> statement-breakpoint
CREATE TABLE support_faq_categories (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz
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
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT support_faqs_category_id_support_faq_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES support_faq_categories(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX support_faqs_category ON support_faqs (category_id, "position");--> statement-breakpoint
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
  kind text DEFAULT 'page' NOT NULL,
  meta_title_ko text DEFAULT '' NOT NULL,
  meta_title_en text DEFAULT '' NOT NULL,
  meta_description_ko text DEFAULT '' NOT NULL,
  meta_description_en text DEFAULT '' NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT support_pages_banner_id_catalog_artworks_id_fk
    FOREIGN KEY (banner_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL,
  CONSTRAINT support_pages_thumbnail_id_catalog_artworks_id_fk
    FOREIGN KEY (thumbnail_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX support_pages_slug ON support_pages (slug);--> statement-breakpoint
CREATE UNIQUE INDEX support_pages_kind ON support_pages (kind) WHERE kind <> 'page';--> statement-breakpoint
CREATE TABLE support_page_versions (
  id uuid PRIMARY KEY,
  page_id uuid NOT NULL,
  effective_from timestamptz NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_page_versions_page_id_support_pages_id_fk
    FOREIGN KEY (page_id) REFERENCES support_pages(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX support_page_versions_effective ON support_page_versions (page_id, effective_from);--> statement-breakpoint
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
  CONSTRAINT support_board_events_image_id_catalog_artworks_id_fk
    FOREIGN KEY (image_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE TABLE support_news (
  id uuid PRIMARY KEY,
  text_ko text NOT NULL,
  text_en text NOT NULL,
  background_color text,
  text_color text,
  published boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  speed_seconds smallint DEFAULT 18 NOT NULL
);
--> statement-breakpoint
CREATE TABLE support_popups (
  id uuid PRIMARY KEY,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  image_id uuid,
  link text DEFAULT '' NOT NULL,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_popups_image_id_catalog_artworks_id_fk
    FOREIGN KEY (image_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
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
--> statement-breakpoint
CREATE TABLE inquiries (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  user_id uuid,
  type text NOT NULL,
  title text NOT NULL,
  status text DEFAULT 'received' NOT NULL,
  locale text NOT NULL,
  assigned_to uuid,
  answered_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT inquiries_assigned_to_staff_users_id_fk
    FOREIGN KEY (assigned_to) REFERENCES staff_users(id) ON DELETE SET NULL,
  CONSTRAINT inquiries_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT inquiries_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX inquiries_assigned ON inquiries (assigned_to);--> statement-breakpoint
CREATE INDEX inquiries_household ON inquiries (household_id, created_at DESC);--> statement-breakpoint
CREATE INDEX inquiries_newest ON inquiries (created_at DESC);--> statement-breakpoint
CREATE INDEX inquiries_status ON inquiries (status, created_at DESC);--> statement-breakpoint
CREATE INDEX inquiries_user ON inquiries (user_id);--> statement-breakpoint
CREATE INDEX inquiries_updated ON inquiries (updated_at DESC);--> statement-breakpoint
CREATE INDEX inquiries_type ON inquiries (type, created_at);--> statement-breakpoint
CREATE INDEX inquiries_answered ON inquiries (answered_at);--> statement-breakpoint
CREATE INDEX inquiries_search ON inquiries USING gin (search_text(title) gin_trgm_ops);--> statement-breakpoint
CREATE TABLE inquiries_messages (
  id uuid PRIMARY KEY,
  inquiry_id uuid NOT NULL,
  household_id uuid NOT NULL,
  staff_name text,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT inquiries_messages_inquiry_id_inquiries_id_fk
    FOREIGN KEY (inquiry_id) REFERENCES inquiries(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX inquiries_messages_household ON inquiries_messages (household_id, created_at);--> statement-breakpoint
CREATE INDEX inquiries_messages_inquiry ON inquiries_messages (inquiry_id, created_at);--> statement-breakpoint
CREATE TABLE inquiries_attachments (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  message_id uuid,
  name text NOT NULL,
  content_type text NOT NULL,
  storage_key text NOT NULL,
  size_bytes integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT inquiries_attachments_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT inquiries_attachments_message_id_inquiries_messages_id_fk
    FOREIGN KEY (message_id) REFERENCES inquiries_messages(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX inquiries_attachments_household ON inquiries_attachments (household_id, created_at);--> statement-breakpoint
CREATE INDEX inquiries_attachments_loose ON inquiries_attachments (created_at) WHERE message_id IS NULL;--> statement-breakpoint
CREATE INDEX inquiries_attachments_message ON inquiries_attachments (message_id);--> statement-breakpoint
CREATE TABLE inquiries_canned_answers (
  id uuid PRIMARY KEY,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  body_ko text NOT NULL,
  body_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
