ALTER TABLE "reports_title_months" ADD COLUMN "last" date;--> statement-breakpoint
UPDATE "reports_title_months" m SET "last" = d.last FROM (
  SELECT date_trunc('month', day)::date AS month, title_id, max(day) AS last FROM reports_title_days GROUP BY 1, 2) d
WHERE d.month = m.month AND d.title_id = m.title_id;--> statement-breakpoint
UPDATE "reports_title_months" SET "last" = "month" WHERE "last" IS NULL;--> statement-breakpoint
ALTER TABLE "reports_title_months" ALTER COLUMN "last" SET NOT NULL;
