ALTER TABLE "billing_consents" ALTER COLUMN "subscription_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_consents" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "billing_consents" ADD CONSTRAINT "billing_consents_invoice_id_billing_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."billing_invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_consents_invoice" ON "billing_consents" USING btree ("invoice_id");--> statement-breakpoint
ALTER TABLE "billing_consents" ADD CONSTRAINT "billing_consents_what" CHECK (num_nonnulls("billing_consents"."subscription_id", "billing_consents"."invoice_id") = 1);