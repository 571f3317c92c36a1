CREATE TABLE "files_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"format" text NOT NULL,
	"locale" text NOT NULL,
	"query" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"is_direct" boolean NOT NULL,
	"is_personal" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"rows" integer NOT NULL,
	"size_bytes" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"progress_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files_import_mappings" (
	"staff_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"mapping" jsonb NOT NULL,
	CONSTRAINT "files_import_mappings_staff_id_resource_pk" PRIMARY KEY("staff_id","resource")
);
--> statement-breakpoint
CREATE TABLE "files_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"resource" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"headers" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"counts" jsonb,
	"refused" text DEFAULT 'stop' NOT NULL,
	"error" text,
	"event_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "files_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"label" text NOT NULL,
	"changes" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	CONSTRAINT "files_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
ALTER TABLE "files_exports" ADD CONSTRAINT "files_exports_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files_import_mappings" ADD CONSTRAINT "files_import_mappings_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files_imports" ADD CONSTRAINT "files_imports_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files_import_rows" ADD CONSTRAINT "files_import_rows_import_id_files_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."files_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_exports_staff" ON "files_exports" USING btree ("staff_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "files_exports_age" ON "files_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_imports_newest" ON "files_imports" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "files_imports_staff" ON "files_imports" USING btree ("staff_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "files_import_rows_state" ON "files_import_rows" USING btree ("import_id","state","line");
