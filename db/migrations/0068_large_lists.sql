CREATE INDEX "accounts_logins_outcome" ON "accounts_logins" USING btree ((case when "succeeded" then 'signed_in' else 'failed' end),"created_at");--> statement-breakpoint
CREATE INDEX "accounts_logins_country" ON "accounts_logins" USING btree ("country","created_at");--> statement-breakpoint
CREATE INDEX "accounts_logins_device" ON "accounts_logins" USING gin (lower(normalize("device_name", NFD)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_logins_unnamed" ON "accounts_logins" USING btree ("created_at") WHERE "accounts_logins"."device_name" = '';--> statement-breakpoint
CREATE INDEX "accounts_users_verified" ON "accounts_users" USING btree ("email_verified_at");--> statement-breakpoint
CREATE INDEX "inquiries_type" ON "inquiries" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_answered" ON "inquiries" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "mail_messages_part" ON "mail_messages" USING gin (lower(normalize("to_address", NFD)) gin_trgm_ops,lower(normalize("template", NFD)) gin_trgm_ops,lower(normalize("error", NFD)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mail_messages_state" ON "mail_messages" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "mail_messages_attempts" ON "mail_messages" USING btree ("attempts","created_at");--> statement-breakpoint
CREATE INDEX "mail_messages_sent" ON "mail_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "mail_messages_failed" ON "mail_messages" USING btree ("created_at") WHERE "mail_messages"."error" <> '';--> statement-breakpoint
CREATE INDEX "event_log_part" ON "event_log" USING gin (lower(normalize("staff_name", NFD)) gin_trgm_ops,lower(normalize("module", NFD)) gin_trgm_ops,lower(normalize("action", NFD)) gin_trgm_ops,lower(normalize("entity", NFD)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "event_log_action" ON "event_log" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "event_log_of" ON "event_log" USING btree ("entity","created_at");--> statement-breakpoint
CREATE INDEX "event_log_changed" ON "event_log" USING btree ("created_at","id") WHERE "event_log"."action" <> 'read';--> statement-breakpoint
CREATE INDEX "event_log_records_number" ON "event_log" USING btree ("records","created_at");--> statement-breakpoint
CREATE INDEX "event_log_unlabelled" ON "event_log" USING btree ("created_at") WHERE "event_log"."label" = '';--> statement-breakpoint
CREATE INDEX "event_log_undoes" ON "event_log" USING btree ("undoes") WHERE "event_log"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "event_log_undone" ON "event_log" USING btree ("undone_by") WHERE "event_log"."undone_by" is not null;
