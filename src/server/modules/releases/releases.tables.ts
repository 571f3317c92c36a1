/** Releases and the changes in them. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ReleaseState } from '../../../contract/admin/releases.ts';
import { idColumn, instant, localeColumn, searchIndex, stamps } from '../../db/columns.ts';
import type { CallError } from '../../errors.ts';
import { staff } from '../staff/staff.tables.ts';

/** Why a change no longer fits, in no language yet. */
export type Reason = Pick<CallError, 'code' | 'values' | 'fields'>;

const maker = () => uuid('staff_id').references(() => staff.id, { onDelete: 'set null' });

/** Changes that are made together at an instant, with the permissions of those who planned them. */
export const releases = pgTable(
  'releases_releases',
  {
    id: idColumn(),
    name: text('name').notNull(),
    appliesAt: instant('applies_at').notNull(),
    status: text('status').$type<ReleaseState>().notNull().default('planned'),
    staffId: maker(),
    staffName: text('staff_name').notNull(),
    appliedAt: instant('applied_at'),
    eventId: uuid('event_id'),
    /** The language of whoever planned it, for telling them. */
    locale: localeColumn('locale').notNull().default('ko'),
    ...stamps(),
  },
  (t) => [
    index('releases_releases_due').on(t.appliesAt, t.createdAt, t.id).where(sql`${t.status} = 'planned'`),
    index('releases_releases_at').on(t.appliesAt, t.id),
    index('releases_releases_search').using('gin', searchIndex(t.name)),
  ],
);

/** One change of one record: a record has at most one in a release. */
export const plannedChanges = pgTable(
  'releases_changes',
  {
    id: idColumn(),
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    entity: text('entity').notNull(),
    /** Of a create, the id that its record will have. */
    entityId: uuid('entity_id').notNull(),
    label: text('label').notNull(),
    action: text('action', { enum: ['create', 'update', 'delete'] }).notNull(),
    /** What was entered, by names of the wire. */
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    /** What the same fields were when it was planned. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    staffId: maker(),
    staffName: text('staff_name').notNull(),
    reason: jsonb('reason').$type<Reason>(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('releases_changes_record').on(t.releaseId, t.entity, t.entityId),
    index('releases_changes_entity').on(t.entityId),
  ],
);
