CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"parts" integer NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"size_bytes" integer,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	"wanted" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notifications_choices_user_id_kind_way_pk" PRIMARY KEY("user_id","kind","way")
);
--> statement-breakpoint
CREATE TABLE "notifications_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"household_id" uuid,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications_quiet_hours" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_until" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"household_id" uuid NOT NULL,
	"user_id" uuid,
	"profile_id" uuid,
	"recipient_id" uuid GENERATED ALWAYS AS (coalesce(profile_id, user_id)) STORED NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "support_notices" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_choices" ADD CONSTRAINT "notifications_choices_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_events" ADD CONSTRAINT "notifications_events_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_events" ADD CONSTRAINT "notifications_events_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_quiet_hours" ADD CONSTRAINT "notifications_quiet_hours_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_id_notifications_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notifications_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_subscriptions" ADD CONSTRAINT "notifications_subscriptions_session_id_accounts_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."accounts_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_subscriptions" ADD CONSTRAINT "notifications_subscriptions_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "data_exports_household" ON "data_exports" USING btree ("household_id");--> statement-breakpoint
CREATE INDEX "data_exports_age" ON "data_exports" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_events_subject" ON "notifications_events" USING btree ("cause","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_events_age" ON "notifications_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_events_user" ON "notifications_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_events_household" ON "notifications_events" USING btree ("household_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("event_id","recipient_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("recipient_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("recipient_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id") WHERE "notifications"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_profile" ON "notifications" USING btree ("profile_id") WHERE "notifications"."profile_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_subscriptions_session" ON "notifications_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "notifications_subscriptions_user" ON "notifications_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_subscriptions_device" ON "notifications_subscriptions" USING btree ("auth");--> statement-breakpoint
CREATE INDEX "support_notices_unannounced" ON "support_notices" USING btree ("published_at") WHERE "support_notices"."announced_at" is null;--> statement-breakpoint
CREATE INDEX "viewing_my_list_programme" ON "viewing_my_list" USING btree ("programme_id","profile_id");