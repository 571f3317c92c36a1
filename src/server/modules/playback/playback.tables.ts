/** Playback sessions: who is watching what now. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlayErrorRecord } from '../../../contract/admin/play-errors.ts';
import { idColumn, instant, partIndex, searchIndex, stamps } from '../../db/columns.ts';

/**
 * A playback session. It plays a programme's video, a partner's clip, or a live channel, which has neither a length nor a position.
 * Until it ends or falls silent it occupies one of its household's streams, except when the partner's own player plays the clip.
 */
export const playbackSessions = pgTable(
  'playback_sessions',
  {
    id: idColumn(),
    householdId: uuid('household_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** The signed-in device that plays; signing it out ends the playback. */
    sessionId: uuid('session_id'),
    /** The link of another player, whose requests for playlists are its heartbeats. Null for the service's own players. */
    playerLinkId: uuid('player_link_id'),
    programmeId: uuid('programme_id'),
    episodeId: uuid('episode_id'),
    clipId: uuid('clip_id'),
    assetId: uuid('asset_id'),
    channelId: uuid('channel_id'),
    /** Whether it occupies a stream: not when the partner's own player plays. Then the length may be unknown. */
    takesStream: boolean('takes_stream').notNull().default(true),
    /** The country it was opened from, for reports; a channel's items are checked against it while it plays. */
    region: text('region'),
    device: text('device').notNull(),
    /** The node that opened it. */
    node: text('node'),
    positionSeconds: doublePrecision('position_seconds').notNull().default(0),
    durationSeconds: doublePrecision('duration_seconds'),
    /** How long it has really played: the time between two heartbeats in which the position has moved. */
    watchedSeconds: doublePrecision('watched_seconds').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    heartbeatAt: instant('heartbeat_at').notNull(),
    endedAt: instant('ended_at'),
    /**
     * For reports, the facts at its opening: the title's name and place (a row of `reports_titles`), and the season and the number of the
     * episode. `plan`: the household had a plan. `kid`: the profile was a kids profile. Null: it opened before they were kept.
     */
    titleId: integer('title_id'),
    season: smallint('season'),
    episode: smallint('episode'),
    plan: boolean('plan'),
    kid: boolean('kid'),
    ...stamps(),
  },
  (t) => [
    index('playback_sessions_live').on(t.householdId, t.heartbeatAt).where(sql`${t.endedAt} is null`),
    index('playback_sessions_profile').on(t.profileId, t.startedAt),
    index('playback_sessions_recent').on(t.householdId, t.startedAt),
    index('playback_sessions_device').on(t.sessionId).where(sql`${t.endedAt} is null`),
    // Heartbeats do not touch it: a row enters when the session ends.
    index('playback_sessions_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    check(
      'playback_sessions_plays',
      sql`num_nonnulls(${t.programmeId}, ${t.clipId}, ${t.channelId}) = 1 and case when not ${t.takesStream} then ${t.clipId} is not null and ${t.assetId} is null
        else num_nonnulls(${t.assetId}, ${t.durationSeconds}) = case when ${t.channelId} is null then 2 else 0 end end`,
    ),
  ],
);

/** Failures of players, as they report them. The facts of the session are copied: its row may be deleted sooner. */
export const playErrors = pgTable(
  'playback_errors',
  {
    id: idColumn(),
    householdId: uuid('household_id').notNull(),
    playbackId: uuid('playback_id').notNull(),
    kind: text('kind').$type<PlayErrorRecord['kind']>().notNull(),
    code: text('code').notNull(),
    programmeId: uuid('programme_id'),
    episodeId: uuid('episode_id'),
    clipId: uuid('clip_id'),
    channelId: uuid('channel_id'),
    assetId: uuid('asset_id'),
    device: text('device').$type<PlayErrorRecord['device']>().notNull(),
    browser: text('browser').notNull(),
    /** Time from the start of the session to the failure. */
    afterSeconds: integer('after_seconds').notNull(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('playback_errors_once').on(t.playbackId, t.kind, t.code),
    index('playback_errors_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('playback_errors_kind').on(t.kind, t.createdAt),
    index('playback_errors_device').on(t.device, t.createdAt),
    index('playback_errors_after').on(t.afterSeconds),
    index('playback_errors_asset').on(t.assetId),
    index('playback_errors_household').on(t.householdId),
    index('playback_errors_search').using('gin', searchIndex(t.code, t.browser)),
    index('playback_errors_part').using('gin', partIndex(t.code), partIndex(t.browser)),
  ],
);
