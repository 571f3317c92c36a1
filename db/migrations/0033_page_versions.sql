-- Pages say how search engines call them; those of the law have dated versions, of which the page so far is the first.
ALTER TABLE support_pages ADD COLUMN kind text DEFAULT 'page' NOT NULL, ADD COLUMN meta_title_ko text DEFAULT '' NOT NULL, ADD COLUMN meta_title_en text DEFAULT '' NOT NULL, ADD COLUMN meta_description_ko text DEFAULT '' NOT NULL, ADD COLUMN meta_description_en text DEFAULT '' NOT NULL, ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
--> statement-breakpoint
UPDATE support_pages SET kind = slug WHERE slug IN ('terms', 'privacy', 'refund');
--> statement-breakpoint
CREATE UNIQUE INDEX support_pages_kind ON support_pages (kind) WHERE kind <> 'page';
--> statement-breakpoint
CREATE TABLE support_page_versions (
  id uuid PRIMARY KEY,
  page_id uuid NOT NULL,
  effective_from timestamptz NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT support_page_versions_page_id_support_pages_id_fk FOREIGN KEY (page_id) REFERENCES support_pages(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX support_page_versions_effective ON support_page_versions (page_id, effective_from);
--> statement-breakpoint
INSERT INTO support_page_versions (id, page_id, effective_from, content_ko, content_en) SELECT gen_random_uuid(), id, created_at, content_ko, content_en FROM support_pages WHERE kind <> 'page';
--> statement-breakpoint
UPDATE support_pages SET content_ko = '', content_en = '' WHERE kind <> 'page';
