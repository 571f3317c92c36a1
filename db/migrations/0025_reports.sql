-- Facts of viewings, searches, ads and customers in month partitions, and the rollups counted from them.

-- One row for each version of the name and place of a title, clip, channel, ad or plan.
CREATE TABLE reports_titles (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signature text NOT NULL,
  kind text NOT NULL,
  target_id uuid NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  category_id uuid,
  category_ko text,
  category_en text,
  sub_category_id uuid,
  sub_category_ko text,
  sub_category_en text,
  content_partner_id uuid,
  content_partner_ko text,
  content_partner_en text,
  CONSTRAINT reports_titles_signature_unique UNIQUE (signature)
);
--> statement-breakpoint
-- Viewings of one viewer have equal hashes until the salt is deleted with the household.
CREATE TABLE reports_salts (
  household_id uuid PRIMARY KEY,
  salt uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT reports_salts_household_id_accounts_households_id_fk
    FOREIGN KEY (household_id) REFERENCES accounts_households(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE reports_viewings (
  id uuid NOT NULL,
  day date NOT NULL,
  counted_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  heard_until timestamptz NOT NULL,
  title_id integer NOT NULL,
  season smallint,
  episode smallint,
  viewer bigint NOT NULL,
  home bigint NOT NULL,
  joined_week date,
  device text NOT NULL,
  country text NOT NULL,
  plan boolean NOT NULL,
  kid boolean NOT NULL,
  seconds integer NOT NULL,
  completed boolean,
  takes_stream boolean DEFAULT true NOT NULL,
  CONSTRAINT reports_viewings_id_day_pk PRIMARY KEY (id, day)
)
PARTITION BY RANGE (day);
--> statement-breakpoint
CREATE INDEX reports_viewings_day ON reports_viewings USING brin (day);--> statement-breakpoint
CREATE INDEX reports_viewings_newest ON reports_viewings (happened_at);--> statement-breakpoint
CREATE INDEX reports_viewings_late ON reports_viewings (counted_on) WHERE counted_on <> day;--> statement-breakpoint
CREATE INDEX reports_viewings_title ON reports_viewings (title_id, day);--> statement-breakpoint
CREATE TABLE reports_searches (
  id uuid NOT NULL,
  day date NOT NULL,
  counted_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  query text NOT NULL,
  script text NOT NULL,
  sound text NOT NULL,
  initials text NOT NULL,
  results integer,
  opened boolean NOT NULL,
  CONSTRAINT reports_searches_id_day_pk PRIMARY KEY (id, day)
)
PARTITION BY RANGE (day);
--> statement-breakpoint
CREATE INDEX reports_searches_day ON reports_searches USING brin (day);--> statement-breakpoint
CREATE INDEX reports_searches_newest ON reports_searches (happened_at);--> statement-breakpoint
CREATE INDEX reports_searches_late ON reports_searches (counted_on) WHERE counted_on <> day;--> statement-breakpoint
CREATE INDEX reports_searches_query ON reports_searches (query, day);--> statement-breakpoint
CREATE TABLE reports_ad_events (
  id uuid NOT NULL,
  day date NOT NULL,
  counted_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  kind text NOT NULL,
  title_id integer NOT NULL,
  placement text NOT NULL,
  device text NOT NULL,
  CONSTRAINT reports_ad_events_id_title_id_kind_day_pk PRIMARY KEY (id, title_id, kind, day)
)
PARTITION BY RANGE (day);
--> statement-breakpoint
CREATE INDEX reports_ad_events_day ON reports_ad_events USING brin (day);--> statement-breakpoint
CREATE INDEX reports_ad_events_newest ON reports_ad_events (happened_at);--> statement-breakpoint
CREATE INDEX reports_ad_events_late ON reports_ad_events (counted_on) WHERE counted_on <> day;--> statement-breakpoint
CREATE INDEX reports_ad_events_title ON reports_ad_events (title_id, day);--> statement-breakpoint
CREATE TABLE reports_customer_events (
  id uuid NOT NULL,
  day date NOT NULL,
  counted_on date NOT NULL,
  happened_at timestamptz NOT NULL,
  kind text NOT NULL,
  home bigint NOT NULL,
  title_id integer,
  CONSTRAINT reports_customer_events_id_day_pk PRIMARY KEY (id, day)
)
PARTITION BY RANGE (day);
--> statement-breakpoint
CREATE INDEX reports_customer_events_day ON reports_customer_events USING brin (day);--> statement-breakpoint
CREATE INDEX reports_customer_events_newest ON reports_customer_events (happened_at);--> statement-breakpoint
CREATE INDEX reports_customer_events_late ON reports_customer_events (counted_on) WHERE counted_on <> day;--> statement-breakpoint
CREATE TABLE reports_title_days (
  day date NOT NULL,
  title_id integer NOT NULL,
  views integer NOT NULL,
  seconds bigint NOT NULL,
  completed integer NOT NULL,
  measured integer DEFAULT 0 NOT NULL,
  CONSTRAINT reports_title_days_day_title_id_pk PRIMARY KEY (day, title_id)
);
--> statement-breakpoint
CREATE TABLE reports_title_months (
  month date NOT NULL,
  title_id integer NOT NULL,
  views integer NOT NULL,
  seconds bigint NOT NULL,
  completed integer NOT NULL,
  last date NOT NULL,
  measured integer DEFAULT 0 NOT NULL,
  CONSTRAINT reports_title_months_month_title_id_pk PRIMARY KEY (month, title_id)
);
--> statement-breakpoint
CREATE TABLE reports_watch_days (
  day date NOT NULL,
  part text NOT NULL,
  value text NOT NULL,
  views integer NOT NULL,
  seconds bigint NOT NULL,
  completed integer NOT NULL,
  content_partner_id uuid,
  measured integer DEFAULT 0 NOT NULL,
  CONSTRAINT reports_watch_days_own UNIQUE NULLS NOT DISTINCT (content_partner_id, part, day, value)
);
--> statement-breakpoint
CREATE TABLE reports_stream_hours (
  day date NOT NULL,
  hour smallint NOT NULL,
  streams integer NOT NULL,
  content_partner_id uuid,
  CONSTRAINT reports_stream_hours_own UNIQUE NULLS NOT DISTINCT (content_partner_id, day, hour)
);
--> statement-breakpoint
CREATE TABLE reports_search_days (
  day date NOT NULL,
  query text NOT NULL,
  script text NOT NULL,
  sound text NOT NULL,
  initials text NOT NULL,
  searches integer NOT NULL,
  empty integer NOT NULL,
  opened integer NOT NULL,
  CONSTRAINT reports_search_days_day_query_pk PRIMARY KEY (day, query)
);
--> statement-breakpoint
CREATE TABLE reports_search_months (
  month date NOT NULL,
  query text NOT NULL,
  script text NOT NULL,
  sound text NOT NULL,
  initials text NOT NULL,
  searches integer NOT NULL,
  empty integer NOT NULL,
  opened integer NOT NULL,
  CONSTRAINT reports_search_months_month_query_pk PRIMARY KEY (month, query)
);
--> statement-breakpoint
CREATE TABLE reports_script_days (
  day date NOT NULL,
  script text NOT NULL,
  searches integer NOT NULL,
  empty integer NOT NULL,
  opened integer NOT NULL,
  CONSTRAINT reports_script_days_day_script_pk PRIMARY KEY (day, script)
);
--> statement-breakpoint
CREATE TABLE reports_ad_days (
  day date NOT NULL,
  title_id integer NOT NULL,
  placement text NOT NULL,
  impressions integer NOT NULL,
  clicks integer NOT NULL,
  CONSTRAINT reports_ad_days_day_title_id_placement_pk PRIMARY KEY (day, title_id, placement)
);
--> statement-breakpoint
CREATE TABLE reports_customer_days (
  day date NOT NULL,
  kind text NOT NULL,
  events integer NOT NULL,
  CONSTRAINT reports_customer_days_day_kind_pk PRIMARY KEY (day, kind)
);
--> statement-breakpoint
CREATE TABLE reports_audiences (
  ends_on date NOT NULL,
  starts_on date NOT NULL,
  part text NOT NULL,
  value text NOT NULL,
  viewers integer NOT NULL,
  content_partner_id uuid,
  CONSTRAINT reports_audiences_own UNIQUE NULLS NOT DISTINCT (ends_on, starts_on, part, content_partner_id, value)
);
--> statement-breakpoint
CREATE TABLE reports_retention (
  joined_week date NOT NULL,
  week date NOT NULL,
  homes integer NOT NULL,
  CONSTRAINT reports_retention_joined_week_week_pk PRIMARY KEY (joined_week, week)
);
--> statement-breakpoint
CREATE TABLE reports_cursors (
  source text PRIMARY KEY,
  until timestamptz NOT NULL,
  taking_over boolean NOT NULL
);
--> statement-breakpoint
-- Days and ranges whose facts have changed since they were counted.
CREATE TABLE reports_changed_days (
  day date PRIMARY KEY
);
--> statement-breakpoint
CREATE TABLE reports_changed_ranges (
  counted text NOT NULL,
  ends_on date NOT NULL,
  starts_on date NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT reports_changed_ranges_counted_ends_on_starts_on_pk PRIMARY KEY (counted, ends_on, starts_on)
);
--> statement-breakpoint
CREATE TABLE reports_differences (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  figure text NOT NULL,
  counted bigint NOT NULL,
  kept bigint NOT NULL,
  found_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX reports_differences_newest ON reports_differences (found_at DESC);--> statement-breakpoint
CREATE TABLE reports_mailings (
  id uuid PRIMARY KEY,
  staff_id uuid NOT NULL,
  report text NOT NULL,
  every text NOT NULL,
  filters jsonb NOT NULL,
  locale text NOT NULL,
  sent_to date,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT reports_mailings_staff_id_staff_users_id_fk
    FOREIGN KEY (staff_id) REFERENCES staff_users(id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX reports_mailings_staff ON reports_mailings (staff_id);--> statement-breakpoint
SELECT make_month_partitions('reports_viewings', 3),
  make_month_partitions('reports_searches', 3),
  make_month_partitions('reports_ad_events', 3),
  make_month_partitions('reports_customer_events', 3);
