CREATE TABLE social_login_identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  email text,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT social_login_identities_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX social_login_identities_subject ON social_login_identities (provider, subject);
--> statement-breakpoint
CREATE UNIQUE INDEX social_login_identities_user ON social_login_identities (user_id, provider);
--> statement-breakpoint
CREATE TABLE social_login_visits (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  token_hash text NOT NULL,
  user_id uuid,
  session_id uuid,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  subject text,
  email text,
  email_verified boolean DEFAULT false NOT NULL,
  code_hash text,
  code_expires_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT social_login_visits_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX social_login_visits_token ON social_login_visits (token_hash);
--> statement-breakpoint
CREATE INDEX social_login_visits_user ON social_login_visits (user_id);
