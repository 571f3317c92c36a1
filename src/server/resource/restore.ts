/**
 * Restores records to an earlier state. Deleted records are created again, with the records deleted along
 * with them.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type Queryable, queryRows, type Transaction } from '../db/client.ts';
import { CallError, fail } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { lockRows, makeChange, modelOfEntity, type Outcome, type Refusal, snapshotsById } from './change.ts';
import { hidesField } from './hidden-fields.ts';
import {
  differing,
  fieldsNaming,
  listChanges,
  readable,
  recordAt,
  requireSeen,
  sides,
  takenBack,
  wasSeen,
} from './history.ts';
import { labelOfRow } from './labels.ts';
import { type Changes, type Fields, findRows, type ResourceModel, type Step, timeOf } from './model.ts';
import { resourcesOf } from './registry.ts';

/** Days for which deleted records are listed. */
const deletedDays = 30;

/** Whether a staff member can restore deleted records of a resource. */
const returns = (
  { options }: Pick<ResourceModel, 'options'>,
  { contentPartnerId }: Pick<StaffMember, 'contentPartnerId'>,
): boolean => !options.isReadOnly && !options.cannotReturn && contentPartnerId === null;

/** Names of the resources whose deleted records a staff member can restore. */
export const restorable = (context: Context, staff: Pick<StaffMember, 'contentPartnerId'>): string[] =>
  [...resourcesOf(context).values()].filter((model) => returns(model, staff)).map(({ shape }) => shape.name);

/** Whether restoring a window field would show a published record to viewers for longer. */
function isWider(field: string, past: unknown, present: unknown): boolean {
  const [was, is] = [timeOf(past), timeOf(present)];
  if (field === 'available_from') return is !== null && (was === null || was < is);
  if (field === 'available_until') return is !== null && (was === null || was > is);
  return false;
}

/**
 * Restores all or some fields of a record to their values at an instant. Today's rules apply. A restore
 * publishes nothing and never widens a publication window, because the record may have to stay hidden today.
 * A deleted record is created again with its dependents of that instant that were deleted in the same log
 * entry. Parts that the staff member may not create, that today's rules refuse or that would publish something
 * else are left out. The outcome lists them in `refused`.
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
      // A deadlock runs this function again.
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
          !hidesField(staff, model.shape.record, field) &&
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

/** Fields to restore, and the reason why some or all are left out. */
interface Returning {
  input?: Fields;
  error?: CallError;
}

/**
 * Removes the field whose value would publish something else. Returns no input if no single field can be
 * removed for that.
 */
