CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backup_eligible boolean NOT NULL,
  backed_up boolean NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT passkeys_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
--> statement-breakpoint
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);
--> statement-breakpoint
CREATE TABLE passkeys_challenges (
  id uuid PRIMARY KEY,
  challenge_hash text NOT NULL,
  user_id uuid,
  session_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT passkeys_challenges_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX passkeys_challenges_hash ON passkeys_challenges (challenge_hash);
--> statement-breakpoint
CREATE INDEX passkeys_challenges_user ON passkeys_challenges (user_id);
