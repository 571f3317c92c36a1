CREATE TABLE "personal_data_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_id" uuid,
	"reason" text NOT NULL,
	"open_until" timestamp with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "files_exports" ADD COLUMN "opened_for" text;--> statement-breakpoint
CREATE INDEX "personal_data_openings_session" ON "personal_data_openings" USING btree ("session_id","open_until");--> statement-breakpoint
CREATE INDEX "personal_data_openings_age" ON "personal_data_openings" USING btree ("open_until");
