/**
 * Titles and clips that staff have deleted, and can no longer take back. What viewers chose of one, and its place in the line-up of a
 * channel, stays until then.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** For how long a delete can be undone. */
const comesBackDays = 30;

const tables = {
  programmes: sql`catalog_programmes`,
  episodes: sql`catalog_episodes`,
  clips: sql`partner_video_clips`,
};

/** Whether a programme, episode or clip of this id is gone for good at an instant; not where there is no id. */
export function isGoneForGood(id: SQLWrapper, now: Date, kind: keyof typeof tables = 'programmes'): SQL {
  const since = new Date(now.getTime() - comesBackDays * 86_400_000).toISOString();
  return sql`(${id} is not null and not exists (select from ${tables[kind]} title where title.id = ${id})
    and ${id} not in (
      select entity_id from event_log
        where entity = ${kind} and action = 'delete' and entity_id is not null and created_at > ${since}::timestamptz
      union
      select entity_id from event_log_records
        where entity = ${kind} and action = 'delete' and created_at > ${since}::timestamptz))`;
}
