CREATE TABLE "reports_script_days" (
	"day" date NOT NULL,
	"script" text NOT NULL,
	"searches" integer NOT NULL,
	"empty" integer NOT NULL,
	"opened" integer NOT NULL,
	CONSTRAINT "reports_script_days_day_script_pk" PRIMARY KEY("day","script")
);
--> statement-breakpoint
CREATE TABLE "reports_search_months" (
	"month" date NOT NULL,
	"query" text NOT NULL,
	"script" text NOT NULL,
	"sound" text NOT NULL,
	"initials" text NOT NULL,
	"searches" integer NOT NULL,
	"empty" integer NOT NULL,
	"opened" integer NOT NULL,
	CONSTRAINT "reports_search_months_month_query_pk" PRIMARY KEY("month","query")
);
--> statement-breakpoint
INSERT INTO reports_script_days (day, script, searches, empty, opened)
  SELECT day, script, sum(searches), sum(empty), sum(opened) FROM reports_search_days GROUP BY day, script;
--> statement-breakpoint
INSERT INTO reports_search_months (month, query, script, sound, initials, searches, empty, opened)
  SELECT date_trunc('month', day)::date, query, min(script), min(sound), min(initials), sum(searches), sum(empty), sum(opened)
  FROM reports_search_days WHERE day < date_trunc('month', now() - interval '1 day') GROUP BY 1, 2;
