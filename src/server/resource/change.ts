/**
 * The writing side of the kit. A change is a list of steps: saving one record is one step, a bulk change, an
 * order, an undo or an import are many. All steps of a change are one transaction and one entry of the event
 * log.
 */
import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, getTableColumns, max, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { maxChanged } from '../../contract/admin/changes.ts';
import type { EventAction } from '../../contract/admin/event-actions.ts';
import type { ValidationMessage } from '../../contract/messages.ts';
import { announceChange } from '../cache/changes.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { isOneOf } from '../db/conditions.ts';
import { isDeadlock, refusalOf } from '../db/refusal.ts';
import { CallError, fail } from '../errors.ts';
import { type StaffMember, withEveryPermission } from '../http/caller.ts';
import { must } from '../must.ts';
import { authorize } from '../security/permission.ts';
import { listLater, type RecordChange, recordChanges } from './event-log.ts';
import { hidesField } from './hidden-fields.ts';
import { labelOfRow } from './labels.ts';
import {
  type AnyRow,
  type Change,
  type Changes,
  camel,
  enteredFields,
  type Fields,
  findRows,
  needsPublish,
  presentRows,
  publicationOf,
  type ResourceModel,
  type Step,
  scopeOf,
  snake,
} from './model.ts';
import { resourcesOf } from './registry.ts';

/** A record that was not changed, and the reason. */
export interface Refusal {
  entity: string;
  id: string;
  label: string;
  error: CallError;
}

export interface Outcome {
  changes: RecordChange[];
  refused: Refusal[];
  /** The entry of the event log; null when nothing was changed. */
  eventId: string | null;
}

interface Options {
  /** A change of one record whose refusal is thrown, so that its form can show it. */
  isSave?: boolean;
  /** Name of a change of several records in the log. */
  label?: string;
  /** Action in the log. Default: the action of the first step. */
  action?: EventAction;
  /** Log entry that this change undoes. */
  undoes?: string;
  /** When some records are refused, `stop` (the default) changes no record and `skip` changes the others. */
  refused?: 'stop' | 'skip';
  /** Returns the outcome and rolls the change back. */
  isDryRun?: boolean;
  /** Outer transaction of the change. The caller that opened it calls `dropCached` after the commit. */
  within?: Transaction;
  /** Writes further rows in the same transaction, after all steps. */
  record?(tx: Transaction, outcome: Outcome): Promise<void>;
}

/** Thrown to roll back a transaction and return its outcome. */
class Rollback extends Error {
  constructor(readonly outcome: Outcome) {
    super('rolled back');
  }
}

/** Maximum number of retries of a change that the database aborts because of a deadlock. */
const maxDeadlocks = 5;

/**
 * Makes a change in one transaction, with one entry of the event log. A function as `steps` reads them within
 * the transaction. The change is retried after a deadlock. Example: one change moves a category while another
 * puts a programme into it.
 */
export async function makeChange(
  context: Context,
  staff: StaffMember,
  steps: Step[] | ((tx: Transaction) => Promise<Step[]>),
  options: Options = {},
): Promise<Outcome> {
  for (let deadlocks = 0; ; deadlocks += 1)
    try {
      return await makeOneChange(context, staff, steps, options);
    } catch (error) {
      if (options.within || deadlocks === maxDeadlocks || !isDeadlock(error)) throw error;
    }
}

async function makeOneChange(
  context: Context,
  staff: StaffMember,
  steps: Step[] | ((tx: Transaction) => Promise<Step[]>),
  options: Options,
): Promise<Outcome> {
  const tags = new Set<NonNullable<ResourceModel['options']['tag']>>();
  try {
    const outcome = await (options.within ?? context.db).transaction(async (tx) => {
      const made = await changeWithin(
        context,
        tx,
        staff,
        typeof steps === 'function' ? await steps(tx) : steps,
        options,
      );
      for (const entity of new Set(made.changes.map((change) => change.entity))) {
        const { tag } = modelOfEntity(context, entity).options;
        if (tag) tags.add(tag);
      }
      for (const tag of tags) await announceChange(tx, tag);
      const stops = made.refused.length > 0 && options.refused !== 'skip';
      if (options.isDryRun || stops) throw new Rollback({ ...made, eventId: null });
      await options.record?.(tx, made);
      return made;
    });
    if (!options.within) for (const tag of tags) context.responseCache.drop(tag);
    return outcome;
  } catch (error) {
    if (error instanceof Rollback) return error.outcome;
    throw error;
  }
}

