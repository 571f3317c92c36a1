/** Changing many records of one resource: the same fields, a value of a list, or deleting them. */
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type BulkChange, maxChanged } from '../../contract/admin/changes.ts';
import { listQuery } from '../../contract/admin/resource.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { CallError, fail, failField } from '../errors.ts';
import { problemsOf } from '../field-problems.ts';
import type { StaffMember } from '../http/caller.ts';
import { authorize } from '../security/permission.ts';
import { lockRows, makeChange, modelOfEntity, type Outcome, snapshotsById } from './change.ts';
import { hidesField } from './hidden-fields.ts';
import type { ListQuery } from './list.ts';
import { conditionOf } from './list-filters.ts';
import type { ResourceModel, Step } from './model.ts';

/** Which records are changed. */
export interface Selection {
  ids?: string[] | undefined;
  query?: Record<string, string> | undefined;
  expected?: number | undefined;
}

/** Changes many records, or says what that would do. */
export async function changeMany(
  context: Context,
  staff: StaffMember,
  {
    resource,
    change,
    dry_run: isDryRun,
    refused,
    ...selection
  }: Selection & { resource: string; change: BulkChange; dry_run: boolean; refused: 'stop' | 'skip' },
): Promise<Outcome> {
  const model = modelOfEntity(context, resource);
  return makeChange(
    context,
    staff,
    async (tx) => {
      const ids = await selectedIds(tx, model, staff, selection, change);
      return bulkSteps(tx, model, staff, ids, change);
    },
    { isDryRun, refused },
  );
}

/**
 * The records that a selection means, for whoever may change them so: nothing is said of the records to anybody else. Fails when they
 * are too many, or, with `conflict`, other than the expected number.
 */
export async function selectedIds(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  { ids, query = {}, expected }: Selection,
  change: BulkChange,
): Promise<string[]> {
  const { module } = model.shape;
  authorize(staff, module, change.action === 'delete' ? 'delete' : 'update', undefined);
  if (!ids) authorize(staff, module, 'read', undefined);
  if (
    (change.action === 'add' || change.action === 'take') &&
    hidesField(staff, model.shape.record, change.field)
  )
    fail('not_permitted');
  const found = ids ? [...new Set(ids)] : await findIds(db, model, staff, query);
  if (expected !== undefined && expected !== found.length) fail('conflict');
  return found;
}

async function findIds(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  query: Record<string, string>,
): Promise<string[]> {
  const parsed = listQuery(model.shape).safeParse(query);
  if (!parsed.success) throw new CallError('invalid', {}, problemsOf(parsed.error.issues, query));
  const { table } = model;
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(conditionOf(model, staff, parsed.data as ListQuery & Record<string, unknown>))
    .limit(maxChanged + 1);
  if (rows.length > maxChanged) failField('ids', 'max_items', { max: maxChanged });
  return rows.map(({ id }) => id);
}

/** A change of some records as steps. */
export async function bulkSteps(
  tx: Transaction,
  model: ResourceModel,
  staff: StaffMember,
  ids: string[],
  change: BulkChange,
): Promise<Step[]> {
  const entity = model.shape.name;
  switch (change.action) {
    case 'delete':
      return ids.map((id) => ({ entity, id, action: 'delete' }));
    case 'update': {
      const parsed = model.shape.update.omit({ updated_at: true }).strict().safeParse(change.fields);
      if (!parsed.success) throw new CallError('invalid', {}, problemsOf(parsed.error.issues, change.fields));
      return ids.map((id) => ({ entity, id, action: 'update', input: parsed.data }));
    }
    default: {
      const { field, values } = change;
      if (!(field in model.shape.update.shape)) failField('field', 'in');
      // Locked first and read then: what somebody else adds or takes meanwhile stays.
      const snapshots = await snapshotsById(tx, model, await lockRows(tx, model, ids, { staff }));
      return ids.flatMap((id): Step[] => {
        const snapshot = snapshots.get(id);
        // What is not there for them is refused by name, whatever is in it.
        if (!snapshot) return [{ entity, id, action: 'update', input: { [field]: values } }];
        const old = snapshot[field];
        if (!Array.isArray(old)) failField('field', 'in');
        const next =
          change.action === 'add'
            ? [...old, ...values.filter((value) => !old.includes(value))]
            : old.filter((value) => !values.includes(value));
        if (next.length === old.length) return [];
        const input = { [field]: next };
        const { error } = model.shape.update.safeParse(input);
        // What one record has no room for is refused of that one.
        const refusal = error && new CallError('invalid', {}, problemsOf(error.issues, input));
        return [{ entity, id, action: 'update', input, refusal }];
      });
    }
  }
}
