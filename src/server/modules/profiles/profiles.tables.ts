import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ViewingHours } from '../../../contract/account/profiles.ts';
import type { CaptionStyle } from '../../../contract/caption-style.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { idColumn, instant, localeColumn, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';
import { artworks } from '../catalog/catalog.tables.ts';

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
    /** The child's age, in a kids profile. */
    age: smallint('age'),
    /** The highest maturity grade this profile may see: 0, 7, 12, 15 or 19. */
    maturity: smallint('maturity').$type<Maturity>().notNull().default(19),
    pinHash: text('pin_hash'),
    /** Failed attempts since the last correct one, and the time of the last failure. */
    pinFailures: smallint('pin_failures').notNull().default(0),
    pinFailedAt: instant('pin_failed_at'),
    /** When it may play, in the household's zone. */
    hours: jsonb('hours').$type<ViewingHours>().notNull().default({ weekdays: null, weekends: null }),
    /** Whether the next episode begins by itself. */
    autoplayNext: boolean('autoplay_next').notNull().default(true),
    /** The app's language in this profile; null: the device's language. */
    language: localeColumn('language'),
    /** The look of captions; null: that of the device. */
    captionStyle: jsonb('caption_style').$type<CaptionStyle>(),
    /** The profile's own address for its notices, proved by a code. */
    email: text('email'),
    ...stamps(),
  },
  (t) => [
    index('profiles_household').on(t.householdId),
    check('profiles_kid', sql`not ${t.isKid} or ${t.maturity} <= 12`),
  ],
);

/** Titles a profile must not see, whatever their grade; one that staff delete stays for as long as it can come back. */
export const blockedTitles = pgTable(
  'profiles_blocked_titles',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    programmeId: uuid('programme_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.profileId, t.programmeId] })],
);

/** The pictures that profiles choose from, in groups. */
export const avatars = pgTable('profiles_avatars', {
  artworkId: uuid('artwork_id')
    .primaryKey()
    .references(() => artworks.id, { onDelete: 'cascade' }),
  groupKo: text('group_ko').notNull(),
  groupEn: text('group_en').notNull(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  position: smallint('position').notNull(),
  ...stamps(),
});