/** Drops this node's cached answers that show the changed records. The transaction notifies the other nodes. */
export function dropCached(context: Context, changes: readonly Pick<RecordChange, 'entity'>[]): void {
  for (const entity of new Set(changes.map((change) => change.entity))) {
    const { tag } = modelOfEntity(context, entity).options;
    if (tag) context.responseCache.drop(tag);
  }
}

/** The declared resource of this name. Fails with `not_found` if it is missing or read-only. */
export function modelOfEntity(context: Pick<Context, 'registries'>, entity: string): ResourceModel {
  const model = resourcesOf(context).get(entity);
  return model && !model.options.isReadOnly ? model : fail('not_found');
}

/** Makes a change within an open transaction. */
async function changeWithin(
  context: Context,
  tx: Transaction,
  staff: StaffMember,
  steps: Step[],
  { label, undoes, action, isSave = false, refused: onRefusal }: Options,
): Promise<Outcome> {
  if (steps.length === 0) return { changes: [], refused: [], eventId: null };
  const coming = new Map<string, Step>();
  const change: Change = {
    tx,
    context,
    staff,
    once: makeOnce(),
    coming: (id) => {
      const step = coming.get(id);
      return step?.action === 'update' ? step.input : undefined;
    },
  };
  const all = await withCompanions(change, steps);
  for (const step of all) coming.set(step.id, step);
  const changes: RecordChange[] = [];
  const refused: Refusal[] = [];
  const make = async (batch: Step[], isFollowing = false): Promise<void> => {
    // `once` starts empty, because an earlier batch may have changed the loaded rows.
    const { entity, action: done, isCompanion, by = staff } = must(batch[0], 'step');
    const model = modelOfEntity(context, entity);
    const own: Change = {
      ...change,
      once: makeOnce(),
      staff: by,
      // The permission for the main record covers its companions.
      ...(isCompanion ? { staff: withEveryPermission(by), isCompanion } : {}),
    };
    for (const step of batch) if (coming.get(step.id) === step) coming.delete(step.id);
    // A refused following step always fails the change. A save may skip refused companions, but never the
    // saved record.
    const throws = isFollowing || (isSave && !(isCompanion && onRefusal === 'skip'));
    const made = await new Batch(own, model, throws).run(batch);
    changes.push(...made.changes);
    refused.push(...made.refused);
    if (done !== 'update' || !model.options.follows) return;
    const following = await model.options.follows(made.changes, own);
    const left = following.filter(({ id, input }) => {
      const later = own.coming(id) ?? {};
      return !Object.keys(input).every((field) => field in later);
    });
    for (const next of inBatches(left.map((step) => ({ ...step, isCompanion: true as const }))))
      await make(next, true);
  };
  for (const batch of inBatches(all)) await make(batch);
  const first = must(steps[0], 'a step');
  const { module } = modelOfEntity(context, first.entity).shape;
  const eventId = await recordChanges(tx, {
    at: context.now(),
    staff,
    module,
    entity: first.entity,
    entityId: steps.filter(({ isCompanion }) => !isCompanion).length === 1 ? first.id : null,
    action: action ?? first.action,
    label,
    undoes,
    changes,
  });
  return { changes, refused, eventId };
}

