import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { InquiryState, InquiryType } from '../../../contract/account/inquiries.ts';
import { idColumn, instant, localeColumn, searchIndex, stamps } from '../../db/columns.ts';
import { households, users } from '../accounts/accounts.tables.ts';
import { staff } from '../staff/staff.tables.ts';

const household = () =>
  uuid('household_id')
    .notNull()
    .references(() => households.id, { onDelete: 'cascade' });

/** A household's inquiry. Its first message is the question. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: idColumn(),
    householdId: household(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    type: text('type').$type<InquiryType>().notNull(),
    title: text('title').notNull(),
    status: text('status').$type<InquiryState>().notNull().default('received'),
    /** The language of the inquiry: mail about it is written in it. */
    locale: localeColumn('locale').notNull(),
    assignedTo: uuid('assigned_to').references(() => staff.id, { onDelete: 'set null' }),
    answeredAt: instant('answered_at'),
    ...stamps(),
  },
  (t) => [
    index('inquiries_household').on(t.householdId, t.createdAt.desc().nullsFirst()),
    index('inquiries_search').using('gin', searchIndex(t.title)),
    index('inquiries_updated').on(t.updatedAt.desc().nullsFirst()),
    index('inquiries_newest').on(t.createdAt.desc().nullsFirst()),
    index('inquiries_status').on(t.status, t.createdAt.desc().nullsFirst()),
    index('inquiries_type').on(t.type, t.createdAt),
    index('inquiries_answered').on(t.answeredAt),
    index('inquiries_user').on(t.userId),
    index('inquiries_assigned').on(t.assignedTo),
  ],
);

export const inquiryMessages = pgTable(
  'inquiries_messages',
  {
    id: idColumn(),
    inquiryId: uuid('inquiry_id')
      .notNull()
      .references(() => inquiries.id, { onDelete: 'cascade' }),
    householdId: uuid('household_id').notNull(),
    /** The member of staff who wrote it; null: the customer. The name stays when they have left. */
    staffName: text('staff_name'),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('inquiries_messages_inquiry').on(t.inquiryId, t.createdAt),
    index('inquiries_messages_household').on(t.householdId, t.createdAt),
  ],
);

/** Files that customers send, in storage under private names. Those without a message are deleted after a day. */
export const inquiryAttachments = pgTable(
  'inquiries_attachments',
  {
    id: idColumn(),
    householdId: household(),
    messageId: uuid('message_id').references(() => inquiryMessages.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    storageKey: text('storage_key').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('inquiries_attachments_message').on(t.messageId),
    index('inquiries_attachments_household').on(t.householdId, t.createdAt),
    index('inquiries_attachments_loose').on(t.createdAt).where(sql`${t.messageId} is null`),
  ],
);

/** Prepared answers. */
export const cannedAnswers = pgTable('inquiries_canned_answers', {
  id: idColumn(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  bodyKo: text('body_ko').notNull(),
  bodyEn: text('body_en').notNull(),
  ...stamps(),
});
