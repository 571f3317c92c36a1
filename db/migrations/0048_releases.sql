CREATE TABLE "releases_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"release_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"label" text NOT NULL,
	"action" text NOT NULL,
	"fields" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"reason" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases_releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"applies_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"applied_at" timestamp with time zone,
	"event_id" uuid,
	"locale" text DEFAULT 'ko' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "releases_changes" ADD CONSTRAINT "releases_changes_release_id_releases_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases_releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_changes" ADD CONSTRAINT "releases_changes_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases_releases" ADD CONSTRAINT "releases_releases_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_changes_record" ON "releases_changes" USING btree ("release_id","entity","entity_id");--> statement-breakpoint
CREATE INDEX "releases_changes_entity" ON "releases_changes" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "releases_releases_due" ON "releases_releases" USING btree ("applies_at","created_at","id") WHERE "releases_releases"."status" = 'planned';--> statement-breakpoint
CREATE INDEX "releases_releases_at" ON "releases_releases" USING btree ("applies_at","id");--> statement-breakpoint
CREATE INDEX "releases_releases_search" ON "releases_releases" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
-- Whoever may change roles may have every permission anyway: the new module is theirs from the start.
UPDATE staff_roles SET permissions = permissions || '{"releases": ["read", "create", "update", "delete", "publish", "export", "import", "personal_data"]}'::jsonb
  WHERE permissions->'roles' ? 'update';
