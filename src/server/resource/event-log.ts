/** The event log: what staff changed, written in the transaction of the change, and whose data they read. */
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import type { Queryable } from '../db/client.ts';
import type { StaffMember } from '../http/caller.ts';
import { events } from './event-log.tables.ts';

/** Adds one event. `changes`: field → [before, after], without secrets. */
export async function recordEvent(
  tx: Queryable,
  event: {
    staff: Pick<StaffMember, 'id' | 'name'>;
    module: StaffModule;
    action: string;
    entity: string;
    entityId: string;
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
  });
}

const readWindowMs = 3_600_000;

/** Writes down that a member of staff read somebody's data: once an hour for each record, however often they look. */
export async function recordRead(
  { db, now }: { db: Queryable; now: () => Date },
  read: Omit<Parameters<typeof recordEvent>[1], 'action' | 'changes'>,
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
  await tx.update(events).set({ label: '', changes: {} }).where(inArray(events.entityId, entityIds));
}
