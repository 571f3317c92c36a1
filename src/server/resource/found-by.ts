/** Finding records by what another record that they name is called. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { hides } from '../security/permission.ts';
import { searchFilter } from './list-filters.ts';
import { resourcesOf } from './registry.ts';

/**
 * The search of records whose column names a record of another resource. `shown`: the resource's own fields that say whom they name; where one of
 * them is hidden, nothing is found.
 */
export function foundBy(
  context: Pick<Context, 'db' | 'registries'>,
  column: AnyPgColumn,
  { of, own, shown }: { of: string; own: string; shown: readonly string[] },
): (text: string, staff: StaffMember) => SQL {
  return (text, staff) => {
    if (shown.some((field) => hides(staff, own, field))) return sql`false`;
    const model = must(resourcesOf(context).get(of), of);
    return inArray(
      column,
      context.db
        .select({ id: model.table.id })
        .from(model.table as PgTable)
        .where(searchFilter(model, staff, text)),
    );
  };
}
