import { pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, stamps } from '../../db/columns.ts';

/** Somebody who wants an account and has yet to show that the e-mail address is theirs. Forgotten after a day. */
export const signUps = pgTable('sign_in_sign_ups', {
  id: idColumn(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  passwordHash: text('password_hash').notNull(),
  locale: text('locale').$type<'ko' | 'en'>().notNull(),
  ...stamps(),
});
