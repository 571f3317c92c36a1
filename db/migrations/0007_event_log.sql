CREATE TABLE staff_events (
  id uuid PRIMARY KEY,
  created_at timestamptz DEFAULT now() NOT NULL,
  staff_id uuid,
  staff_name text NOT NULL,
  module text NOT NULL,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  label text NOT NULL,
  changes jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX staff_events_entity ON staff_events (entity_id, created_at DESC);
--> statement-breakpoint
CREATE INDEX staff_events_newest ON staff_events (created_at DESC);
--> statement-breakpoint
CREATE INDEX staff_events_staff ON staff_events (staff_id, created_at DESC);
