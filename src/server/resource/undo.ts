/** Undo of event log entries, and the permission for it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Queryable, queryRows, type Transaction } from '../db/client.ts';
import { CallError, fail } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { makeChange, modelOfEntity, type Outcome } from './change.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listLater, type RecordChange } from './event-log.ts';
import { hidesField } from './hidden-fields.ts';
import { sides } from './history.ts';
import {
  type Changes,
  enteredFields,
  type Fields,
  findRows,
  needsPublish,
  publicationOf,
  type Step,
  windowFields,
} from './model.ts';
import { resourcesOf } from './registry.ts';

/**
 * Undoes an entry of the event log completely, or not at all, in one transaction. A field that has been
 * changed since the entry is refused.
 */
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
  // For a content partner's staff, an entry about records that they cannot see does not exist.
  if (staff.contentPartnerId && outcome.refused.some(({ error }) => error.code === 'not_found'))
    fail('not_found');
  return outcome;
}

/** Steps that undo the changes of an entry, the last change first. */
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
    // A content partner's staff must not read labels of foreign records.
    const label = staff.contentPartnerId === null ? change.label : undefined;
    const step = { ...reversedStep(context, change), label };
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
 * Later changes of the records that an entry created, by record. `fields` has the values of changed fields
 * before the first later change. `isHeld` is true if a later entry only changed data that staff do not enter
 * in the record, such as a release's changes.
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

async function changesOfEvent(
  tx: Queryable,
  { id, createdAt }: EventRow,
  limit?: number,
): Promise<RecordChange[]> {
  const all = tx
    .select()
    .from(eventRecords)
    .where(and(eq(eventRecords.eventId, id), eq(eventRecords.createdAt, createdAt)))
    .orderBy(asc(eventRecords.position));
  const rows = await (limit === undefined ? all : all.limit(limit));
  return rows.map(({ entity, entityId, action, label, changes }) => ({
    entity,
    id: entityId,
    action,
    label,
    changes,
  }));
}

type UndoRefusal = 'cannot_undo' | 'already_undone' | 'not_permitted';

/** Action that undoes each action on a record. */
const opposites = { create: 'delete', update: 'update', delete: 'create' } as const;

/** Facts about a change of a record that decide whether it can be undone. */
interface Undone extends Pick<RecordChange, 'entity' | 'action'> {
  fields: string[];
  wasPublished: boolean;
}

const undoneOf = ({ changes }: { changes: Changes }): Pick<Undone, 'fields' | 'wasPublished'> => ({
  fields: Object.keys(changes),
  wasPublished: (changes.published ?? changes.active)?.[0] === true,
});

/** Error of an attempt to undo this change by the staff member. Null if the staff member can undo it. */
function undoRefusal(
  context: Context,
  staff: StaffMember,
  { entity, action, fields, wasPublished }: Undone,
): UndoRefusal | null {
  const model = resourcesOf(context).get(entity);
  if (!model || model.options.isReadOnly || (action === 'delete' && model.options.cannotReturn))
    return 'cannot_undo';
  // The log has no values that staff did not enter, such as passwords.
  if (action === 'update' && !enteredFields(model).some((field) => fields.includes(field)))
    return 'cannot_undo';
  const { shape, publishes } = model;
  const isPublishing =
    publishes !== undefined &&
    (action === 'update' ? fields.includes(publishes) : action === 'delete' && wasPublished);
  if (
    !staff.may(shape.module, opposites[action]) ||
    (isPublishing && !staff.may(shape.module, 'publish')) ||
    fields.some((field) => hidesField(staff, shape.record, field))
  )
    return 'not_permitted';
  return null;
}

/** Changes of an entry that the log's page checks. The undo itself checks all of them. */
const maxAskedAbout = 1000;

