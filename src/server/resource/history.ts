/** What records were before: undoing an entry of the event log, records as of an instant, deleted ones, restoring. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Queryable, queryRows, type Transaction } from '../db/client.ts';
import { firstKeptDay } from '../db/partitions.ts';
import { CallError, fail, failField } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import { authorize, hides } from '../security/permission.ts';
import { makeChange, modelOfEntity, type Outcome, plain, snapshotsById } from './change.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listLater, type RecordChange } from './event-log.ts';
import { readableLabel } from './labels.ts';
import {
  type Changes,
  enteredFields,
  type Fields,
  findRows,
  getRow,
  type ResourceModel,
  type Step,
  timeOf,
} from './model.ts';

/** How long deleted records can be restored from the list of them. */
const deletedDays = 30;

/** Undoes an entry of the event log, in one transaction: whole, or not at all. Fields that have been changed since are refused. */
export async function undo(
  context: Context,
  staff: StaffMember,
  eventId: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<Outcome> {
  const outcome = await makeChange(context, staff, (tx) => reversed(context, tx, staff, eventId), {
    undoes: eventId,
    isDryRun,
  });
  // To a content partner's people there is no entry about records that they do not see.
  if (staff.contentPartnerId && outcome.refused.some(({ error }) => error.code === 'not_found'))
    fail('not_found');
  return outcome;
}

/** The steps that take back what an entry says, the last change first. */
async function reversed(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  eventId: string,
): Promise<Step[]> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('update');
  if (!event) fail('not_found');
  if (event.undoneBy) fail('already_undone');
  const changes = event.records === 1 ? [singleChange(event)] : await changesOfEvent(tx, event);
  for (const change of changes) {
    const refusal = undoRefusal(context, staff, { ...change, ...undoneOf(change) });
    if (refusal) fail(refusal);
  }
  const made = await changedSince(context, tx, event, changes);
  const steps = changes.toReversed().map((change) => {
    const step = reversedStep(context, change);
    if (step.action !== 'delete') return step;
    const { fields, isHeld } = made.get(step.id) ?? {};
    const expected = { ...step.expected, ...fields };
    const refusal = isHeld ? new CallError('in_use') : undefined;
    return { ...step, expected, takesBack: { eventId: event.id, at: event.createdAt }, refusal };
  });
  if (steps.length === 0) fail('cannot_undo');
  return steps;
}

/**
 * What later entries say of the records that an entry made, by record: what fields that they changed were then, and whether they changed
 * what staff do not enter of the record itself, such as the changes that a release has.
 */
async function changedSince(
  context: Context,
  tx: Transaction,
  event: EventRow,
  changes: readonly RecordChange[],
): Promise<Map<string, { fields: Fields; isHeld: boolean }>> {
  const made = changes.filter(({ action }) => action === 'create');
  const since = new Map<string, { fields: Fields; isHeld: boolean }>();
  if (made.length === 0) return since;
  const ids = made.map(({ id }) => id);
  const later = await listLater(tx, ids, { eventId: event.id, at: event.createdAt });
  for (const { entity, id, action, changes: changed } of later) {
    const [before] = sides(modelOfEntity(context, entity), changed);
    const { fields = {}, isHeld = false } = since.get(id) ?? {};
    const isOther = action === 'update' && Object.keys(before).length === 0;
    since.set(id, { fields: { ...fields, ...before }, isHeld: isHeld || isOther });
  }
  return since;
}

type EventRow = typeof events.$inferSelect;

function singleChange({ entity, entityId, action, label, changes }: EventRow): RecordChange {
  if (!entityId || !isChange(action)) return fail('cannot_undo');
  return { entity, id: entityId, label, action, changes };
}

const isChange = (action: string): action is RecordChange['action'] =>
  action === 'create' || action === 'update' || action === 'delete';

