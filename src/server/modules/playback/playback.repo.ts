/** Playback sessions in the database. */

import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { ViewingHours } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { playbackSessions } from './playback.tables.ts';

export type SessionRow = typeof playbackSessions.$inferSelect;

/** Blocks the opening of other sessions of the household until the transaction ends. */
export async function lockHousehold(tx: Queryable, householdId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`streams:${householdId}`}, 0))`);
}

/** How many streams of a household are in use now, or without a stream: how many of the partner's players. */
export async function countLive(
  tx: Queryable,
  householdId: string,
  aliveSince: Date,
  takesStream: boolean,
): Promise<number> {
  const [found] = await queryRows<{ live: number }>(
    tx,
    sql`select count(*)::int as live from playback_sessions
    where household_id = ${householdId} and ended_at is null and heartbeat_at > ${aliveSince} and takes_stream = ${takesStream}`,
  );
  return found?.live ?? 0;
}

/** Inserts a session, in one statement with the CTEs of `Hooks.titleOfPlayback`. */
export async function insertSession(
  tx: Queryable,
  { hooks }: Pick<Context, 'hooks'>,
  session: Omit<typeof playbackSessions.$inferInsert, 'titleId' | 'season' | 'episode'>,
): Promise<void> {
  const { programmeId = null, episodeId = null, clipId = null, channelId = null } = session;
  const kept = (column: string) => sql`(select ${sql.identifier(column)} from title)`;
  const insert = tx
    .insert(playbackSessions)
    .values({ ...session, titleId: kept('title_id'), season: kept('season'), episode: kept('episode') });
  await tx.execute(
    sql`with ${hooks.titleOfPlayback({ programmeId, episodeId, clipId, channelId })} ${insert.getSQL()}`,
  );
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
  /** A lease without a heartbeat since this instant is free. */
  aliveSince: Date;
  /** Sessions opened before this instant are over. */
  openedAfter: Date;
  /** Whether this frees the stream. */
  end: boolean;
}

interface BeatRow {
  startedAt: Date;
  hours: ViewingHours | null;
  zone: string | null;
}

/** How many sessions a household may have at once: streams, and players of the partner. */
export interface Room {
  streams: number;
  frames: number;
}

/**
 * Revives a silent session while its household has room for it. The household must be locked: two sessions that revive
 * simultaneously would both find the last free stream.
 */
export async function reviveSession(tx: Queryable, beat: Beat, room: Room): Promise<boolean> {
  const found = await tx.execute(sql`
    update playback_sessions s set heartbeat_at = ${beat.now}
    where s.id = ${beat.sessionId} and s.household_id = ${beat.householdId} and s.ended_at is null
      and s.started_at > ${beat.openedAfter}
      and (s.heartbeat_at > ${beat.aliveSince} or case when s.takes_stream then ${room.streams}::int else ${room.frames}::int end > (
        select count(*) from playback_sessions o where o.household_id = ${beat.householdId} and o.ended_at is null
          and o.heartbeat_at > ${beat.aliveSince} and o.takes_stream = s.takes_stream))
    returning s.id`);
  return found.rows.length > 0;
}

/**
 * Renews the lease of a live session (or ends a session that is not over), and stores the position and, once it has really
 * played, the viewing, in one statement. Returns when the session was opened and when its profile may play; undefined when the
 * session is another household's, silent or over.
 */
export async function beatSession(
  { pool, savesOfPlaying: saves }: Pick<Context, 'pool' | 'savesOfPlaying'>,
  beat: Beat,
): Promise<BeatRow | undefined> {
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
      ${saves.join(', ')}
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
    ],
  });
  return rows[0];
}

/** Ends sessions that have had no heartbeat since an instant; at most `limit`, and returns how many there were. */
export async function endSilent(
  tx: Queryable,
  silentSince: Date,
  endedAt: Date,
  limit: number,
): Promise<number> {
  const result = await tx.execute(sql`
    update playback_sessions set ended_at = ${endedAt} where id in (
      select id from playback_sessions where ended_at is null and heartbeat_at <= ${silentSince} limit ${limit})
    and ended_at is null and heartbeat_at <= ${silentSince}`);
  return result.rowCount ?? 0;
}

/** The playback sessions to end: those of some devices, of another player, or of a profile on all devices but one. */
export type Playing =
  | { sessionIds: string[] }
  | { playerLinkId: string; householdId: string }
  | { profileId: string; exceptSession?: string };

/** Ends playback sessions. Their viewings still count. */
export async function endSessionsOf(tx: Queryable, whose: Playing, endedAt: Date): Promise<void> {
  const own =
    'sessionIds' in whose
      ? inArray(playbackSessions.sessionId, whose.sessionIds)
      : 'playerLinkId' in whose
        ? and(
            // Its index finds the sessions.
            eq(playbackSessions.householdId, whose.householdId),
            eq(playbackSessions.playerLinkId, whose.playerLinkId),
          )
        : and(
            eq(playbackSessions.profileId, whose.profileId),
            whose.exceptSession === undefined
              ? undefined
              : or(isNull(playbackSessions.sessionId), ne(playbackSessions.sessionId, whose.exceptSession)),
          );
  await tx
    .update(playbackSessions)
    .set({ endedAt })
    .where(and(own, isNull(playbackSessions.endedAt)));
}