async function withoutPublishing(
  db: Queryable,
  { options }: ResourceModel,
  { id, input, isNew }: { id: string; input: Fields; isNew: boolean },
): Promise<Returning> {
  const isPublishing = async (own: Fields) => (await options.alsoPublishes?.(id, own, db)) ?? false;
  if (!(await isPublishing(input))) return { input };
  // A new record has all fields, so that the publishing field is set to false instead of being removed.
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

/** A deleted record, and the log entry of its delete. */
interface Gone {
  id: string;
  eventId: string;
}

/** A record that was deleted along with another one. */
interface GoneWith extends Gone {
  model: ResourceModel;
  /** Id of the requested record that it was deleted with. */
  of: string;
}

/**
 * Records that reference the given records, directly or through each other, and were deleted in the same log
 * entries. Records that exist again or cannot be restored are left out.
 */
async function listGoneWith(
  context: Context,
  db: Queryable,
  model: ResourceModel,
  gone: Gone[],
): Promise<GoneWith[]> {
  const eventIds = sql`${sql.param([...new Set(gone.map(({ eventId }) => eventId))])}::uuid[]`;
  const deleted = await queryRows<{ entity: string }>(
    db,
    sql`select distinct entity from event_log_records where event_id = any(${eventIds}) and action = 'delete'`,
  );
  const candidates = deleted.flatMap(({ entity }) => resourcesOf(context).get(entity) ?? []);
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

/**
 * Steps that restore what the delete of a record changed. They create dependents with their state at an
 * instant, and put the record back into the fields that referenced it. `left` has the parts that are not
 * restored.
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
    // Skips records created later, and records that depended on another record at that instant.
    if (!past || !Object.values(past).some((value) => typeof value === 'string' && hung.has(value))) continue;
    hung.add(own);
    const { input, error } = staff.may(of.shape.module, 'create')
      ? await withoutPublishing(tx, of, { id: own, input: unpublished(of, past), isNew: true })
      : notPermitted;
    if (error) left.push({ entity, id: own, label: labelFor(staff, of, changes[0]?.label), error });
    if (input) steps.push({ entity, id: own, action: 'create', input, isCompanion: true });
  }
  for (const step of await stepsBackInto(context, tx, gone, at)) {
    const of = modelOfEntity(context, step.entity);
    const fields = step.action === 'update' ? Object.keys(step.input) : [];
    const isPermitted =
      staff.may(of.shape.module, 'update') &&
      !fields.some((field) => hidesField(staff, of.shape.record, field));
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

/** Label of a record; empty if the staff member may not read its module. */
const labelFor = (staff: StaffMember, { shape }: ResourceModel, label = ''): string =>
  staff.may(shape.module, 'read') ? label : '';

/**
 * Steps that put a record back into fields of other records. A field qualifies if it referenced the record
 * both at the instant and until the delete, and has not been set to another record since.
 */
async function stepsBackInto(
  context: Context,
  tx: Transaction,
  { id, eventId }: Gone,
  at: Date,
): Promise<Step[]> {
  const taken = await queryRows<{ entity: string; entity_id: string; changes: Changes }>(
    tx,
    sql`select entity, entity_id, changes from event_log_records
      where event_id = ${eventId} and action = 'update' and strpos(changes::text, ${id}) > 0 order by position`,
  );
  const ids = taken.map(({ entity_id }) => entity_id);
  const changesOf = groupBy(taken.length > 0 ? await listChanges(tx, ids, at) : [], (change) => change.id);
  const steps: Step[] = [];
  for (const [entity, own] of groupBy(taken, (one) => one.entity)) {
    const model = modelOfEntity(context, entity);
    // Locks the rows before reading them, because a concurrent restore may put other records into the same fields.
    const rows = await lockRows(
      tx,
      model,
      own.map(({ entity_id }) => entity_id),
    );
    const present = await snapshotsById(tx, model, rows);
    for (const { entity_id, changes } of own) {
      const now = present.get(entity_id);
      const since = changesOf.get(entity_id)?.filter((change) => change.entity === entity) ?? [];
      const past = now && takenBack(model, now, since);
      if (!past) continue;
      const [before, after] = sides(model, changes);
      const input: Fields = {};
      for (const [field, was] of Object.entries(before)) {
        const is = now[field];
        if (was === id && past[field] === id && isDeepStrictEqual(is ?? null, after[field] ?? null))
          input[field] = id;
        if (lists(was, id) && lists(past[field], id) && Array.isArray(is) && !is.includes(id))
          input[field] = putBack(is, was, id);
      }
      if (Object.keys(input).length === 0 || model.shape.update.safeParse(input).error) continue;
      steps.push({ entity, id: entity_id, action: 'update', input, isCompanion: true });
    }
  }
  return steps;
}

const lists = (value: unknown, id: string): value is unknown[] => Array.isArray(value) && value.includes(id);

/** Puts an id back into a list, after the nearest earlier neighbor that is still in the list, or else first. */
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

/** A page of the records that were deleted within 30 days and do not exist again. */
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
  // A restore leaves out records that the staff member may not create.
  const comesWith = (id: string) =>
    groupBy(
      (goneWith.get(id) ?? []).filter((own) => staff.may(own.model.shape.module, 'create')),
      (own) => own.model.shape.name,
    );
  return {
    rows: found.map(({ total: _, records: __, ...row }) => ({
      ...row,
      with: [...comesWith(row.id)].map(([name, own]) => ({
        resource: name,
        count: own.length,
      })),
      label: row.label,
      deleted_at: new Date(row.deleted_at).toISOString(),
    })),
    total: found[0]?.total ?? 0,
  };
}