/** Loads each key once. */
function makeOnce(): Change['once'] {
  const known = new Map<string, Promise<unknown>>();
  return <T>(key: string, load: () => Promise<T>) => {
    // A Drizzle query runs again at each `await`. A promise runs once.
    const loaded = (known.get(key) as Promise<T> | undefined) ?? Promise.resolve(load());
    known.set(key, loaded);
    return loaded;
  };
}

/** Inserts the companion steps of deleted records (`goesWith`) before their deletes. */
async function withCompanions(change: Change, steps: Step[]): Promise<Step[]> {
  const all: Step[] = [];
  const isOwn = new Set(steps.map(({ id }) => id));
  const isDeleted = new Set(steps.filter(({ action }) => action === 'delete').map(({ id }) => id));
  for (const batch of inBatches(steps)) {
    const { entity, action } = must(batch[0], 'step');
    const model = modelOfEntity(change.context, entity);
    const { goesWith } = model.options;
    if (action === 'delete' && goesWith) {
      // A record that the staff member cannot see gets no companions.
      const rows = await lockRows(
        change.tx,
        model,
        batch.map(({ id }) => id),
        { staff: change.staff, isDelete: true },
      );
      const ids = rows.map(({ id }) => id);
      const takesBack = batch.map((step) => 'takesBack' in step && step.takesBack).find(Boolean);
      const othersOf = async (some: string[]) => {
        const others = (await goesWith(some, change)).map(({ id }) => id).filter((id) => !isOwn.has(id));
        // Records created along with this one have no later entry, so they do not block the undo.
        return takesBack ? (await listLater(change.tx, others, takesBack)).map(({ id }) => id) : [];
      };
      const held = new Set(takesBack ? await thoseWith(ids, othersOf) : []);
      const free = ids.filter((id) => !held.has(id));
      const companions = (await goesWith(free, change)).filter((step) => !isDeleted.has(step.id));
      all.push(
        ...(await withCompanions(change, companions)).map((step) => ({
          ...step,
          isCompanion: true as const,
        })),
        ...batch.map((step) => (held.has(step.id) ? { ...step, refusal: new CallError('in_use') } : step)),
      );
    } else all.push(...batch);
  }
  return all;
}

/** The records that have dependents by `othersOf`. Halving the list finds them with few queries. */
async function thoseWith(ids: string[], othersOf: (ids: string[]) => Promise<string[]>): Promise<string[]> {
  if (ids.length === 0 || (await othersOf(ids)).length === 0) return [];
  if (ids.length === 1) return ids;
  const middle = ids.length >> 1;
  return [
    ...(await thoseWith(ids.slice(0, middle), othersOf)),
    ...(await thoseWith(ids.slice(middle), othersOf)),
  ];
}

/** Groups consecutive steps of one kind, at most `maxChanged` in a batch. */
function inBatches(steps: Step[]): Step[][] {
  const batches: Step[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    const kind = last?.[0];
    const isAlike =
      kind?.entity === step.entity &&
      kind.action === step.action &&
      kind.isCompanion === step.isCompanion &&
      kind.by === step.by &&
      kind.round === step.round;
    if (isAlike && last && last.length < maxChanged) last.push(step);
    else batches.push([step]);
  }
  return batches;
}

/** A step that passed its checks. */
interface Checked {
  step: Step;
  before: AnyRow | undefined;
  /** Column values to write. */
  values: Record<string, unknown>;
}

/** Steps of one action on one resource. They are checked one by one and written together. */
class Batch {
  private readonly refused: Refusal[] = [];

  constructor(
    private readonly change: Change,
    private readonly model: ResourceModel,
    /** Whether a refusal is thrown. */
    private readonly isSave: boolean,
  ) {}

