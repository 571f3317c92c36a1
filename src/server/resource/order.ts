/** The order that staff give to the records of a resource. Places count from 1; within a group each has its own. */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { fail } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import { authorize } from '../security/permission.ts';
import { makeChange, modelOfEntity, type Outcome } from './change.ts';
import type { AnyRow, Step } from './model.ts';

/**
 * Moves a record behind another one, or to the front. The whole group is locked, so of two who move at once one comes after the other,
 * and each has its record where they wanted it.
 */
export async function moveRecord(
  context: Context,
  staff: StaffMember,
  { resource, id, after }: { resource: string; id: string; after: string | null },
): Promise<Outcome> {
  const model = modelOfEntity(context, resource);
  const { table, options, shape } = model;
  const { order } = options;
  if (!order) fail('not_found');
  authorize(staff, shape.module, 'update', undefined);
  return makeChange(
    context,
    staff,
    async (tx) => {
      const group: SQL | undefined =
        order.within &&
        sql`${order.within} is not distinct from ${tx
          .select({ value: order.within })
          .from(table as PgTable)
          .where(eq(table.id, id))}`;
      // Locked first and read then: what is read while locking stands in the order of before.
      await tx
        .select({ id: table.id })
        .from(table as PgTable)
        .where(group)
        .orderBy(asc(table.id))
        .for('update');
      const rows = (await tx
        .select()
        .from(table as PgTable)
        .where(group)
        .orderBy(asc(order.position), asc(table.id))) as AnyRow[];
      const others = rows.filter((row) => row.id !== id);
      const at = after === null ? 0 : others.findIndex((row) => row.id === after) + 1;
      if (after !== null && at === 0) fail('not_found');
      const moved = rows.find((row) => row.id === id) ?? fail('not_found');
      const ordered = [...others.slice(0, at), moved, ...others.slice(at)];
      return ordered.flatMap((row, place): Step[] =>
        row.position === place + 1
          ? []
          : [{ entity: shape.name, id: row.id, action: 'update', input: { position: place + 1 } }],
      );
    },
    { action: 'order' },
  );
}
