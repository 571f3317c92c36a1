ALTER TABLE "reports_title_days" ADD COLUMN "measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reports_title_months" ADD COLUMN "measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reports_watch_days" ADD COLUMN "measured" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The end of every viewing is known but a channel's, and a clip's whose length is not: of these the facts say so, as far as they are kept.
UPDATE reports_title_days d SET measured = d.views FROM reports_titles t WHERE t.id = d.title_id AND t.kind <> 'channel';
--> statement-breakpoint
UPDATE reports_title_days d SET measured = greatest(0, d.views - u.views)
FROM (
  SELECT f.counted_on, f.title_id, count(*) AS views FROM reports_viewings f
  WHERE f.title_id = ANY (ARRAY(SELECT id FROM reports_titles WHERE kind = 'clip')) AND f.completed IS NULL GROUP BY 1, 2) u
WHERE u.counted_on = d.day AND u.title_id = d.title_id;
--> statement-breakpoint
UPDATE reports_title_months m SET measured = s.measured
FROM (SELECT date_trunc('month', day)::date AS month, title_id, sum(measured) AS measured FROM reports_title_days GROUP BY 1, 2) s
WHERE s.month = m.month AND s.title_id = m.title_id AND s.measured > 0;
--> statement-breakpoint
UPDATE reports_watch_days SET measured = views WHERE part <> 'kind';
--> statement-breakpoint
UPDATE reports_watch_days w SET measured = s.measured
FROM (
  SELECT d.day, t.content_partner_id, t.kind, sum(d.measured) AS measured FROM reports_title_days d JOIN reports_titles t ON t.id = d.title_id
  GROUP BY GROUPING SETS ((d.day, t.kind), (d.day, t.content_partner_id, t.kind))
  HAVING grouping(t.content_partner_id) = 1 OR t.content_partner_id IS NOT NULL) s
WHERE w.part = 'kind' AND w.day = s.day AND w.value = s.kind AND w.content_partner_id IS NOT DISTINCT FROM s.content_partner_id
  AND s.measured > 0;
--> statement-breakpoint
-- By hour, device and country these views are told apart when their days are counted again. Where months of facts are gone, not those of the
-- first that is kept: what came late of the month before counts in it.
WITH kept AS (
  SELECT min(to_date(right(c.relname, 7), 'YYYY_MM')) AS first FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'reports_viewings'::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'),
since AS (
  SELECT CASE WHEN EXISTS (SELECT FROM reports_title_days WHERE day < first) THEN (first + interval '1 month')::date ELSE first END AS first
  FROM kept)
INSERT INTO reports_changed_days (day)
  SELECT DISTINCT day FROM reports_title_days, since WHERE measured < views AND day >= first ON CONFLICT DO NOTHING;
