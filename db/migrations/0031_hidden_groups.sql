ALTER TABLE "staff_roles" ADD COLUMN "hidden_groups" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A role that hid a field hides the field's group. Fields without a group are readable again: names, dates, states and
-- everything else that is not an amount of money, personal data, an internal note or a contract term.
WITH "grouped" ("resource", "field", "hidden_group") AS (VALUES
  ('plan-prices', 'label', 'amounts'),
  ('customers', 'email', 'personal'),
  ('customers', 'phone', 'personal'),
  ('customers', 'birth_date', 'personal'),
  ('customers', 'gender', 'personal'),
  ('customers', 'profiles', 'personal'),
  ('payments', 'name', 'personal'),
  ('payments', 'email', 'personal'),
  ('payments', 'phone', 'personal'),
  ('payments', 'address', 'personal'),
  ('payments', 'city', 'personal'),
  ('payments', 'zip', 'personal'),
  ('payments', 'paid_by', 'personal'),
  ('payments', 'card_name', 'personal'),
  ('inquiries', 'email', 'personal'),
  ('logins', 'address', 'personal'),
  ('mail', 'to_address', 'personal'),
  ('mail', 'error', 'personal'),
  ('mail', 'text', 'personal'),
  ('mail', 'html', 'personal'),
  ('payments', 'notes', 'notes'),
  ('payment-differences', 'notes', 'notes'),
  ('tax-rates', 'notes', 'notes'),
  ('partner-terms', 'share_percent', 'terms'),
  ('partner-terms', 'per_minute_cents', 'terms'),
  ('partner-terms', 'minimum_guarantee_cents', 'terms'),
  ('partner-statements', 'guarantee_cents', 'terms'),
  ('partner-statements', 'terms', 'terms')),
"hidden" AS (
  SELECT r."id", e."key" AS "resource", f."field"
    FROM "staff_roles" r, jsonb_each(r."hidden_fields") e, jsonb_array_elements_text(e."value") f ("field")),
"found" AS (
  SELECT h."id", g."hidden_group" FROM "hidden" h JOIN "grouped" g USING ("resource", "field")
  UNION
  SELECT "id", 'amounts' FROM "hidden" WHERE "field" LIKE '%\_cents')
UPDATE "staff_roles" r SET "hidden_groups" = own."groups"
  FROM (SELECT "id", array_agg("hidden_group" ORDER BY "hidden_group") AS "groups" FROM "found" GROUP BY "id") own
  WHERE own."id" = r."id";--> statement-breakpoint
ALTER TABLE "staff_roles" DROP COLUMN "hidden_fields";--> statement-breakpoint
-- Prices of plans were labeled by their amount. A label is readable by roles that hide amounts, so it is the first day now.
UPDATE "event_log" SET "label" = '' WHERE "entity" = 'plan-prices';--> statement-breakpoint
UPDATE "event_log_records" SET "label" = '' WHERE "entity" = 'plan-prices';--> statement-breakpoint
UPDATE "releases_changes" SET "label" = '' WHERE "entity" = 'plan-prices';
