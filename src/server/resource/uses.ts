/** Records that use another record, and therefore may prevent its deletion. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { maxCounted } from '../../contract/admin/resource.ts';
import type { Context } from '../context.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import type { StaffMember } from '../http/caller.ts';
import { authorize } from '../security/permission.ts';
import { modelOfEntity, propertiesNaming } from './change.ts';
import { getRow, type ResourceModel, scopeOf, snake } from './model.ts';
import { resourcesOf } from './registry.ts';

export interface Use {
  /** A resource, or another kind of record that the office names. */
  what: string;
  count: number;
  /** There are more than `count`. */
  more: boolean;
  /** The list that shows them. Null if the staff member may not read it. */
  list: { resource: string; filter: Record<string, string> } | null;
}

/** Kinds of records that use a record, with their numbers. Records of resources are found by their foreign keys. */
export async function listUses(
  context: Context,
  staff: StaffMember,
  { resource, id }: { resource: string; id: string },
): Promise<Use[]> {
  const { db } = context;
  const model = modelOfEntity(context, resource);
  authorize(staff, model.shape.module, 'delete', undefined);
  await getRow(db, model, staff, id);
  // Records that are deleted with it do not prevent it.
  const companions = await db.transaction(async (tx) => {
    const change = {
      tx,
      context,
      staff,
      once: <T>(_key: string, load: () => Promise<T>) => load(),
      coming: () => undefined,
    };
    const steps = (await model.options.goesWith?.([id], change)) ?? [];
    return new Set(steps.filter(({ action }) => action === 'delete').map(({ entity }) => entity));
  });
  const uses: Use[] = [];
  for (const { what, rows, list } of model.options.usedBy ?? []) {
    const counted = await countOf(db, rows(id));
    const shown = resourcesOf(context).get(list.resource);
    const isReadable = shown !== undefined && staff.may(shown.shape.module, 'read');
    if (counted.count > 0)
      uses.push({
        what,
        ...counted,
        list: isReadable ? { resource: list.resource, filter: { [list.filter]: id } } : null,
      });
  }
  for (const other of resourcesOf(context).values()) {
    if (companions.has(other.shape.name) || other.options.large?.viewOf) continue;
    for (const [field, naming] of referencesTo(db, other, model, id)) {
      const counted = await countOf(
        db,
        db
          .select({ one: sql`1` })
          .from(other.table as PgTable)
          .where(and(naming, scopeOf(other, staff)))
          .limit(maxCounted + 1)
          .getSQL(),
      );
      if (counted.count === 0) continue;
      const name = other.shape.name;
      const filter = field in other.shape.filter ? field : `${field}_in`;
      const list = staff.may(other.shape.module, 'read')
        ? { resource: name, filter: { [filter]: id } }
        : null;
      uses.push({ what: name, ...counted, list });
    }
  }
  return uses;
}

/** Conditions on records of a resource that refer to a record of another one, by the field that refers. */
function referencesTo(
  db: Queryable,
  other: ResourceModel,
  model: ResourceModel,
  id: string,
): [field: string, naming: SQL | undefined][] {
  const columns = propertiesNaming(other, model).map((property): [string, SQL | undefined] => {
    const column = other.columnOf(snake(property));
    return [snake(property), column && eq(column, id)];
  });
  const lists = Object.entries(other.options.lists ?? {})
    .filter(([, { named }]) =>
      getTableConfig(named.table as PgTable).foreignKeys.some((key) => {
        const { columns: own, foreignTable } = key.reference();
        return own.some((column) => column === named) && foreignTable === (model.table as PgTable);
      }),
    )
    .map(([field, { owner, named }]): [string, SQL | undefined] => [
      field,
      inArray(
        other.table.id,
        db
          .select({ owner })
          .from(owner.table as PgTable)
          .where(eq(named, id)),
      ),
    ]);
  return [...columns, ...lists].filter(([, naming]) => naming !== undefined);
}

async function countOf(db: Queryable, rows: SQL): Promise<Pick<Use, 'count' | 'more'>> {
  const [found] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select 1 from (${rows}) found limit ${maxCounted + 1}) counted`,
  );
  const count = found?.count ?? 0;
  return { count: Math.min(count, maxCounted), more: count > maxCounted };
}
