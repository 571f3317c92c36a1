-- Categories have an icon and the devices they are for; the set-top box has categories of its own.
ALTER TABLE catalog_categories ADD COLUMN icon_id uuid, ADD COLUMN devices text[] DEFAULT '{pc,mobile,stb}' NOT NULL, ADD CONSTRAINT catalog_categories_icon_id_catalog_artworks_id_fk FOREIGN KEY (icon_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE TABLE catalog_stb_categories (
  id uuid PRIMARY KEY,
  parent_id uuid,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  icon_id uuid,
  published boolean DEFAULT true NOT NULL,
  available_from timestamptz,
  available_until timestamptz,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT catalog_stb_categories_parent_id_catalog_stb_categories_id_fk FOREIGN KEY (parent_id) REFERENCES catalog_stb_categories(id) ON DELETE RESTRICT,
  CONSTRAINT catalog_stb_categories_icon_id_catalog_artworks_id_fk FOREIGN KEY (icon_id) REFERENCES catalog_artworks(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX catalog_stb_categories_parent ON catalog_stb_categories (parent_id, "position");
