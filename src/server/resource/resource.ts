/**
 * The back-office kit: list, sort, filter, read, create, change and delete of one resource, with permission, conflict
 * check and event log. Everything is derived from the contract's shape and the table; only what differs is written.
 */

import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ResourceShape, resourceCalls } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { CacheTag } from '../cache/response-cache.ts';
import type { Context } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import type { Handlers } from '../http/bind.ts';
import { type Caller, requireStaff, type StaffMember } from '../http/caller.ts';
import type { Authorized } from '../security/permission.ts';
import { creation, makeChange } from './change.ts';
import type { Importing } from './importing.ts';
import { type ListQuery, listRows } from './list.ts';
import {
  type Change,
  type Changes,
  type Find,
  type FollowingStep,
  getRow,
  type Label,
  type Large,
  type Listed,
  type ListedTable,
  modelOf,
  type OptionsByName,
  presentRows,
  type ResourceTable,
  type Step,
} from './model.ts';
import { resourcesOf } from './registry.ts';
import { canUndo } from './undo.ts';

/** A row's column by the wire's name of a field: `name_ko` is `nameKo`. */
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** A column's value on the wire: instants are text there. */
type Wire<V> = V extends Date ? string : V;

type RowOf<T extends ListedTable> = T['$inferSelect'];
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

/** Fields that are lists, as staff enter them, and no columns. */
type ListsOf<S extends ResourceShape, T extends ListedTable> = string extends keyof InputOf<S>
  ? never
  : {
      [K in keyof InputOf<S> & string]-?: NonNullable<InputOf<S>[K]> extends readonly unknown[]
        ? Exclude<K, Named<K, RowOf<T>>>
        : never;
    }[keyof InputOf<S> & string];

type Own<S extends ResourceShape, T extends ListedTable> = Omit<RecordOf<S>, Derived<RecordOf<S>, RowOf<T>>>;
// Where nothing is entered, `keyof` is `string`: there is no rest.
type RestOf<S extends ResourceShape, T extends ResourceTable> = string extends keyof InputOf<S>
  ? never
  : Exclude<keyof InputOf<S>, Named<keyof InputOf<S>, RowOf<T>>>;

/** What reading a resource may need to be told. */
interface ReadOptions<S extends ResourceShape, T extends ListedTable> {
  /** What the event log calls a row. */
  label: Label<RowOf<T>>;
  /** Columns that `?q=` looks for a part of a text in. */
  search?: AnyPgColumn[];
  /** What is special about a sort: name → column or expression. */
  sort?: Partial<Record<S['sort'][number], AnyPgColumn | SQL>>;
  /**
   * What `?q=` finds where that is special, by the field that is told by it: whoever may not read a field finds nothing by it. A field of
   * another resource has its name before.
   */
  finds?: { [K in (keyof RecordOf<S> & string) | `${string}.${string}`]?: Find };
  /** What is special about a filter: its condition. What it reads besides the field of its name stands in `filter-reads.ts`. */
  where?: {
    [K in Exclude<keyof FiltersOf<S>, 'q'>]?: (
      value: NonNullable<FiltersOf<S>[K]>,
      staff: StaffMember,
    ) => SQL | undefined;
  };
  /** The fields of records that are no columns, of rows in their order: one query for whatever hangs on them. */
  present?(db: Queryable, rows: RowOf<T>[], locale: Locale, staff?: StaffMember): Promise<Own<S, T>[]>;
  /** The rows that are a content partner's: its own people see no others, and where this is not said, none. */
  scope?(contentPartnerId: string, staffId: string): SQL;
  /** Of a resource without a scope whose records are somebody's: those that a content partner's people may name in fields of their own records. */
  named?(contentPartnerId: string): SQL;
  /** The record that it is a part of, by whose name too it is told apart where records of all kinds are found. */
  partOf?: { column: keyof RowOf<T> & string; of: string };
  /** Its rows are entries of a log, which are looked for in its list alone. */
  isLog?: true;
  /** Its table may have a million rows (`large-lists.test.ts`). */
  large?: Large;
}

