-- The event log keeps what is needed to undo a change: entries in month partitions, with their records apart when there are several.
ALTER TABLE event_log RENAME TO event_log_before;
--> statement-breakpoint
ALTER TABLE event_log_before DROP CONSTRAINT event_log_pkey;
--> statement-breakpoint
DROP INDEX event_log_newest, event_log_entity, event_log_staff;
--> statement-breakpoint
CREATE TABLE event_log (
  id uuid NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  staff_id uuid,
  staff_name text NOT NULL,
  module text NOT NULL,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id uuid,
  label text NOT NULL,
  changes jsonb NOT NULL,
  records integer DEFAULT 1 NOT NULL,
  undoes uuid,
  undone_by uuid,
  CONSTRAINT event_log_id_created_at_pk PRIMARY KEY (id, created_at)
)
PARTITION BY RANGE (created_at);
--> statement-breakpoint
CREATE INDEX event_log_newest ON event_log (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX event_log_entity ON event_log (entity_id, created_at DESC);
--> statement-breakpoint
CREATE INDEX event_log_staff ON event_log (staff_id, created_at DESC);
--> statement-breakpoint
CREATE TABLE event_log_records (
  event_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  position integer NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  action text NOT NULL,
  label text NOT NULL,
  changes jsonb NOT NULL,
  CONSTRAINT event_log_records_event_id_position_created_at_pk PRIMARY KEY (event_id, position, created_at)
)
PARTITION BY RANGE (created_at);
--> statement-breakpoint
CREATE INDEX event_log_records_entity ON event_log_records (entity_id, created_at DESC);
--> statement-breakpoint
SELECT make_month_partitions('event_log', 3), make_month_partitions('event_log_records', 3);
--> statement-breakpoint
INSERT INTO event_log (id, created_at, staff_id, staff_name, module, action, entity, entity_id, label, changes, records)
SELECT id, created_at, staff_id, staff_name, module, action, entity, entity_id, label, changes, (action <> 'read')::integer FROM event_log_before;
--> statement-breakpoint
DROP TABLE event_log_before;
