import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { plans } from '../plans/plans.tables.ts';

/** Who lives together and pays together: holds users, profiles and the plan. */
export const households = pgTable('accounts_households', {
  id: idColumn(),
  /** Where its clocks stand, as IANA names it; null: the service's zone. */
  zone: text('zone'),
  /** Four digits of the grown-ups: they lead out of a kids profile. */
  parentPinHash: text('parent_pin_hash'),
  ...stamps(),
});

/** A person who signs in for a household. */
export const users = pgTable(
  'accounts_users',
  {
    id: idColumn(),
    householdId: uuid('household_id')
      .notNull()
      .references(() => households.id, { onDelete: 'cascade' }),
    /** Lower case. */
    username: text('username').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Since when the account is to be deleted. */
    deletionRequestedAt: instant('deletion_requested_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('accounts_users_username').on(t.username),
    uniqueIndex('accounts_users_email').on(sql`lower(${t.email})`),
    index('accounts_users_household').on(t.householdId),
  ],
);

/** A signed-in device. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'accounts_sessions',
  {
    id: idColumn(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    householdId: uuid('household_id').notNull(),
    /** The profile last entered on this device; one with a PIN is open only where it was entered. */
    profileId: uuid('profile_id'),
    device: text('device').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('accounts_sessions_token').on(t.tokenHash),
    index('accounts_sessions_user').on(t.userId),
  ],
);

/** When a household's plan is in force. Billing writes it; everything else only asks whether now lies in a period. */
export const planPeriods = pgTable(
  'plans_periods',
  {
    id: idColumn(),
    householdId: uuid('household_id')
      .notNull()
      .references(() => households.id, { onDelete: 'cascade' }),
    /** What was subscribed to; null when nobody has said. */
    planId: uuid('plan_id').references(() => plans.id, { onDelete: 'set null' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    ...stamps(),
  },
  (t) => [index('plans_periods_household').on(t.householdId, t.endsAt)],
);
