import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Bills that change, of the newest rehearsal that is ready, with their customer: a view of the database, described as a table to be read. */
export const billChangeList = pgTable('billing_bill_changes', {
  id: uuid('id').notNull(),
  month: text('month').notNull(),
  subscriptionId: uuid('subscription_id').notNull(),
  customerId: uuid('customer_id'),
  username: text('username'),
  renewsOn: date('renews_on', { mode: 'string' }).notNull(),
  beforeCents: integer('before_cents').notNull(),
  afterCents: integer('after_cents').notNull(),
  changeCents: integer('change_cents').notNull(),
  reasonKo: text('reason_ko').notNull(),
  reasonEn: text('reason_en').notNull(),
});
