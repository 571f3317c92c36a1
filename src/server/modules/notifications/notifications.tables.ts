import { type SQL, sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import { idColumn, instant } from '../../db/columns.ts';
import { households, sessions, users } from '../accounts/accounts.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/** Events that people are notified of: one row each, regardless of the number of recipients and of repeated announcements. */
export const notificationEvents = pgTable(
  'notifications_events',
  {
    id: idColumn(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** The cause, which determines its texts (`notifications.texts.ts`). */
    cause: text('cause').notNull(),
    /** The episode, notice, message or session that it is about. */
    subjectId: uuid('subject_id').notNull(),
    /** The values that its texts contain. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** The household, when the event is for one person alone. */
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

/** The recipients: profiles or users. */
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

/** Where a user's choice differs from the default (`channels.ts`). */
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

/** A user's quiet hours, by the clocks of the household: `HH:MM`, past midnight when the end is earlier than the begin. */
export const notificationQuietHours = pgTable('notifications_quiet_hours', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  quietFrom: text('quiet_from').notNull(),
  quietUntil: text('quiet_until').notNull(),
});

/** Devices that receive web push: one per session, for as long as the session lasts. */
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
    /** The address at which the browser's push service accepts messages. Whoever has it and the keys can send to the device. */
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
