-- The event log of the office, in month partitions. It stores the values that undoing a change needs.

-- An entry of one record contains its changes. The changes of several records are in `event_log_records`.
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
  search_text text GENERATED ALWAYS AS (search_text(label)) STORED,
  CONSTRAINT event_log_id_created_at_pk PRIMARY KEY (id, created_at)
)
PARTITION BY RANGE (created_at);
--> statement-breakpoint
CREATE INDEX event_log_newest ON event_log (created_at DESC, id DESC);--> statement-breakpoint
CREATE INDEX event_log_entity ON event_log (entity_id, created_at DESC);--> statement-breakpoint
CREATE INDEX event_log_staff ON event_log (staff_id, created_at DESC);--> statement-breakpoint
CREATE INDEX event_log_deleted ON event_log (entity, created_at) WHERE action = 'delete';--> statement-breakpoint
CREATE INDEX event_log_part ON event_log USING gin (
  lower(normalize(staff_name, NFD)) gin_trgm_ops,
  lower(normalize(module, NFD)) gin_trgm_ops,
  lower(normalize(action, NFD)) gin_trgm_ops,
  lower(normalize(entity, NFD)) gin_trgm_ops
);
--> statement-breakpoint
CREATE INDEX event_log_action ON event_log (action, created_at);--> statement-breakpoint
CREATE INDEX event_log_of ON event_log (entity, created_at);--> statement-breakpoint
CREATE INDEX event_log_changed ON event_log (created_at, id) WHERE action <> 'read';--> statement-breakpoint
CREATE INDEX event_log_records_number ON event_log (records, created_at);--> statement-breakpoint
CREATE INDEX event_log_unlabelled ON event_log (created_at) WHERE label = '';--> statement-breakpoint
CREATE INDEX event_log_undoes ON event_log (undoes) WHERE undoes IS NOT NULL;--> statement-breakpoint
CREATE INDEX event_log_undone ON event_log (undone_by) WHERE undone_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX event_log_search ON event_log USING gin (search_text gin_trgm_ops);--> statement-breakpoint
CREATE TABLE event_log_records (
  event_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  "position" integer NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  action text NOT NULL,
  label text NOT NULL,
  changes jsonb NOT NULL,
  CONSTRAINT event_log_records_event_id_position_created_at_pk PRIMARY KEY (event_id, "position", created_at)
)
PARTITION BY RANGE (created_at);
--> statement-breakpoint
CREATE INDEX event_log_records_entity ON event_log_records (entity_id, created_at DESC);--> statement-breakpoint
CREATE INDEX event_log_records_deleted ON event_log_records (entity, created_at) WHERE action = 'delete';--> statement-breakpoint
SELECT make_month_partitions('event_log', 3),
  make_month_partitions('event_log_records', 3);
