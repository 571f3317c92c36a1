import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ProviderName } from '../../../contract/providers.ts';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** A user's identity at another service: whoever returns from there as `subject` is signed in as the user. */
export const identities = pgTable(
  'social_login_identities',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** The service's own id of the person; it never changes. */
    subject: text('subject').notNull(),
    /** The address that the service reported last, so that the owner can recognise the account. */
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
 * An authorization at another service, and what remains to be done after it. It belongs to the browser that has its token in a
 * cookie. State, nonce and verifier are derived from that token, so nothing stored here is worth stealing.
 */
export const authorizations = pgTable(
  'social_login_authorizations',
  {
    id: idColumn(),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** SHA-256 of the cookie's token. */
    tokenHash: text('token_hash').notNull(),
    /** The user who connects the service, and the session; null for signing in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id'),
    expiresAt: instant('expires_at').notNull(),
    /** When the first answer came, successful or not: a second one is refused. */
    answeredAt: instant('answered_at'),
    /** The identity that the service reported. */
    subject: text('subject'),
    email: text('email'),
    /** Whether the mailbox is proved to be theirs, by the service or by a code. */
    emailVerified: boolean('email_verified').notNull().default(false),
    /** SHA-256 of the code that the page was given, until it has been redeemed. */
    codeHash: text('code_hash'),
    codeExpiresAt: instant('code_expires_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('social_login_authorizations_token').on(t.tokenHash),
    index('social_login_authorizations_user').on(t.userId),
  ],
);
