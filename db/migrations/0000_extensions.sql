-- Trigram search (Hangul needs a UTF-8 character type; the server checks it at the start), and tables with a partition a month:
-- old months leave in one step. The function is called at every start for the months to come; what no month takes goes to the
-- default partition.
create extension if not exists pg_trgm;
--> statement-breakpoint
CREATE FUNCTION make_month_partitions(parent text, months integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  first date;
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I DEFAULT', parent || '_other', parent);
  FOR step IN 0..months LOOP
    first := (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => step))::date;
    BEGIN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(first, '_YYYY_MM'), parent, first, (first + interval '1 month')::date);
    EXCEPTION WHEN check_violation THEN
      NULL; -- rows of that month are in the default partition already, and stay there
    END;
  END LOOP;
END $$;
