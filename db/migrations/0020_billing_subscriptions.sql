-- Coupons, subscriptions with their history, requests to pay, and forecasts of renewals.

CREATE TABLE billing_coupons (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  percent_off smallint,
  amount_off_cents integer,
  duration text NOT NULL,
  duration_months smallint,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer,
  uses integer DEFAULT 0 NOT NULL,
  first_only boolean DEFAULT false NOT NULL,
  active boolean DEFAULT true NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_coupons_discount CHECK ((percent_off BETWEEN 1 AND 100) <> (amount_off_cents > 0)),
  CONSTRAINT billing_coupons_uses CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses))
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_coupons_code ON billing_coupons (code);--> statement-breakpoint
CREATE TABLE billing_coupon_uses (
  id uuid PRIMARY KEY,
  coupon_id uuid NOT NULL,
  account_id uuid NOT NULL,
  state text NOT NULL,
  at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_coupon_uses_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_coupon_uses_coupon_id_billing_coupons_id_fk
    FOREIGN KEY (coupon_id) REFERENCES billing_coupons(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX billing_coupon_uses_coupon ON billing_coupon_uses (coupon_id);--> statement-breakpoint
CREATE UNIQUE INDEX billing_coupon_uses_once ON billing_coupon_uses (coupon_id, account_id) WHERE state <> 'released';--> statement-breakpoint
CREATE TABLE billing_subscriptions (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  household_id uuid,
  state text NOT NULL,
  zone text NOT NULL,
  plan_id uuid NOT NULL,
  price_id uuid NOT NULL,
  next_price_id uuid,
  began_on date NOT NULL,
  period_from date NOT NULL,
  period_to date NOT NULL,
  renews boolean NOT NULL,
  due_at timestamptz,
  cancelled_at timestamptz,
  unpaid_since date,
  ended_at timestamptz,
  coupon_use_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  ends_with_credit boolean DEFAULT false NOT NULL,
  platform text NOT NULL,
  gift_periods smallint DEFAULT 0 NOT NULL,
  gift_period_cents integer,
  ended_by_served boolean DEFAULT false NOT NULL,
  gift_plan_id uuid,
  CONSTRAINT billing_subscriptions_account_id_billing_accounts_id_fk
    FOREIGN KEY (account_id) REFERENCES billing_accounts(id) ON DELETE RESTRICT,
  CONSTRAINT billing_subscriptions_coupon_use_id_billing_coupon_uses_id_fk
    FOREIGN KEY (coupon_use_id) REFERENCES billing_coupon_uses(id) ON DELETE RESTRICT,
  CONSTRAINT billing_subscriptions_gift_plan_id_plans_plans_id_fk
    FOREIGN KEY (gift_plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_subscriptions_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE SET NULL,
  CONSTRAINT billing_subscriptions_next_price_id_plans_prices_id_fk
    FOREIGN KEY (next_price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_subscriptions_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_subscriptions_price_id_plans_prices_id_fk
    FOREIGN KEY (price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT
);
--> statement-breakpoint
-- A household has at most one running subscription.
CREATE UNIQUE INDEX billing_subscriptions_running ON billing_subscriptions (household_id) WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX billing_subscriptions_household ON billing_subscriptions (household_id, id);--> statement-breakpoint
CREATE INDEX billing_subscriptions_account ON billing_subscriptions (account_id, id);--> statement-breakpoint
CREATE INDEX billing_subscriptions_next ON billing_subscriptions (period_to) WHERE renews AND state <> 'ended';--> statement-breakpoint
CREATE INDEX billing_subscriptions_due ON billing_subscriptions (due_at, id) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE billing_changes (
  subscription_id uuid NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  plan_id uuid,
  price_id uuid,
  price_cents integer,
  months smallint,
  trial_days smallint,
  day_of_month smallint,
  made_by text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT billing_changes_subscription_id_position_pk PRIMARY KEY (subscription_id, "position"),
  CONSTRAINT billing_changes_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT,
  CONSTRAINT billing_changes_price_id_plans_prices_id_fk
    FOREIGN KEY (price_id) REFERENCES plans_prices(id) ON DELETE RESTRICT,
  CONSTRAINT billing_changes_subscription_id_billing_subscriptions_id_fk
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE TABLE billing_notices (
  subscription_id uuid NOT NULL,
  kind text NOT NULL,
  about text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT billing_notices_subscription_id_kind_about_pk PRIMARY KEY (subscription_id, kind, about),
  CONSTRAINT billing_notices_subscription_id_billing_subscriptions_id_fk
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE TABLE billing_pay_requests (
  household_id uuid PRIMARY KEY,
  code text NOT NULL,
  plan_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT billing_pay_requests_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE,
  CONSTRAINT billing_pay_requests_plan_id_plans_plans_id_fk
    FOREIGN KEY (plan_id) REFERENCES plans_plans(id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_pay_requests_code ON billing_pay_requests (code);--> statement-breakpoint
CREATE INDEX billing_pay_requests_plan ON billing_pay_requests (plan_id);--> statement-breakpoint
CREATE TABLE billing_rehearsals (
  id uuid PRIMARY KEY,
  month text NOT NULL,
  percent smallint NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  asked_at timestamptz NOT NULL,
  progress_at timestamptz NOT NULL,
  ready_at timestamptz,
  result jsonb,
  result_at timestamptz,
  changes_run uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX billing_rehearsals_asked ON billing_rehearsals (month, percent);--> statement-breakpoint
CREATE INDEX billing_rehearsals_run ON billing_rehearsals (changes_run) WHERE changes_run IS NOT NULL;--> statement-breakpoint
CREATE TABLE billing_rehearsal_changes (
  id uuid PRIMARY KEY,
  run uuid NOT NULL,
  subscription_id uuid NOT NULL,
  renews_on date NOT NULL,
  before_cents integer NOT NULL,
  after_cents integer NOT NULL,
  change_cents integer NOT NULL,
  reason_ko text NOT NULL,
  reason_en text NOT NULL,
  CONSTRAINT billing_rehearsal_changes_subscription_id_billing_subscriptions
    FOREIGN KEY (subscription_id) REFERENCES billing_subscriptions(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX billing_rehearsal_changes_run ON billing_rehearsal_changes (run);--> statement-breakpoint
CREATE INDEX billing_rehearsal_changes_size ON billing_rehearsal_changes (change_cents, id);--> statement-breakpoint
CREATE INDEX billing_rehearsal_changes_day ON billing_rehearsal_changes (renews_on, id);--> statement-breakpoint
CREATE INDEX billing_rehearsal_changes_subscription ON billing_rehearsal_changes (subscription_id);
