import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { users } from '../accounts/accounts.tables.ts';

/** Every message to a person, in the words it was written in. */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: idColumn(),
    toAddress: text('to_address').notNull(),
    /** The account that the message is about, whatever the address; null without one, or when the row must not reveal it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** What happened that it tells, where its reader may have had enough of that by the time it goes. */
    eventId: uuid('event_id'),
    locale: text('locale').$type<'ko' | 'en'>().notNull(),
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    /** Null once they are not to be read any more: after a month, and what is secret as soon as it was sent. */
    text: text('text'),
    html: text('html'),
    /** Where its reader stops mail of its kind (RFC 8058); null where that is not for them to choose. */
    unsubscribeUrl: text('unsubscribe_url'),
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'unsent'>().notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    sentAt: instant('sent_at'),
    ...stamps(),
  },
  (t) => [
    index('mail_messages_newest').on(t.createdAt.desc().nullsFirst()),
    index('mail_messages_address').on(sql`lower(${t.toAddress})`),
    index('mail_messages_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('mail_messages_bodies').on(t.createdAt).where(sql`${t.html} is not null`),
  ],
);
