import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, keptSearchIndex, newId, partIndex, searchTextColumn } from '../db/columns.ts';

/** Field → [before, after]. */
type Changes = Record<string, [unknown, unknown]>;

/**
 * What staff changed and whose data they read, an entry for each change. Of one record its changes stand here; of several they stand
 * in `event_log_records`. Partitioned by month. Of a customer who has left, entries keep no more than that something was done.
 */
export const events = pgTable(
  'event_log',
  {
    id: uuid('id').notNull().$defaultFn(newId),
    createdAt: instant('created_at').notNull().defaultNow(),
    staffId: uuid('staff_id'),
    staffName: text('staff_name').notNull(),
    module: text('module').notNull(),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    /** Null: several records. */
    entityId: uuid('entity_id'),
    label: text('label').notNull(),
    changes: jsonb('changes').$type<Changes>().notNull(),
    /** How many records were changed; 0 for reading. */
    records: integer('records').notNull().default(1),
    /** The entry that this one undoes. */
    undoes: uuid('undoes'),
    undoneBy: uuid('undone_by'),
    searchText: searchTextColumn('label'),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.createdAt] }),
    index('event_log_search').using('gin', keptSearchIndex(t.searchText)),
    index('event_log_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('event_log_entity').on(t.entityId, t.createdAt.desc().nullsFirst()),
    index('event_log_deleted').on(t.entity, t.createdAt).where(sql`${t.action} = 'delete'`),
    index('event_log_part').using(
      'gin',
      partIndex(t.staffName),
      partIndex(t.module),
      partIndex(t.action),
      partIndex(t.entity),
    ),
    index('event_log_action').on(t.action, t.createdAt),
    index('event_log_of').on(t.entity, t.createdAt),
    index('event_log_changed').on(t.createdAt, t.id).where(sql`${t.action} <> 'read'`),
    index('event_log_records_number').on(t.records, t.createdAt),
    index('event_log_unlabelled').on(t.createdAt).where(sql`${t.label} = ''`),
    index('event_log_undoes').on(t.undoes).where(sql`${t.undoes} is not null`),
    index('event_log_undone').on(t.undoneBy).where(sql`${t.undoneBy} is not null`),
    index('event_log_staff').on(t.staffId, t.createdAt.desc().nullsFirst()),
  ],
);

/** The records of a change that touched more than one, in the order in which they were changed. */
export const eventRecords = pgTable(
  'event_log_records',
  {
    eventId: uuid('event_id').notNull(),
    createdAt: instant('created_at').notNull(),
    position: integer('position').notNull(),
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    action: text('action', { enum: ['create', 'update', 'delete'] }).notNull(),
    label: text('label').notNull(),
    changes: jsonb('changes').$type<Changes>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.position, t.createdAt] }),
    index('event_log_records_entity').on(t.entityId, t.createdAt.desc().nullsFirst()),
    index('event_log_records_deleted').on(t.entity, t.createdAt).where(sql`${t.action} = 'delete'`),
  ],
);