async function changesOfEvent(tx: Queryable, { id, createdAt }: EventRow): Promise<RecordChange[]> {
  const rows = await tx
    .select()
    .from(eventRecords)
    .where(and(eq(eventRecords.eventId, id), eq(eventRecords.createdAt, createdAt)))
    .orderBy(asc(eventRecords.position));
  return rows.map(({ entity, entityId, action, label, changes }) => ({
    entity,
    id: entityId,
    action,
    label,
    changes,
  }));
}

type UndoRefusal = 'cannot_undo' | 'already_undone' | 'not_permitted';

/** Whether deleted records of a resource come back for a member of staff. */
const returns = (
  { options }: Pick<ResourceModel, 'options'>,
  { contentPartnerId }: Pick<StaffMember, 'contentPartnerId'>,
): boolean => !options.isReadOnly && !options.cannotReturn && contentPartnerId === null;

/** The resources whose deleted records come back for a member of staff. */
export const restorable = ({ resources }: Context, staff: Pick<StaffMember, 'contentPartnerId'>): string[] =>
  [...resources.values()].filter((model) => returns(model, staff)).map(({ shape }) => shape.name);

/** What takes back each change of a record. */
const opposites = { create: 'delete', update: 'update', delete: 'create' } as const;

/** A change of a record as far as its undoing depends on it. */
interface Undone extends Pick<RecordChange, 'entity' | 'action'> {
  fields: string[];
  wasPublished: boolean;
}

const undoneOf = ({ changes }: { changes: Changes }): Pick<Undone, 'fields' | 'wasPublished'> => ({
  fields: Object.keys(changes),
  wasPublished: (changes.published ?? changes.active)?.[0] === true,
});

/** Why a member of staff cannot have this change of a record undone: undoing it fails with that. Null: they can. */
function undoRefusal(
  context: Context,
  staff: StaffMember,
  { entity, action, fields, wasPublished }: Undone,
): UndoRefusal | null {
  const model = context.resources.get(entity);
  if (!model || model.options.isReadOnly || (action === 'delete' && model.options.cannotReturn))
    return 'cannot_undo';
  // What staff did not enter, such as a password, is not in the log.
  if (action === 'update' && !enteredFields(model).some((field) => fields.includes(field)))
    return 'cannot_undo';
  const { shape, publishes } = model;
  // Whether a window that was moved is that of a published record is asked when it is undone.
  const isPublishing =
    publishes !== undefined &&
    (action === 'update' ? fields.includes(publishes) : action === 'delete' && wasPublished);
  if (
    !staff.may(shape.module, opposites[action]) ||
    (isPublishing && !staff.may(shape.module, 'publish')) ||
    fields.some((field) => hides(staff, entity, field))
  )
    return 'not_permitted';
  return null;
}

/** Of an entry of several records the log's page asks about so many; undoing it asks about each. */
const maxAskedAbout = 1000;

/** Why a member of staff cannot have each of some entries of the event log undone; null: they can, or nothing was changed. */
export async function undoRefusals(
  context: Context,
  staff: StaffMember,
  entries: EventRow[],
): Promise<(UndoRefusal | null)[]> {
  const several = entries.filter(({ records, undoneBy }) => records > 1 && !undoneBy);
  const kinds =
    several.length === 0
      ? []
      : await queryRows<{
          event_id: string;
          entity: string;
          action: RecordChange['action'];
          fields: string[];
          was_published: boolean;
        }>(
          context.db,
          sql`select distinct own.* from unnest(${sql.param(several.map(({ id }) => id))}::uuid[]) as wanted(id),
            lateral (
              select event_id, entity, action, array(select jsonb_object_keys(changes)) as fields,
                coalesce(coalesce(changes -> 'published', changes -> 'active') -> 0 = 'true', false) as was_published
              from event_log_records where event_id = wanted.id limit ${maxAskedAbout}) own`,
        );
  return entries.map((entry) => {
    if (entry.records === 0) return null;
    if (entry.undoneBy) return 'already_undone';
    const { action, entity, entityId } = entry;
    if (entry.records === 1)
      return entityId && isChange(action)
        ? undoRefusal(context, staff, { entity, action, ...undoneOf(entry) })
        : 'cannot_undo';
    const own = kinds.filter(({ event_id }) => event_id === entry.id);
    const refusals = own.map(({ was_published: wasPublished, ...kind }) =>
      undoRefusal(context, staff, { ...kind, wasPublished }),
    );
    return own.length === 0 ? 'cannot_undo' : (refusals.find((refusal) => refusal !== null) ?? null);
  });
}

