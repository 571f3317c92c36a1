import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, localeColumn, partIndex, searchIndex, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** Every message to a person, with its text as written. */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: idColumn(),
    toAddress: text('to_address').notNull(),
    /** The user whose account it is about, whatever the address; null when nobody has one, or it must not be linked to them. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The event that it reports. The reader may not want to know of it any more by the time it is sent. */
    eventId: uuid('event_id'),
    locale: localeColumn('locale').notNull(),
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    /** Null once it must not be read any more: after a month, and for secret messages as soon as they were sent. */
    text: text('text'),
    html: text('html'),
    /** Somebody else whom it names, and how: the name goes with their household. */
    namedHouseholdId: uuid('named_household_id'),
    namedAs: text('named_as'),
    /** Where its reader unsubscribes from mail of its kind (RFC 8058); null where they may not. */
    unsubscribeUrl: text('unsubscribe_url'),
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'unsent'>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    sentAt: instant('sent_at'),
    ...stamps(),
  },
  (t) => [
    index('mail_messages_search').using('gin', searchIndex(t.subject)),
    index('mail_messages_part').using(
      'gin',
      partIndex(t.toAddress),
      partIndex(t.template),
      partIndex(t.error),
    ),
    index('mail_messages_state').on(t.state, t.createdAt),
    index('mail_messages_attempts').on(t.attempts, t.createdAt),
    index('mail_messages_sent').on(t.sentAt),
    index('mail_messages_failed').on(t.createdAt).where(sql`${t.error} <> ''`),
    index('mail_messages_newest').on(t.createdAt.desc().nullsFirst()),
    index('mail_messages_address').on(sql`lower(${t.toAddress})`),
    index('mail_messages_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('mail_messages_bodies').on(t.createdAt).where(sql`${t.html} is not null`),
  ],
);
