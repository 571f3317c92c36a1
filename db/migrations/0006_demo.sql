CREATE TABLE demo_parts (
  name text PRIMARY KEY,
  loaded_at timestamptz DEFAULT now() NOT NULL
);
