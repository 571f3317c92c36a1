/** The functions of viewing for other modules: a profile's facts about titles, and the rule of "watched". */
import { eq, sql } from 'drizzle-orm';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Personal, PersonalFacts, Progress } from '../../cache/personal-facts.ts';
import { type Queryable, queryRows } from '../../db/client.ts';

import { viewingProgress } from './viewing.tables.ts';

/** Share of the whole after which a title counts as watched to the end. */
export const finishedShare = 0.95;

/** The time after which a viewing counts as watched even if it did not reach the end. */
const watchedFromSeconds = 60;

/** The beginning of a finished title, in which a new viewing does not yet change its progress. */
const replayFromSeconds = 30;

interface Pool {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<{ rows: Row[] }>;
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

async function listPersonal(pool: Pool, profileId: string): Promise<Map<string, Personal>> {
  const { rows } = await pool.query<FactRow>({
    name: 'viewing_personal',
    text: `select programme_id as id, 'list' as fact, 0::float8 as value, 0::float8 as total from viewing_my_list where profile_id = $1
      union all select programme_id, 'like', value, 0 from viewing_ratings where profile_id = $1
      union all (select distinct on (programme_id) programme_id, 'progress', position_seconds, duration_seconds
        from viewing_progress where profile_id = $1 order by programme_id, updated_at desc)
      union all select clip_id, 'like', value, 0 from partner_video_ratings where profile_id = $1
      union all select clip_id, 'progress', position_seconds, duration_seconds
        from partner_video_progress where profile_id = $1`,
    values: [profileId],
  });
  const personal = new Map<string, Personal>();
  for (const row of rows) {
    const own = personal.get(row.id) ?? nothing();
    applyFact(own, row);
    personal.set(row.id, own);
  }
  return personal;
}

async function findPersonal(pool: Pool, profileId: string, programmeId: string): Promise<Personal> {
  const { rows } = await pool.query<FactRow>({
    name: 'viewing_personal_one',
    text: `select $2::uuid as id, 'list' as fact, 0::float8 as value, 0::float8 as total from viewing_my_list
        where profile_id = $1 and programme_id = $2
      union all select $2, 'like', value, 0 from viewing_ratings where profile_id = $1 and programme_id = $2
      union all (select $2, 'progress', position_seconds, duration_seconds from viewing_progress
        where profile_id = $1 and programme_id = $2 order by updated_at desc limit 1)`,
    values: [profileId, programmeId],
  });
  const own = nothing();
  for (const row of rows) applyFact(own, row);
  return own;
}

/** Where to resume (0 once finished) and the share watched, 0 to 100. */
export function presentProgress(position: number, duration: number): Progress {
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

const byItem = (rows: ProgressRow[]): Map<string, Progress> =>
  new Map(
    rows.map(({ item_id, position_seconds, duration_seconds }) => [
      item_id,
      presentProgress(position_seconds, duration_seconds),
    ]),
  );

/** The actions of profiles, for the rest of the server. */
export const makePersonalFacts = (pool: Pool): PersonalFacts => ({
  list: (profileId) => listPersonal(pool, profileId),
  find: (profileId, programmeId) => findPersonal(pool, profileId, programmeId),
  async listProgress(profileId, programmeId) {
    const { rows } = await pool.query<ProgressRow>({
      name: 'viewing_progress',
      text: `select item_id, position_seconds, duration_seconds from viewing_progress
        where profile_id = $1 and programme_id = $2 order by updated_at desc`,
      values: [profileId, programmeId],
    });
    return byItem(rows);
  },
  async listProgressOfItems(profileId, itemIds) {
    const { rows } = await pool.query<ProgressRow>({
      name: 'viewing_progress_of_items',
      text: `select item_id, position_seconds, duration_seconds from viewing_progress
        where profile_id = $1 and item_id = any($2::uuid[])`,
      values: [profileId, itemIds],
    });
    return byItem(rows);
  },
});

/**
 * Parts of the statement of a heartbeat: its rows for a playback session (`mine`) whose heartbeat came at `$4`. Only played time
 * is a viewing. A finished title that is opened again stays finished until it has played for a while.
 */
export const savesOfViewing: readonly string[] = [
  `saved as (
    insert into viewing_progress (profile_id, item_id, household_id, programme_id, episode_id,
      position_seconds, duration_seconds, created_at, updated_at)
    select profile_id, coalesce(episode_id, programme_id), household_id, programme_id, episode_id,
      position_seconds, duration_seconds, $4, $4
    from mine where position_seconds > 0 and programme_id is not null
      and (watched_seconds >= ${replayFromSeconds} or not exists (
        select from viewing_progress p
        where p.profile_id = mine.profile_id and p.item_id = coalesce(mine.episode_id, mine.programme_id)
          and p.position_seconds >= p.duration_seconds * ${finishedShare}::float8))
    on conflict (profile_id, item_id) do update set position_seconds = excluded.position_seconds,
      duration_seconds = excluded.duration_seconds, updated_at = excluded.updated_at)`,
  `watched as (
    insert into viewing_history (id, started_at, household_id, profile_id, programme_id, episode_id,
      watched_seconds, position_seconds, duration_seconds)
    select id, started_at, household_id, profile_id, programme_id, episode_id,
      watched_seconds, position_seconds, duration_seconds
    from mine where programme_id is not null and profile_id in (select id from profiles)
      and (watched_seconds >= ${watchedFromSeconds} or position_seconds >= duration_seconds * ${finishedShare}::float8)
    on conflict (id, started_at) do update set watched_seconds = excluded.watched_seconds,
      position_seconds = excluded.position_seconds, duration_seconds = excluded.duration_seconds)`,
];

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

/** Deletes a profile's progress, because the profile is being deleted. */
export async function removeProgressOf(tx: Queryable, profileId: string): Promise<void> {
  await tx.delete(viewingProgress).where(eq(viewingProgress.profileId, profileId));
}
