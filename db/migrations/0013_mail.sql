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
  CONSTRAINT mail_messages_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX mail_messages_address ON mail_messages (lower(to_address));
--> statement-breakpoint
CREATE INDEX mail_messages_bodies ON mail_messages (created_at) WHERE (html IS NOT NULL);
--> statement-breakpoint
CREATE INDEX mail_messages_newest ON mail_messages (created_at DESC);
--> statement-breakpoint
CREATE INDEX mail_messages_user ON mail_messages (user_id) WHERE (user_id IS NOT NULL);