  async run(steps: Step[]): Promise<Pick<Outcome, 'changes' | 'refused'>> {
    const { tx, staff } = this.change;
    const { shape } = this.model;
    const action = must(steps[0], 'step').action;
    authorize(staff, shape.module, action, undefined);
    const rows = new Map(
      action === 'create'
        ? []
        : (
            await lockRows(
              tx,
              this.model,
              steps.map(({ id }) => id),
              { staff, isDelete: steps[0]?.action === 'delete' },
            )
          ).map((row) => [row.id, row]),
    );
    const expecting = steps.some((step) => 'expected' in step);
    const current = expecting ? await snapshotsById(tx, this.model, [...rows.values()]) : undefined;
    const checked: Checked[] = [];
    for (const step of steps) {
      const before = rows.get(step.id);
      try {
        if ('expected' in step && step.expected)
          requireExpected(current?.get(step.id) ?? fail('not_found'), step.expected);
        checked.push({ step, before, values: await this.check(step, before) });
      } catch (error) {
        this.refuse(step, before, error);
      }
    }
    const changes = checked.length > 0 ? await this.writeOrSplit(checked) : [];
    return { changes, refused: this.refused };
  }

  private async check(step: Step, before: AnyRow | undefined): Promise<Record<string, unknown>> {
    const { options } = this.model;
    if (step.action === 'delete') {
      const row = authorize(
        this.change.staff,
        this.model.shape.module,
        'delete',
        before ?? fail('not_found'),
      );
      if (step.refusal) throw step.refusal;
      await options.beforeDelete?.(row, this.change);
      return {};
    }
    if (step.action === 'update') {
      if (!before) fail('not_found');
      if (step.since && Date.parse(step.since) !== before.updatedAt.getTime()) fail('conflict');
    }
    const { input } = step;
    this.requireReadable(step);
    await this.requireMayPublish(step, before);
    if (step.refusal) throw step.refusal;
    const values = this.valuesOf(input);
    await this.requireNamed(values, before);
    return (await options.values?.(values, { ...this.change, input, before })) ?? values;
  }

  /** Rejects an update of fields that the staff member may not read. */
  private requireReadable({ action, input = {} }: { action: string; input?: Fields }): void {
    const { record } = this.model.shape;
    if (
      action === 'update' &&
      Object.keys(input).some((field) => hidesField(this.change.staff, record, field))
    )
      fail('not_permitted');
  }

  private async requireMayPublish(
    { id, input }: { id: string; input: Fields },
    row: AnyRow | undefined,
  ): Promise<void> {
    const { tx, staff } = this.change;
    if (staff.may(this.model.shape.module, 'publish')) return;
    const before = publicationOf(this.model, row);
    if (await needsPublish(tx, this.model, { id, input, before })) fail('not_permitted');
  }

  /**
   * Limits new references by a content partner's staff to the partner's records. Any other id fails with
   * `exists`, like a missing record.
   */
  private async requireNamed(values: Record<string, unknown>, before: AnyRow | undefined): Promise<void> {
    const { context, tx, staff, once } = this.change;
    const partner = staff.contentPartnerId;
    if (partner === null) return;
    for (const [property, { shape, table, options }] of referencesOf(context, this.model)) {
      const id = values[property];
      if (typeof id !== 'string' || id === before?.[property]) continue;
      const isTheirs = options.named?.(partner) ?? options.scope?.(partner, staff.id);
      const found = await once(`${shape.name} ${id}`, () =>
        tx.$count(table as PgTable, and(eq(table.id, id), isTheirs)),
      );
      if (found === 0) throw fieldError(snake(property), 'exists');
    }
  }

