-- Staff accounts with their roles, sessions, logins, preferences and saved views.

CREATE TABLE staff_roles (
  id uuid PRIMARY KEY,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  permissions jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  hidden_fields jsonb DEFAULT '{}' NOT NULL,
  menus jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE TABLE staff_users (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  role_id uuid NOT NULL,
  active boolean DEFAULT true NOT NULL,
  last_login_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  two_step_secret text,
  two_step_since timestamptz,
  two_step_used integer,
  recovery_hashes text[] DEFAULT '{}' NOT NULL,
  password_given boolean DEFAULT false NOT NULL,
  exceptions jsonb DEFAULT '{}' NOT NULL,
  content_partner_id uuid,
  email text DEFAULT '' NOT NULL,
  CONSTRAINT staff_users_content_partner_id_catalog_content_partners_id_fk
    FOREIGN KEY (content_partner_id) REFERENCES catalog_content_partners(id) ON DELETE RESTRICT,
  CONSTRAINT staff_users_role_id_staff_roles_id_fk FOREIGN KEY (role_id) REFERENCES staff_roles(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX staff_users_role ON staff_users (role_id);--> statement-breakpoint
CREATE UNIQUE INDEX staff_users_username ON staff_users (username);--> statement-breakpoint
CREATE TABLE staff_sessions (
  id uuid PRIMARY KEY,
  token_hash text NOT NULL,
  staff_id uuid NOT NULL,
  last_seen_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  two_step_lacking boolean DEFAULT false NOT NULL,
  CONSTRAINT staff_sessions_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);--> statement-breakpoint
CREATE UNIQUE INDEX staff_sessions_token ON staff_sessions (token_hash);--> statement-breakpoint
CREATE TABLE staff_logins (
  id uuid PRIMARY KEY,
  staff_id uuid,
  outcome text NOT NULL,
  device_name text NOT NULL,
  address text NOT NULL,
  country text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT staff_logins_staff_id_staff_users_id_fk FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX staff_logins_staff ON staff_logins (staff_id, created_at DESC);--> statement-breakpoint
CREATE INDEX staff_logins_newest ON staff_logins (created_at DESC, id DESC);--> statement-breakpoint
CREATE INDEX staff_logins_address ON staff_logins (address, created_at DESC);--> statement-breakpoint
CREATE TABLE staff_modules_off (
  module text PRIMARY KEY,
  switched_off_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE staff_preferences (
  staff_id uuid NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT staff_preferences_staff_id_key_pk PRIMARY KEY (staff_id, key),
  CONSTRAINT staff_preferences_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
-- A view of a deleted role is private to its owner again.
CREATE TABLE staff_views (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL,
  role_id uuid,
  resource text NOT NULL,
  name text NOT NULL,
  state jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT staff_views_role_id_staff_roles_id_fk FOREIGN KEY (role_id) REFERENCES staff_roles(id) ON DELETE SET NULL,
  CONSTRAINT staff_views_staff_id_staff_users_id_fk FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX staff_views_staff ON staff_views (staff_id, resource);--> statement-breakpoint
CREATE INDEX staff_views_role ON staff_views (role_id, resource);
