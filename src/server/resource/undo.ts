/** Undoing entries of the event log, and who may. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Queryable, queryRows, type Transaction } from '../db/client.ts';
import { CallError, fail } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { hides } from '../security/permission.ts';
import { makeChange, modelOfEntity, type Outcome } from './change.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listLater, type RecordChange } from './event-log.ts';
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
    // A content partner's people read no names of what is not theirs.
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
  const model = resourcesOf(context).get(entity);
  if (!model || model.options.isReadOnly || (action === 'delete' && model.options.cannotReturn))
    return 'cannot_undo';
  // What staff did not enter, such as a password, is not in the log.
  if (action === 'update' && !enteredFields(model).some((field) => fields.includes(field)))
    return 'cannot_undo';
  const { shape, publishes } = model;
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

/** Whether who has made a change can undo its entry of the event log; null: nothing was changed. */
export async function canUndo(
  context: Context,
  staff: StaffMember,
  eventId: string | null,
): Promise<boolean> {
  if (eventId === null) return false;
  const [entry] = await context.db.select().from(events).where(eq(events.id, eventId));
  // What a deleted record named, such as its video, is not a content partner's any more.
  if (!entry || (entry.action === 'delete' && staff.contentPartnerId !== null)) return false;
  const [refusal] = await undoRefusals(context, staff, [entry]);
  return refusal === null;
}

/** A change that may publish when it is undone; `at`: of which entry. */
interface Published {
  at: number;
  change: RecordChange;
}

/** Of an entry of several records the log's page asks so many whether undoing them publishes. */
const maxAskedAboutPublishing = 100;

/** Whether undoing such a change may publish something that the member of staff may not, which its records tell. */
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

/** The entries that publish something when they are undone: the records of each kind are read together. */
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
