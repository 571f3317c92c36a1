/** What other modules may ask of viewing: a profile's facts about titles, and what "watched" means. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Personal } from '../../http/kept.ts';

/** Share of the whole after which a title counts as watched to the end. */
export const finishedShare = 0.95;

/** From how long on a viewing counts as watched, also when it did not come to the end. */
export const watchedFromSeconds = 60;

interface Pool {
  query(config: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

interface FactRow {
  id: string;
  fact: 'list' | 'like' | 'progress';
  value: number;
  total: number;
}

const nothing = (): Personal => ({ like: 0, my_list: false, percentage: 0, current_position: 0 });

function applyFact(own: Personal, row: FactRow): void {
  if (row.fact === 'list') own.my_list = true;
  else if (row.fact === 'like') own.like = row.value === 1 ? 1 : 2;
  else Object.assign(own, presentProgress(row.value, row.total));
}

/** Everything one profile has done, by programme or partner's clip, in one query. */
export async function listPersonal(pool: Pool, profileId: string): Promise<Map<string, Personal>> {
  const { rows } = await pool.query({
    name: 'viewing_personal',
    text: `select programme_id as id, 'list' as fact, 0::float8 as value, 0::float8 as total from viewing_my_list where profile_id = $1
      union all select programme_id, 'like', value, 0 from viewing_ratings where profile_id = $1
      union all (select distinct on (programme_id) programme_id, 'progress', position_seconds, duration_seconds
        from playback_progress where profile_id = $1 order by programme_id, updated_at desc)
      union all select clip_id, 'like', value, 0 from partner_video_ratings where profile_id = $1
      union all select clip_id, 'progress', position_seconds, duration_seconds
        from partner_video_progress where profile_id = $1`,
    values: [profileId],
  });
  const personal = new Map<string, Personal>();
  for (const row of rows as FactRow[]) {
    const own = personal.get(row.id) ?? nothing();
    applyFact(own, row);
    personal.set(row.id, own);
  }
  return personal;
}

/** What one profile has done with one programme. */
export async function findPersonal(pool: Pool, profileId: string, programmeId: string): Promise<Personal> {
  const { rows } = await pool.query({
    name: 'viewing_personal_one',
    text: `select $2::uuid as id, 'list' as fact, 0::float8 as value, 0::float8 as total from viewing_my_list
        where profile_id = $1 and programme_id = $2
      union all select $2, 'like', value, 0 from viewing_ratings where profile_id = $1 and programme_id = $2
      union all (select $2, 'progress', position_seconds, duration_seconds from playback_progress
        where profile_id = $1 and programme_id = $2 order by updated_at desc limit 1)`,
    values: [profileId, programmeId],
  });
  const own = nothing();
  for (const row of rows as FactRow[]) applyFact(own, row);
  return own;
}

/** Where to resume (0 once finished) and the share watched, 0 to 100. */
export function presentProgress(
  position: number,
  duration: number,
): { percentage: number; current_position: number } {
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  const finished = share >= finishedShare;
  return {
    percentage: finished ? 100 : Math.round(share * 100),
    current_position: finished ? 0 : Math.floor(position),
  };
}

interface ProgressRow {
  item_id: string;
  position_seconds: number;
  duration_seconds: number;
}

/** How far a profile is in each episode of a programme, or in a movie; last watched first. */
export async function listProgress(
  pool: Pool,
  profileId: string,
  programmeId: string,
): Promise<ProgressRow[]> {
  const { rows } = await pool.query({
    name: 'viewing_progress',
    text: `select item_id, position_seconds, duration_seconds from playback_progress
      where profile_id = $1 and programme_id = $2 order by updated_at desc`,
    values: [profileId, programmeId],
  });
  return rows as ProgressRow[];
}

/** How far a profile is in each of some episodes and movies, by item. */
export async function listProgressOfItems(
  pool: Pool,
  profileId: string,
  itemIds: string[],
): Promise<Map<string, ProgressRow>> {
  const { rows } = await pool.query({
    name: 'viewing_progress_of_items',
    text: `select item_id, position_seconds, duration_seconds from playback_progress
      where profile_id = $1 and item_id = any($2::uuid[])`,
    values: [profileId, itemIds],
  });
  return new Map((rows as ProgressRow[]).map((row) => [row.item_id, row]));
}

/** How much a household has watched since an instant, in how many viewings, and when last. */
export async function sumWatched(
  db: Queryable,
  householdId: string,
  since: Date,
): Promise<{ seconds: number; viewings: number; last_at: string | null }> {
  const [row] = await queryRows<{ seconds: number; viewings: number; last_at: string | null }>(
    db,
    sql`select coalesce(round(sum(h.watched_seconds)), 0)::int as seconds, count(*)::int as viewings,
        max(h.started_at) as last_at
      from viewing_history h
      where h.profile_id in (select id from profiles where household_id = ${householdId}) and h.started_at >= ${since}`,
  );
  return {
    seconds: row?.seconds ?? 0,
    viewings: row?.viewings ?? 0,
    last_at: row?.last_at ? new Date(row.last_at).toISOString() : null,
  };
}
