/** The five calls that every back-office resource has, declared from its record, filter and input shapes. */
import { z } from 'zod';
import type { CallDefinition } from '../call.ts';
import { ok, pageMeta, pageQuery } from '../wire.ts';
import { filtersOf } from './filters.ts';
import { hiddenValue } from './hidden-value.ts';
import type { StaffModule } from './permissions.ts';

/**
 * How personal data is shown to whoever has not opened it: `email`, `phone`, `name` and `address` (of a network) by a part of it, `words` with
 * the e-mail addresses in it masked, `content` not at all, `whole` by `hiddenValue`, which only says that there is something.
 */
export type MaskKind = 'email' | 'phone' | 'name' | 'address' | 'words' | 'content' | 'whole';

/** A field that is masked as a whole: its value, or `hiddenValue`. */
export const maskedWhole = <T extends z.ZodType>(type: T) => z.union([type, z.literal(hiddenValue)]);

export interface ResourceShape<
  Name extends string = string,
  Rec extends z.ZodObject = z.ZodObject,
  Create extends z.ZodObject = z.ZodObject,
  Update extends z.ZodObject = z.ZodObject,
  Filter extends z.ZodRawShape = z.ZodRawShape,
  Sort extends readonly [string, ...string[]] = readonly [string, ...string[]],
> {
  name: Name;
  module: StaffModule;
  record: Rec;
  create: Create;
  update: Update;
  filter: Filter;
  sort: Sort;
  /** Fields that only the event log has, if they belong to a group (`field-groups.ts`). */
  logged?: z.ZodRawShape;
  /** Fields with personal data, by name; of a list within a record `profiles.name`. They are read only: a mask is never saved. */
  personal?: Readonly<Record<string, MaskKind>>;
}

type Shape = z.ZodRawShape;
// No field at all, where a declaration has none of a kind.
type None = Record<never, never>;
type Defaulted<F extends Shape, D> = { [K in keyof D & keyof F]: z.ZodDefault<F[K]> };
type Stamps = { created_at: z.ZodISODateTime; updated_at: z.ZodISODateTime };
type Join<A, B> = Omit<A, keyof B> & B;

/** The fields of a resource, each named once; what is read, created and changed follows from them. */
interface FieldDeclaration<
  Name extends string,
  F extends Shape,
  D extends { [K in keyof F]?: z.output<F[K]> },
  More extends Shape,
  CreateMore extends Shape,
  UpdateMore extends Shape,
  Filter extends Shape,
  Sort extends readonly [string, ...string[]],
> {
  name: Name;
  module: StaffModule;
  /** What staff enter, and read again. */
  fields: F;
  /** What a field is when it is left out of a create; those without have to be given. */
  defaults?: D;
  /** What is only read. */
  more?: More;
  /** What is only entered, such as a password. */
  createMore?: CreateMore;
  updateMore?: UpdateMore;
  filter: Filter;
  sort: Sort;
}

/** Derives the shapes of a resource's record, create and update from its fields. */
export function resourceShape<
  const Name extends string,
  F extends Shape,
  const Sort extends readonly [string, ...string[]],
  Filter extends Shape,
  D extends { [K in keyof F]?: z.output<F[K]> } = None,
  More extends Shape = None,
  CreateMore extends Shape = None,
  UpdateMore extends Shape = None,
>(declaration: FieldDeclaration<Name, F, D, More, CreateMore, UpdateMore, Filter, Sort>) {
  const { name, module, fields, defaults, more, createMore, updateMore, filter, sort } = declaration;
  const defaulted = Object.fromEntries(
    Object.entries(defaults ?? {}).map(([field, value]) => [
      field,
      (fields[field] as unknown as z.ZodType).default(value as never),
    ]),
  );
  const stamps = { created_at: z.iso.datetime(), updated_at: z.iso.datetime() };
  return {
    name,
    module,
    record: z.object({ id: z.uuid(), ...fields, ...stamps, ...more }),
    create: z.object({ ...fields, ...defaulted, ...createMore }),
    update: z.object({ ...fields, ...updateMore, updated_at: z.string() }).partial(),
    filter,
    sort,
  } as unknown as ResourceShape<
    Name,
    z.ZodObject<Join<{ id: z.ZodUUID } & F & Stamps, More>>,
    z.ZodObject<Join<F, Defaulted<F, D>> & CreateMore>,
    z.ZodObject<{
      [K in keyof (F & UpdateMore & { updated_at: z.ZodString })]: z.ZodOptional<
        (F & UpdateMore & { updated_at: z.ZodString })[K]
      >;
    }>,
    Filter,
    Sort
  >;
}

/** A list's record with what only its page has. Fields that the role may not read are left out. */
export const recordWith = <Rec extends Shape, More extends Shape>(
  record: z.ZodObject<Rec>,
  more: More,
): z.ZodObject<Rec & More> =>
  z.object({ ...record.shape, ...more }).partial() as unknown as z.ZodObject<Rec & More>;

const ids = z.string().max(4000).optional();

/** A page of a resource. Rows are counted up to `maxCounted`, unless the query asks for the exact count. */
export const listMeta = pageMeta.extend({
  /** There are more rows than `total` says. */
  more: z.literal(true).optional(),
  /** Where the next page begins, for `after`; null on the last page. */
  next: z.string().nullable().optional(),
});

