import { boolean, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';
import { artworks, programmes } from '../catalog/catalog.tables.ts';

/** A viewer of a household. */
export const profiles = pgTable(
  'profiles',
  {
    id: idColumn(),
    householdId: uuid('household_id')
      .notNull()
      .references(() => households.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    avatarId: uuid('avatar_id').references(() => artworks.id, { onDelete: 'set null' }),
    isKid: boolean('is_kid').notNull().default(false),
    /** The highest maturity grade this profile may see: 0, 7, 12, 15 or 19. */
    maturity: smallint('maturity').notNull().default(19),
    pinHash: text('pin_hash'),
    ...stamps(),
  },
  (t) => [index('profiles_household').on(t.householdId)],
);

/** Titles a profile must not see, whatever their grade. */
export const blockedTitles = pgTable(
  'profiles_blocked_titles',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    programmeId: uuid('programme_id')
      .notNull()
      .references(() => programmes.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);
