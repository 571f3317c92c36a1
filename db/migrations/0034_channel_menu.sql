DROP INDEX "live_items_position";--> statement-breakpoint
CREATE INDEX "live_items_position" ON "live_items" USING btree ("channel_id","position");--> statement-breakpoint
UPDATE staff_roles SET permissions = permissions || jsonb_build_object('channels', permissions->'roles')
  WHERE permissions->'roles' ? 'update';
