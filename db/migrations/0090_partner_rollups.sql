ALTER TABLE "reports_audiences" DROP CONSTRAINT "reports_audiences_ends_on_starts_on_part_value_pk";--> statement-breakpoint
ALTER TABLE "reports_stream_hours" DROP CONSTRAINT "reports_stream_hours_day_hour_pk";--> statement-breakpoint
ALTER TABLE "reports_watch_days" DROP CONSTRAINT "reports_watch_days_day_part_value_pk";--> statement-breakpoint
ALTER TABLE "reports_audiences" ADD COLUMN "content_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "reports_stream_hours" ADD COLUMN "content_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "reports_watch_days" ADD COLUMN "content_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "reports_audiences" ADD CONSTRAINT "reports_audiences_own" UNIQUE NULLS NOT DISTINCT("ends_on","starts_on","part","content_partner_id","value");--> statement-breakpoint
ALTER TABLE "reports_stream_hours" ADD CONSTRAINT "reports_stream_hours_own" UNIQUE NULLS NOT DISTINCT("content_partner_id","day","hour");--> statement-breakpoint
ALTER TABLE "reports_watch_days" ADD CONSTRAINT "reports_watch_days_own" UNIQUE NULLS NOT DISTINCT("content_partner_id","part","day","value");--> statement-breakpoint
-- Days with titles of content partners are counted again, and the ranges that have them. Where months of facts are gone, not the first
-- that is kept: what came late of the month before counts in it.
WITH kept AS (
  SELECT min(to_date(right(c.relname, 7), 'YYYY_MM')) AS first FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'reports_viewings'::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'),
since AS (
  SELECT CASE WHEN EXISTS (SELECT FROM reports_title_days WHERE day < first) THEN (first + interval '1 month')::date ELSE first END AS first
  FROM kept),
days AS (
  SELECT DISTINCT d.day FROM since, reports_title_days d JOIN reports_titles t ON t.id = d.title_id
  WHERE t.content_partner_id IS NOT NULL AND d.day >= since.first),
marked AS (INSERT INTO reports_changed_days (day) SELECT day FROM days ON CONFLICT DO NOTHING)
INSERT INTO reports_changed_ranges (counted, ends_on, starts_on, since)
  SELECT 'audiences', a.ends_on, a.starts_on, now() FROM since, reports_audiences a
  WHERE a.part = 'total' AND a.starts_on < a.ends_on AND a.starts_on >= since.first
    AND (a.ends_on >= current_date - 62 OR extract(day FROM a.starts_on) = 1 AND extract(day FROM a.ends_on + 1) = 1)
    AND EXISTS (SELECT FROM days WHERE day BETWEEN a.starts_on AND a.ends_on)
  ON CONFLICT DO NOTHING;