function reversedStep(context: Context, { entity, id, action, changes }: RecordChange): Step {
  const model = modelOfEntity(context, entity);
  const [before, after] = sides(model, changes);
  if (action === 'create') return { entity, id, action: 'delete', expected: after };
  if (action === 'delete') return { entity, id, action: 'create', input: before };
  return { entity, id, action: 'update', input: before, expected: after };
}

/** The fields that staff enter, before and after. */
function sides(model: ResourceModel, changes: Changes): [before: Fields, after: Fields] {
  const entered = enteredFields(model).filter((field) => field in changes);
  const side = (at: 0 | 1): Fields =>
    Object.fromEntries(entered.map((field) => [field, changes[field]?.[at] ?? null]));
  return [side(0), side(1)];
}

/** What the log says of one record, the newest first. */
async function listChanges(
  db: Queryable,
  { entity, id }: { entity: string; id: string },
  since: Date,
): Promise<Pick<RecordChange, 'action' | 'changes'>[]> {
  return queryRows(
    db,
    sql`select action, changes from (
        select created_at, 0 as position, id as event_id, action, changes from event_log
          where entity_id = ${id} and entity = ${entity} and records = 1 and action in ('create', 'update', 'delete')
        union all
        select created_at, position, event_id, action, changes from event_log_records
          where entity_id = ${id} and entity = ${entity}) as own
      where created_at > ${since.toISOString()}::timestamptz
      order by created_at desc, event_id desc, position desc`,
  );
}

/**
 * A record's fields as they were at an instant, and as they are; undefined where there was or is none. An instant from before the event
 * log begins is refused.
 */
async function recordAt(
  { config, now }: Context,
  db: Queryable,
  model: ResourceModel,
  { id, at }: { id: string; at: Date },
): Promise<{ past: Fields | undefined; present: Fields | undefined }> {
  const begins = firstKeptDay(config.eventLogMonths, now());
  if (at < new Date(begins)) failField('at', 'after', { date: begins });
  const [row] = await findRows(db, model, [id]);
  const present = row && (await snapshotsById(db, model, [row])).get(id);
  let past: Fields | undefined = present && { ...present };
  const changes = await listChanges(db, { entity: model.shape.name, id }, at);
  for (const { action, changes: changed } of changes) {
    const [before] = sides(model, changed);
    if (action === 'create') past = undefined;
    else if (action === 'delete') past = before;
    else if (past) Object.assign(past, before);
  }
  // What staff have not made themselves has no entry of that.
  const isMadeHere = changes.some(({ action }) => action === 'create');
  if (row && row.createdAt > at && !isMadeHere) past = undefined;
  return { past, present };
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
  for (const field of staff.hiddenFields[resource] ?? []) {
    delete past?.[field];
    delete present?.[field];
  }
  return { past: past ?? null, present: present ?? null, changed: differing(past, present) };
}

const differing = (past: Fields = {}, present: Fields = {}): string[] =>
  [...new Set([...Object.keys(past), ...Object.keys(present)])].filter(
    (field) => !isDeepStrictEqual(plain(past[field] ?? null), plain(present[field] ?? null)),
  );

/** Whether viewers would see more of a published record if a field of its window became what it was. */
function isWider(field: string, past: unknown, present: unknown): boolean {
  const [was, is] = [timeOf(past), timeOf(present)];
  if (field === 'available_from') return is !== null && (was === null || was < is);
  if (field === 'available_until') return is !== null && (was === null || was > is);
  return false;
}

