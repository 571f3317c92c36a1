import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SignInMethod } from '../../../contract/account/devices.ts';
import type { Gender } from '../../../contract/account/identity.ts';
import {
  idColumn,
  instant,
  keptSearchIndex,
  localeColumn,
  partIndex,
  searchTextColumn,
  stamps,
} from '../../db/columns.ts';

/** A household: it lives together and pays together. It owns users, profiles and the plan. */
export const households = pgTable('accounts_households', {
  id: idColumn(),
  /** The household's time zone as an IANA name; null means the service's zone. */
  zone: text('zone'),
  /** The four-digit parent PIN. It is required to leave a kids profile. */
  parentPinHash: text('parent_pin_hash'),
  /** Failed attempts since the last correct one, and the time of the last failure. */
  parentPinFailures: smallint('parent_pin_failures').notNull().default(0),
  parentPinFailedAt: instant('parent_pin_failed_at'),
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
    /** E.164. */
    phone: text('phone'),
    birthDate: date('birth_date', { mode: 'string' }),
    gender: text('gender').$type<Gender>(),
    /** The language of mail to this person. */
    locale: localeColumn('locale').notNull().default('ko'),
    emailVerifiedAt: instant('email_verified_at'),
    /** When the terms were agreed to. */
    termsAgreedAt: instant('terms_agreed_at'),
    /** Null for a user who has only ever signed in with another service. */
    passwordHash: text('password_hash'),
    /** When deletion of the account was requested. */
    deletionRequestedAt: instant('deletion_requested_at'),
    /** When staff suspended the account. Its sessions are not valid while it is suspended. */
    suspendedAt: instant('suspended_at'),
    searchText: searchTextColumn('username'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('accounts_users_username').on(t.username),
    uniqueIndex('accounts_users_email').on(sql`lower(${t.email})`),
    index('accounts_users_household').on(t.householdId),
    index('accounts_users_leaving')
      .on(t.deletionRequestedAt)
      .where(sql`${t.deletionRequestedAt} is not null`),
    index('accounts_users_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('accounts_users_search').using('gin', keptSearchIndex(t.searchText)),
    index('accounts_users_email_part').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    index('accounts_users_phone').on(t.phone).where(sql`${t.phone} is not null`),
    index('accounts_users_born').on(t.birthDate).where(sql`${t.birthDate} is not null`),
    index('accounts_users_gender').on(t.gender).where(sql`${t.gender} is not null`),
    index('accounts_users_verified').on(t.emailVerifiedAt),
    index('accounts_users_suspended').on(t.suspendedAt).where(sql`${t.suspendedAt} is not null`),
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
    /** The profile last entered on this device. A profile with a PIN is open only on devices where the PIN was entered. */
    profileId: uuid('profile_id'),
    device: text('device').notNull(),
    /** The device's name as shown to its owner: "Chrome · Windows"; empty when the device did not send one. */
    deviceName: text('device_name').notNull().default(''),
    /** Where it signed in from. */
    address: text('address'),
    country: text('country'),
    /**
     * No secret of the account has been entered on this device: the session was begun by another service, a passkey or a
     * television's code, or the device was removed from the profile that it was in. A child may be using it.
     */
    withoutSecret: boolean('without_secret').notNull().default(true),
    /** When this session was re-authenticated by a code sent to the account's mailbox. */
    reauthenticatedAt: instant('reauthenticated_at'),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('accounts_sessions_token').on(t.tokenHash),
    index('accounts_sessions_user').on(t.userId),
    index('accounts_sessions_household').on(t.householdId),
  ],
);

/** A six-digit code that was sent to somebody, one at a time for each purpose and subject. Only its keyed hash is stored. */
export const codes = pgTable(
  'accounts_codes',
  {
    id: idColumn(),
    purpose: text('purpose').notNull(),
    /** What the code is for: a sign-up or a session. */
    subjectId: uuid('subject_id').notNull(),
    /** What the code proves: the e-mail address that it was sent to. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Codes sent since `firstSentAt`. */
    sends: integer('sends').notNull().default(1),
    firstSentAt: instant('first_sent_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    ...stamps(),
  },
  (t) => [uniqueIndex('accounts_codes_subject').on(t.purpose, t.subjectId)],
);

/** Links for a new password. Only the token's SHA-256 is stored. */
export const resets = pgTable(
  'accounts_resets',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    ...stamps(),
  },
  (t) => [uniqueIndex('accounts_resets_token').on(t.tokenHash), index('accounts_resets_user').on(t.userId)],
);

/** Every sign-in attempt. For an unknown username, only the fact that somebody tried is stored. */
export const logins = pgTable(
  'accounts_logins',
  {
    id: idColumn(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    householdId: uuid('household_id'),
    sessionId: uuid('session_id'),
    method: text('method').$type<SignInMethod>().notNull().default('password'),
    succeeded: boolean('succeeded').notNull(),
    deviceName: text('device_name').notNull(),
    address: text('address'),
    country: text('country'),
    ...stamps(),
  },
  (t) => [
    index('accounts_logins_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('accounts_logins_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('accounts_logins_outcome').on(
      sql`(case when ${t.succeeded} then 'signed_in' else 'failed' end)`,
      t.createdAt,
    ),
    index('accounts_logins_country').on(t.country, t.createdAt),
    index('accounts_logins_device').using('gin', partIndex(t.deviceName)),
    index('accounts_logins_unnamed').on(t.createdAt).where(sql`${t.deviceName} = ''`),
    index('accounts_logins_address').on(t.address, t.createdAt.desc().nullsFirst()),
  ],
);

/** What the viewing analytics are told about a sign-out: one row per session. */
export const sessionActions = pgTable('accounts_session_actions', {
  sessionId: uuid('session_id').primaryKey(),
  householdId: uuid('household_id').notNull(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  /** PLUS with a running plan. */
  userType: text('user_type').$type<'PLUS' | 'FREE'>().notNull(),
  action: text('action').$type<'sign_out'>().notNull(),
  ...stamps(),
});
