CREATE TABLE "billing_rehearsals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"percent" smallint NOT NULL,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"progress_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"result" jsonb,
	"result_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "billing_rehearsals_asked" ON "billing_rehearsals" USING btree ("month","percent");