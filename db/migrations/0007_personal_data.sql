-- Access of staff to personal data, and the copies of their data that users request.

CREATE TABLE personal_data_openings (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL,
  resource text NOT NULL,
  record_id uuid,
  reason text NOT NULL,
  open_until timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX personal_data_openings_session ON personal_data_openings (session_id, open_until);--> statement-breakpoint
CREATE INDEX personal_data_openings_age ON personal_data_openings (open_until);--> statement-breakpoint
CREATE TABLE data_exports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  household_id uuid NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  parts integer NOT NULL,
  requested_at timestamptz NOT NULL,
  size_bytes integer,
  ready_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT data_exports_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT data_exports_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX data_exports_age ON data_exports (requested_at);--> statement-breakpoint
CREATE INDEX data_exports_household ON data_exports (household_id);--> statement-breakpoint
CREATE INDEX data_exports_user ON data_exports (user_id, requested_at DESC);