/** How far rows are counted. */
export const maxCounted = 10_000;

const logged = {
  /** The log's entry of what was just changed, by which it can be undone; null when nothing was changed. */
  event_id: z.string().nullable().optional(),
  /** Whether who made the change can undo it. */
  can_undo: z.boolean().optional(),
};
const deleted = ok.extend(logged);

/** What a list of a resource may be asked. */
export function listQuery({
  record,
  filter,
  sort,
}: Pick<ResourceShape, 'record' | 'filter' | 'sort'>): z.ZodObject {
  return z.object({
    ...pageQuery(25, 1000),
    sort: z.enum(sort).default(sort[0]),
    order: z.enum(['asc', 'desc']).default('asc'),
    ids,
    count: z.literal('exact').optional(),
    after: z.string().max(2000).optional(),
    ...filtersOf(record.shape),
    ...filter,
  });
}

/**
 * `GET /api/admin/<name>` (page, per_page, sort, order, ids, filters), `GET /{id}`, `POST`, `PATCH /{id}`, `DELETE /{id}`.
 * `ids` is a comma-separated list and answers just those rows. `after` is `meta.next` of the page before and takes the place of
 * `page`: far into a long list it is as fast as the first page. A PATCH may carry `updated_at` of the record it was made
 * from; when the row has changed since, the answer is `conflict`.
 */
export function resourceCalls<
  const Name extends string,
  Rec extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Sort extends readonly [string, ...string[]],
>(shape: ResourceShape<Name, Rec, Create, Update, Filter, Sort>) {
  // Fields that the role may not read are left out.
  const record = shape.record.partial();
  const one = z.object({ data: record });
  const saved = one.extend(logged);
  const who = <A extends 'read' | 'create' | 'update' | 'delete'>(action: A) => ({
    module: shape.module,
    action,
  });
  const query = listQuery(shape);
  const params = z.object({ id: z.uuid() });
  const list = { data: z.array(record), meta: listMeta };
  const calls = {
    [`GET /api/admin/${shape.name}`]: {
      summary: `A page of ${shape.name}`,
      who: who('read'),
      scoped: true,
      cache: 'private',
      query,
      answer: z.object(list),
      errors: [],
    },
    [`GET /api/admin/${shape.name}/{id}`]: {
      summary: `One of ${shape.name}`,
      who: who('read'),
      scoped: true,
      cache: 'private',
      params,
      answer: one,
      errors: ['not_found'],
    },
    [`POST /api/admin/${shape.name}`]: {
      summary: `Create one of ${shape.name}`,
      who: who('create'),
      scoped: true,
      cache: 'private',
      body: shape.create,
      answer: saved,
      errors: ['not_found', 'conflict'],
    },
    [`PATCH /api/admin/${shape.name}/{id}`]: {
      summary: `Change one of ${shape.name}; fields left out stay as they are`,
      who: who('update'),
      scoped: true,
      cache: 'private',
      params,
      body: shape.update,
      answer: saved,
      errors: ['not_found', 'conflict', 'last_administrator'],
    },
    [`DELETE /api/admin/${shape.name}/{id}`]: {
      summary: `Delete one of ${shape.name}`,
      who: who('delete'),
      scoped: true,
      cache: 'private',
      params,
      answer: deleted,
      errors: ['not_found', 'in_use', 'last_administrator'],
    },
  } satisfies Record<string, CallDefinition>;
  return calls as unknown as ResourceCallTable<
    Name,
    Rec,
    Create,
    Update,
    z.ZodObject<ListQueryShape<Filter, Sort>>
  >;
}

type ListQueryShape<Filter extends Shape, Sort extends readonly [string, ...string[]]> = ReturnType<
  typeof pageQuery
> & {
  sort: z.ZodDefault<z.ZodEnum<{ [K in Sort[number]]: K }>>;
  order: z.ZodDefault<z.ZodEnum<{ asc: 'asc'; desc: 'desc' }>>;
  ids: typeof ids;
  count: z.ZodOptional<z.ZodLiteral<'exact'>>;
  after: z.ZodOptional<z.ZodString>;
} & Filter;
type Base = Pick<CallDefinition, 'summary' | 'who' | 'scoped' | 'cache' | 'errors'>;
type Saved<Rec extends z.ZodObject> = z.ZodObject<{ data: Rec } & typeof logged>;
type ParamsId = z.ZodObject<{ id: z.ZodUUID }>;

type ResourceCallTable<
  Name extends string,
  Rec extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
  Query extends z.ZodObject,
> = {
  [K in `GET /api/admin/${Name}`]: Base & {
    query: Query;
    answer: z.ZodObject<{ data: z.ZodArray<Rec>; meta: typeof listMeta }>;
  };
} & {
  [K in `GET /api/admin/${Name}/{id}`]: Base & { params: ParamsId; answer: z.ZodObject<{ data: Rec }> };
} & {
  [K in `POST /api/admin/${Name}`]: Base & { body: Create; answer: Saved<Rec> };
} & {
  [K in `PATCH /api/admin/${Name}/{id}`]: Base & {
    params: ParamsId;
    body: Update;
    answer: Saved<Rec>;
  };
} & {
  [K in `DELETE /api/admin/${Name}/{id}`]: Base & { params: ParamsId; answer: typeof deleted };
};