interface Options<S extends ResourceShape, T extends ResourceTable> extends ReadOptions<S, T> {
  /** The tables of the fields that are lists of other records, by which its list is filtered. */
  lists?: Record<ListsOf<S, T>, Listed>;
  /** Checks the columns of the input, which it may add to or take from. `before` is undefined when creating. */
  values?(
    values: Partial<RowOf<T>>,
    change: Change & { input: InputOf<S>; before: RowOf<T> | undefined },
  ): Promise<Partial<RowOf<T>>>;
  /** Fields of the inputs that are no columns, in the same transaction; returns what the log should show as changed of each record. */
  saveRest?(
    saved: { input: InputOf<S>; row: RowOf<T>; before: RowOf<T> | undefined }[],
    change: Change,
  ): Promise<Changes[]>;
  /** Before a delete: throws when it must not be, or removes what belongs to it. */
  beforeDelete?(row: Authorized<RowOf<T>>, change: Change): Promise<void>;
  /** After any change of these rows, still inside the transaction. */
  afterChange?(rows: RowOf<T>[], change: Change): Promise<void>;
  /** What has to be done first when records are deleted: what goes with them, and what names them. It comes back when the delete is undone. */
  goesWith?(ids: string[], change: Change): Promise<Step[]>;
  /**
   * What follows when records have been changed so: changes of other records, made afterwards with the permission for these. A change that
   * has a step of its own for the same fields of such a record leaves it to that step.
   */
  follows?(changed: { id: string; changes: Changes }[], change: Change): Promise<FollowingStep[]>;
  /** The field that publishes a record, where it is not `published`: changing it needs the permission for that, and restoring leaves it off. */
  publishes?: keyof InputOf<S> & string;
  /** Whether making or changing a record so publishes something else: that needs the permission as well. */
  alsoPublishes?(id: string, input: InputOf<S>, db: Queryable): Promise<boolean>;
  /** Staff put its records in order: the column of their place, and the one whose equal values they are ordered within. */
  order?: { position: AnyPgColumn; within?: AnyPgColumn };
  /** A deleted record cannot be made again: it was more than what staff have entered. */
  cannotReturn?: true;
  /** Cached answers that show this resource. */
  tag?: CacheTag;
  /** Columns that the event log must not show. */
  secret?: (keyof RowOf<T> & string)[];
  /** Constraint name → the field that is named when it is violated. */
  unique?: Record<string, keyof InputOf<S> & string>;
  /** How files of records are imported. */
  imports?: Importing;
}

/** What cannot be derived has to be written: the compiler asks for it. */
type Needed<O, K extends keyof O, Missing> = [Missing] extends [never] ? unknown : Required<Pick<O, K>>;
type ResourceOptions<S extends ResourceShape, T extends ResourceTable> = Options<S, T> &
  NeededToRead<S, T> &
  Needed<Options<S, T>, 'saveRest', RestOf<S, T>> &
  Needed<Options<S, T>, 'lists', ListsOf<S, T>>;
/** What a list is told that is only read. */
export type ListingOptions<S extends ResourceShape, T extends ListedTable> = ReadOptions<S, T> &
  NeededToRead<S, T>;

type NeededToRead<S extends ResourceShape, T extends ListedTable> = Needed<
  ReadOptions<S, T>,
  'present',
  keyof Own<S, T>
> &
  Needed<ReadOptions<S, T>, 'search', Extract<keyof S['filter'], 'q'>> & {
    where?: Required<
      Pick<
        NonNullable<ReadOptions<S, T>['where']>,
        Exclude<Exclude<keyof FiltersOf<S>, 'q'>, Named<keyof FiltersOf<S>, RowOf<T>>>
      >
    >;
  } & ([Exclude<keyof FiltersOf<S>, Named<keyof FiltersOf<S>, RowOf<T>> | 'q'>] extends [never]
    ? unknown
    : { where: object }) & {
    sort?: Required<
      Pick<
        NonNullable<ReadOptions<S, T>['sort']>,
        Exclude<S['sort'][number], Named<S['sort'][number], RowOf<T>>>
      >
    >;
  } & ([Exclude<S['sort'][number], Named<S['sort'][number], RowOf<T>>>] extends [never]
    ? unknown
    : { sort: object });

/** The handlers of a resource's five calls, by the names of the contract's calls. */
export type ResourceHandlers<S extends ResourceShape> = Handlers<
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
  const { name } = shape;
  const options = own as unknown as OptionsByName;
  const model = modelOf(shape, table, options);
  resourcesOf(context).set(name, model);

  const presentOne = async (id: string, { caller, locale }: Pick<Request, 'caller' | 'locale'>) => {
    const staff = requireStaff(caller);
    const row = await getRow(context.db, model, staff, id);
    const [data] = await presentRows(context.db, model, [row], locale, staff);
    return { data };
  };
  const save = async (step: Step, { caller }: Pick<Request, 'caller'>) => {
    const staff = requireStaff(caller);
    const { eventId } = await makeChange(context, staff, [step], { isSave: true });
    return { event_id: eventId, can_undo: await canUndo(context, staff, eventId) };
  };

  return {
    [`GET /api/admin/${name}`]: ({ query, caller, locale }: Request) =>
      listRows(context.db, model, query, { staff: requireStaff(caller), locale }),
    [`GET /api/admin/${name}/{id}`]: ({ params, ...request }: Request) => presentOne(params.id, request),
    [`POST /api/admin/${name}`]: async ({ body, ...request }: Request) => {
      const step = creation(name, body);
      const saved = await save(step, request);
      return { ...(await presentOne(step.id, request)), ...saved };
    },
    [`PATCH /api/admin/${name}/{id}`]: async ({ params: { id }, body, ...request }: Request) => {
      const { updated_at: since, ...input } = body;
      const saved = await save({ entity: name, id, action: 'update', input, since }, request);
      return { ...(await presentOne(id, request)), ...saved };
    },
    [`DELETE /api/admin/${name}/{id}`]: async ({ params: { id }, ...request }: Request) => {
      const saved = await save({ entity: name, id, action: 'delete' }, request);
      return { data: { ok: true }, ...saved };
    },
  } as unknown as ResourceHandlers<S>;
}
