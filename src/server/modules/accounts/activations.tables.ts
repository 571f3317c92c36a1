import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';

/** A television that has asked to be signed in (RFC 8628). Neither of its codes is here, only their hashes. */
export const activations = pgTable(
  'accounts_activations',
  {
    id: idColumn(),
    deviceCodeHash: text('device_code_hash').notNull(),
    /** With the service's secret: a plain hash of so few possible codes would tell them. */
    userCodeHash: text('user_code_hash').notNull(),
    /** `used`: it has had its token. */
    state: text('state').$type<'pending' | 'approved' | 'denied' | 'used'>().notNull().default('pending'),
    /** What asks, and from where. */
    deviceName: text('device_name').notNull(),
    country: text('country').notNull(),
    /** How long it has to wait between two questions. */
    intervalSeconds: integer('interval_seconds').notNull(),
    polledAt: instant('polled_at'),
    expiresAt: instant('expires_at').notNull(),
    /** The user and session that decided. When that session has ended, its approval is void. */
    userId: uuid('user_id'),
    sessionId: uuid('session_id'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('accounts_activations_device_code').on(t.deviceCodeHash),
    uniqueIndex('accounts_activations_user_code').on(t.userCodeHash),
    index('accounts_activations_expiry').on(t.expiresAt),
  ],
);
