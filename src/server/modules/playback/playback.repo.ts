/** Reads what is to be played, and keeps sessions and progress. */

import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { ViewingHours } from '../../../contract/account/profiles.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Queryable } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import { maySeeEpisode, type ProgrammeFacts, type Publication, type Viewer } from '../catalog/entitlement.ts';
import { finishedShare, watchedFromSeconds } from '../viewing/viewing.service.ts';
import { playbackSessions } from './playback.tables.ts';

export type SessionRow = typeof playbackSessions.$inferSelect;

export interface PlayTarget {
  programme: ProgrammeFacts & { id: string; slug: string; kind: 'series' | 'movie'; title: string };
  episode: (Publication & { id: string; title: string; seasonNumber: number; number: number }) | undefined;
  assetId: string | null;
  poster: { id: string; color: string | null } | undefined;
  progress: { position: number; duration: number } | undefined;
}

interface TargetRow {
  id: string;
  slug: string;
  kind: 'series' | 'movie';
  title: string;
  published: boolean;
  available_from: Date | null;
  available_until: Date | null;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
  blocked: boolean;
  asset_id: string | null;
  poster_id: string | null;
  poster_color: string | null;
  episode_id: string | null;
  episode_title: string | null;
  season_number: number | null;
  number: number | null;
  episode_published: boolean | null;
  episode_from: Date | null;
  episode_until: Date | null;
  episode_asset_id: string | null;
  position_seconds: number | null;
  duration_seconds: number | null;
}

/**
 * A programme (by id or slug) or an episode (by id) with what the entitlement rule reads, whether or not it may be played:
 * the reason matters. Undefined when there is none.
 */
export async function findTarget(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  target: { type: 'programme' | 'episode'; id: string },
): Promise<PlayTarget | undefined> {
  const byId = isId(target.id);
  if (target.type === 'episode' && !byId) return undefined;
  const profile = sql`${viewer.profileId ?? null}::uuid`;
  const found = await db.execute(sql`
    select p.id, p.slug, p.kind, p.${inLocale(locale, 'title')} as title, p.published, p.available_from, p.available_until,
      p.maturity, p.premium, p.regions, p.asset_id,
      exists (select from profiles_blocked_titles b where b.profile_id = ${profile} and b.programme_id = p.id) as blocked,
      poster.id as poster_id, poster.color as poster_color,
      e.id as episode_id, e.${inLocale(locale, 'title')} as episode_title, e.season_number, e.number,
      e.published as episode_published, e.available_from as episode_from, e.available_until as episode_until,
      e.asset_id as episode_asset_id, pr.position_seconds, pr.duration_seconds
    from catalog_programmes p
    left join catalog_episodes e on e.programme_id = p.id
      and ${target.type === 'episode' ? sql`e.id = ${target.id}` : sql`false`}
    left join catalog_artworks poster on poster.id = coalesce(e.landscape_id, p.landscape_id)
    left join playback_progress pr on pr.profile_id = ${profile} and pr.item_id = coalesce(e.id, p.id)
    where ${
      target.type === 'episode'
        ? sql`p.id = (select programme_id from catalog_episodes where id = ${target.id})`
        : byId
          ? sql`p.id = ${target.id}`
          : sql`p.slug = ${target.id.normalize('NFC')}`
    }`);
  const row = found.rows[0] as unknown as TargetRow | undefined;
  if (!row) return undefined;
  return {
    programme: {
      id: row.id,
      slug: row.slug,
      kind: row.kind,
      title: row.title,
      published: row.published,
      availableFrom: asDate(row.available_from),
      availableUntil: asDate(row.available_until),
      maturity: row.maturity,
      premium: row.premium,
      regions: row.regions,
      blocked: row.blocked,
    },
    episode:
      row.episode_id === null
        ? undefined
        : {
            id: row.episode_id,
            title: row.episode_title ?? '',
            seasonNumber: row.season_number ?? 1,
            number: row.number ?? 1,
            published: row.episode_published ?? false,
            availableFrom: asDate(row.episode_from),
            availableUntil: asDate(row.episode_until),
          },
    assetId: row.episode_id === null ? row.asset_id : row.episode_asset_id,
    poster: row.poster_id === null ? undefined : { id: row.poster_id, color: row.poster_color },
    progress:
      row.position_seconds === null || row.duration_seconds === null
        ? undefined
        : { position: row.position_seconds, duration: row.duration_seconds },
  };
}

/** Raw queries through the query builder answer time stamps as text. */
function asDate(value: Date | string | null): Date | null {
  return typeof value === 'string' ? new Date(value) : value;
}

export interface NextEpisode {
  id: string;
  title: string;
  season_number: number;
  number: number;
  image_id: string | null;
  image_color: string | null;
}

/** The episode that follows by season and number, among those published and ready. Its programme's rule was asked before. */
export async function findNextEpisode(
  db: Queryable,
  locale: Locale,
  now: Date,
  after: { programmeId: string; seasonNumber: number; number: number },
): Promise<NextEpisode | undefined> {
  const found = await db.execute(sql`
    select catalog_episodes.id, catalog_episodes.${inLocale(locale, 'title')} as title,
      catalog_episodes.season_number, catalog_episodes.number, image.id as image_id, image.color as image_color
    from catalog_episodes
    join catalog_programmes p on p.id = catalog_episodes.programme_id
    join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
    left join catalog_artworks image on image.id = coalesce(catalog_episodes.landscape_id, p.landscape_id)
    where catalog_episodes.programme_id = ${after.programmeId} and ${maySeeEpisode(now)}
      and (catalog_episodes.season_number, catalog_episodes.number) > (${after.seasonNumber}, ${after.number})
    order by catalog_episodes.season_number, catalog_episodes.number limit 1`);
  return found.rows[0] as unknown as NextEpisode | undefined;
}

