/** The event log: what staff changed, written in the transaction of the change. */
import { inArray } from 'drizzle-orm';
import type { StaffModule } from '../../../contract/admin/permissions.ts';
import type { Queryable } from '../../db/client.ts';
import type { StaffMember } from '../../http/caller.ts';
import { events } from './staff.tables.ts';

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

/** Of what was done to these things, keeps that it was done and by whom, and nothing of what it was: for who has left. */
export async function forgetInEvents(tx: Queryable, entityIds: string[]): Promise<void> {
  await tx.update(events).set({ label: '', changes: {} }).where(inArray(events.entityId, entityIds));
}
