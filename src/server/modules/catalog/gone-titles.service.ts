/** Titles that staff have deleted, and can no longer take back. What viewers chose of a title stays until then: a choice is not the staff's to delete. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** For how long a delete can be undone. */
const comesBackDays = 30;

/** Whether a programme of this id is gone for good at an instant. */
export function isGoneForGood(programmeId: SQLWrapper, now: Date): SQL {
  const since = new Date(now.getTime() - comesBackDays * 86_400_000).toISOString();
  return sql`(not exists (select from catalog_programmes title where title.id = ${programmeId})
    and ${programmeId} not in (
      select entity_id from event_log
        where entity = 'programmes' and action = 'delete' and entity_id is not null and created_at > ${since}::timestamptz
      union
      select entity_id from event_log_records
        where entity = 'programmes' and action = 'delete' and created_at > ${since}::timestamptz))`;
}
