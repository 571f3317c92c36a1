/** The event log: what staff changed, written in the transaction of the change, and whose data they read. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { EventAction } from '../../contract/admin/event-actions.ts';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { isOneOf } from '../db/conditions.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { eventRecords, events } from './event-log.tables.ts';

/** What was changed of one record. */
export interface RecordChange {
  entity: string;
  id: string;
  label: string;
  action: 'create' | 'update' | 'delete';
  /** Field → [before, after]. */
  changes: Record<string, [unknown, unknown]>;
}

/**
 * Adds the entry of a change of one or several records; nothing when nothing was changed. Returns its id. An entry about a single record
 * has it in itself when nothing else was changed with it.
 */
export async function recordChanges(
  tx: Queryable,
  {
    at,
    staff,
    changes,
    undoes,
    ...entry
  }: {
    at: Date;
    staff: Pick<StaffMember, 'id' | 'name'>;
    module: StaffModule;
    entity: string;
    entityId: string | null;
    /** What was done; of a single record, what was done to it. */
    action: EventAction;
    /** The entry's name, when it is not the record's. */
    label: string | undefined;
    /** The entry that this one undoes. */
    undoes: string | undefined;
    changes: RecordChange[];
  },
): Promise<string | null> {
  if (changes.length === 0) return null;
  const id = newId();
  const [only] = changes.length === 1 ? changes : [];
  const own = only ?? changes.find((change) => change.id === entry.entityId);
  // What went with a record comes before it.
  const first = changes.find((change) => change.entity === entry.entity) ?? must(changes[0], 'change');
  await tx.insert(events).values({
    ...entry,
    id,
    createdAt: at,
    staffId: staff.id,
    staffName: staff.name,
    entityId: own?.id ?? null,
    action: only?.action ?? entry.action,
    label: entry.label ?? (own ?? first).label,
    changes: only?.changes ?? {},
    records: changes.length,
    ...(undoes ? { undoes } : {}),
  });
  if (!only) {
    const rows = changes.map((change, position) => ({
      event_id: id,
      created_at: at,
      position,
      entity: change.entity,
      entity_id: change.id,
      action: change.action,
      label: change.label,
      changes: change.changes,
    }));
    await tx.execute(
      sql`insert into ${eventRecords} select * from json_populate_recordset(null::${eventRecords}, ${JSON.stringify(rows)}::json)`,
    );
  }
  if (undoes) await tx.update(events).set({ undoneBy: id }).where(eq(events.id, undoes));
  return id;
}

/** Adds one event. `changes`: field → [before, after], without secrets. */
export async function recordEvent(
  tx: Queryable,
  event: {
    staff: Pick<StaffMember, 'id' | 'name'>;
    module: StaffModule;
    action: EventAction;
    entity: string;
    /** Null: what is no record. */
    entityId: string | null;
    label: string;
    changes: Record<string, [unknown, unknown]>;
  },
): Promise<void> {
  await tx.insert(events).values({
    staffId: event.staff.id,
    staffName: event.staff.name,
    module: event.module,
    action: event.action,
    entity: event.entity,
    entityId: event.entityId,
    label: event.label,
    changes: event.changes,
    records: event.action === 'read' ? 0 : 1,
  });
}

const readWindowMs = 3_600_000;

/** Writes down that a member of staff read somebody's data: once an hour for each record, however often they look. */
export async function recordRead(
  { db, now }: { db: Queryable; now: () => Date },
  read: Omit<Parameters<typeof recordEvent>[1], 'action' | 'changes' | 'entityId'> & { entityId: string },
): Promise<void> {
  const [known] = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.entityId, read.entityId),
        gt(events.createdAt, new Date(now().getTime() - readWindowMs)),
        eq(events.staffId, read.staff.id),
        eq(events.action, 'read'),
      ),
    )
    .limit(1);
  if (!known) await recordEvent(db, { ...read, action: 'read', changes: {} });
}

/** Logs that a member of staff read a list that shows customers' addresses. What was looked for is not logged: it may be a name. */
export function logListed(
  log: FastifyBaseLogger,
  { staff, module, rows }: { staff: Pick<StaffMember, 'id'>; module: StaffModule; rows: number },
): void {
  log.warn({ staffId: staff.id, module, rows }, 'staff listed personal data');
}

/** Removes labels and changes from the entries about these records, for erased customers; who did what and when stays. */
export async function forgetInEvents(tx: Queryable, entityIds: string[]): Promise<void> {
  const forgotten = { label: '', changes: {} };
  await tx.update(events).set(forgotten).where(inArray(events.entityId, entityIds));
  await tx.update(eventRecords).set(forgotten).where(inArray(eventRecords.entityId, entityIds));
}

/** Removes what the entries about these records say of some fields, and leaves the rest. */
export async function forgetFieldsInEvents(
  tx: Queryable,
  entityIds: string[],
  fields: string[],
): Promise<void> {
  for (const log of [events, eventRecords])
    await tx
      .update(log)
      .set({ changes: sql`${log.changes} - ${sql.param(fields)}::text[]` })
      .where(isOneOf(log.entityId, entityIds));
}

/** What entries after one say of some records, the newest first. */
export async function listLater(
  db: Queryable,
  ids: string[],
  { eventId, at }: { eventId: string; at: Date },
): Promise<Omit<RecordChange, 'label'>[]> {
  if (ids.length === 0) return [];
  const meant = sql`entity_id = any(${sql.param(ids)}::uuid[])`;
  return queryRows(
    db,
    sql`select entity, entity_id as id, action, changes from (
        select created_at, 0 as position, id as event_id, entity, entity_id, action, changes from event_log
          where ${meant} and records = 1 and action in ('create', 'update', 'delete')
        union all
        select created_at, position, event_id, entity, entity_id, action, changes from event_log_records where ${meant}) as own
      where event_id <> ${eventId} and created_at >= ${at.toISOString()}::timestamptz
      order by created_at desc, event_id desc, position desc`,
  );
}
