import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** A key pair that a device of the user's keeps; here is what its signatures are checked with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As its owner calls it. */
    name: text('name').notNull(),
    /** base64url, as the authenticator made it. */
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far as the authenticator counts them; 0 where it does not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Whether it may be on several devices, and whether it is kept somewhere beside the one. */
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    lastUsedAt: instant('last_used_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_user').on(t.userId, t.createdAt),
  ],
);

/** What an authenticator is to sign: good once, for five minutes. */
export const challenges = pgTable(
  'passkeys_challenges',
  {
    id: idColumn(),
    /** SHA-256 of it. */
    challengeHash: text('challenge_hash').notNull(),
    /** The user and session that add a passkey; null for a sign-in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('passkeys_challenges_hash').on(t.challengeHash),
    index('passkeys_challenges_user').on(t.userId),
  ],
);
