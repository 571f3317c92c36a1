ALTER TABLE "mail_messages" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "event_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_user_id_accounts_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_messages_user" ON "mail_messages" USING btree ("user_id") WHERE "mail_messages"."user_id" is not null;--> statement-breakpoint
-- Mail to profiles' own addresses so far goes with the household's first user; what is an account's address, too, is found by that.
UPDATE "mail_messages" SET "user_id" = "owner"."id" FROM (
  SELECT DISTINCT ON (lower("p"."email")) lower("p"."email") AS "address", "u"."id" FROM "profiles" "p"
  JOIN "accounts_users" "u" ON "u"."household_id" = "p"."household_id"
  WHERE NOT EXISTS (SELECT FROM "accounts_users" "a" WHERE lower("a"."email") = lower("p"."email"))
  ORDER BY lower("p"."email"), "u"."created_at"
) "owner" WHERE lower("mail_messages"."to_address") = "owner"."address";
