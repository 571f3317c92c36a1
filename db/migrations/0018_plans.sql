-- Plans, their prices, and the periods in which a household has a plan.

CREATE TABLE plans_plans (
  id uuid PRIMARY KEY,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  description_ko text DEFAULT '' NOT NULL,
  description_en text DEFAULT '' NOT NULL,
  period text NOT NULL,
  devices text[] NOT NULL,
  active boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  streams smallint DEFAULT 3 NOT NULL,
  trial_days smallint DEFAULT 0 NOT NULL,
  box_quantity smallint DEFAULT 0 NOT NULL,
  gateway_id text,
  ad_free boolean DEFAULT true NOT NULL,
  max_height smallint
);
--> statement-breakpoint
CREATE TABLE plans_prices (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL,
  price_cents integer NOT NULL,
  regular_price_cents integer,
  starts_at timestamptz NOT NULL,
  gateway_id text,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT plans_prices_plan_id_plans_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX plans_prices_plan ON plans_prices (plan_id, starts_at);--> statement-breakpoint
-- Periods of a household’s subscriptions never overlap, so that no day is paid twice.
CREATE TABLE plans_periods (
  id uuid PRIMARY KEY,
  household_id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  plan_id uuid,
  subscription_id uuid,
  lasts_until timestamptz,
  CONSTRAINT plans_periods_paid_once EXCLUDE USING gist (household_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (subscription_id IS NOT NULL AND starts_at < ends_at),
  CONSTRAINT plans_periods_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT plans_periods_plan_id_plans_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX plans_periods_household ON plans_periods (household_id, ends_at);--> statement-breakpoint
CREATE INDEX plans_periods_subscription ON plans_periods (subscription_id, starts_at);--> statement-breakpoint
CREATE INDEX plans_periods_plan ON plans_periods (plan_id, ends_at);