/**
 * Makes a record what it was at an instant, in all fields or some. Today's rules hold for it, and it is not published, also not by a
 * window that has been open: what was public then may not be any more.
 */
export async function restore(
  context: Context,
  staff: StaffMember,
  { resource, id, at, fields }: { resource: string; id: string; at: Date; fields?: string[] | undefined },
): Promise<Outcome> {
  const model = readable(context, staff, resource);
  return makeChange(
    context,
    staff,
    async (tx) => {
      await requireSeen(tx, model, staff, id);
      const { past, present } = await recordAt(context, tx, model, { id, at });
      if (!past) fail('not_found');
      const { publishes } = model;
      if (!present) {
        if (model.options.cannotReturn) fail('cannot_undo');
        return [
          {
            entity: resource,
            id,
            action: 'create',
            input: { ...past, ...(publishes ? { [publishes]: false } : {}) },
          },
        ];
      }
      const isShown = publishes !== undefined && present[publishes] === true;
      const changed = differing(past, present).filter(
        (field) =>
          (fields?.includes(field) ?? true) &&
          !hides(staff, resource, field) &&
          !(field === publishes && past[field] === true) &&
          !(isShown && isWider(field, past[field], present[field])),
      );
      if (changed.length === 0) return [];
      return [
        {
          entity: resource,
          id,
          action: 'update',
          input: Object.fromEntries(changed.map((field) => [field, past[field]])),
        },
      ];
    },
    { isSave: true, action: 'restore' },
  );
}

interface DeletedRow {
  id: string;
  label: string;
  deleted_at: string;
  staff_name: string;
  event_id: string;
  total: number;
}

/** A page of the records that were deleted within 30 days and have not come back. */
export async function listDeleted(
  context: Context,
  staff: StaffMember,
  { resource, limit, offset }: { resource: string; limit: number; offset: number },
): Promise<{ rows: Omit<DeletedRow, 'total'>[]; total: number }> {
  const { table, options } = readable(context, staff, resource);
  if (!returns({ options }, staff)) return { rows: [], total: 0 };
  const since = new Date(context.now().getTime() - deletedDays * 86_400_000).toISOString();
  const found = await queryRows<DeletedRow>(
    context.db,
    sql`with deleted as (
        select distinct on (entity_id) entity_id, label, created_at, event_id from (
          select entity_id, label, created_at, id as event_id from event_log
            where entity = ${resource} and action = 'delete' and records = 1 and created_at > ${since}::timestamptz
          union all
          select entity_id, label, created_at, event_id from event_log_records
            where entity = ${resource} and action = 'delete' and created_at > ${since}::timestamptz) as every_delete
        order by entity_id, created_at desc)
      select d.entity_id as id, d.label, d.created_at as deleted_at, e.staff_name, d.event_id, (count(*) over ())::int as total
        from deleted d join event_log e on e.id = d.event_id and e.created_at = d.created_at
        where not exists (select from ${table} as present where present.id = d.entity_id)
        order by d.created_at desc, d.entity_id limit ${limit} offset ${offset}`,
  );
  return {
    rows: found.map(({ total: _, ...row }) => ({
      ...row,
      label: readableLabel(context, staff, { ...row, entity: resource }),
      deleted_at: new Date(row.deleted_at).toISOString(),
    })),
    total: found[0]?.total ?? 0,
  };
}

/** A content partner's people see no history of records that are not theirs now. */
async function requireSeen(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  id: string,
): Promise<void> {
  if (staff.contentPartnerId) await getRow(db, model, staff, id);
}

/** The resource of that name, which the member of staff may read. */
function readable(context: Context, staff: StaffMember, resource: string): ResourceModel {
  const model = modelOfEntity(context, resource);
  authorize(staff, model.shape.module, 'read', undefined);
  return model;
}
