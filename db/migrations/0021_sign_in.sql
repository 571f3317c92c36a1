CREATE TABLE accounts_sign_ups (
  id uuid PRIMARY KEY,
  username text NOT NULL,
  email text NOT NULL,
  phone text,
  password_hash text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
