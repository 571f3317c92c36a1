import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant } from '../db/columns.ts';

/** Personal data that staff have opened with a reason, for half an hour. The event log keeps who, what and why. */
export const openings = pgTable(
  'personal_data_openings',
  {
    id: idColumn(),
    /** The session of staff to which it is open. */
    sessionId: uuid('session_id').notNull(),
    resource: text('resource').notNull(),
    /** Null: the whole list. */
    recordId: uuid('record_id'),
    reason: text('reason').notNull(),
    openUntil: instant('open_until').notNull(),
  },
  (t) => [
    index('personal_data_openings_session').on(t.sessionId, t.openUntil),
    index('personal_data_openings_age').on(t.openUntil),
  ],
);
