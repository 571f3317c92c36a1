/** What records were at an instant: what they are now, with what the event log says since taken back. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
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

/** The fields that staff enter, before and after. */
export function sides(model: ResourceModel, changes: Changes): [before: Fields, after: Fields] {
  const entered = enteredFields(model).filter((field) => field in changes);
  const side = (at: 0 | 1): Fields =>
    Object.fromEntries(entered.map((field) => [field, changes[field]?.[at] ?? null]));
  return [side(0), side(1)];
}

/** What the log says of some records, the newest first. */
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

/** What a record was before some changes of it, the newest first; undefined: there was none. */
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
 * A record's fields as they were at an instant, and as they are; undefined where there was or is none; and its name. An instant from before the event
 * log begins is refused.
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
  // What staff have not made themselves has no entry of that.
  const isMadeHere = changes.some(({ action }) => action === 'create');
  if (row && row.createdAt > at && !isMadeHere) past = undefined;
  return { past, present, label: row ? labelOfRow(model, row) : (changes[0]?.label ?? '') };
}

/** A record at an instant beside what it is now. */
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
  for (const field of staff.hiddenFields[resource] ?? []) {
    delete past?.[field];
    delete present?.[field];
  }
  return { past: past ?? null, present: present ?? null, changed: differing(past, present) };
}

export const differing = (past: Fields = {}, present: Fields = {}): string[] =>
  [...new Set([...Object.keys(past), ...Object.keys(present)])].filter(
    (field) => !isDeepStrictEqual(plain(past[field] ?? null), plain(present[field] ?? null)),
  );

/** The fields that staff enter by which records of one resource name those of another. */
export function fieldsNaming(child: ResourceModel, parent: ResourceModel): string[] {
  const entered = enteredFields(child);
  return propertiesNaming(child, parent)
    .map(snake)
    .filter((field) => entered.includes(field));
}

/** A content partner's people see no history of records that are not theirs now. */
export async function requireSeen(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  id: string,
): Promise<void> {
  if (staff.contentPartnerId) await getRow(db, model, staff, id);
}

/**
 * Whether a member of staff may read what a record was at an instant. A content partner's people read of it what was theirs then: it named
 * the partner, or a record that was theirs. What was another partner's is answered as what was not there.
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

/** The resource of that name, which the member of staff may read. */
export function readable(context: Context, staff: StaffMember, resource: string): ResourceModel {
  const model = modelOfEntity(context, resource);
  authorize(staff, model.shape.module, 'read', undefined);
  return model;
}
