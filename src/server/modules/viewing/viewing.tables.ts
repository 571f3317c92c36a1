import { index, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';
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

/** My List. */
export const myList = pgTable(
  'viewing_my_list',
  { ...keys, addedAt: instant('added_at').notNull().defaultNow() },
  (t) => [
    primaryKey({ columns: [t.profileId, t.programmeId] }),
    index('viewing_my_list_newest').on(t.profileId, t.addedAt.desc().nullsFirst()),
  ],
);

/** Likes: 1 liked, 2 disliked. No row: neither. */
export const ratings = pgTable(
  'viewing_ratings',
  { ...keys, value: smallint('value').notNull(), ratedAt: instant('rated_at').notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);
