-- Trigram search (Hangul needs a UTF-8 character type; the server checks it at the start).
create extension if not exists pg_trgm;
