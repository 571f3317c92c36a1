CREATE TABLE "reports_mailings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"report" text NOT NULL,
	"every" text NOT NULL,
	"filters" jsonb NOT NULL,
	"locale" text NOT NULL,
	"sent_to" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports_mailings" ADD CONSTRAINT "reports_mailings_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_mailings_staff" ON "reports_mailings" USING btree ("staff_id");