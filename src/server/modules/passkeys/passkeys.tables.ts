import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** The public key of a key pair on a user's device, which verifies its signatures. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name that its owner gave it. */
    name: text('name').notNull(),
    /** base64url, as the authenticator made it. */
    credentialId: text('credential_id').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's count of its signatures; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Whether it may exist on several devices, and whether it is backed up. */
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

/** Challenges for authenticators to sign: valid once, for five minutes. */
export const challenges = pgTable(
  'passkeys_challenges',
  {
    id: idColumn(),
    /** SHA-256 of it. */
    challengeHash: text('challenge_hash').notNull(),
    /** The user who adds a passkey, and the session; null for signing in, when the user is not known yet. */
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
