import { pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, localeColumn, stamps } from '../../db/columns.ts';

/** A sign-up whose e-mail address has not been proved yet. Deleted after a day. */
export const signUps = pgTable('sign_in_sign_ups', {
  id: idColumn(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  passwordHash: text('password_hash').notNull(),
  locale: localeColumn('locale').notNull(),
  ...stamps(),
});
