CREATE TABLE "inquiries_canned_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_ko" text NOT NULL,
	"name_en" text NOT NULL,
	"body_ko" text NOT NULL,
	"body_en" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"locale" text NOT NULL,
	"assigned_to" uuid,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"message_id" uuid,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"staff_name" text,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "viewing_history" (
	"id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"episode_id" uuid,
	"watched_seconds" double precision NOT NULL,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision NOT NULL,
	CONSTRAINT "viewing_history_id_started_at_pk" PRIMARY KEY("id","started_at")
) PARTITION BY RANGE ("started_at");
--> statement-breakpoint
CREATE TABLE "viewing_removed_progress" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"progress" jsonb NOT NULL,
	CONSTRAINT "viewing_removed_progress_profile_id_programme_id_pk" PRIMARY KEY("profile_id","programme_id")
);
--> statement-breakpoint
CREATE TABLE "viewing_set_aside" (
	"household_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"programme_id" uuid NOT NULL,
	"set_aside_at" timestamp with time zone NOT NULL,
	CONSTRAINT "viewing_set_aside_profile_id_programme_id_pk" PRIMARY KEY("profile_id","programme_id")
);
--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "watched_seconds" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_assigned_to_staff_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries_attachments" ADD CONSTRAINT "inquiries_attachments_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries_attachments" ADD CONSTRAINT "inquiries_attachments_message_id_inquiries_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inquiries_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries_messages" ADD CONSTRAINT "inquiries_messages_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_history" ADD CONSTRAINT "viewing_history_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_removed_progress" ADD CONSTRAINT "viewing_removed_progress_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_removed_progress" ADD CONSTRAINT "viewing_removed_progress_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_set_aside" ADD CONSTRAINT "viewing_set_aside_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "viewing_set_aside" ADD CONSTRAINT "viewing_set_aside_programme_id_catalog_programmes_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."catalog_programmes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiries_household" ON "inquiries" USING btree ("household_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inquiries_newest" ON "inquiries" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inquiries_status" ON "inquiries" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inquiries_user" ON "inquiries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "inquiries_assigned" ON "inquiries" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "inquiries_attachments_message" ON "inquiries_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "inquiries_attachments_household" ON "inquiries_attachments" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_attachments_loose" ON "inquiries_attachments" USING btree ("created_at") WHERE "inquiries_attachments"."message_id" is null;--> statement-breakpoint
CREATE INDEX "inquiries_messages_inquiry" ON "inquiries_messages" USING btree ("inquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_messages_household" ON "inquiries_messages" USING btree ("household_id","created_at");--> statement-breakpoint
CREATE INDEX "viewing_history_newest" ON "viewing_history" USING btree ("profile_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "accounts_users_newest" ON "accounts_users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "accounts_users_username_part" ON "accounts_users" USING gin ("username" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_users_email_part" ON "accounts_users" USING gin (lower("email") gin_trgm_ops);--> statement-breakpoint
SELECT make_month_partitions('viewing_history', 3);--> statement-breakpoint
-- Who may change staff may read and answer inquiries, and look after customers.
UPDATE "staff_roles" SET "permissions" = '{"inquiries": ["read", "create", "update", "delete"], "customers": ["read", "update"]}' || "permissions"
WHERE "permissions"->'roles' ? 'update' AND "permissions"->'staff' ? 'update';
