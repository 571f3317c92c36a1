-- Workers of the job queue, counters of rate limits, and the loaded parts of the demo.

CREATE TABLE jobs_workers (
  worker_id text PRIMARY KEY,
  heartbeat_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Unlogged: a count causes no write-ahead log, and a crash may lose it.
CREATE UNLOGGED TABLE security_rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX security_rate_limits_ends ON security_rate_limits (ends_at);--> statement-breakpoint
CREATE TABLE demo_parts (
  name text PRIMARY KEY,
  loaded_at timestamptz DEFAULT now() NOT NULL
);
