/** What records were before: undoing an entry of the event log, records as of an instant, deleted ones, restoring. */
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Queryable, queryRows, type Transaction } from '../db/client.ts';
import { firstKeptDay } from '../db/partitions.ts';
import { CallError, fail, failField } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { authorize, hides } from '../security/permission.ts';
import {
  lockRows,
  makeChange,
  modelOfEntity,
  type Outcome,
  plain,
  propertiesNaming,
  type Refusal,
  snapshotsById,
} from './change.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listLater, type RecordChange } from './event-log.ts';
import { labelOfRow, readableLabel } from './labels.ts';
import {
  type Changes,
  enteredFields,
  type Fields,
  findRows,
  getRow,
  needsPublish,
  publicationOf,
  type ResourceModel,
  type Step,
  snake,
  timeOf,
  windowFields,
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
  { resources }: Context,
  staff: StaffMember,
  { entity, action, fields }: { entity: string; action: string; fields: string[] },
): boolean {
  const model = resources.get(entity);
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

/** The fields that staff enter, before and after. */
function sides(model: ResourceModel, changes: Changes): [before: Fields, after: Fields] {
  const entered = enteredFields(model).filter((field) => field in changes);
  const side = (at: 0 | 1): Fields =>
    Object.fromEntries(entered.map((field) => [field, changes[field]?.[at] ?? null]));
  return [side(0), side(1)];
}

/** What the log says of some records, the newest first. */
async function listChanges(db: Queryable, ids: string[], since: Date): Promise<RecordChange[]> {
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
function takenBack(
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
async function recordAt(
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
 * Makes a record what it was at an instant, in all fields or some. Today's rules hold for it, and nothing is published by it, also not by
 * a window that has been open: what was public then may not be any more. With a deleted one comes back what hung on it at that instant
 * and was deleted with it in the same entry. What of that the person may not make, what today's rules refuse and what would publish
 * something else is left out, and named.
 */
export async function restore(
  context: Context,
  staff: StaffMember,
  { resource, id, at, fields }: { resource: string; id: string; at: Date; fields?: string[] | undefined },
): Promise<Outcome> {
  const model = readable(context, staff, resource);
  const left: Refusal[] = [];
  const outcome = await makeChange(
    context,
    staff,
    async (tx) => {
      // It may be begun again.
      left.length = 0;
      await requireSeen(tx, model, staff, id);
      const { past, present, label } = await recordAt(context, tx, model, { id, at });
      if (!past || !(await wasSeen(context, tx, model, staff, { past, at }))) fail('not_found');
      const { publishes } = model;
      if (!present) {
        if (model.options.cannotReturn) fail('cannot_undo');
        const { input, error } = await withoutPublishing(tx, model, {
          id,
          input: unpublished(model, past),
          isNew: true,
        });
        if (error) left.push({ entity: resource, id, label, error });
        if (!input) return [];
        const gone = await stepsOfGone(context, tx, staff, model, { id, at });
        left.push(...gone.left);
        return [{ entity: resource, id, action: 'create', input }, ...gone.steps];
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
      const wanted = Object.fromEntries(changed.map((field) => [field, past[field]]));
      const { input = {}, error } = await withoutPublishing(tx, model, { id, input: wanted, isNew: false });
      if (error) left.push({ entity: resource, id, label, error });
      return Object.keys(input).length > 0 ? [{ entity: resource, id, action: 'update', input }] : [];
    },
    { isSave: true, refused: 'skip', action: 'restore' },
  );
  return { ...outcome, refused: [...left, ...outcome.refused] };
}

/** The fields of a record that comes back, and why some of them or all do not. */
interface Returning {
  input?: Fields;
  error?: CallError;
}

/** The fields of a record without the one by which something else would be published; none where each of them does. */
async function withoutPublishing(
  db: Queryable,
  { options }: ResourceModel,
  { id, input, isNew }: { id: string; input: Fields; isNew: boolean },
): Promise<Returning> {
  const isPublishing = async (own: Fields) => (await options.alsoPublishes?.(id, own, db)) ?? false;
  if (!(await isPublishing(input))) return { input };
  // A new record has all of its fields: what publishes is switched off there.
  const fields = Object.keys(input).filter((field) => !isNew || input[field] === true);
  for (const field of fields.toReversed()) {
    const { [field]: _, ...rest } = input;
    const own = isNew ? { ...rest, [field]: false } : rest;
    if (await isPublishing(own)) continue;
    return {
      input: own,
      error: new CallError('invalid', {}, { [field]: [{ message: 'restore_publishes', values: {} }] }),
    };
  }
  return { error: new CallError('restore_publishes') };
}

const unpublished = ({ publishes }: ResourceModel, input: Fields): Fields => ({
  ...input,
  ...(publishes ? { [publishes]: false } : {}),
});

/** A record that was deleted, and the entry that says so. */
interface Gone {
  id: string;
  eventId: string;
}

/** A record that was deleted with another one. */
interface GoneWith extends Gone {
  model: ResourceModel;
  /** The record that it went with, of those asked about. */
  of: string;
}

/** What was deleted with records in the same entries: what names one of them, and what names that; but not what cannot come back. */
async function listGoneWith(
  { resources }: Context,
  db: Queryable,
  model: ResourceModel,
  gone: Gone[],
): Promise<GoneWith[]> {
  const eventIds = sql`${sql.param([...new Set(gone.map(({ eventId }) => eventId))])}::uuid[]`;
  const deleted = await queryRows<{ entity: string }>(
    db,
    sql`select distinct entity from event_log_records where event_id = any(${eventIds}) and action = 'delete'`,
  );
  const candidates = deleted.flatMap(({ entity }) => resources.get(entity) ?? []);
  const children = candidates.filter(({ options }) => !options.isReadOnly && !options.cannotReturn);
  const keyOf = (eventId: string, id: string) => `${eventId} ${id}`;
  const known = new Map<string, GoneWith>(
    gone.map((own) => [keyOf(own.eventId, own.id), { ...own, model, of: own.id }]),
  );
  const found: GoneWith[] = [];
  let level = [...known.values()];
  while (level.length > 0) {
    const next: GoneWith[] = [];
    for (const own of groupBy(level, (one) => one.model.shape.name).values())
      for (const child of children)
        for (const field of fieldsNaming(child, must(own[0], 'record').model)) {
          const rows = await queryRows<{ id: string; event_id: string; parent_id: string }>(
            db,
            sql`select entity_id as id, event_id, changes -> ${field}::text ->> 0 as parent_id from event_log_records
              where event_id = any(${eventIds}) and entity = ${child.shape.name} and action = 'delete'
                and changes -> ${field}::text ->> 0 = any(${sql.param(own.map(({ id }) => id))}::text[])
                and not exists (select from ${child.table} as present where present.id = entity_id)
              order by event_id, position desc`,
          );
          for (const { id, event_id: eventId, parent_id } of rows) {
            const named = known.get(keyOf(eventId, parent_id));
            if (!named || known.has(keyOf(eventId, id))) continue;
            const one = { id, eventId, model: child, of: named.of };
            known.set(keyOf(eventId, id), one);
            next.push(one);
          }
        }
    found.push(...next);
    level = next;
  }
  return found;
}

/** The fields that staff enter by which records of one resource name those of another. */
function fieldsNaming(child: ResourceModel, parent: ResourceModel): string[] {
  const entered = enteredFields(child);
  return propertiesNaming(child, parent)
    .map(snake)
    .filter((field) => entered.includes(field));
}

/**
 * The steps that bring back what the delete of a record took with it, as that was at an instant, and put the record back where that took
 * it out; beside what of it stays as it is.
 */
async function stepsOfGone(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  model: ResourceModel,
  { id, at }: { id: string; at: Date },
): Promise<{ steps: Step[]; left: Refusal[] }> {
  const [gone] = await queryRows<Gone>(
    tx,
    sql`select entity_id as id, event_id as "eventId" from (
        select entity_id, created_at, id as event_id from event_log
          where entity_id = ${id} and entity = ${model.shape.name} and action = 'delete' and records = 1
        union all
        select entity_id, created_at, event_id from event_log_records
          where entity_id = ${id} and entity = ${model.shape.name} and action = 'delete') as every_delete
      order by created_at desc limit 1`,
  );
  if (!gone) return { steps: [], left: [] };
  const steps: Step[] = [];
  const left: Refusal[] = [];
  const found = await listGoneWith(context, tx, model, [gone]);
  const changesOf = groupBy(
    await listChanges(
      tx,
      found.map((own) => own.id),
      at,
    ),
    (change) => change.id,
  );
  const hung = new Set([id]);
  for (const { id: own, model: of } of found) {
    const entity = of.shape.name;
    const changes = changesOf.get(own)?.filter((change) => change.entity === entity) ?? [];
    const past = takenBack(of, undefined, changes);
    // What was made later, or hung on something else then, is no part of what comes back.
    if (!past || !Object.values(past).some((value) => typeof value === 'string' && hung.has(value))) continue;
    hung.add(own);
    const { input, error } = staff.may(of.shape.module, 'create')
      ? await withoutPublishing(tx, of, { id: own, input: unpublished(of, past), isNew: true })
      : notPermitted;
    if (error) left.push({ entity, id: own, label: labelFor(staff, of, changes[0]?.label), error });
    if (input) steps.push({ entity, id: own, action: 'create', input, isCompanion: true });
  }
  for (const step of await stepsBackInto(context, tx, gone)) {
    const of = modelOfEntity(context, step.entity);
    const fields = step.action === 'update' ? Object.keys(step.input) : [];
    const isPermitted =
      staff.may(of.shape.module, 'update') && !fields.some((field) => hides(staff, step.entity, field));
    const [row] = isPermitted ? [] : await findRows(tx, of, [step.id]);
    if (isPermitted) steps.push(step);
    else
      left.push({
        entity: step.entity,
        id: step.id,
        label: labelFor(staff, of, row && labelOfRow(of, row)),
        error: notPermitted.error,
      });
  }
  return { steps, left };
}

const notPermitted = { input: undefined, error: new CallError('not_permitted') };

/** What a record is called, for whoever may read its module. */
const labelFor = (staff: StaffMember, { shape }: ResourceModel, label = ''): string =>
  staff.may(shape.module, 'read') ? label : '';

/** The steps that put a record back into the fields that named it until it was deleted, and that name nothing else there since. */
async function stepsBackInto(context: Context, tx: Transaction, { id, eventId }: Gone): Promise<Step[]> {
  const taken = await queryRows<{ entity: string; entity_id: string; changes: Changes }>(
    tx,
    sql`select entity, entity_id, changes from event_log_records
      where event_id = ${eventId} and action = 'update' and strpos(changes::text, ${id}) > 0 order by position`,
  );
  const steps: Step[] = [];
  for (const { entity, entity_id, changes } of taken) {
    const model = modelOfEntity(context, entity);
    // Locked first and read then: others come back into it at the same time.
    const rows = await lockRows(tx, model, [entity_id]);
    const now = (await snapshotsById(tx, model, rows)).get(entity_id);
    if (!now) continue;
    const [before, after] = sides(model, changes);
    const input: Fields = {};
    for (const [field, was] of Object.entries(before)) {
      const is = now[field];
      if (was === id && isDeepStrictEqual(is ?? null, after[field] ?? null)) input[field] = id;
      if (Array.isArray(was) && was.includes(id) && Array.isArray(is) && !is.includes(id))
        input[field] = putBack(is, was, id);
    }
    if (Object.keys(input).length === 0 || model.shape.update.safeParse(input).error) continue;
    steps.push({ entity, id: entity_id, action: 'update', input, isCompanion: true });
  }
  return steps;
}

/** A list with something that it had: behind what it stood behind, as far as that is still there. */
function putBack(now: unknown[], was: unknown[], id: string): unknown[] {
  const ahead = was.slice(0, was.indexOf(id)).findLast((own) => now.includes(own));
  return now.toSpliced(now.indexOf(ahead) + 1, 0, id);
}

interface DeletedRow {
  id: string;
  label: string;
  deleted_at: string;
  staff_name: string;
  event_id: string;
  records: number;
  total: number;
}

/** A page of the records that were deleted within 30 days and have not come back. */
export async function listDeleted(
  context: Context,
  staff: StaffMember,
  { resource, limit, offset }: { resource: string; limit: number; offset: number },
): Promise<{
  rows: (Omit<DeletedRow, 'records' | 'total'> & { with: { resource: string; count: number }[] })[];
  total: number;
}> {
  const model = readable(context, staff, resource);
  const { table } = model;
  if (!returns(model, staff)) return { rows: [], total: 0 };
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
      select d.entity_id as id, d.label, d.created_at as deleted_at, e.staff_name, d.event_id, e.records, (count(*) over ())::int as total
        from deleted d join event_log e on e.id = d.event_id and e.created_at = d.created_at
        where not exists (select from ${table} as present where present.id = d.entity_id)
        order by d.created_at desc, d.entity_id limit ${limit} offset ${offset}`,
  );
  const several = found.filter(({ records }) => records > 1);
  const gone = several.map(({ id, event_id: eventId }) => ({ id, eventId }));
  const goneWith = groupBy(
    gone.length > 0 ? await listGoneWith(context, context.db, model, gone) : [],
    ({ of }) => of,
  );
  return {
    rows: found.map(({ total: _, records: __, ...row }) => ({
      ...row,
      with: [...groupBy(goneWith.get(row.id) ?? [], (own) => own.model.shape.name)].map(([name, own]) => ({
        resource: name,
        count: own.length,
      })),
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

/**
 * Whether a member of staff may read what a record was at an instant. A content partner's people read of it what was theirs then: it named
 * the partner, or a record that was theirs. What was another partner's is answered as what was not there.
 */
async function wasSeen(
  context: Context,
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  { past, at }: { past: Fields | undefined; at: Date },
): Promise<boolean> {
  if (!staff.contentPartnerId) return true;
  if (!past) return false;
  if ('content_partner_id' in past) return past.content_partner_id === staff.contentPartnerId;
  for (const parent of context.resources.values())
    for (const field of parent.options.scope ? fieldsNaming(model, parent) : []) {
      const id = past[field];
      if (typeof id !== 'string') continue;
      const above = await recordAt(context, db, parent, { id, at });
      return wasSeen(context, db, parent, staff, { past: above.past, at });
    }
  return false;
}

/** The resource of that name, which the member of staff may read. */
function readable(context: Context, staff: StaffMember, resource: string): ResourceModel {
  const model = modelOfEntity(context, resource);
  authorize(staff, model.shape.module, 'read', undefined);
  return model;
}
