CREATE TABLE jobs_workers (
  worker_id text PRIMARY KEY,
  heartbeat_at timestamptz DEFAULT now() NOT NULL
);
