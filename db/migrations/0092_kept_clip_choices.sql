ALTER TABLE "partner_video_progress" DROP CONSTRAINT "partner_video_progress_clip_id_partner_video_clips_id_fk";
--> statement-breakpoint
ALTER TABLE "partner_video_ratings" DROP CONSTRAINT "partner_video_ratings_clip_id_partner_video_clips_id_fk";
