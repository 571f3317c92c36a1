-- Tables carry the name of the module that writes them, and columns the field's own words.
ALTER TABLE playback_progress RENAME TO viewing_progress;
--> statement-breakpoint
ALTER TABLE viewing_progress RENAME CONSTRAINT playback_progress_profile_id_item_id_pk TO viewing_progress_profile_id_item_id_pk;
--> statement-breakpoint
ALTER INDEX playback_progress_recent RENAME TO viewing_progress_recent;
--> statement-breakpoint
ALTER INDEX playback_progress_programme RENAME TO viewing_progress_programme;
--> statement-breakpoint
ALTER TABLE viewing_set_aside RENAME TO viewing_dismissed;
--> statement-breakpoint
ALTER TABLE viewing_dismissed RENAME COLUMN set_aside_at TO dismissed_at;
--> statement-breakpoint
ALTER TABLE viewing_dismissed RENAME CONSTRAINT viewing_set_aside_profile_id_programme_id_pk TO viewing_dismissed_profile_id_programme_id_pk;
--> statement-breakpoint
ALTER TABLE viewing_dismissed RENAME CONSTRAINT viewing_set_aside_profile_id_profiles_id_fk TO viewing_dismissed_profile_id_profiles_id_fk;
--> statement-breakpoint
ALTER TABLE viewing_dismissed RENAME CONSTRAINT viewing_set_aside_programme_id_catalog_programmes_id_fk TO viewing_dismissed_programme_id_catalog_programmes_id_fk;
--> statement-breakpoint
ALTER TABLE accounts_sign_ups RENAME TO sign_in_sign_ups;
--> statement-breakpoint
ALTER TABLE sign_in_sign_ups RENAME CONSTRAINT accounts_sign_ups_pkey TO sign_in_sign_ups_pkey;
--> statement-breakpoint
ALTER TABLE staff_events RENAME TO event_log;
--> statement-breakpoint
ALTER TABLE event_log RENAME CONSTRAINT staff_events_pkey TO event_log_pkey;
--> statement-breakpoint
ALTER INDEX staff_events_newest RENAME TO event_log_newest;
--> statement-breakpoint
ALTER INDEX staff_events_entity RENAME TO event_log_entity;
--> statement-breakpoint
ALTER INDEX staff_events_staff RENAME TO event_log_staff;
--> statement-breakpoint
ALTER TABLE social_login_visits RENAME TO social_login_authorizations;
--> statement-breakpoint
ALTER TABLE social_login_authorizations RENAME CONSTRAINT social_login_visits_pkey TO social_login_authorizations_pkey;
--> statement-breakpoint
ALTER TABLE social_login_authorizations RENAME CONSTRAINT social_login_visits_user_id_accounts_users_id_fk TO social_login_authorizations_user_id_accounts_users_id_fk;
--> statement-breakpoint
ALTER INDEX social_login_visits_token RENAME TO social_login_authorizations_token;
--> statement-breakpoint
ALTER INDEX social_login_visits_user RENAME TO social_login_authorizations_user;
--> statement-breakpoint
ALTER TABLE accounts_sessions RENAME COLUMN proved_at TO reauthenticated_at;
--> statement-breakpoint
ALTER TABLE accounts_logins RENAME COLUMN way TO method;
--> statement-breakpoint
ALTER TABLE notifications_choices RENAME COLUMN way TO channel;
--> statement-breakpoint
ALTER TABLE notifications_choices RENAME CONSTRAINT notifications_choices_user_id_kind_way_pk TO notifications_choices_user_id_kind_channel_pk;
--> statement-breakpoint
UPDATE notifications_events SET "values" = "values" - 'way' || jsonb_build_object('method', "values" -> 'way') WHERE "values" ? 'way';
--> statement-breakpoint
UPDATE mail_messages SET template = replace(template, 'way_in_', 'sign_in_method_') WHERE template LIKE 'way\_in\_%';
