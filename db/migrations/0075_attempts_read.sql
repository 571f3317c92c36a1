ALTER TABLE "billing_attempts" RENAME COLUMN "settled_at" TO "read_at";
