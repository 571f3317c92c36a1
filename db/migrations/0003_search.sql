CREATE TABLE "search_documents" (
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"names" text NOT NULL,
	"whole_names" text[] NOT NULL,
	"initials" text NOT NULL,
	"roman" text NOT NULL,
	"popularity" smallint DEFAULT 0 NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"forms_version" smallint NOT NULL,
	CONSTRAINT "search_documents_kind_target_id_pk" PRIMARY KEY("kind","target_id")
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"household_id" uuid,
	"profile_id" uuid,
	"q" text NOT NULL,
	"term" text NOT NULL,
	"opened_type" text,
	"opened_id" uuid,
	"searched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"used" integer DEFAULT 1 NOT NULL,
	"shortened" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_queries" ADD CONSTRAINT "search_queries_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_best" ON "search_documents" USING btree ("kind","popularity" DESC NULLS FIRST,"listed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_documents_names" ON "search_documents" USING gin ("names" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_documents_whole_names" ON "search_documents" USING gin ("whole_names");--> statement-breakpoint
CREATE INDEX "search_documents_initials" ON "search_documents" USING gin ("initials" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_documents_roman" ON "search_documents" USING gin ("roman" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_queries_profile" ON "search_queries" USING btree ("profile_id","searched_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_queries_time" ON "search_queries" USING btree ("searched_at");--> statement-breakpoint
CREATE INDEX "search_words_shortened" ON "search_words" USING gin ("shortened");