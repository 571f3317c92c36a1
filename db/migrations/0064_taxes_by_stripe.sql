CREATE TABLE "billing_address_rates" (
	"address_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"rates" jsonb
);
--> statement-breakpoint
CREATE TABLE "billing_tax_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"sale_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"their_tax_cents" integer,
	"calculation_id" text,
	"calculations" smallint DEFAULT 0 NOT NULL,
	"asked_cents" integer,
	"transaction_id" text,
	"state" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"failure" text,
	"recorded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_address_rates" ADD CONSTRAINT "billing_address_rates_address_id_billing_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."billing_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_tax_reports" ADD CONSTRAINT "billing_tax_reports_payment_id_billing_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."billing_payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_tax_reports" ADD CONSTRAINT "billing_tax_reports_refund_id_billing_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."billing_refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_tax_reports" ADD CONSTRAINT "billing_tax_reports_sale_id_billing_tax_reports_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."billing_tax_reports"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_tax_reports_payment" ON "billing_tax_reports" USING btree ("payment_id") WHERE "billing_tax_reports"."refund_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_tax_reports_refund" ON "billing_tax_reports" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "billing_tax_reports_sale" ON "billing_tax_reports" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "billing_tax_reports_due" ON "billing_tax_reports" USING btree ("next_try_at") WHERE "billing_tax_reports"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "billing_tax_reports_at" ON "billing_tax_reports" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "billing_tax_reports_state" ON "billing_tax_reports" USING btree ("state","at","id");--> statement-breakpoint
CREATE INDEX "billing_tax_reports_differs" ON "billing_tax_reports" USING btree ("at","id") WHERE "billing_tax_reports"."their_tax_cents" <> "billing_tax_reports"."tax_cents";--> statement-breakpoint
CREATE INDEX "billing_refunds_succeeded" ON "billing_refunds" USING btree ("at") WHERE "billing_refunds"."state" = 'succeeded';