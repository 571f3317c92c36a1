import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ProviderName } from '../../../contract/providers.ts';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** A user's identity at another service: `subject` signs in as the user. */
export const identities = pgTable(
  'social_login_identities',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** What the service calls them; it never changes. */
    subject: text('subject').notNull(),
    /** The address that the service named last, for its owner to know the account by. */
    email: text('email'),
    lastUsedAt: instant('last_used_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('social_login_identities_subject').on(t.provider, t.subject),
    uniqueIndex('social_login_identities_user').on(t.userId, t.provider),
  ],
);

/**
 * A way to another service and back, and what is still to be done after it. It belongs to the browser that has its token in a
 * cookie; state, nonce and verifier are made of that token, so that nothing here is worth stealing.
 */
export const authorizations = pgTable(
  'social_login_authorizations',
  {
    id: idColumn(),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** SHA-256 of the cookie's token. */
    tokenHash: text('token_hash').notNull(),
    /** The user and session that connect the service; null for a sign-in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
    /** An answer came, good or not: there is no second one. */
    answeredAt: instant('answered_at'),
    /** The identity that the service answered. */
    subject: text('subject'),
    email: text('email'),
    /** Whether the mailbox is known to be theirs, by the service or by our code. */
    emailVerified: boolean('email_verified').notNull().default(false),
    /** SHA-256 of the code that our page was handed, until it has been redeemed. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('social_login_authorizations_token').on(t.tokenHash),
    index('social_login_authorizations_user').on(t.userId),
  ],
);
