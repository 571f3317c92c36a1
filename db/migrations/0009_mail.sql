CREATE TABLE "mail_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"locale" text NOT NULL,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"text" text,
	"html" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_messages_newest" ON "mail_messages" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_messages_address" ON "mail_messages" USING btree (lower("to_address"));--> statement-breakpoint
CREATE INDEX "mail_messages_bodies" ON "mail_messages" USING btree ("created_at") WHERE "mail_messages"."html" is not null;--> statement-breakpoint
-- Who may give roles may read the outbox.
UPDATE "staff_roles" SET "permissions" = "permissions" || '{"mail": ["read"]}'
WHERE "permissions"->'roles' ? 'update' AND "permissions"->'staff' ? 'update' AND NOT "permissions" ? 'mail';
