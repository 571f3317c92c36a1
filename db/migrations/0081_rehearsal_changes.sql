CREATE TABLE "billing_rehearsal_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"renews_on" date NOT NULL,
	"before_cents" integer NOT NULL,
	"after_cents" integer NOT NULL,
	"change_cents" integer NOT NULL,
	"reason_ko" text NOT NULL,
	"reason_en" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_rehearsals" ADD COLUMN "changes_run" uuid;--> statement-breakpoint
ALTER TABLE "billing_rehearsal_changes" ADD CONSTRAINT "billing_rehearsal_changes_subscription_id_billing_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."billing_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_rehearsal_changes_run" ON "billing_rehearsal_changes" USING btree ("run");--> statement-breakpoint
CREATE INDEX "billing_rehearsal_changes_size" ON "billing_rehearsal_changes" USING btree ("change_cents","id");--> statement-breakpoint
CREATE INDEX "billing_rehearsal_changes_day" ON "billing_rehearsal_changes" USING btree ("renews_on","id");--> statement-breakpoint
CREATE INDEX "billing_rehearsal_changes_subscription" ON "billing_rehearsal_changes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "billing_rehearsals_run" ON "billing_rehearsals" USING btree ("changes_run") WHERE "billing_rehearsals"."changes_run" is not null;--> statement-breakpoint
-- Of the newest rehearsal that is ready. Whose a subscription is, is read row by row, and costs nothing where it is not shown.
CREATE VIEW "billing_bill_changes" AS
	SELECT c.id, r.month, c.subscription_id,
		(SELECT u.id FROM accounts_users u WHERE u.household_id = (SELECT s.household_id FROM billing_subscriptions s WHERE s.id = c.subscription_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS customer_id,
		(SELECT u.username FROM accounts_users u WHERE u.household_id = (SELECT s.household_id FROM billing_subscriptions s WHERE s.id = c.subscription_id)
			ORDER BY u.created_at, u.id LIMIT 1) AS username,
		c.renews_on, c.before_cents, c.after_cents, c.change_cents, c.reason_ko, c.reason_en
	FROM billing_rehearsal_changes c JOIN billing_rehearsals r ON r.changes_run = c.run;
