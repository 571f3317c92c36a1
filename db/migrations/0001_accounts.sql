-- Households, their users, and the sessions in which users are signed in.

CREATE TABLE accounts_households (
  id uuid PRIMARY KEY,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  zone text,
  parent_pin_hash text,
  parent_pin_failures smallint DEFAULT 0 NOT NULL,
  parent_pin_failed_at timestamptz
);
--> statement-breakpoint
CREATE TABLE accounts_users (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  password_hash text,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  deletion_requested_at timestamptz,
  phone text,
  locale text DEFAULT 'ko' NOT NULL,
  email_verified_at timestamptz,
  terms_agreed_at timestamptz,
  suspended_at timestamptz,
  search_text text GENERATED ALWAYS AS (search_text(username)) STORED,
  birth_date date,
  gender text,
  CONSTRAINT accounts_users_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX accounts_users_email ON accounts_users (lower(email));--> statement-breakpoint
CREATE INDEX accounts_users_email_part ON accounts_users USING gin (lower(email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX accounts_users_household ON accounts_users (household_id);--> statement-breakpoint
CREATE INDEX accounts_users_leaving ON accounts_users (deletion_requested_at) WHERE deletion_requested_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX accounts_users_newest ON accounts_users (created_at DESC, id DESC);--> statement-breakpoint
CREATE UNIQUE INDEX accounts_users_username ON accounts_users (username);--> statement-breakpoint
CREATE INDEX accounts_users_phone ON accounts_users (phone) WHERE phone IS NOT NULL;--> statement-breakpoint
CREATE INDEX accounts_users_suspended ON accounts_users (suspended_at) WHERE suspended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX accounts_users_verified ON accounts_users (email_verified_at);--> statement-breakpoint
CREATE INDEX accounts_users_search ON accounts_users USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX accounts_users_born ON accounts_users (birth_date) WHERE birth_date IS NOT NULL;--> statement-breakpoint
CREATE INDEX accounts_users_gender ON accounts_users (gender) WHERE gender IS NOT NULL;--> statement-breakpoint
-- A token is stored as its SHA-256 only.
CREATE TABLE accounts_sessions (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  household_id uuid NOT NULL,
  profile_id uuid,
  device text NOT NULL,
  last_seen_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  device_name text DEFAULT '' NOT NULL,
  address text,
  country text,
  reauthenticated_at timestamptz,
  without_secret boolean DEFAULT true NOT NULL,
  CONSTRAINT accounts_sessions_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX accounts_sessions_household ON accounts_sessions (household_id);--> statement-breakpoint
CREATE UNIQUE INDEX accounts_sessions_token ON accounts_sessions (token_hash);--> statement-breakpoint
CREATE INDEX accounts_sessions_user ON accounts_sessions (user_id);--> statement-breakpoint
CREATE TABLE accounts_session_actions (
  session_id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  user_type text NOT NULL,
  action text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A login with an unknown username has no user.
CREATE TABLE accounts_logins (
  id uuid PRIMARY KEY,
  user_id uuid,
  household_id uuid,
  session_id uuid,
  succeeded boolean NOT NULL,
  device_name text NOT NULL,
  address text,
  country text,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  method text DEFAULT 'password' NOT NULL,
  CONSTRAINT accounts_logins_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX accounts_logins_user ON accounts_logins (user_id, created_at DESC);--> statement-breakpoint
CREATE INDEX accounts_logins_newest ON accounts_logins (created_at DESC, id DESC);--> statement-breakpoint
CREATE INDEX accounts_logins_address ON accounts_logins (address, created_at DESC);--> statement-breakpoint
CREATE INDEX accounts_logins_outcome ON accounts_logins ((CASE WHEN succeeded THEN 'signed_in' ELSE 'failed' END), created_at);--> statement-breakpoint
CREATE INDEX accounts_logins_country ON accounts_logins (country, created_at);--> statement-breakpoint
CREATE INDEX accounts_logins_device ON accounts_logins USING gin (lower(normalize(device_name, NFD)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX accounts_logins_unnamed ON accounts_logins (created_at) WHERE device_name = '';--> statement-breakpoint
CREATE TABLE accounts_codes (
  id uuid PRIMARY KEY,
  purpose text NOT NULL,
  subject_id uuid NOT NULL,
  target text NOT NULL,
  code_hash text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  sends integer DEFAULT 1 NOT NULL,
  first_sent_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX accounts_codes_subject ON accounts_codes (purpose, subject_id);--> statement-breakpoint
CREATE TABLE accounts_resets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT accounts_resets_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX accounts_resets_token ON accounts_resets (token_hash);--> statement-breakpoint
CREATE INDEX accounts_resets_user ON accounts_resets (user_id);--> statement-breakpoint
CREATE TABLE accounts_activations (
  id uuid PRIMARY KEY,
  device_code_hash text NOT NULL,
  user_code_hash text NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  device_name text NOT NULL,
  country text NOT NULL,
  interval_seconds integer NOT NULL,
  polled_at timestamptz,
  expires_at timestamptz NOT NULL,
  user_id uuid,
  session_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX accounts_activations_device_code ON accounts_activations (device_code_hash);--> statement-breakpoint
CREATE INDEX accounts_activations_expiry ON accounts_activations (expires_at);--> statement-breakpoint
CREATE UNIQUE INDEX accounts_activations_user_code ON accounts_activations (user_code_hash);
