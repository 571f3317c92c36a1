-- Planned changes of many records, applied together at one instant.

CREATE TABLE releases_releases (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  applies_at timestamptz NOT NULL,
  status text DEFAULT 'planned' NOT NULL,
  staff_id uuid,
  staff_name text NOT NULL,
  applied_at timestamptz,
  event_id uuid,
  locale text DEFAULT 'ko' NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT releases_releases_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX releases_releases_due ON releases_releases (applies_at, created_at, id) WHERE status = 'planned';--> statement-breakpoint
CREATE INDEX releases_releases_at ON releases_releases (applies_at, id);--> statement-breakpoint
CREATE INDEX releases_releases_search ON releases_releases USING gin (search_text(name) gin_trgm_ops);--> statement-breakpoint
CREATE TABLE releases_changes (
  id uuid PRIMARY KEY,
  release_id uuid NOT NULL,
  "position" integer NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  label text NOT NULL,
  action text NOT NULL,
  fields jsonb NOT NULL,
  before jsonb NOT NULL,
  staff_id uuid,
  staff_name text NOT NULL,
  reason jsonb,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT releases_changes_release_id_releases_releases_id_fk
    FOREIGN KEY (release_id) REFERENCES releases_releases(id) ON DELETE CASCADE,
  CONSTRAINT releases_changes_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX releases_changes_record ON releases_changes (release_id, entity, entity_id);--> statement-breakpoint
CREATE INDEX releases_changes_entity ON releases_changes (entity_id);
