-- Search documents with their words, and the searches of viewers.

CREATE TABLE search_documents (
  kind text NOT NULL,
  target_id uuid NOT NULL,
  names text NOT NULL,
  whole_names text[] NOT NULL,
  initials text NOT NULL,
  roman text NOT NULL,
  popularity smallint DEFAULT 0 NOT NULL,
  listed_at timestamptz NOT NULL,
  forms_version smallint NOT NULL,
  made_of text DEFAULT '' NOT NULL,
  CONSTRAINT search_documents_kind_target_id_pk PRIMARY KEY (kind, target_id)
);
--> statement-breakpoint
CREATE INDEX search_documents_best ON search_documents (kind, popularity DESC, listed_at DESC);--> statement-breakpoint
CREATE INDEX search_documents_initials ON search_documents USING gin (initials gin_trgm_ops);--> statement-breakpoint
CREATE INDEX search_documents_names ON search_documents USING gin (names gin_trgm_ops);--> statement-breakpoint
CREATE INDEX search_documents_other_initials ON search_documents USING gin (initials gin_trgm_ops)
  WHERE kind <> 'programme';
--> statement-breakpoint
CREATE INDEX search_documents_other_names ON search_documents USING gin (names gin_trgm_ops) WHERE kind <> 'programme';--> statement-breakpoint
CREATE INDEX search_documents_other_roman ON search_documents USING gin (roman gin_trgm_ops) WHERE kind <> 'programme';--> statement-breakpoint
CREATE INDEX search_documents_roman ON search_documents USING gin (roman gin_trgm_ops);--> statement-breakpoint
CREATE INDEX search_documents_whole_names ON search_documents USING gin (whole_names);--> statement-breakpoint
CREATE TABLE search_words (
  word text PRIMARY KEY,
  used integer DEFAULT 1 NOT NULL,
  shortened text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX search_words_shortened ON search_words USING gin (shortened);--> statement-breakpoint
CREATE TABLE search_queries (
  id uuid PRIMARY KEY,
  household_id uuid,
  profile_id uuid,
  q text NOT NULL,
  term text NOT NULL,
  opened_type text,
  opened_id uuid,
  searched_at timestamptz NOT NULL,
  CONSTRAINT search_queries_profile_id_profiles_id_fk
    FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX search_queries_profile ON search_queries (profile_id, searched_at DESC);--> statement-breakpoint
CREATE INDEX search_queries_time ON search_queries (searched_at);
