/** Failures of players in the database. */
import { sql } from 'drizzle-orm';
import type { PlayErrorRecord } from '../../../contract/admin/play-errors.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale, newId } from '../../db/columns.ts';

/** At most this many failures of a session are kept. */
const maxOfSession = 10;

interface Failure {
  playbackId: string;
  householdId: string;
  kind: PlayErrorRecord['kind'];
  code: string;
  browser: string;
  now: Date;
}

/** Keeps a failure, each kind and code of a session once. False: the household has no such session. */
export async function insertPlayError(db: Queryable, failure: Failure): Promise<boolean> {
  const { playbackId, householdId, kind, code, browser, now } = failure;
  const [found] = await queryRows<{ sessions: number }>(
    db,
    sql`with session as (
        select * from playback_sessions where id = ${playbackId} and household_id = ${householdId}),
      inserted as (
        insert into playback_errors (id, household_id, playback_id, kind, code, programme_id, episode_id, clip_id, channel_id, asset_id,
          device, browser, after_seconds, created_at, updated_at)
        select ${newId()}::uuid, household_id, id, ${kind}, ${code}, programme_id, episode_id, clip_id, channel_id, asset_id,
          device, ${browser}, greatest(0, extract(epoch from ${now}::timestamptz - started_at))::int, ${now}, ${now}
        from session
        where (select count(*) from playback_errors where playback_id = ${playbackId}) < ${maxOfSession}
        on conflict do nothing)
      select count(*)::int as sessions from session`,
  );
  return (found?.sessions ?? 0) > 0;
}

/** The titles of failures, by their ids. */
export async function listPlayErrorTitles(
  db: Queryable,
  ids: string[],
  locale: Locale,
): Promise<Map<string, string>> {
  const rows = await queryRows<{
    id: string;
    title: string | null;
    season: number | null;
    episode: number | null;
  }>(
    db,
    sql`select f.id, coalesce(${inLocale(locale, 'c.title')}, ${inLocale(locale, 'y.title')}, ${inLocale(locale, 'l.name')}) as title,
        s.number as season, e.number as episode
      from playback_errors f left join catalog_programmes c on c.id = f.programme_id
        left join catalog_episodes e on e.id = f.episode_id left join catalog_seasons s on s.id = e.season_id
        left join partner_video_clips y on y.id = f.clip_id left join live_channels l on l.id = f.channel_id
      where f.id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(
    rows.map(({ id, title, season, episode }) => [
      id,
      [title ?? '', ...(episode === null ? [] : [`${season}-${episode}`])].join(' ').trim(),
    ]),
  );
}

/** Failures by hour of the last hours, the oldest hour first. */
export const countByHour = (db: Queryable, now: Date, hours: number) =>
  queryRows<{ from: Date; errors: number }>(
    db,
    sql`with hour as (
        select date_trunc('hour', ${now}::timestamptz) - n * interval '1 hour' as begins from generate_series(0, ${hours}::int - 1) n)
      select begins as from, (select count(*)::int from playback_errors where created_at >= begins
        and created_at < begins + interval '1 hour') as errors
      from hour order by begins`,
  );

export interface CodeCount {
  kind: PlayErrorRecord['kind'];
  code: string;
  errors: number;
  households: number;
  titles: number;
  last_at: Date;
}

/** The most frequent codes since an instant. */
export const countByCode = (db: Queryable, since: Date, most: number) =>
  queryRows<CodeCount>(
    db,
    sql`select kind, code, count(*)::int as errors, count(distinct household_id)::int as households,
        count(distinct coalesce(programme_id, clip_id, channel_id))::int as titles, max(created_at) as last_at
      from playback_errors where created_at >= ${since}
      group by kind, code order by errors desc, last_at desc limit ${most}`,
  );

/** Deletes failures from before an instant. */
export async function forgetPlayErrors(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from playback_errors where created_at < ${before}`);
}
