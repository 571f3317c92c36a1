/** Addresses for players of other makers. */
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/** An address for one player: it lists and plays what its profile may see. */
export const playerLinks = pgTable(
  'playback_player_links',
  {
    id: idColumn(),
    householdId: uuid('household_id').notNull(),
    /** The profile whose limits apply. */
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** The creator. The link does not work while the account is suspended. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').notNull(),
    /** To within five minutes; null before the first use. */
    lastUsedAt: instant('last_used_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('playback_player_links_token').on(t.tokenHash),
    index('playback_player_links_household').on(t.householdId, t.createdAt),
    index('playback_player_links_profile').on(t.profileId),
    index('playback_player_links_user').on(t.userId),
  ],
);
