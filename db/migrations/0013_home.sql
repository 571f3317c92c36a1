-- Rows and banners of the home page.

CREATE TABLE home_sections (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  category_id uuid,
  "position" integer DEFAULT 0 NOT NULL,
  published boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  custom_row_id uuid,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT home_sections_category_id_catalog_categories_id_fk
    FOREIGN KEY (category_id) REFERENCES catalog_categories(id) ON DELETE CASCADE,
  CONSTRAINT home_sections_custom_row_id_catalog_custom_rows_id_fk
    FOREIGN KEY (custom_row_id) REFERENCES catalog_custom_rows(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX home_sections_position ON home_sections ("position");--> statement-breakpoint
CREATE TABLE home_banners (
  id uuid PRIMARY KEY,
  programme_id uuid NOT NULL,
  auto_preview boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  published boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  CONSTRAINT home_banners_programme_id_catalog_programmes_id_fk
    FOREIGN KEY (programme_id) REFERENCES catalog_programmes(id) ON DELETE CASCADE
);
