-- Sign-up, passkeys and social login.

CREATE TABLE sign_in_sign_ups (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  phone text,
  password_hash text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);--> statement-breakpoint
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);--> statement-breakpoint
CREATE TABLE passkeys_challenges (
  id uuid PRIMARY KEY,
  challenge_hash text NOT NULL,
  user_id uuid,
  session_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT passkeys_challenges_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX passkeys_challenges_hash ON passkeys_challenges (challenge_hash);--> statement-breakpoint
CREATE INDEX passkeys_challenges_user ON passkeys_challenges (user_id);--> statement-breakpoint
CREATE TABLE social_login_identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  email text,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT social_login_identities_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX social_login_identities_subject ON social_login_identities (provider, subject);--> statement-breakpoint
CREATE UNIQUE INDEX social_login_identities_user ON social_login_identities (user_id, provider);--> statement-breakpoint
CREATE TABLE social_login_authorizations (
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
  CONSTRAINT social_login_authorizations_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX social_login_authorizations_token ON social_login_authorizations (token_hash);--> statement-breakpoint
CREATE INDEX social_login_authorizations_user ON social_login_authorizations (user_id);
