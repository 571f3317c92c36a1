/** Finding records by what another record that they name is called. */
import { inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { searchFilter } from './list-filters.ts';
import { resourcesOf } from './registry.ts';

/** The search of records whose column refers to a record of another resource, by the other record's search. */
export function foundBy(
  context: Pick<Context, 'db' | 'registries'>,
  column: AnyPgColumn,
  of: string,
): (text: string, staff: StaffMember) => SQL {
  return (text, staff) => {
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
