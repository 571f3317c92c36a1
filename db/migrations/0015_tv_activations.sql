CREATE TABLE "accounts_activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_code_hash" text NOT NULL,
	"user_code_hash" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"device_name" text NOT NULL,
	"country" text NOT NULL,
	"interval_seconds" integer NOT NULL,
	"polled_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_activations_device_code" ON "accounts_activations" USING btree ("device_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_activations_user_code" ON "accounts_activations" USING btree ("user_code_hash");--> statement-breakpoint
CREATE INDEX "accounts_activations_expiry" ON "accounts_activations" USING btree ("expires_at");