  /** Column values of the input. */
  private valuesOf(input: Fields): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(input)) {
      const column = this.model.columnOf(field);
      if (!column || value === undefined || field === 'updated_at') continue;
      values[camel(field)] =
        column.dataType === 'date' && typeof value === 'string' ? new Date(value) : value;
    }
    return values;
  }

  /**
   * Writes all steps together. If that is refused, writes each half separately until only refused steps are
   * left out.
   */
  private async writeOrSplit(checked: Checked[]): Promise<RecordChange[]> {
    if (this.isSave) {
      try {
        return await this.write(this.change.tx, checked);
      } catch (error) {
        throw explainConstraint(error, this.model.options.unique ?? {});
      }
    }
    try {
      return await this.change.tx.transaction((savepoint) => this.write(savepoint, checked));
    } catch (error) {
      if (isDeadlock(error)) throw error;
      if (checked.length === 1) {
        const [only] = checked;
        if (only) this.refuse(only.step, only.before, error);
        return [];
      }
      if (!(error instanceof CallError) && !refusalOf(error)) throw error;
      const middle = checked.length >> 1;
      return [
        ...(await this.writeOrSplit(checked.slice(0, middle))),
        ...(await this.writeOrSplit(checked.slice(middle))),
      ];
    }
  }

  private async write(tx: Transaction, checked: Checked[]): Promise<RecordChange[]> {
    const action = must(checked[0], 'step').step.action;
    const change = { ...this.change, tx };
    if (action === 'delete') return this.writeDeletes(change, checked);
    if (action === 'create') await this.insert(tx, checked);
    else await this.update(tx, checked);
    const rows = new Map(
      (
        await findRows(
          tx,
          this.model,
          checked.map(({ step }) => step.id),
        )
      ).map((row) => [row.id, row]),
    );
    await this.requireInScope(tx, [...rows.keys()]);
    const rest = await this.model.options.saveRest?.(
      checked.map(({ step, before }) => ({
        input: step.action === 'delete' ? {} : step.input,
        row: must(rows.get(step.id), 'row'),
        before,
      })),
      change,
    );
    const changes: RecordChange[] = [];
    for (const [at, { step, before, values }] of checked.entries()) {
      const row = must(rows.get(step.id), 'row');
      const changed = { ...(before ? this.changesOf(before, values) : this.madeOf(values)), ...rest?.[at] };
      if (step.action === 'update' && Object.keys(changed).length === 0) continue;
      changes.push(this.recorded(action, row, changed));
    }
    await this.model.options.afterChange?.([...rows.values()], change);
    return changes;
  }

  /** Fails with `not_permitted` if a row written by a content partner's staff is outside their scope. */
  private async requireInScope(tx: Transaction, ids: string[]): Promise<void> {
    const scope = scopeOf(this.model, this.change.staff);
    if (!scope) return;
    const { table } = this.model;
    const [own] = await tx
      .select({ total: count() })
      .from(table as PgTable)
      .where(and(isOneOf(table.id, ids), scope));
    if (own?.total !== ids.length) fail('not_permitted');
  }

  private async writeDeletes(change: Change, checked: Checked[]): Promise<RecordChange[]> {
    const { table, options } = this.model;
    const rows = checked.map(({ before }) => must(before, 'row'));
    const snapshots = await snapshotsOf(change.tx, this.model, rows);
    await change.tx.delete(table as PgTable).where(
      isOneOf(
        table.id as unknown as SQL,
        rows.map(({ id }) => id),
      ),
    );
    await options.afterChange?.(rows, change);
    return rows.map((row, at) =>
      this.recorded(
        'delete',
        row,
        Object.fromEntries(
          Object.entries(must(snapshots[at], 'snapshot')).map(([field, value]) => [field, [value, null]]),
        ),
      ),
    );
  }

  private async insert(tx: Transaction, checked: Checked[]): Promise<void> {
    const at = this.change.context.now();
    const rows = checked.map(
      ({ step, values }): Record<string, unknown> => ({
        id: step.id,
        createdAt: at,
        updatedAt: at,
        ...values,
      }),
    );
    await this.placeLast(tx, rows);
    for (let from = 0; from < rows.length; from += maxInserted)
      await tx.insert(this.model.table as PgTable).values(rows.slice(from, from + maxInserted));
  }

  /** Puts new records without a `position` at the end of their order. */
  private async placeLast(tx: Transaction, rows: Record<string, unknown>[]): Promise<void> {
    const { table, options } = this.model;
    const { order } = options;
    if (!order) return;
    const lasts = new Map<unknown, number>();
    const within = order.within && propertyOf(this.model.table, order.within);
    for (const row of rows) {
      if (row.position !== undefined) continue;
      const group = within ? (row[within] ?? null) : null;
      let last = lasts.get(group);
      if (last === undefined) {
        // Without the lock, two concurrent creates would read the same last position.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`last ${this.model.shape.name} ${group}`}, 0))`,
        );
        const [own] = await tx
          .select({ last: max(order.position) })
          .from(table as PgTable)
          .where(order.within && sql`${order.within} is not distinct from ${group}`);
        last = Number(own?.last ?? 0);
      }
      row.position = last + 1;
      lasts.set(group, last + 1);
    }
  }

  /** Updates all rows in one statement. Columns that a row does not change keep their value. */
  private async update(tx: Transaction, checked: Checked[]): Promise<void> {
    const { table } = this.model;
    const properties = [...new Set(checked.flatMap(({ values }) => Object.keys(values)))];
    const columns = new Map(properties.map((property) => [property, columnName(this.model, property)]));
    const rows = checked.map(({ before, values }) => ({
      id: before?.id,
      ...Object.fromEntries(
        properties.map((property) => [
          columns.get(property),
          property in values ? values[property] : before?.[property],
        ]),
      ),
    }));
    const sets = [...columns.values()].map(
      (column) => sql`${sql.identifier(column)} = changed.${sql.identifier(column)}`,
    );
    await tx.execute(sql`update ${table as PgTable} as kept
      set ${sql.join([...sets, sql`updated_at = ${this.change.context.now()}`], sql`, `)}
      from json_populate_recordset(null::${table as PgTable}, ${JSON.stringify(rows)}::json) as changed
      where kept.id = changed.id`);
  }

  private changesOf(before: AnyRow, values: Record<string, unknown>): Changes {
    const changes: Changes = {};
    for (const [property, value] of Object.entries(values)) {
      const old = before[property] ?? null;
      if (isDeepStrictEqual(plain(old), plain(value ?? null))) continue;
      changes[snake(property)] = [this.shown(property, old), this.shown(property, value)];
    }
    return changes;
  }

  private madeOf(values: Record<string, unknown>): Changes {
    return Object.fromEntries(
      Object.entries(values)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([property, value]): [string, Changes[string]] => [
          snake(property),
          [null, this.shown(property, value)],
        ]),
    );
  }

  private shown(property: string, value: unknown): unknown {
    return this.model.options.secret?.includes(property) ? '•••' : (value ?? null);
  }

  private recorded(action: RecordChange['action'], row: AnyRow, changes: Changes): RecordChange {
    return {
      entity: this.model.shape.name,
      id: row.id,
      label: labelOfRow(this.model, row),
      action,
      changes,
    };
  }

  private refuse(step: Step, before: AnyRow | undefined, error: unknown): void {
    const explained = explainConstraint(error, this.model.options.unique ?? {});
    if (this.isSave || !(explained instanceof CallError)) throw explained;
    // A missing permission concerns the whole change, not one row.
    if (explained.code === 'not_permitted') throw explained;
    const label = before ? labelOfRow(this.model, before) : (step.label ?? '');
    this.refused.push({ entity: this.model.shape.name, id: step.id, label, error: explained });
  }
}

