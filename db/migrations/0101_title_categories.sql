-- Days and ranges in which a title was watched in several categories are counted again: people of each were not told apart. Where months of
-- facts are gone, not in the first that is kept: what came late of the month before counts in it.
WITH kept AS (
  SELECT min(to_date(right(c.relname, 7), 'YYYY_MM')) AS first FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'reports_viewings'::regclass AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'),
since AS (
  SELECT CASE WHEN EXISTS (SELECT FROM reports_title_days WHERE day < first) THEN (first + interval '1 month')::date ELSE first END AS first
  FROM kept),
moved AS (
  SELECT target_id FROM reports_titles GROUP BY target_id HAVING count(DISTINCT row(category_id, sub_category_id)) > 1),
watched AS (
  SELECT DISTINCT d.day, t.target_id, row(t.category_id, t.sub_category_id) AS place
  FROM moved JOIN reports_titles t USING (target_id) JOIN reports_title_days d ON d.title_id = t.id JOIN since ON d.day >= since.first),
ranges AS (
  SELECT DISTINCT a.ends_on, a.starts_on FROM reports_audiences a JOIN watched w ON w.day BETWEEN a.starts_on AND a.ends_on
  WHERE a.part = 'total' AND a.starts_on >= (SELECT first FROM since)
  GROUP BY a.ends_on, a.starts_on, w.target_id HAVING count(DISTINCT w.place) > 1),
marked AS (INSERT INTO reports_changed_days (day) SELECT ends_on FROM ranges WHERE starts_on = ends_on ON CONFLICT DO NOTHING)
INSERT INTO reports_changed_ranges (counted, ends_on, starts_on, since)
  SELECT 'audiences', ends_on, starts_on, now() FROM ranges WHERE starts_on < ends_on
  ON CONFLICT DO NOTHING;
