CREATE TABLE inquiries (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  user_id uuid,
  type text NOT NULL,
  title text NOT NULL,
  status text DEFAULT 'received' NOT NULL,
  locale text NOT NULL,
  assigned_to uuid,
  answered_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT inquiries_assigned_to_staff_users_id_fk FOREIGN KEY (assigned_to) REFERENCES staff_users(id) ON DELETE SET NULL,
  CONSTRAINT inquiries_household_id_accounts_households_id_fk FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT inquiries_user_id_accounts_users_id_fk FOREIGN KEY (user_id) REFERENCES accounts_users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX inquiries_assigned ON inquiries (assigned_to);
--> statement-breakpoint
CREATE INDEX inquiries_household ON inquiries (household_id, created_at DESC);
--> statement-breakpoint
CREATE INDEX inquiries_newest ON inquiries (created_at DESC);
--> statement-breakpoint
CREATE INDEX inquiries_status ON inquiries (status, created_at DESC);
--> statement-breakpoint
CREATE INDEX inquiries_user ON inquiries (user_id);
--> statement-breakpoint
CREATE TABLE inquiries_messages (
  id uuid PRIMARY KEY,
  inquiry_id uuid NOT NULL,
  household_id uuid NOT NULL,
  staff_name text,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT inquiries_messages_inquiry_id_inquiries_id_fk FOREIGN KEY (inquiry_id) REFERENCES inquiries(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX inquiries_messages_household ON inquiries_messages (household_id, created_at);
--> statement-breakpoint
CREATE INDEX inquiries_messages_inquiry ON inquiries_messages (inquiry_id, created_at);
--> statement-breakpoint
CREATE TABLE inquiries_attachments (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  message_id uuid,
  name text NOT NULL,
  content_type text NOT NULL,
  storage_key text NOT NULL,
  size_bytes integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT inquiries_attachments_household_id_accounts_households_id_fk FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT inquiries_attachments_message_id_inquiries_messages_id_fk FOREIGN KEY (message_id) REFERENCES inquiries_messages(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX inquiries_attachments_household ON inquiries_attachments (household_id, created_at);
--> statement-breakpoint
CREATE INDEX inquiries_attachments_loose ON inquiries_attachments (created_at) WHERE (message_id IS NULL);
--> statement-breakpoint
CREATE INDEX inquiries_attachments_message ON inquiries_attachments (message_id);
--> statement-breakpoint
CREATE TABLE inquiries_canned_answers (
  id uuid PRIMARY KEY,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  body_ko text NOT NULL,
  body_en text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