/** Rows per insert. A statement takes at most 65,535 values. */
const maxInserted = 500;

/** A value after conversion to JSON and back. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Columns that reference records of a resource with a partner scope, as pairs of property and referenced
 * resource.
 */
function referencesOf(
  context: Pick<Context, 'registries'>,
  { table }: ResourceModel,
): [property: string, of: ResourceModel][] {
  const scoped = [...resourcesOf(context).values()].filter(({ options }) => options.scope ?? options.named);
  return getTableConfig(table as PgTable).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    const of = scoped.find((model) => (model.table as PgTable) === foreignTable);
    return of
      ? columns.map((column) => [propertyOf(table, column as AnyPgColumn), of] as [string, ResourceModel])
      : [];
  });
}

/** Properties of a resource's table that reference rows of another resource. */
export const propertiesNaming = (
  { table }: ResourceModel,
  { table: named }: Pick<ResourceModel, 'table'>,
): string[] =>
  getTableConfig(table as PgTable).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return foreignTable === (named as PgTable)
      ? columns.map((column) => propertyOf(table, column as AnyPgColumn))
      : [];
  });

/** Property name of a table's column. */
function propertyOf(table: ResourceModel['table'], column: AnyPgColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, own]) => own === column);
  return must(found, `column ${column.name}`)[0];
}

