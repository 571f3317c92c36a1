CREATE TABLE "accounts_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"household_id" uuid,
	"session_id" uuid,
	"succeeded" boolean NOT NULL,
	"device_name" text NOT NULL,
	"address" text,
	"country" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_session_actions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"user_type" text NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts_sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"password_hash" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts_sessions" ADD COLUMN "device_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts_sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "accounts_sessions" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "accounts_sessions" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "locale" text DEFAULT 'ko' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "terms_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "playback_sessions" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts_logins" ADD CONSTRAINT "accounts_logins_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts_resets" ADD CONSTRAINT "accounts_resets_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_codes_subject" ON "accounts_codes" USING btree ("purpose","subject_id");--> statement-breakpoint
CREATE INDEX "accounts_logins_user" ON "accounts_logins" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_resets_token" ON "accounts_resets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "accounts_resets_user" ON "accounts_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "playback_sessions_recent" ON "playback_sessions" USING btree ("household_id","started_at");--> statement-breakpoint
CREATE INDEX "playback_sessions_device" ON "playback_sessions" USING btree ("session_id") WHERE "playback_sessions"."ended_at" is null;--> statement-breakpoint
-- Accounts of before were made by the service's own people.
UPDATE "accounts_users" SET "email_verified_at" = "created_at";
