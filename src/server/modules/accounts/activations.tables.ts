import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';

/** A television that has asked to be signed in (RFC 8628). Only the hashes of its two codes are stored. */
export const activations = pgTable(
  'accounts_activations',
  {
    id: idColumn(),
    deviceCodeHash: text('device_code_hash').notNull(),
    /** Hashed with the service's secret: there are so few possible codes that a plain hash would reveal them. */
    userCodeHash: text('user_code_hash').notNull(),
    /** `used`: the television has received its token. */
    state: text('state').$type<'pending' | 'approved' | 'denied' | 'used'>().notNull().default('pending'),
    /** The device that asks, and its address. */
    deviceName: text('device_name').notNull(),
    country: text('country').notNull(),
    /** The minimum time between two polls. */
    intervalSeconds: integer('interval_seconds').notNull(),
    polledAt: instant('polled_at'),
    expiresAt: instant('expires_at').notNull(),
    /** The user who decided, and the session in which they did. When that session has ended meanwhile, its approval is void. */
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