function columnName({ table }: ResourceModel, property: string): string {
  const column = (table as unknown as Record<string, { name: string } | undefined>)[property];
  return must(column, `column ${property} of ${getTableConfig(table as PgTable).name}`).name;
}

/**
 * Locks rows in the order of their ids, so that two changes of the same rows cannot deadlock. `staff` limits
 * the rows to those that the staff member may see.
 */
export async function lockRows(
  tx: Transaction,
  model: ResourceModel,
  ids: string[],
  { staff, isDelete = false }: { staff?: StaffMember; isDelete?: boolean } = {},
): Promise<AnyRow[]> {
  const { table } = model;
  return (await tx
    .select()
    .from(table as PgTable)
    .where(and(isOneOf(table.id, ids), staff && scopeOf(model, staff)))
    .orderBy(table.id)
    .for(isDelete ? 'update' : 'no key update')) as AnyRow[];
}

/** Values of the fields that staff entered. They are enough to create the records again. */
async function snapshotsOf(db: Queryable, model: ResourceModel, rows: AnyRow[]): Promise<Fields[]> {
  const fields = enteredFields(model);
  const records = await presentRows(db, model, rows, 'ko');
  return records.map((record) => Object.fromEntries(fields.map((field) => [field, record[field] ?? null])));
}

/** Values of the fields that staff entered, by record id. */
export async function snapshotsById(
  db: Queryable,
  model: ResourceModel,
  rows: AnyRow[],
): Promise<Map<string, Fields>> {
  const snapshots = await snapshotsOf(db, model, rows);
  return new Map(rows.map((row, at) => [row.id, must(snapshots[at], 'snapshot')]));
}

/** Fails with `changed_since` for each field that differs from its expected value. */
function requireExpected(current: Fields, expected: Fields): void {
  const changed = Object.keys(expected).filter(
    (field) => !isDeepStrictEqual(plain(current[field] ?? null), plain(expected[field] ?? null)),
  );
  if (changed.length === 0) return;
  throw new CallError(
    'invalid',
    {},
    Object.fromEntries(changed.map((field) => [field, [{ message: 'changed_since' as const, values: {} }]])),
  );
}

/** A step that creates a record, with its id. */
export const creation = (entity: string, input: Fields, id = newId()): Step & { action: 'create' } => ({
  entity,
  id,
  action: 'create',
  input,
});

/** Turns a constraint violation into an error that the staff member can act on. */
function explainConstraint(error: unknown, unique: Record<string, string>): unknown {
  if (error instanceof CallError) return error;
  const refusal = refusalOf(error);
  if (refusal?.code === '23505') {
    const field = unique[refusal.constraint ?? ''];
    if (field) return fieldError(field, field === 'number' ? 'number_taken' : 'unique');
    return new CallError('conflict');
  }
  if (refusal?.code === '23503') {
    const missing = /^Key \((\w+)\)=.*is not present/s.exec(refusal.detail ?? '')?.[1];
    return missing ? fieldError(missing, 'exists') : new CallError('in_use');
  }
  // PostgreSQL 18 has a separate code for RESTRICT.
  if (refusal?.code === '23001') return new CallError('in_use');
  return error;
}

const fieldError = (field: string, message: ValidationMessage) =>
  new CallError('invalid', {}, { [field]: [{ message, values: {} }] });