/** Error of an attempt to undo each entry. Null if the staff member can undo it, or if the entry changed nothing. */
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
  const refusals = entries.map((entry): UndoRefusal | null => {
    if (entry.records === 0) return null;
    if (entry.undoneBy) return 'already_undone';
    const { action, entity, entityId } = entry;
    if (entry.records === 1)
      return entityId && isChange(action)
        ? undoRefusal(context, staff, { entity, action, ...undoneOf(entry) })
        : 'cannot_undo';
    const own = kinds.filter(({ event_id }) => event_id === entry.id);
    const found = own.map(({ was_published: wasPublished, ...kind }) =>
      undoRefusal(context, staff, { ...kind, wasPublished }),
    );
    return own.length === 0 ? 'cannot_undo' : (found.find((refusal) => refusal !== null) ?? null);
  });
  const asked: Published[] = [];
  for (const [at, entry] of entries.entries()) {
    if (refusals[at] !== null || entry.records === 0) continue;
    const changes =
      entry.records === 1
        ? [singleChange(entry)]
        : kinds.some((kind) => kind.event_id === entry.id && mightPublish(context, staff, kind))
          ? await changesOfEvent(context.db, entry, maxAskedAboutPublishing)
          : [];
    for (const change of changes)
      if (mightPublish(context, staff, { ...change, fields: Object.keys(change.changes) }))
        asked.push({ at, change });
  }
  for (const at of await publishingUndone(context, asked)) refusals[at] = 'not_permitted';
  return refusals;
}

/** Whether the staff member who made a change can undo its log entry. `eventId` is null if nothing was changed. */
export async function canUndo(
  context: Context,
  staff: StaffMember,
  eventId: string | null,
): Promise<boolean> {
  if (eventId === null) return false;
  const [entry] = await context.db.select().from(events).where(eq(events.id, eventId));
  // Records that a deleted record referred to, such as its video, are foreign to a content partner's staff.
  if (!entry || (entry.action === 'delete' && staff.contentPartnerId !== null)) return false;
  const [refusal] = await undoRefusals(context, staff, [entry]);
  return refusal === null;
}

/** A change whose undo may publish something. `at` is the index of its entry. */
interface Published {
  at: number;
  change: RecordChange;
}

/** Changes of an entry for which the log's page checks whether their undo publishes something. */
const maxAskedAboutPublishing = 100;

/** Whether an undo might publish something without permission. If so, the records have to be read. */
function mightPublish(
  context: Context,
  staff: StaffMember,
  { entity, action, fields }: { entity: string; action: string; fields: string[] },
): boolean {
  const model = resourcesOf(context).get(entity);
  if (!model || action === 'create' || staff.may(model.shape.module, 'publish')) return false;
  const isWindow = model.publishes !== undefined && windowFields.some((field) => fields.includes(field));
  return isWindow || model.options.alsoPublishes !== undefined;
}

/** Indexes of the entries whose undo publishes something. The records of each resource are read together. */
async function publishingUndone(context: Context, asked: Published[]): Promise<Set<number>> {
  const publishing = new Set<number>();
  for (const own of groupBy(asked, ({ change }) => change.entity).values()) {
    const model = modelOfEntity(context, must(own[0], 'change').change.entity);
    const ids = [...new Set(own.map(({ change }) => change.id))];
    const rows = new Map((await findRows(context.db, model, ids)).map((row) => [String(row.id), row]));
    for (const { at, change } of own) {
      const step = reversedStep(context, change);
      if (publishing.has(at) || step.action === 'delete') continue;
      const before = publicationOf(model, step.action === 'update' ? rows.get(step.id) : undefined);
      if (await needsPublish(context.db, model, { id: step.id, input: step.input, before }))
        publishing.add(at);
    }
  }
  return publishing;
}

function reversedStep(context: Context, { entity, id, action, changes }: RecordChange): Step {
  const model = modelOfEntity(context, entity);
  const [before, after] = sides(model, changes);
  if (action === 'create') return { entity, id, action: 'delete', expected: after };
  if (action === 'delete') return { entity, id, action: 'create', input: before };
  return { entity, id, action: 'update', input: before, expected: after };
}
