-- Categories and playlists of partner video have a publication window.
ALTER TABLE partner_video_categories RENAME COLUMN active TO published;
--> statement-breakpoint
ALTER TABLE partner_video_categories ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
--> statement-breakpoint
ALTER TABLE partner_video_playlists ADD COLUMN available_from timestamptz, ADD COLUMN available_until timestamptz;
