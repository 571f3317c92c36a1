ALTER TABLE "accounts_sessions" ADD COLUMN "without_secret" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "accounts_sessions" s SET "without_secret" = false
WHERE EXISTS (SELECT FROM "accounts_logins" l WHERE l."session_id" = s."id" AND l."user_id" = s."user_id" AND l."way" = 'password');
