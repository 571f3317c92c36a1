/**
 * The back-office kit: list, sort, filter, read, create, change and delete of one resource, with permission,
 * conflict check and event log. Defaults come from the contract's shape and the table. A declaration states
 * only the exceptions.
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
  type UsedBy,
} from './model.ts';
import { resourcesOf } from './registry.ts';
import { canUndo } from './undo.ts';

/** Column property of a field on the wire: `name_ko` is `nameKo`. */
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Type of a column's value on the wire, where instants are text. */
type Wire<V> = V extends Date ? string : V;

type RowOf<T extends ListedTable> = T['$inferSelect'];
type RecordOf<S extends ResourceShape> = z.input<S['record']>;
type InputOf<S extends ResourceShape> = Partial<z.output<S['create']> & z.output<S['update']>>;
type FiltersOf<S extends ResourceShape> = z.output<z.ZodObject<S['filter']>>;

/** Fields that have a column of the same name and type. */
type Derived<Fields, R> = {
  [K in keyof Fields & string]-?: Camel<K> extends keyof R
    ? Wire<R[Camel<K>]> extends Fields[K]
      ? K
      : never
    : never;
}[keyof Fields & string];
/** Names, for example of sorts and filters, that have a column. */
type Named<K, R> = K extends string ? (Camel<K> extends keyof R ? K : never) : never;

/** Input fields that are lists and not columns. */
type ListsOf<S extends ResourceShape, T extends ListedTable> = string extends keyof InputOf<S>
  ? never
  : {
      [K in keyof InputOf<S> & string]-?: NonNullable<InputOf<S>[K]> extends readonly unknown[]
        ? Exclude<K, Named<K, RowOf<T>>>
        : never;
    }[keyof InputOf<S> & string];

type Own<S extends ResourceShape, T extends ListedTable> = Omit<RecordOf<S>, Derived<RecordOf<S>, RowOf<T>>>;
// Without input fields, `keyof` is `string` and no field is left.
type RestOf<S extends ResourceShape, T extends ResourceTable> = string extends keyof InputOf<S>
  ? never
  : Exclude<keyof InputOf<S>, Named<keyof InputOf<S>, RowOf<T>>>;

/** Options for reading a resource. */
interface ReadOptions<S extends ResourceShape, T extends ListedTable> {
  /** Name of a row in the event log. */
  label: Label<RowOf<T>>;
  /** Text columns in which `?q=` finds any part of the text. */
  search?: AnyPgColumn[];
  /** Sorts that are not a column of the same name: name → column or expression. */
  sort?: Partial<Record<S['sort'][number], AnyPgColumn | SQL>>;
  /**
   * Other conditions of `?q=`, by the field that a match reveals. Staff members who may not read the field
   * find nothing by it.
   */
  finds?: { [K in keyof RecordOf<S> & string]?: Find | readonly Find[] };
  /**
   * Conditions of special filters. `filter-reads.ts` lists the fields that a condition reads besides the one
   * of its name.
   */
  where?: {
    [K in Exclude<keyof FiltersOf<S>, 'q'>]?: (
      value: NonNullable<FiltersOf<S>[K]>,
      staff: StaffMember,
    ) => SQL | undefined;
  };
  /** Fields that are not columns, in the order of `rows`. Related rows of all records are loaded in one query. */
  present?(db: Queryable, rows: RowOf<T>[], locale: Locale, staff?: StaffMember): Promise<Own<S, T>[]>;
  /** The rows of the table that are records of this resource. `values` must set their columns. Default: all. */
  only?: SQL;
  /** Rows of a content partner. Its staff see no other rows. Without this option they see none. */
  scope?(contentPartnerId: string, staffId: string): SQL;
  /**
   * For a resource without a scope whose records have an owner: the records that a content partner's staff
   * may reference in fields of their own records.
   */
  named?(contentPartnerId: string): SQL;
  /** Parent of the record. A search across all resources also shows the parent's name. */
  partOf?: { column: keyof RowOf<T> & string; of: string };
  /** Rows are log entries. Only the resource's own list finds them. */
  isLog?: true;
  /** Set if the table may have a million rows (`large-lists.test.ts`). */
  large?: Large;
}

interface Options<S extends ResourceShape, T extends ResourceTable> extends ReadOptions<S, T> {
  /** Tables of the fields that list other records, for filters. */
  lists?: Record<ListsOf<S, T>, Listed>;
  /** Checks the column values of the input. May add and remove values. `before` is undefined for a create. */
  values?(
    values: Partial<RowOf<T>>,
    change: Change & { input: InputOf<S>; before: RowOf<T> | undefined },
  ): Promise<Partial<RowOf<T>>>;
  /**
   * Saves input fields that are not columns, in the same transaction. Returns the changes of each record for
   * the log.
   */
  saveRest?(
    saved: { input: InputOf<S>; row: RowOf<T>; before: RowOf<T> | undefined }[],
    change: Change,
  ): Promise<Changes[]>;
  /** Runs before a delete. Throws to refuse it, or removes dependent rows. */
  beforeDelete?(row: Authorized<RowOf<T>>, change: Change): Promise<void>;
  /** Runs after any change of these rows, in the same transaction. */
  afterChange?(rows: RowOf<T>[], change: Change): Promise<void>;
  /**
   * Steps before a delete: deletes of dependents and changes of references. Undoing the delete undoes these
   * steps too.
   */
  goesWith?(ids: string[], change: Change): Promise<Step[]>;
  /**
   * Changes of other records that follow an update. They run afterwards, with the permission for the updated
   * records. A change of a record is left out if a later step sets the same fields of that record.
   */
  follows?(changed: { id: string; changes: Changes }[], change: Change): Promise<FollowingStep[]>;
  /**
   * Field that publishes a record. Default: `published`. Changing it needs the publish permission. Restoring
   * sets it to false.
   */
  publishes?: keyof InputOf<S> & string;
  /** Whether creating or changing a record publishes something else. That also needs the publish permission. */
  alsoPublishes?(id: string, input: InputOf<S>, db: Queryable): Promise<boolean>;
  /** Manual order of the records: the position column, and the column that groups them. */
  order?: { position: AnyPgColumn; within?: AnyPgColumn };
  /** Uses of a record that do not follow from foreign keys of resources. They are shown before a delete. */
  usedBy?: readonly UsedBy[];
  /** A deleted record cannot be restored, because it had state that staff did not enter. */
  cannotReturn?: true;
  /** Tag of the cached answers that show this resource. */
  tag?: CacheTag;
  /** Columns that the event log must not show. */
  secret?: (keyof RowOf<T> & string)[];
  /** Constraint name → field named in the error of a violation. */
  unique?: Record<string, keyof InputOf<S> & string>;
  /** How files of records are imported. */
  imports?: Importing;
}

/** Makes an option required if some of its names have no default. */
type Needed<O, K extends keyof O, Missing> = [Missing] extends [never] ? unknown : Required<Pick<O, K>>;
export type ResourceOptions<S extends ResourceShape, T extends ResourceTable> = Options<S, T> &
  NeededToRead<S, T> &
  Needed<Options<S, T>, 'saveRest', RestOf<S, T>> &
  Needed<Options<S, T>, 'lists', ListsOf<S, T>>;
/** Options of a read-only list. */
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
 * The handlers of a resource. Fields that are columns of the same name are read, stored, sorted and filtered
 * by default. The options describe the other fields.
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
