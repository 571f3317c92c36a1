-- Unlogged: a count costs no write-ahead log, and may be lost in a crash.
CREATE UNLOGGED TABLE security_rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX security_rate_limits_ends ON security_rate_limits USING btree (ends_at);
