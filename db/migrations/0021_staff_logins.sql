CREATE TABLE "staff_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid,
	"outcome" text NOT NULL,
	"device_name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "password_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_logins" ADD CONSTRAINT "staff_logins_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_logins_staff" ON "staff_logins" USING btree ("staff_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_logins_oldest" ON "staff_logins" USING btree ("created_at");