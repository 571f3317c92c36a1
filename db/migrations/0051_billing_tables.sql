CREATE TABLE "billing_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text,
	"line1" text,
	"line2" text,
	"city" text,
	"region" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"is_off_session" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text,
	"code" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"gateway_card_id" text NOT NULL,
	"brand" text NOT NULL,
	"last_four" text NOT NULL,
	"expiry_month" smallint NOT NULL,
	"expiry_year" smallint NOT NULL,
	"name" text,
	"fingerprint" text,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"locale" text NOT NULL,
	"text" text NOT NULL,
	"price_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_coupon_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"percent_off" smallint,
	"amount_off_cents" integer,
	"duration" text NOT NULL,
	"duration_months" smallint,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"first_only" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gateway_dispute_id" text NOT NULL,
	"payment_id" uuid,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"months" smallint NOT NULL,
	"amount_cents" integer NOT NULL,
	"lot" text DEFAULT '' NOT NULL,
	"bought_by" uuid,
	"invoice_id" uuid,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone,
	"redeemed_at" timestamp with time zone,
	"redeemed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_invoice_lines" (
	"invoice_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"subscription_id" uuid,
	"plan_id" uuid,
	"price_id" uuid,
	"price_cents" integer,
	"months" smallint,
	"period_from" date,
	"at" smallint,
	"until" smallint,
	"price_days" smallint,
	"sign" smallint,
	"first_day" date,
	"last_day" date,
	"coupon_id" uuid,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	CONSTRAINT "billing_invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position")
);
--> statement-breakpoint
CREATE TABLE "billing_invoice_taxes" (
	"invoice_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"jurisdiction" text NOT NULL,
	"name" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "billing_invoice_taxes_invoice_id_position_jurisdiction_name_pk" PRIMARY KEY("invoice_id","position","jurisdiction","name")
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"account_id" uuid NOT NULL,
	"subscription_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"address_id" uuid,
	"country" text NOT NULL,
	"region" text NOT NULL,
	"postal_code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_movements" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"gateway_payment_id" text,
	"source_id" text,
	"at" timestamp with time zone NOT NULL,
	"difference" text,
	"notes" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"subscription_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_notices_subscription_id_kind_about_pk" PRIMARY KEY("subscription_id","kind","about")
);
--> statement-breakpoint
CREATE TABLE "billing_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"method" text NOT NULL,
	"platform" text NOT NULL,
	"gateway_payment_id" text,
	"gateway_asked_at" timestamp with time zone,
	"card_id" uuid,
	"card_brand" text,
	"card_last_four" text,
	"card_expiry_month" smallint,
	"card_expiry_year" smallint,
	"card_name" text,
	"check_number" text,
	"paid_by" text,
	"notes" text DEFAULT '' NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"first_failed_at" timestamp with time zone,
	"failure_reason" text,
	"failure_code" text,
	"abandoned_at" timestamp with time zone,
	"switch_price_id" uuid,
	"switch_day" date,
	"paid_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"staff_name" text NOT NULL,
	"gateway_refund_id" text,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_changes" (
	"subscription_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"plan_id" uuid,
	"price_id" uuid,
	"price_cents" integer,
	"months" smallint,
	"trial_days" smallint,
	"day_of_month" smallint,
	"made_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_changes_subscription_id_position_pk" PRIMARY KEY("subscription_id","position")
);
--> statement-breakpoint
CREATE TABLE "billing_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"household_id" uuid,
	"state" text NOT NULL,
	"zone" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"price_id" uuid NOT NULL,
	"next_price_id" uuid,
	"began_on" date NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"renews" boolean NOT NULL,
	"due_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"unpaid_since" date,
	"ended_at" timestamp with time zone,
	"coupon_use_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_tax_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"postal_from" text DEFAULT '' NOT NULL,
	"postal_to" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"jurisdiction" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"regular_price_cents" integer,
	"starts_at" timestamp with time zone NOT NULL,
	"gateway_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "gateway_customer_id" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "gateway_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "card_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "address_id" uuid;--> statement-breakpoint
