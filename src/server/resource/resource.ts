/**
 * The back-office kit: list, sort, filter, read, create, change and delete of one resource, with permission, conflict
 * check and event log, from one declaration. What is special about a resource is in its hooks.
 */
import { asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import type { Locale } from '../../contract/errors.ts';
import type { ValidationMessage } from '../../contract/messages.ts';
import { announceChange } from '../changes.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import type { Caller, StaffMember } from '../http/caller.ts';
import { CallError, fail } from '../http/errors.ts';
import type { KeptTag } from '../http/kept.ts';
import { recordEvent } from '../modules/staff/events.service.ts';

/** A LIKE pattern for texts that hold this one, its own wildcards taken literally. */
export const contains = (text: string) => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;

declare const authorized: unique symbol;
/** A row that this member of staff may change in this way. Only `authorize` makes one. */
export type Authorized<T> = T & { readonly [authorized]: true };

/** Checks a permission on a module; the row comes back marked as allowed. */
export function authorize<T>(
  staff: StaffMember,
  module: StaffModule,
  action: StaffAction,
  row: T,
): Authorized<T> {
  if (!staff.may(module, action)) fail('not_permitted');
  return row as Authorized<T>;
}

type Row = { id: string; updatedAt: Date; createdAt: Date };
type ResourceTable = PgTable & { id: AnyPgColumn; updatedAt: AnyPgColumn; createdAt: AnyPgColumn };
type ListQuery = {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
};

/** What hooks may use. */
export interface Change {
  tx: Transaction;
  context: Context;
  staff: StaffMember;
}

export interface ResourceOptions<R extends Row, Rec, Create, Update, Query extends ListQuery> {
  name: string;
  module: StaffModule;
  table: ResourceTable;
  /** `?sort=` name → column. */
  sort: Record<string, AnyPgColumn | SQL>;
  /** Conditions of the filters in the query. */
  where?(query: Query): (SQL | undefined)[];
  /** Wire records of rows, in their order: one query for whatever hangs on them. */
  present(db: Queryable, rows: R[], locale: Locale): Promise<Rec[]>;
  /** What the event log calls a row. */
  label(row: R): string;
  /** Columns from the input. Throws on what is wrong with it. `before` is undefined when creating. */
  values(input: Create | Update, before: R | undefined, change: Change): Promise<Record<string, unknown>>;
  /** Further tables of the input (lists), in the same transaction; returns what the log should show as changed. */
  saveRest?(input: Create | Update, row: R, before: R | undefined, change: Change): Promise<Changes>;
  /** Before a delete: throws when it must not be, or removes what belongs to it. */
  beforeDelete?(row: Authorized<R>, change: Change): Promise<void>;
  /** After any change, still inside the transaction. */
  afterChange?(row: R, change: Change): Promise<void>;
  /** Kept answers that show this resource. */
  tag?: KeptTag;
  /** Columns that the event log must not show. */
  secret?: string[];
  /** Constraint name → the field and message when it is violated. */
  unique?: Record<string, string>;
}

export type Changes = Record<string, [unknown, unknown]>;

interface ResourceRequest<Q, B> {
  params: { id: string };
  query: Q;
  body: B;
  locale: Locale;
  caller: Caller;
}

/** The handlers of a resource's five calls. */
export function resource<R extends Row, Rec, Create, Update, Query extends ListQuery>(
  context: Context,
  options: ResourceOptions<R, Rec, Create, Update, Query>,
) {
  const { table, module } = options;
  const staffOf = (caller: Caller) => caller.staff ?? fail('login_required');

  const getRow = async (db: Queryable, id: string, lock = false): Promise<R> => {
    const query = db.select().from(table).where(eq(table.id, id));
    const [row] = await (lock ? query.for('update') : query);
    return (row as R | undefined) ?? fail('not_found');
  };
  const presentOne = async (id: string, locale: Locale): Promise<{ data: Rec }> => {
    const [record] = await options.present(context.db, [await getRow(context.db, id)], locale);
    return { data: record as Rec };
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
    if (options.tag) context.kept.drop(options.tag);
  };
  const log = (tx: Transaction, staff: StaffMember, action: StaffAction, row: R, changes: Changes) =>
    recordEvent(tx, {
      staff,
      module,
      action,
      entity: options.name,
      entityId: row.id,
      label: options.label(row),
      changes,
    });

  return {
    list: async ({ query, locale }: Pick<ResourceRequest<Query, never>, 'query' | 'locale'>) => {
      const ids = query.ids?.split(',').filter((id) => uuidPattern.test(id));
      // No id among them is no row, not every row.
      const conditions = ids
        ? [ids.length > 0 ? inArray(table.id, ids) : sql`false`]
        : (options.where?.(query) ?? []);
      const filters = conditions.filter((condition): condition is SQL => condition !== undefined);
      const where = filters.length > 0 ? filters.reduce((all, one) => sqlAnd(all, one)) : undefined;
      const direction = query.order === 'desc' ? desc : asc;
      const column = options.sort[query.sort] ?? table.id;
      const [rows, totals] = await Promise.all([
        context.db
          .select()
          .from(table)
          .where(where)
          .orderBy(direction(column), direction(table.id))
          .limit(ids ? Math.max(ids.length, 1) : query.per_page)
          .offset(ids ? 0 : pageWindow(query).offset),
        context.db.select({ total: count() }).from(table).where(where),
      ]);
      return {
        data: await options.present(context.db, rows as R[], locale),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },

    get: ({ params, locale }: Pick<ResourceRequest<never, never>, 'params' | 'locale'>) =>
      presentOne(params.id, locale),

    create: async ({
      body,
      locale,
      caller,
    }: Pick<ResourceRequest<never, Create>, 'body' | 'locale' | 'caller'>) => {
      const staff = staffOf(caller);
      const id = newId();
      authorize(staff, module, 'create', id);
      await inTransaction(async (tx) => {
        const change = { tx, context, staff };
        const values = await options.values(body, undefined, change);
        await tx
          .insert(table)
          .values({ id, createdAt: context.now(), updatedAt: context.now(), ...values } as never);
        const row = await getRow(tx, id);
        const rest = await options.saveRest?.(body, row, undefined, change);
        const made = Object.fromEntries(
          Object.entries(values)
            .filter(([, value]) => value !== null && value !== '')
            .map(([field, value]) => [snake(field), [null, shown(field, value, options.secret)]]),
        ) as Changes;
        await log(tx, staff, 'create', row, { ...made, ...rest });
        await options.afterChange?.(row, change);
      });
      return presentOne(id, locale);
    },

    update: async ({
      params,
      body,
      locale,
      caller,
    }: Pick<
      ResourceRequest<never, Update & { updated_at?: string | undefined }>,
      'params' | 'body' | 'locale' | 'caller'
    >) => {
      const staff = staffOf(caller);
      await inTransaction(async (tx) => {
        const change = { tx, context, staff };
        const before = authorize(staff, module, 'update', await getRow(tx, params.id, true));
        if (body.updated_at && Date.parse(body.updated_at) !== before.updatedAt.getTime()) fail('conflict');
        const values = await options.values(body, before, change);
        const changes: Changes = {};
        for (const [field, value] of Object.entries(values)) {
          const old = (before as Record<string, unknown>)[field];
          if (JSON.stringify(old ?? null) === JSON.stringify(value ?? null)) continue;
          changes[snake(field)] = [shown(field, old, options.secret), shown(field, value, options.secret)];
        }
        await tx
          .update(table)
          .set({ ...values, updatedAt: context.now() } as never)
          .where(eq(table.id, before.id));
        const row = await getRow(tx, params.id);
        Object.assign(changes, await options.saveRest?.(body, row, before, change));
        if (Object.keys(changes).length > 0) await log(tx, staff, 'update', row, changes);
        await options.afterChange?.(row, change);
      });
      return presentOne(params.id, locale);
    },

    remove: async ({ params, caller }: Pick<ResourceRequest<never, never>, 'params' | 'caller'>) => {
      const staff = staffOf(caller);
      await inTransaction(async (tx) => {
        const change = { tx, context, staff };
        const row = authorize(staff, module, 'delete', await getRow(tx, params.id, true));
        await options.beforeDelete?.(row, change);
        await tx.delete(table).where(eq(table.id, row.id));
        await log(tx, staff, 'delete', row, {});
        await options.afterChange?.(row, change);
      });
      return { data: { ok: true as const } };
    },
  };
}

/** The five handlers under the names of the contract's calls. */
export function resourceHandlers<const Name extends string, H extends ReturnType<typeof resource>>(
  name: Name,
  handlers: H,
) {
  return {
    [`GET /api/admin/${name}`]: handlers.list,
    [`GET /api/admin/${name}/{id}`]: handlers.get,
    [`POST /api/admin/${name}`]: handlers.create,
    [`PATCH /api/admin/${name}/{id}`]: handlers.update,
    [`DELETE /api/admin/${name}/{id}`]: handlers.remove,
  } as unknown as {
    [K in `GET /api/admin/${Name}`]: H['list'];
  } & { [K in `GET /api/admin/${Name}/{id}`]: H['get'] } & {
    [K in `POST /api/admin/${Name}`]: H['create'];
  } & {
    [K in `PATCH /api/admin/${Name}/{id}`]: H['update'];
  } & { [K in `DELETE /api/admin/${Name}/{id}`]: H['remove'] };
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const sqlAnd = (a: SQL, b: SQL): SQL => sql`${a} and ${b}`;
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shown = (field: string, value: unknown, secret: string[] = []) =>
  secret.includes(field) ? '•••' : (value ?? null);

/** A violated constraint as the error a person can act on. */
function explainConstraint(error: unknown, unique: Record<string, string>): unknown {
  if (error instanceof CallError) return error;
  const cause = ((error as { cause?: unknown }).cause ?? error) as {
    code?: string;
    constraint?: string;
    detail?: string;
  };
  if (cause.code === '23505') {
    const field = unique[cause.constraint ?? ''];
    if (field) return fieldError(field, field === 'number' ? 'number_taken' : 'unique');
    return new CallError('conflict');
  }
  if (cause.code === '23503') {
    const missing = /^Key \((\w+)\)=/.exec(cause.detail ?? '');
    return missing && cause.detail?.includes('is not present')
      ? fieldError(missing[1] as string, 'exists')
      : new CallError('in_use');
  }
  // RESTRICT in PostgreSQL 18 has a code of its own.
  if (cause.code === '23001') return new CallError('in_use');
  return error;
}

const fieldError = (field: string, message: ValidationMessage) =>
  new CallError('invalid', {}, { [field]: [{ message, values: {} }] });
