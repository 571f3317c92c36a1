-- The signs of ASCII count as letters here, because trigrams leave out what is no letter: of "77-7" an index would know two words that
-- begin and end somewhere. Each sign is the letter of the Canadian syllabics 0x1400 above it.
CREATE OR REPLACE FUNCTION search_text(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(lower(normalize(name, NFD)),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
      U&'\1421\1422\1423\1424\1425\1426\1427\1428\1429\142A\142B\142C\142D\142E\142F\143A\143B\143C\143D\143E\143F\1440\145B\145C\145D\145E\145F\1460\147B\147C\147D\147E') || ' ' || translate(
      regexp_replace(normalize(name, NFD), '[^\u1100-\u1112 ]', '', 'g'),
      U&'\1100\1101\1102\1103\1104\1105\1106\1107\1108\1109\110A\110B\110C\110D\110E\110F\1110\1111\1112',
      'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');--> statement-breakpoint
ALTER TABLE "catalog_episodes" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "catalog_episodes" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("title_ko" || ' ' || "title_en")) STORED;--> statement-breakpoint
CREATE INDEX "catalog_episodes_search" ON "catalog_episodes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "catalog_people" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "catalog_people" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("name_ko" || ' ' || "name_en")) STORED;--> statement-breakpoint
CREATE INDEX "catalog_people_search" ON "catalog_people" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "catalog_programmes" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "catalog_programmes" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("title_ko" || ' ' || "title_en")) STORED;--> statement-breakpoint
CREATE INDEX "catalog_programmes_search" ON "catalog_programmes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "event_log" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "event_log" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("label")) STORED;--> statement-breakpoint
CREATE INDEX "event_log_search" ON "event_log" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "accounts_users" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("username")) STORED;--> statement-breakpoint
CREATE INDEX "accounts_users_search" ON "accounts_users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
DROP INDEX "billing_gifts_search";--> statement-breakpoint
CREATE INDEX "billing_gifts_search" ON "billing_gifts" USING gin (search_text("lot") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "files_imports_search";--> statement-breakpoint
CREATE INDEX "files_imports_search" ON "files_imports" USING gin (search_text("file_name") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "inquiries_search";--> statement-breakpoint
CREATE INDEX "inquiries_search" ON "inquiries" USING gin (search_text("title") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "mail_messages_search";--> statement-breakpoint
CREATE INDEX "mail_messages_search" ON "mail_messages" USING gin (search_text("subject") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "partner_statements_search";--> statement-breakpoint
CREATE INDEX "partner_statements_search" ON "partner_statements" USING gin (search_text("partner_ko" || ' ' || "partner_en") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "releases_releases_search";--> statement-breakpoint
CREATE INDEX "releases_releases_search" ON "releases_releases" USING gin (search_text("name") gin_trgm_ops);
