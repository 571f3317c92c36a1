-- Sections and slides of home, and custom rows, have a publication window.
ALTER TABLE home_sections RENAME COLUMN active TO published;
--> statement-breakpoint
ALTER TABLE home_sections ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz, ALTER COLUMN "position" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE home_banners RENAME COLUMN active TO published;
--> statement-breakpoint
ALTER TABLE home_banners ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz, ALTER COLUMN "position" SET DEFAULT 0;
--> statement-breakpoint
ALTER TABLE catalog_custom_rows ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