ALTER TABLE "plans_periods" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "plans_plans" ADD COLUMN "streams" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans_plans" ADD COLUMN "trial_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans_plans" ADD COLUMN "box_quantity" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans_plans" ADD COLUMN "gateway_id" text;--> statement-breakpoint
ALTER TABLE "billing_addresses" ADD CONSTRAINT "billing_addresses_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD CONSTRAINT "billing_attempts_payment_id_billing_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."billing_payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD CONSTRAINT "billing_attempts_card_id_billing_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."billing_cards"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_cards" ADD CONSTRAINT "billing_cards_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_consents" ADD CONSTRAINT "billing_consents_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_consents" ADD CONSTRAINT "billing_consents_price_id_plans_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_coupon_uses" ADD CONSTRAINT "billing_coupon_uses_coupon_id_billing_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."billing_coupons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_coupon_uses" ADD CONSTRAINT "billing_coupon_uses_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_disputes" ADD CONSTRAINT "billing_disputes_payment_id_billing_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."billing_payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_gifts" ADD CONSTRAINT "billing_gifts_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_gifts" ADD CONSTRAINT "billing_gifts_bought_by_billing_accounts_id_fk" FOREIGN KEY ("bought_by") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_gifts" ADD CONSTRAINT "billing_gifts_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_gifts" ADD CONSTRAINT "billing_gifts_redeemed_by_billing_accounts_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_lines" ADD CONSTRAINT "billing_invoice_lines_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_lines" ADD CONSTRAINT "billing_invoice_lines_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_lines" ADD CONSTRAINT "billing_invoice_lines_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_lines" ADD CONSTRAINT "billing_invoice_lines_price_id_plans_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_lines" ADD CONSTRAINT "billing_invoice_lines_coupon_id_billing_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."billing_coupons"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoice_taxes" ADD CONSTRAINT "billing_invoice_taxes_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_invoices" ADD CONSTRAINT "billing_invoices_address_id_billing_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."billing_addresses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_card_id_billing_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."billing_cards"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_refunds" ADD CONSTRAINT "billing_refunds_payment_id_billing_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."billing_payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_changes" ADD CONSTRAINT "billing_changes_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_changes" ADD CONSTRAINT "billing_changes_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_changes" ADD CONSTRAINT "billing_changes_price_id_plans_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_account_id_billing_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."billing_accounts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_price_id_plans_prices_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_next_price_id_plans_prices_id_fk" FOREIGN KEY ("next_price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_subscriptions" ADD CONSTRAINT "billing_subscriptions_coupon_use_id_billing_coupon_uses_id_fk" FOREIGN KEY ("coupon_use_id") REFERENCES "public"."billing_coupon_uses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans_prices" ADD CONSTRAINT "plans_prices_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_addresses_account" ON "billing_addresses" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_attempts_unsettled" ON "billing_attempts" USING btree ("payment_id") WHERE "billing_attempts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "billing_attempts_payment" ON "billing_attempts" USING btree ("payment_id","at");--> statement-breakpoint
CREATE INDEX "billing_attempts_unknown" ON "billing_attempts" USING btree ("at") WHERE "billing_attempts"."outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_cards_gateway" ON "billing_cards" USING btree ("gateway_card_id");--> statement-breakpoint
CREATE INDEX "billing_cards_account" ON "billing_cards" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "billing_cards_fingerprint" ON "billing_cards" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "billing_consents_subscription" ON "billing_consents" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "billing_consents_at" ON "billing_consents" USING btree ("at");--> statement-breakpoint
CREATE INDEX "billing_coupon_uses_coupon" ON "billing_coupon_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_coupon_uses_once" ON "billing_coupon_uses" USING btree ("coupon_id","account_id") WHERE "billing_coupon_uses"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "billing_coupons_code" ON "billing_coupons" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_disputes_gateway" ON "billing_disputes" USING btree ("gateway_dispute_id");--> statement-breakpoint
CREATE INDEX "billing_disputes_payment" ON "billing_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "billing_disputes_at" ON "billing_disputes" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_gifts_code" ON "billing_gifts" USING btree ("code");--> statement-breakpoint
CREATE INDEX "billing_gifts_buyer" ON "billing_gifts" USING btree ("bought_by");--> statement-breakpoint
CREATE INDEX "billing_gifts_lot" ON "billing_gifts" USING btree ("lot");--> statement-breakpoint
CREATE INDEX "billing_invoice_lines_period" ON "billing_invoice_lines" USING btree ("subscription_id","period_from");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_invoices_number" ON "billing_invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "billing_invoices_account" ON "billing_invoices" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "billing_invoices_subscription" ON "billing_invoices" USING btree ("subscription_id","id");--> statement-breakpoint
CREATE INDEX "billing_invoices_issued" ON "billing_invoices" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "billing_movements_at" ON "billing_movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "billing_movements_difference" ON "billing_movements" USING btree ("at") WHERE "billing_movements"."difference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payments_invoice" ON "billing_payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payments_gateway" ON "billing_payments" USING btree ("gateway_payment_id");--> statement-breakpoint
CREATE INDEX "billing_payments_account" ON "billing_payments" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "billing_payments_next_try" ON "billing_payments" USING btree ("next_try_at") WHERE "billing_payments"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_payments_state" ON "billing_payments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "billing_payments_created" ON "billing_payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "billing_refunds_payment" ON "billing_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_refunds_gateway" ON "billing_refunds" USING btree ("gateway_refund_id");--> statement-breakpoint
CREATE INDEX "billing_refunds_asked" ON "billing_refunds" USING btree ("at") WHERE "billing_refunds"."state" in ('asked', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "billing_subscriptions_running" ON "billing_subscriptions" USING btree ("household_id") WHERE "billing_subscriptions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "billing_subscriptions_household" ON "billing_subscriptions" USING btree ("household_id","id");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_account" ON "billing_subscriptions" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "billing_subscriptions_due" ON "billing_subscriptions" USING btree ("due_at") WHERE "billing_subscriptions"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_tax_rates_place" ON "billing_tax_rates" USING btree ("country","region","starts_on");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_prices_plan" ON "plans_prices" USING btree ("plan_id","starts_at");--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_card_id_billing_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."billing_cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_address_id_billing_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."billing_addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plans_periods_subscription" ON "plans_periods" USING btree ("subscription_id","starts_at");--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_switch_price_id_plans_prices_id_fk" FOREIGN KEY ("switch_price_id") REFERENCES "public"."plans_prices"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "billing_payments_abandoned" ON "billing_payments" USING btree ("abandoned_at") WHERE "billing_payments"."abandoned_at" is not null;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
-- No day is paid twice: what subscriptions serve to a household never overlaps.
ALTER TABLE "plans_periods" ADD CONSTRAINT "plans_periods_paid_once"
  EXCLUDE USING gist (household_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (subscription_id IS NOT NULL AND starts_at < ends_at);
--> statement-breakpoint
INSERT INTO "billing_counters" (name, value) VALUES ('invoice', 0);
--> statement-breakpoint
INSERT INTO "plans_prices" (id, plan_id, price_cents, regular_price_cents, starts_at, created_at, updated_at)
  SELECT gen_random_uuid(), id, price_cents, regular_price_cents, created_at, created_at, created_at FROM "plans_plans";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION billing_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was posted is not changed: %', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- An invoice stays as it was sent; a mistake is put right by another one.
CREATE TRIGGER billing_invoices_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoices
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE TRIGGER billing_invoice_lines_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
CREATE TRIGGER billing_invoice_taxes_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_invoice_taxes
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
--> statement-breakpoint
ALTER TABLE "billing_coupons" ADD CONSTRAINT "billing_coupons_uses" CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses));
--> statement-breakpoint
ALTER TABLE "billing_coupons" ADD CONSTRAINT "billing_coupons_discount" CHECK ((percent_off BETWEEN 1 AND 100) <> (amount_off_cents > 0));
--> statement-breakpoint
ALTER TABLE "billing_payments" ADD CONSTRAINT "billing_payments_amounts" CHECK (amount_cents >= 0 AND credit_cents >= 0 AND refunded_cents BETWEEN 0 AND amount_cents + credit_cents);
