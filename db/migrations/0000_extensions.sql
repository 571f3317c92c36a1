-- Extensions, and the functions that tables of several modules use.

-- Trigram indexes find Hangul only with a UTF-8 character type, which the server checks when it starts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- An exclusion constraint needs it to combine equal ids with overlapping ranges.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
-- Creates the partitions of the current month and of `months` months ahead, and the default partition for rows of any other month.
-- The server calls it for every partitioned table when it starts.
-- A month is deleted in one step by dropping its partition.
CREATE FUNCTION make_month_partitions(parent text, months integer) RETURNS void
  LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
-- The form of a name that the office searches: syllables as letters, because a trigram needs three of them, then the initial consonants.
-- Trigrams skip ASCII signs: each becomes the letter of Canadian syllabics 0x1400 above it, so that `77-7` remains one word.
CREATE FUNCTION search_text(name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(normalize(name, NFD)),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
      U&'\1421\1422\1423\1424\1425\1426\1427\1428\1429\142A\142B\142C\142D\142E\142F\143A\143B\143C\143D\143E\143F\1440\145B\145C\145D\145E\145F\1460\147B\147C\147D\147E') || ' ' || translate(
      regexp_replace(normalize(name, NFD), '[^\u1100-\u1112 ]', '', 'g'),
      U&'\1100\1101\1102\1103\1104\1105\1106\1107\1108\1109\110A\110B\110C\110D\110E\110F\1110\1111\1112',
      'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');
--> statement-breakpoint
-- Refuses a search that matches more than `most` related records, so that the staff member narrows it.
-- The server recognizes the refusal by its code (src/server/db/refusal.ts).
CREATE FUNCTION bounded_ids(ids uuid[], most integer, field text) RETURNS uuid[]
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF cardinality(ids) > most THEN
    RAISE EXCEPTION 'more than % are meant', most USING ERRCODE = 'MA001', DETAIL = most::text, COLUMN = field;
  END IF;
  RETURN ids;
END $$;
