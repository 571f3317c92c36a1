import { doublePrecision, index, jsonb, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { instant, stamps } from '../../db/columns.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

const keys = {
  householdId: uuid('household_id').notNull(),
  profileId: uuid('profile_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  programmeId: uuid('programme_id')
    .notNull()
    .references(() => programmes.id, { onDelete: 'cascade' }),
};

/**
 * What stays of a title that is deleted, unseen, for as long as the title can come back (`forgetGoneTitles`): a viewer's choice is not the staff's
 * to delete.
 */
const lasting = { ...keys, programmeId: uuid('programme_id').notNull() };

/** My List. */
export const myList = pgTable(
  'viewing_my_list',
  { ...lasting, addedAt: instant('added_at').notNull().defaultNow() },
  (t) => [
    primaryKey({ columns: [t.profileId, t.programmeId] }),
    index('viewing_my_list_newest').on(t.profileId, t.addedAt.desc().nullsFirst()),
    index('viewing_my_list_programme').on(t.programmeId, t.profileId),
  ],
);

/** Likes: 1 liked, 2 disliked. No row: neither. */
export const ratings = pgTable(
  'viewing_ratings',
  { ...lasting, value: smallint('value').notNull(), ratedAt: instant('rated_at').notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);

/** Titles that a profile has dismissed from continue watching, until it plays them again. */
export const dismissed = pgTable(
  'viewing_dismissed',
  { ...keys, dismissedAt: instant('dismissed_at').notNull() },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);

/** Progress of titles removed from continue watching, stored for a day so that the removal can be undone. */
export const removedProgress = pgTable(
  'viewing_removed_progress',
  {
    ...keys,
    removedAt: instant('removed_at').notNull(),
    /** The deleted rows of `viewing_progress`. */
    progress: jsonb('progress').$type<unknown[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);

/**
 * What a profile has watched: a row for each playback session that played for a minute or reached the end. Partitioned by month
 * (`make_month_partitions`), which is why the instant is part of the key.
 */
export const history = pgTable(
  'viewing_history',
  {
    /** The id of the playback session. */
    id: uuid('id').notNull(),
    startedAt: instant('started_at').notNull(),
    householdId: uuid('household_id').notNull(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    programmeId: uuid('programme_id').notNull(),
    episodeId: uuid('episode_id'),
    watchedSeconds: doublePrecision('watched_seconds').notNull(),
    positionSeconds: doublePrecision('position_seconds').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.startedAt] }),
    index('viewing_history_newest').on(
      t.profileId,
      t.startedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);

/** A profile's progress in an episode or movie: one row each. `item_id` is the episode's id, or the movie's. */
export const viewingProgress = pgTable(
  'viewing_progress',
  {
    profileId: uuid('profile_id').notNull(),
    itemId: uuid('item_id').notNull(),
    householdId: uuid('household_id').notNull(),
    programmeId: uuid('programme_id').notNull(),
    episodeId: uuid('episode_id'),
    positionSeconds: doublePrecision('position_seconds').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    ...stamps(),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.itemId] }),
    index('viewing_progress_recent').on(t.profileId, t.updatedAt),
    index('viewing_progress_programme').on(t.profileId, t.programmeId, t.updatedAt),
  ],
);
