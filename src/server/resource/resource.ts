/**
 * The back-office kit: list, sort, filter, read, create, change and delete of one resource, with permission, conflict
 * check and event log. Everything is derived from the contract's shape and the table; only what differs is written.
 */

import { eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { StaffAction } from '../../contract/admin/permissions.ts';
import type { ResourceShape, resourceCalls } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { ValidationMessage } from '../../contract/messages.ts';
import { announceChange } from '../cache/changes.ts';
import type { CacheTag } from '../cache/response-cache.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { refusalOf } from '../db/refusal.ts';
import { CallError, fail } from '../errors.ts';
import type { Handlers } from '../http/bind.ts';
import type { Caller, StaffMember } from '../http/caller.ts';
import { requireStaff } from '../http/caller.ts';
import { type Authorized, authorize } from '../security/permission.ts';
import { recordEvent } from './event-log.ts';
import { type ListQuery, listRows } from './list.ts';
import {
  type AnyRow,
  type Change,
  type Changes,
  camel,
  getRow,
  modelOf,
  type OptionsByName,
  presentRows,
  type ResourceTable,
  snake,
} from './model.ts';

/** A row's column by the wire's name of a field: `name_ko` is `nameKo`. */
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** A column's value on the wire: instants are text there. */
type Wire<V> = V extends Date ? string : V;

type RowOf<T extends ResourceTable> = T['$inferSelect'];
type RecordOf<S extends ResourceShape> = z.input<S['record']>;
type InputOf<S extends ResourceShape> = Partial<z.output<S['create']> & z.output<S['update']>>;
type FiltersOf<S extends ResourceShape> = z.output<z.ZodObject<S['filter']>>;

/** Fields that are a column of that name and type. */
type Derived<Fields, R> = {
  [K in keyof Fields & string]-?: Camel<K> extends keyof R
    ? Wire<R[Camel<K>]> extends Fields[K]
      ? K
      : never
    : never;
}[keyof Fields & string];
/** Names, as of sorts and filters, that are a column's. */
type Named<K, R> = K extends string ? (Camel<K> extends keyof R ? K : never) : never;

type Own<S extends ResourceShape, T extends ResourceTable> = Omit<
  RecordOf<S>,
  Derived<RecordOf<S>, RowOf<T>>
>;
// What has no field to enter has any name for TypeScript.
type RestOf<S extends ResourceShape, T extends ResourceTable> = string extends keyof InputOf<S>
  ? never
  : Exclude<keyof InputOf<S>, Named<keyof InputOf<S>, RowOf<T>>>;

interface Options<S extends ResourceShape, T extends ResourceTable> {
  /** What the event log calls a row. */
  label(row: RowOf<T>): string;
  /** Columns that `?q=` looks for a part of a text in. */
  search?: AnyPgColumn[];
  /** What is special about a sort: name → column or expression. */
  sort?: Partial<Record<S['sort'][number], AnyPgColumn | SQL>>;
  /** What is special about a filter: its condition. */
  where?: { [K in keyof FiltersOf<S>]?: (value: NonNullable<FiltersOf<S>[K]>) => SQL | undefined };
  /** The fields of records that are no columns, of rows in their order: one query for whatever hangs on them. */
  present?(db: Queryable, rows: RowOf<T>[], locale: Locale): Promise<Own<S, T>[]>;
  /** Checks the columns of the input, which it may add to or take from. `before` is undefined when creating. */
  values?(
    values: Partial<RowOf<T>>,
    change: Change & { input: InputOf<S>; before: RowOf<T> | undefined },
  ): Promise<Partial<RowOf<T>>>;
  /** Fields of the input that are no columns, in the same transaction; returns what the log should show as changed. */
  saveRest?(input: InputOf<S>, row: RowOf<T>, before: RowOf<T> | undefined, change: Change): Promise<Changes>;
  /** Before a delete: throws when it must not be, or removes what belongs to it. */
  beforeDelete?(row: Authorized<RowOf<T>>, change: Change): Promise<void>;
  /** After any change, still inside the transaction. */
  afterChange?(row: RowOf<T>, change: Change): Promise<void>;
  /** Cached answers that show this resource. */
  tag?: CacheTag;
  /** Columns that the event log must not show. */
  secret?: (keyof RowOf<T> & string)[];
  /** Constraint name → the field that is named when it is violated. */
  unique?: Record<string, keyof InputOf<S> & string>;
}

/** What cannot be derived has to be written: the compiler asks for it. */
type Needed<O, K extends keyof O, Missing> = [Missing] extends [never] ? unknown : Required<Pick<O, K>>;
type ResourceOptions<S extends ResourceShape, T extends ResourceTable> = Options<S, T> &
  Needed<Options<S, T>, 'present', keyof Own<S, T>> &
  Needed<Options<S, T>, 'saveRest', RestOf<S, T>> &
  Needed<Options<S, T>, 'search', Extract<keyof S['filter'], 'q'>> & {
    where?: Required<
      Pick<
        NonNullable<Options<S, T>['where']>,
        Exclude<keyof FiltersOf<S>, Named<keyof FiltersOf<S>, RowOf<T>> | 'q'>
      >
    >;
  } & ([Exclude<keyof FiltersOf<S>, Named<keyof FiltersOf<S>, RowOf<T>> | 'q'>] extends [never]
    ? unknown
    : { where: object }) & {
    sort?: Required<
      Pick<NonNullable<Options<S, T>['sort']>, Exclude<S['sort'][number], Named<S['sort'][number], RowOf<T>>>>
    >;
  } & ([Exclude<S['sort'][number], Named<S['sort'][number], RowOf<T>>>] extends [never]
    ? unknown
    : { sort: object });

/** The handlers of a resource's five calls, by the names of the contract's calls. */
type ResourceHandlers<S extends ResourceShape> = Handlers<
  ReturnType<typeof resourceCalls<S['name'], S['record'], S['create'], S['update'], S['filter'], S['sort']>>
>;

interface Request {
  params: { id: string };
  query: ListQuery & Record<string, unknown>;
  body: Record<string, unknown> & { updated_at?: string };
  locale: Locale;
  caller: Caller;
}

/**
 * The handlers of a resource: fields that are columns of the same name are read, stored, sorted and filtered by themselves, the rest
 * is in `options`.
 */
export function resource<S extends ResourceShape, T extends ResourceTable>(
  context: Context,
  shape: S,
  table: T,
  own: ResourceOptions<S, T>,
): ResourceHandlers<S> {
  const { name, module } = shape;
  const options = own as unknown as OptionsByName;
  const model = modelOf(shape, table, options);
  const anyTable: PgTable = table;
  const { columnOf } = model;

  const presentOne = async (id: string, locale: Locale) => {
    const [data] = await presentRows(context.db, model, [await getRow(context.db, model, id)], locale);
    return { data };
  };
  /** The columns of what was entered. */
  const valuesOf = (input: Record<string, unknown>) => {
    const values: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(input)) {
      const column = columnOf(field);
      if (!column || value === undefined || field === 'updated_at') continue;
      values[camel(field)] =
        column.dataType === 'date' && typeof value === 'string' ? new Date(value) : value;
    }
    return values;
  };
  const checked = async (input: Record<string, unknown>, before: AnyRow | undefined, change: Change) => {
    const values = valuesOf(input);
    return (await options.values?.(values, { ...change, input, before })) ?? values;
  };
  const inTransaction = async (work: (tx: Transaction) => Promise<void>) => {
    try {
      await context.db.transaction(async (tx) => {
        await work(tx);
        if (options.tag) await announceChange(tx, options.tag);
      });
    } catch (error) {
      throw explainConstraint(error, options.unique ?? {});
    }
    if (options.tag) context.responseCache.drop(options.tag);
  };
  const secret = options.secret ?? [];
  const log = (tx: Transaction, staff: StaffMember, action: StaffAction, row: AnyRow, changes: Changes) =>
    recordEvent(tx, {
      staff,
      module,
      action,
      entity: name,
      entityId: row.id,
      label: options.label(row),
      changes,
    });
  const create = async ({ body, locale, caller }: Request) => {
    const staff = requireStaff(caller);
    const id = newId();
    authorize(staff, module, 'create', id);
    await inTransaction(async (tx) => {
      const change = { tx, context, staff };
      const values = await checked(body, undefined, change);
      await tx.insert(anyTable).values({ id, createdAt: context.now(), updatedAt: context.now(), ...values });
      const row = await getRow(tx, model, id);
      const rest = await options.saveRest?.(body, row, undefined, change);
      const made = Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => value !== null && value !== '')
          .map(([field, value]): [string, Changes[string]] => [
            snake(field),
            [null, shown(field, value, secret)],
          ]),
      );
      await log(tx, staff, 'create', row, { ...made, ...rest });
      await options.afterChange?.(row, change);
    });
    return presentOne(id, locale);
  };

  const update = async ({ params, body, locale, caller }: Request) => {
    const staff = requireStaff(caller);
    await inTransaction(async (tx) => {
      const change = { tx, context, staff };
      const before = authorize(staff, module, 'update', await getRow(tx, model, params.id, true));
      if (body.updated_at && Date.parse(body.updated_at) !== before.updatedAt.getTime()) fail('conflict');
      const values = await checked(body, before, change);
      const changes: Changes = {};
      for (const [field, value] of Object.entries(values)) {
        const old = before[field];
        if (JSON.stringify(old ?? null) === JSON.stringify(value ?? null)) continue;
        changes[snake(field)] = [shown(field, old, secret), shown(field, value, secret)];
      }
      await tx
        .update(anyTable)
        .set({ ...values, updatedAt: context.now() })
        .where(eq(table.id, before.id));
      const row = await getRow(tx, model, params.id);
      Object.assign(changes, await options.saveRest?.(body, row, before, change));
      if (Object.keys(changes).length > 0) await log(tx, staff, 'update', row, changes);
      await options.afterChange?.(row, change);
    });
    return presentOne(params.id, locale);
  };

  const remove = async ({ params, caller }: Request) => {
    const staff = requireStaff(caller);
    await inTransaction(async (tx) => {
      const change = { tx, context, staff };
      const row = authorize(staff, module, 'delete', await getRow(tx, model, params.id, true));
      await options.beforeDelete?.(row, change);
      await tx.delete(table).where(eq(table.id, row.id));
      await log(tx, staff, 'delete', row, {});
      await options.afterChange?.(row, change);
    });
    return { data: { ok: true } };
  };

  return {
    [`GET /api/admin/${name}`]: ({ query, locale }: Request) => listRows(context.db, model, query, locale),
    [`GET /api/admin/${name}/{id}`]: ({ params, locale }: Request) => presentOne(params.id, locale),
    [`POST /api/admin/${name}`]: create,
    [`PATCH /api/admin/${name}/{id}`]: update,
    [`DELETE /api/admin/${name}/{id}`]: remove,
  } as unknown as ResourceHandlers<S>;
}

const shown = (field: string, value: unknown, secret: string[]) =>
  secret.includes(field) ? '•••' : (value ?? null);

/** A violated constraint as the error a person can act on. */
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
  // RESTRICT in PostgreSQL 18 has a code of its own.
  if (refusal?.code === '23001') return new CallError('in_use');
  return error;
}

const fieldError = (field: string, message: ValidationMessage) =>
  new CallError('invalid', {}, { [field]: [{ message, values: {} }] });
