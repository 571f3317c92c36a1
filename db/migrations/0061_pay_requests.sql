CREATE TABLE "billing_pay_requests" (
	"household_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"plan_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_pay_requests" ADD CONSTRAINT "billing_pay_requests_household_id_accounts_households_id_fk" FOREIGN KEY ("household_id") REFERENCES "public"."accounts_households"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_pay_requests" ADD CONSTRAINT "billing_pay_requests_plan_id_plans_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_pay_requests_code" ON "billing_pay_requests" USING btree ("code");--> statement-breakpoint
CREATE INDEX "billing_pay_requests_plan" ON "billing_pay_requests" USING btree ("plan_id");