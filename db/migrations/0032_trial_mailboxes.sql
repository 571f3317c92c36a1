CREATE TABLE "billing_trial_mailboxes" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
