-- What hangs on very many people is not looked for: whoever asks is told to write more, instead of getting what hangs on the first of them.
-- The refusal is known by its code (src/server/db/refusal.ts).
CREATE FUNCTION bounded_ids(ids uuid[], most integer, field text) RETURNS uuid[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF cardinality(ids) > most THEN
    RAISE EXCEPTION 'more than % are meant', most USING ERRCODE = 'MA001', DETAIL = most::text, COLUMN = field;
  END IF;
  RETURN ids;
END $$;
