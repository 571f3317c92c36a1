CREATE TABLE plans_plans (
  id uuid PRIMARY KEY,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  price_cents integer NOT NULL,
  regular_price_cents integer,
  period text NOT NULL,
  devices text[] NOT NULL,
  active boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE plans_periods (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  plan_id uuid,
  CONSTRAINT plans_periods_household_id_accounts_households_id_fk FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT plans_periods_plan_id_plans_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX plans_periods_household ON plans_periods (household_id, ends_at);
