CREATE TABLE "reports_changed_ranges" (
	"counted" text NOT NULL,
	"ends_on" date NOT NULL,
	"starts_on" date NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "reports_changed_ranges_counted_ends_on_starts_on_pk" PRIMARY KEY("counted","ends_on","starts_on")
);
