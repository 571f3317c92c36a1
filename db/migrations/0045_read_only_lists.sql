DROP INDEX "accounts_users_username_part";--> statement-breakpoint
ALTER TABLE "accounts_users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_text("username")) STORED;--> statement-breakpoint
CREATE INDEX "accounts_users_search" ON "accounts_users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_users_phone" ON "accounts_users" USING btree ("phone") WHERE "accounts_users"."phone" is not null;--> statement-breakpoint
CREATE INDEX "accounts_users_suspended" ON "accounts_users" USING btree ("suspended_at") WHERE "accounts_users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "files_imports_search" ON "files_imports" USING gin (search_text("file_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inquiries_search" ON "inquiries" USING gin (search_text("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inquiries_updated" ON "inquiries" USING btree ("updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_messages_search" ON "mail_messages" USING gin (search_text("subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partner_statements_search" ON "partner_statements" USING gin (search_text("partner_ko" || ' ' || "partner_en") gin_trgm_ops);--> statement-breakpoint
-- The logins of staff and customers as one list; either side is read by its own index.
CREATE VIEW "login_log" AS
	SELECT id, created_at, 'customer' AS kind, user_id AS account_id, CASE WHEN succeeded THEN 'signed_in' ELSE 'failed' END AS outcome,
		method, device_name AS device, address, country FROM accounts_logins
	UNION ALL
	SELECT id, created_at, 'staff' AS kind, staff_id AS account_id, outcome, 'password' AS method, device_name AS device, address, country
		FROM staff_logins;
