-- Mail, notifications, the channels that users choose, and devices that receive web push.

CREATE TABLE mail_messages (
  id uuid PRIMARY KEY,
  to_address text NOT NULL,
  locale text NOT NULL,
  template text NOT NULL,
  subject text NOT NULL,
  text text,
  html text,
  state text DEFAULT 'queued' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  error text,
  sent_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  unsubscribe_url text,
  user_id uuid,
  event_id uuid,
  named_household_id uuid,
  named_as text,
  CONSTRAINT mail_messages_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX mail_messages_address ON mail_messages (lower(to_address));--> statement-breakpoint
CREATE INDEX mail_messages_bodies ON mail_messages (created_at) WHERE html IS NOT NULL;--> statement-breakpoint
CREATE INDEX mail_messages_newest ON mail_messages (created_at DESC);--> statement-breakpoint
CREATE INDEX mail_messages_user ON mail_messages (user_id) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX mail_messages_part ON mail_messages USING gin (
  lower(normalize(to_address, NFD)) gin_trgm_ops,
  lower(normalize(template, NFD)) gin_trgm_ops,
  lower(normalize(error, NFD)) gin_trgm_ops
);
--> statement-breakpoint
CREATE INDEX mail_messages_state ON mail_messages (state, created_at);--> statement-breakpoint
CREATE INDEX mail_messages_attempts ON mail_messages (attempts, created_at);--> statement-breakpoint
CREATE INDEX mail_messages_sent ON mail_messages (sent_at);--> statement-breakpoint
CREATE INDEX mail_messages_failed ON mail_messages (created_at) WHERE error <> '';--> statement-breakpoint
CREATE INDEX mail_messages_search ON mail_messages USING gin (search_text(subject) gin_trgm_ops);--> statement-breakpoint
CREATE TABLE notifications_events (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  cause text NOT NULL,
  subject_id uuid NOT NULL,
  "values" jsonb NOT NULL,
  household_id uuid,
  user_id uuid,
  created_at timestamptz NOT NULL,
  CONSTRAINT notifications_events_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT notifications_events_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX notifications_events_age ON notifications_events (created_at);--> statement-breakpoint
CREATE INDEX notifications_events_household ON notifications_events (household_id);--> statement-breakpoint
CREATE UNIQUE INDEX notifications_events_subject ON notifications_events (cause, subject_id);--> statement-breakpoint
CREATE INDEX notifications_events_user ON notifications_events (user_id);--> statement-breakpoint
CREATE TABLE notifications (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  event_id uuid NOT NULL,
  household_id uuid NOT NULL,
  user_id uuid,
  profile_id uuid,
  recipient_id uuid GENERATED ALWAYS AS (coalesce(profile_id, user_id)) STORED NOT NULL,
  read_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT notifications_event_id_notifications_events_id_fk
    FOREIGN KEY (event_id) REFERENCES notifications_events(id) ON DELETE CASCADE,
  CONSTRAINT notifications_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  CONSTRAINT notifications_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX notifications_age ON notifications (created_at);--> statement-breakpoint
CREATE INDEX notifications_newest ON notifications (recipient_id, created_at DESC);--> statement-breakpoint
CREATE UNIQUE INDEX notifications_once ON notifications (event_id, recipient_id);--> statement-breakpoint
CREATE INDEX notifications_profile ON notifications (profile_id) WHERE profile_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX notifications_unread ON notifications (recipient_id) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX notifications_user ON notifications (user_id) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE notifications_choices (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  wanted boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT notifications_choices_user_id_kind_channel_pk PRIMARY KEY (user_id, kind, channel),
  CONSTRAINT notifications_choices_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE notifications_quiet_hours (
  user_id uuid PRIMARY KEY,
  quiet_from text NOT NULL,
  quiet_until text NOT NULL,
  CONSTRAINT notifications_quiet_hours_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE notifications_subscriptions (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT notifications_subscriptions_session_id_accounts_sessions_id_fk
    FOREIGN KEY (session_id) REFERENCES accounts_sessions(id) ON DELETE CASCADE,
  CONSTRAINT notifications_subscriptions_user_id_accounts_users_id_fk
    FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX notifications_subscriptions_device ON notifications_subscriptions (auth);--> statement-breakpoint
CREATE UNIQUE INDEX notifications_subscriptions_session ON notifications_subscriptions (session_id);--> statement-breakpoint
CREATE INDEX notifications_subscriptions_user ON notifications_subscriptions (user_id);
