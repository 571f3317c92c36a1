/** Titles and clips that staff have deleted, and can no longer take back. What viewers chose of one stays until then: a choice is not the staff's to delete. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** For how long a delete can be undone. */
const comesBackDays = 30;

const tables = { programmes: sql`catalog_programmes`, clips: sql`partner_video_clips` };

/** Whether a programme or clip of this id is gone for good at an instant. */
export function isGoneForGood(id: SQLWrapper, now: Date, kind: keyof typeof tables = 'programmes'): SQL {
  const since = new Date(now.getTime() - comesBackDays * 86_400_000).toISOString();
  return sql`(not exists (select from ${tables[kind]} title where title.id = ${id})
    and ${id} not in (
      select entity_id from event_log
        where entity = ${kind} and action = 'delete' and entity_id is not null and created_at > ${since}::timestamptz
      union
      select entity_id from event_log_records
        where entity = ${kind} and action = 'delete' and created_at > ${since}::timestamptz))`;
}
