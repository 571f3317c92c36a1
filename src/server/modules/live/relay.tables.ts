/** Relays: channels that repeat an outside stream. */
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RelayProblem, RelayTrack } from '../../../media/relay.ts';
import { instant } from '../../db/columns.ts';
import { liveChannels } from './live.tables.ts';

/** The relay of a channel that has a live streaming address. One worker holds it under a lease. */
export const liveRelays = pgTable('live_relays', {
  channelId: uuid('channel_id')
    .primaryKey()
    .references(() => liveChannels.id, { onDelete: 'cascade' }),
  holder: text('holder'),
  /** By the database's clock, because clocks of workers differ. */
  leasedUntil: instant('leased_until'),
  state: text('state', { enum: ['waiting', 'on_air', 'filler', 'silent'] })
    .notNull()
    .default('waiting'),
  stateSince: instant('state_since').notNull().defaultNow(),
  /** Why the source is not on air. */
  problem: text('problem').$type<RelayProblem>(),
  /** The title that the source sends. */
  title: text('title').notNull().default(''),
  /** The last uninterrupted part of the output, and the last run of a program. */
  play: integer('play').notNull().default(0),
  run: integer('run').notNull().default(0),
});

/** The stored segments of a relay and of its filler, in the players' window. All nodes write the same playlists from them. */
export const liveRelaySegments = pgTable(
  'live_relay_segments',
  {
    channelId: uuid('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    track: text('track').$type<RelayTrack>().notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    play: integer('play').notNull(),
    startsAt: instant('starts_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The folder of its track below the channel's address, and its file there. */
    folder: text('folder').notNull(),
    number: integer('number').notNull(),
    /** The attributes of its EXT-X-KEY but for the address; null when it is not encrypted. */
    key: text('key'),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.track, t.sequence] })],
);
