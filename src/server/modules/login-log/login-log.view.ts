import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LoginRecord } from '../../../contract/admin/logins.ts';
import { instant } from '../../db/columns.ts';

/** The logins of staff and customers, newest first by either table's index: a view of the database, described as a table to be read. */
export const loginLog = pgTable('login_log', {
  id: uuid('id').notNull(),
  createdAt: instant('created_at').notNull(),
  kind: text('kind').$type<LoginRecord['kind']>().notNull(),
  accountId: uuid('account_id'),
  outcome: text('outcome').$type<LoginRecord['outcome']>().notNull(),
  method: text('method').notNull(),
  device: text('device').notNull(),
  address: text('address'),
  country: text('country'),
});
