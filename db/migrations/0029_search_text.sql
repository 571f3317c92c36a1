-- Names as the office searches them: syllables as their letters (trigrams need three of them), and the initial consonants beside.
CREATE FUNCTION search_text(name text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(normalize(name, NFD)) || ' ' || translate(
      regexp_replace(normalize(name, NFD), '[^\u1100-\u1112 ]', '', 'g'),
      U&'\1100\1101\1102\1103\1104\1105\1106\1107\1108\1109\110A\110B\110C\110D\110E\110F\1110\1111\1112',
      'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');
--> statement-breakpoint
DROP INDEX "catalog_programmes_title_ko";
--> statement-breakpoint
DROP INDEX "catalog_programmes_title_en";
--> statement-breakpoint
CREATE INDEX "catalog_episodes_search" ON "catalog_episodes" USING gin (search_text("title_ko" || ' ' || "title_en") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "catalog_episodes_by_number" ON "catalog_episodes" USING btree ("number","id");
--> statement-breakpoint
CREATE INDEX "catalog_episodes_by_title_ko" ON "catalog_episodes" USING btree ("title_ko","id");
--> statement-breakpoint
CREATE INDEX "catalog_episodes_by_title_en" ON "catalog_episodes" USING btree ("title_en","id");
--> statement-breakpoint
CREATE INDEX "catalog_episodes_by_created" ON "catalog_episodes" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_episodes_by_updated" ON "catalog_episodes" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_people_search" ON "catalog_people" USING gin (search_text("name_ko" || ' ' || "name_en") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "catalog_people_by_name_ko" ON "catalog_people" USING btree ("name_ko","id");
--> statement-breakpoint
CREATE INDEX "catalog_people_by_name_en" ON "catalog_people" USING btree ("name_en","id");
--> statement-breakpoint
CREATE INDEX "catalog_people_by_created" ON "catalog_people" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_people_by_updated" ON "catalog_people" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_search" ON "catalog_programmes" USING gin (search_text("title_ko" || ' ' || "title_en") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_title_ko" ON "catalog_programmes" USING btree ("title_ko","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_title_en" ON "catalog_programmes" USING btree ("title_en","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_created" ON "catalog_programmes" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_updated" ON "catalog_programmes" USING btree ("updated_at","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_release" ON "catalog_programmes" USING btree ("release_year","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_maturity" ON "catalog_programmes" USING btree ("maturity","id");
--> statement-breakpoint
CREATE INDEX "catalog_programmes_by_from" ON "catalog_programmes" USING btree ("available_from","id");