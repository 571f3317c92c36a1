/** Finding records of any resource by a part of their name. */
import { and, asc } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { StaffMember } from '../http/caller.ts';
import { hides } from '../security/permission.ts';
import { hidesLabel, labelOfRow } from './labels.ts';
import { searchFilter } from './list.ts';
import { type AnyRow, scopeOf } from './model.ts';

const maxOfEach = 5;

/** Up to five records of each resource that the member of staff may read, with what they are called. */
export async function findRecords(
  { db, resources }: Pick<Context, 'db' | 'resources'>,
  staff: StaffMember,
  text: string,
): Promise<{ resource: string; id: string; label: string }[]> {
  const searchable = [...resources.values()].filter((model) => {
    const { shape, options } = model;
    const { search = [] } = options;
    return (
      staff.may(shape.module, 'read') &&
      search.length > 0 &&
      !hidesLabel(staff, model) &&
      !search.some((column) => hides(staff, shape.name, column.name))
    );
  });
  const found = await Promise.all(
    searchable.map(async (model) => {
      const rows = (await db
        .select()
        .from(model.table as PgTable)
        .where(and(searchFilter(model, staff, text), scopeOf(model, staff)))
        .orderBy(asc(model.table.id))
        .limit(maxOfEach)) as AnyRow[];
      return rows.map((row) => ({ resource: model.shape.name, id: row.id, label: labelOfRow(model, row) }));
    }),
  );
  return found.flat();
}
