-- Lists that staff export, and files that they import.

CREATE TABLE files_exports (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL,
  resource text NOT NULL,
  format text NOT NULL,
  locale text NOT NULL,
  query jsonb NOT NULL,
  columns jsonb NOT NULL,
  is_direct boolean NOT NULL,
  is_personal boolean NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  rows integer NOT NULL,
  size_bytes bigint,
  created_at timestamptz NOT NULL,
  progress_at timestamptz NOT NULL,
  ready_at timestamptz,
  expires_at timestamptz NOT NULL,
  opened_for text,
  content_partner_id uuid,
  CONSTRAINT files_exports_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX files_exports_staff ON files_exports (staff_id, created_at DESC);--> statement-breakpoint
CREATE INDEX files_exports_age ON files_exports (expires_at);--> statement-breakpoint
CREATE TABLE files_imports (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL,
  staff_name text NOT NULL,
  resource text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL,
  headers text[] NOT NULL,
  mapping jsonb NOT NULL,
  rows integer NOT NULL,
  counts jsonb,
  refused text DEFAULT 'stop' NOT NULL,
  error text,
  event_id uuid,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  forgotten_at timestamptz,
  CONSTRAINT files_imports_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX files_imports_newest ON files_imports (created_at DESC, id DESC);--> statement-breakpoint
CREATE INDEX files_imports_staff ON files_imports (staff_id, created_at DESC);--> statement-breakpoint
CREATE INDEX files_imports_search ON files_imports USING gin (search_text(file_name) gin_trgm_ops);--> statement-breakpoint
CREATE TABLE files_import_rows (
  import_id uuid NOT NULL,
  line integer NOT NULL,
  state text NOT NULL,
  label text NOT NULL,
  changes jsonb NOT NULL,
  problems jsonb NOT NULL,
  CONSTRAINT files_import_rows_import_id_line_pk PRIMARY KEY (import_id, line),
  CONSTRAINT files_import_rows_import_id_files_imports_id_fk
    FOREIGN KEY (import_id) REFERENCES files_imports(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX files_import_rows_state ON files_import_rows (import_id, state, line);--> statement-breakpoint
CREATE TABLE files_import_mappings (
  staff_id uuid NOT NULL,
  resource text NOT NULL,
  mapping jsonb NOT NULL,
  CONSTRAINT files_import_mappings_staff_id_resource_pk PRIMARY KEY (staff_id, resource),
  CONSTRAINT files_import_mappings_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
