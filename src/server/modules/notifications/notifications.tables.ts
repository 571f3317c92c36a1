import { type SQL, sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import { idColumn, instant } from '../../db/columns.ts';
import { households, sessions, users } from '../accounts/accounts.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/** What has happened that people are told of: once, however many hear of it and however often it is announced. */
export const notificationEvents = pgTable(
  'notifications_events',
  {
    id: idColumn(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** What exactly: its texts are found by it (`notifications.texts.ts`). */
    cause: text('cause').notNull(),
    /** The episode, notice, message or session that it is about. */
    subjectId: uuid('subject_id').notNull(),
    /** What its texts are made of. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** The recipient, when there is only one. */
    householdId: uuid('household_id').references(() => households.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('notifications_events_subject').on(t.cause, t.subjectId),
    index('notifications_events_age').on(t.createdAt),
    index('notifications_events_user').on(t.userId),
    index('notifications_events_household').on(t.householdId),
  ],
);

/** The recipient: a profile or a user. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    eventId: uuid('event_id')
      .notNull()
      .references(() => notificationEvents.id, { onDelete: 'cascade' }),
    householdId: uuid('household_id').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(profile_id, user_id)`),
    readAt: instant('read_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.eventId, t.recipientId),
    index('notifications_newest').on(t.recipientId, t.createdAt.desc().nullsFirst()),
    index('notifications_unread').on(t.recipientId).where(sql`${t.readAt} is null`),
    index('notifications_age').on(t.createdAt),
    index('notifications_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('notifications_profile').on(t.profileId).where(sql`${t.profileId} is not null`),
  ],
);

/** Where a user has chosen otherwise than what is usual (`channels.ts`). */
export const notificationChoices = pgTable(
  'notifications_choices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    channel: text('channel').$type<NotificationChannel>().notNull(),
    wanted: boolean('wanted').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.channel] })],
);

/** When a user wants it quiet, by the clocks of the household: `HH:MM`, over midnight when it ends earlier. */
export const notificationQuietHours = pgTable('notifications_quiet_hours', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  quietFrom: text('quiet_from').notNull(),
  quietUntil: text('quiet_until').notNull(),
});

/** Devices that get web push: one of a session, for as long as it lasts. */
export const pushSubscriptions = pgTable(
  'notifications_subscriptions',
  {
    id: idColumn(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where the browser's push service takes messages for it. Whoever has it and the keys can write to the device. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('notifications_subscriptions_session').on(t.sessionId),
    index('notifications_subscriptions_user').on(t.userId),
    index('notifications_subscriptions_device').on(t.auth),
  ],
);