/** Keeps other sessions of the household from being opened until the transaction ends. */
export async function lockHousehold(tx: Queryable, householdId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`streams:${householdId}`}, 0))`);
}

/** How many streams of a household live now. */
export async function countLive(tx: Queryable, householdId: string, aliveSince: Date): Promise<number> {
  const found = await tx.execute(sql`
    select count(*)::int as live from playback_sessions
    where household_id = ${householdId} and ended_at is null and heartbeat_at > ${aliveSince}`);
  return (found.rows[0] as { live: number }).live;
}

export async function insertSession(
  tx: Queryable,
  session: typeof playbackSessions.$inferInsert,
): Promise<void> {
  await tx.insert(playbackSessions).values(session);
}

export async function findSession(db: Queryable, id: string): Promise<SessionRow | undefined> {
  const found = await db.select().from(playbackSessions).where(sql`${playbackSessions.id} = ${id}`);
  return found[0];
}

export interface Beat {
  sessionId: string;
  householdId: string;
  positionSeconds: number;
  now: Date;
  /** A lease that has been silent since then is free. */
  aliveSince: Date;
  /** Sessions opened before then are over. */
  openedAfter: Date;
  /** Whether this frees the stream. */
  end: boolean;
}

interface BeatRow {
  startedAt: Date;
  hours: ViewingHours | null;
  zone: string | null;
}

/**
 * Brings a silent session back to life while its household has a stream free. The household has to be locked: two sessions
 * that come back at once would both find the last free stream.
 */
export async function reviveSession(tx: Queryable, beat: Beat, maxStreams: number): Promise<boolean> {
  const found = await tx.execute(sql`
    update playback_sessions set heartbeat_at = ${beat.now}
    where id = ${beat.sessionId} and household_id = ${beat.householdId} and ended_at is null
      and started_at > ${beat.openedAfter}
      and (heartbeat_at > ${beat.aliveSince} or ${maxStreams} > (
        select count(*) from playback_sessions o
        where o.household_id = ${beat.householdId} and o.ended_at is null and o.heartbeat_at > ${beat.aliveSince}))
    returning id`);
  return found.rows.length > 0;
}

/**
 * Keeps a living session alive (or ends any that is not over), remembers the position and, once it has really played, the viewing,
 * in one statement. Answers when the session was opened and when its profile may play; undefined when it is not the household's,
 * silent, or over.
 */
export async function beatSession(pool: pg.Pool, beat: Beat): Promise<BeatRow | undefined> {
  const { rows } = await pool.query<BeatRow>({
    name: 'playback_beat',
    text: `with mine as (
        update playback_sessions s
        set heartbeat_at = $4, updated_at = $4, position_seconds = least($3::float8, duration_seconds),
          watched_seconds = s.watched_seconds + greatest(0, least(abs($3::float8 - s.position_seconds),
            extract(epoch from $4::timestamptz - s.heartbeat_at)::float8, extract(epoch from $4::timestamptz - $5::timestamptz)::float8)),
          ended_at = case when $7 then $4::timestamptz end
        where s.id = $1 and s.household_id = $2 and s.ended_at is null and s.started_at > $6
          and ($7 or s.heartbeat_at > $5)
        returning s.*),
      saved as (
        insert into playback_progress (profile_id, item_id, household_id, programme_id, episode_id,
          position_seconds, duration_seconds, created_at, updated_at)
        select profile_id, coalesce(episode_id, programme_id), household_id, programme_id, episode_id,
          position_seconds, duration_seconds, $4, $4
        from mine where position_seconds > 0 and programme_id is not null
        on conflict (profile_id, item_id) do update set position_seconds = excluded.position_seconds,
          duration_seconds = excluded.duration_seconds, updated_at = excluded.updated_at),
      saved_clip as (
        insert into partner_video_progress (profile_id, clip_id, household_id,
          position_seconds, duration_seconds, created_at, updated_at)
        select profile_id, clip_id, household_id, position_seconds, duration_seconds, $4, $4
        from mine where position_seconds > 0 and clip_id in (select id from partner_video_clips)
          and profile_id in (select id from profiles)
        on conflict (profile_id, clip_id) do update set position_seconds = excluded.position_seconds,
          duration_seconds = excluded.duration_seconds, updated_at = excluded.updated_at),
      watched as (
        insert into viewing_history (id, started_at, household_id, profile_id, programme_id, episode_id,
          watched_seconds, position_seconds, duration_seconds)
        select id, started_at, household_id, profile_id, programme_id, episode_id,
          watched_seconds, position_seconds, duration_seconds
        from mine where programme_id is not null and profile_id in (select id from profiles)
          and (watched_seconds >= $8 or position_seconds >= duration_seconds * $9::float8)
        on conflict (id, started_at) do update set watched_seconds = excluded.watched_seconds,
          position_seconds = excluded.position_seconds, duration_seconds = excluded.duration_seconds)
      select mine.started_at as "startedAt", p.hours, (select h.zone from accounts_households h where h.id = mine.household_id) as zone
      from mine left join profiles p on p.id = mine.profile_id`,
    values: [
      beat.sessionId,
      beat.householdId,
      beat.positionSeconds,
      beat.now,
      beat.aliveSince,
      beat.openedAfter,
      beat.end,
      watchedFromSeconds,
      finishedShare,
    ],
  });
  return rows[0];
}
