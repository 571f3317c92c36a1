import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant } from '../db/columns.ts';

/** What staff changed. Rows are only ever added; of a customer who has left, they keep no more than that something was done. */
export const events = pgTable(
  'event_log',
  {
    id: idColumn(),
    createdAt: instant('created_at').notNull().defaultNow(),
    staffId: uuid('staff_id'),
    staffName: text('staff_name').notNull(),
    module: text('module').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    label: text('label').notNull(),
    /** Field → [before, after]. */
    changes: jsonb('changes').$type<Record<string, [unknown, unknown]>>().notNull(),
  },
  (t) => [
    index('event_log_newest').on(t.createdAt.desc().nullsFirst()),
    index('event_log_entity').on(t.entityId, t.createdAt.desc().nullsFirst()),
    index('event_log_staff').on(t.staffId, t.createdAt.desc().nullsFirst()),
  ],
);
