CREATE TABLE "staff_modules_off" (
	"module" text PRIMARY KEY NOT NULL,
	"switched_off_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_roles" ADD COLUMN "hidden_fields" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "staff_roles" ADD COLUMN "menus" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "exceptions" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "content_partner_id" uuid;
--> statement-breakpoint
ALTER TABLE "staff_users" ADD CONSTRAINT "staff_users_content_partner_id_catalog_content_partners_id_fk" FOREIGN KEY ("content_partner_id") REFERENCES "public"."catalog_content_partners"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "event_log_records_deleted" ON "event_log_records" USING btree ("entity","created_at") WHERE "event_log_records"."action" = 'delete';
--> statement-breakpoint
CREATE INDEX "event_log_deleted" ON "event_log" USING btree ("entity","created_at") WHERE "event_log"."action" = 'delete';
--> statement-breakpoint
-- Whoever changed a record could publish it, whoever read a list had it as a file, and saw what it said of people.
UPDATE staff_roles SET permissions = coalesce((
  SELECT jsonb_object_agg(module, actions
    || CASE WHEN actions ? 'update' THEN '["publish"]'::jsonb ELSE '[]'::jsonb END
    || CASE WHEN actions ? 'read' THEN '["export"]'::jsonb ELSE '[]'::jsonb END
    || CASE WHEN actions ? 'create' THEN '["import"]'::jsonb ELSE '[]'::jsonb END
    || CASE WHEN actions ? 'read' AND module IN ('customers', 'inquiries', 'mail') THEN '["personal_data"]'::jsonb ELSE '[]'::jsonb END)
  FROM jsonb_each(permissions) AS granted (module, actions)), '{}');
