/** Records at an instant: their present values, with the later changes in the event log undone. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { withoutHidden } from '../../contract/admin/field-groups.ts';
import type { Context } from '../context.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { firstKeptDay } from '../db/partitions.ts';
import { fail, failField } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import { authorize } from '../security/permission.ts';
import { modelOfEntity, plain, propertiesNaming, snapshotsById } from './change.ts';
import type { RecordChange } from './event-log.ts';
import { labelOfRow } from './labels.ts';
import {
  type Changes,
  enteredFields,
  type Fields,
  findRows,
  getRow,
  type ResourceModel,
  snake,
} from './model.ts';
import { resourcesOf } from './registry.ts';

/** Values of the fields that staff enter, before and after a change. */
export function sides(model: ResourceModel, changes: Changes): [before: Fields, after: Fields] {
  const entered = enteredFields(model).filter((field) => field in changes);
  const side = (at: 0 | 1): Fields =>
    Object.fromEntries(entered.map((field) => [field, changes[field]?.[at] ?? null]));
  return [side(0), side(1)];
}

/** Changes of records in the log since an instant, the newest first. */
export async function listChanges(db: Queryable, ids: string[], since: Date): Promise<RecordChange[]> {
  const meant = sql`entity_id = any(${sql.param(ids)}::uuid[])`;
  return queryRows(
    db,
    sql`select entity, entity_id as id, label, action, changes from (
        select created_at, 0 as position, id as event_id, entity, entity_id, label, action, changes from event_log
          where ${meant} and records = 1 and action in ('create', 'update', 'delete')
        union all
        select created_at, position, event_id, entity, entity_id, label, action, changes from event_log_records
          where ${meant}) as own
      where created_at > ${since.toISOString()}::timestamptz
      order by created_at desc, event_id desc, position desc`,
  );
}

/** Values of a record before its changes, which are given newest first. Undefined if the record did not exist. */
export function takenBack(
  model: ResourceModel,
  present: Fields | undefined,
  changes: readonly Pick<RecordChange, 'action' | 'changes'>[],
): Fields | undefined {
  let past: Fields | undefined = present && { ...present };
  for (const { action, changes: changed } of changes) {
    const [before] = sides(model, changed);
    if (action === 'create') past = undefined;
    else if (action === 'delete') past = before;
    else if (past) Object.assign(past, before);
  }
  return past;
}

/**
 * Values of a record at an instant and at present, and its label. Values are undefined if the record did not
 * or does not exist. Fails, naming `at`, for an instant before the start of the event log.
 */
export async function recordAt(
  { config, now }: Context,
  db: Queryable,
  model: ResourceModel,
  { id, at }: { id: string; at: Date },
): Promise<{ past: Fields | undefined; present: Fields | undefined; label: string }> {
  const begins = firstKeptDay(config.eventLogMonths, now());
  if (at < new Date(begins)) failField('at', 'after', { date: begins });
  const [row] = await findRows(db, model, [id]);
  const present = row && (await snapshotsById(db, model, [row])).get(id);
  const changes = (await listChanges(db, [id], at)).filter(({ entity }) => entity === model.shape.name);
  let past = takenBack(model, present, changes);
  // A record that was not created by staff has no entry of its creation.
  const isMadeHere = changes.some(({ action }) => action === 'create');
  if (row && row.createdAt > at && !isMadeHere) past = undefined;
  return { past, present, label: row ? labelOfRow(model, row) : (changes[0]?.label ?? '') };
}

/** A record at an instant and at present, with the names of the fields that differ. */
export async function compareRecord(
  context: Context,
  staff: StaffMember,
  { resource, id, at }: { resource: string; id: string; at: Date },
) {
  const model = readable(context, staff, resource);
  await requireSeen(context.db, model, staff, id);
  const { past, present } = await recordAt(context, context.db, model, { id, at });
  if (!past && !present) fail('not_found');
  if (!(await wasSeen(context, context.db, model, staff, { past, at }))) fail('not_found');
  const shown = (fields: Fields = {}) => withoutHidden(staff.hiddenGroups, model.shape.record, fields);
  return {
    past: past ? shown(past) : null,
    present: present ? shown(present) : null,
    changed: differing(shown(past), shown(present)),
  };
}

export const differing = (past: Fields = {}, present: Fields = {}): string[] =>
  [...new Set([...Object.keys(past), ...Object.keys(present)])].filter(
    (field) => !isDeepStrictEqual(plain(past[field] ?? null), plain(present[field] ?? null)),
  );

/** Entered fields of a resource that refer to records of another one. */
export function fieldsNaming(child: ResourceModel, parent: ResourceModel): string[] {
  const entered = enteredFields(child);
  return propertiesNaming(child, parent)
    .map(snake)
    .filter((field) => entered.includes(field));
}

/** Fails with `not_found` if a content partner's staff may not see the record at present. */
export async function requireSeen(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  id: string,
): Promise<void> {
  if (staff.contentPartnerId) await getRow(db, model, staff, id);
}

/**
 * Whether a staff member may read the values of a record at an instant. A content partner's staff may if the
 * record belonged to the partner at that instant, by its own field or by the record that it referred to.
 * Callers treat other values as missing.
 */
export async function wasSeen(
  context: Context,
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  { past, at }: { past: Fields | undefined; at: Date },
): Promise<boolean> {
  if (!staff.contentPartnerId) return true;
  if (!past) return false;
  if ('content_partner_id' in past) return past.content_partner_id === staff.contentPartnerId;
  for (const parent of resourcesOf(context).values())
    for (const field of parent.options.scope ? fieldsNaming(model, parent) : []) {
      const id = past[field];
      if (typeof id !== 'string') continue;
      const above = await recordAt(context, db, parent, { id, at });
      return wasSeen(context, db, parent, staff, { past: above.past, at });
    }
  return false;
}

/** The resource of this name. Fails if the staff member may not read it. */
export function readable(context: Context, staff: StaffMember, resource: string): ResourceModel {
  const model = modelOfEntity(context, resource);
  authorize(staff, model.shape.module, 'read', undefined);
  return model;
}
