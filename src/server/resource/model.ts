/** A resource as the parts of the kit use it: by names, for what fits is checked where it is declared (`resource.ts`). */
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { withoutHidden } from '../../contract/admin/field-groups.ts';
import type { ResourceShape } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { CacheTag } from '../cache/response-cache.ts';
import type { Context } from '../context.ts';
import type { Queryable, Transaction } from '../db/client.ts';
import { isOneOf } from '../db/conditions.ts';
import { type CallError, fail } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import type { Authorized } from '../security/permission.ts';
import type { Importing } from './importing.ts';
import { conceal } from './personal-data.ts';

/** A table whose rows can be listed. */
export type ListedTable = PgTable & { id: AnyPgColumn };
/** A table of a resource. */
export type ResourceTable = ListedTable & { updatedAt: AnyPgColumn; createdAt: AnyPgColumn };

/** The arguments of hooks. */
export interface Change {
  tx: Transaction;
  context: Context;
  staff: StaffMember;
  /** The records go with others that are deleted. */
  isCompanion?: true;
  /** Loads a value once for a key, because many records are checked against it. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** The fields of a record that a later step of the same change sets. */
  coming(id: string): Fields | undefined;
}

export type Fields = Record<string, unknown>;

/** One change of one record, with fields by their names on the wire. */
export type Step = {
  entity: string;
  id: string;
  /** It follows from another step, whose permission counts. */
  isCompanion?: true;
  /** The name of its record when the step was made, for the refusal of a record that no longer exists. */
  label?: string | undefined;
  /** The staff member whose permission counts, if it is not the one who makes the change. */
  by?: StaffMember;
  /** Why it is refused, which is known before it is tried. */
  refusal?: CallError | undefined;
  /** Steps of another round are checked once those before them are made: they name records that these make. */
  round?: number;
} & (
  | { action: 'create'; input: Fields }
  /** `since`: the `updated_at` of the record that the change was made from. */
  | {
      action: 'update';
      input: Fields;
      since?: string | undefined;
      /** Required values of fields before the change. */
      expected?: Fields;
    }
  /** `takesBack`: the entry of the event log that made the record, which is undone: nothing may hang on it that later entries made. */
  | { action: 'delete'; expected?: Fields; takesBack?: { eventId: string; at: Date } }
);

/** A change of a record that follows from that of another one. */
export type FollowingStep = Extract<Step, { action: 'update' }>;

/** Field → [before, after]. */
export type Changes = Record<string, [unknown, unknown]>;

export type AnyRow = Record<string, unknown> & { id: string; createdAt: Date; updatedAt: Date };
type TextColumns<Row> = { [K in keyof Row & string]: Row[K] extends string ? K : never }[keyof Row & string];

/** The name of a record: a text column, or several columns and the text that is made of them alone. */
export type Label<Row> = TextColumns<Row> | { of: readonly (keyof Row & string)[]; text(row: Row): string };

/** A table that may have a million rows. An index answers every filter and sort of its list, except those named here. */
export interface Large {
  /** Fields, filters or values of filters (`suspended=false`) that so many rows have that a page of them is soon found along any order. */
  common?: readonly string[];
  /** Fields that no row has empty. */
  filled?: readonly string[];
  /** Fields and filters that the list refuses. */
  unasked?: readonly string[];
  /** Fields that few rows have, by an order of whose indexes one has those rows alone. */
  seldom?: Readonly<Record<string, readonly string[]>>;
  /** By filters: a query of as many rows as the filter alone finds at least. More of them than a list counts are counted sooner there. */
  atLeast?: Readonly<Record<string, (value: string) => SQL>>;
  /** Tables that stay small, which a condition may read through. */
  small?: readonly string[];
  /** It is a view of these tables; of one alone, whose `ctid` it has as `place`, samples are taken. */
  viewOf?: readonly PgTable[];
}

/** The table of a field that is a list of other records: its columns of the record and of what the list names. */
export interface Listed {
  owner: AnyPgColumn;
  named: AnyPgColumn;
}

/** The condition of a search text; undefined if the text cannot match. `rareWords`: the words that the index reads, if not all. */
export type Find = (text: string, staff: StaffMember, rareWords?: readonly string[]) => SQL | undefined;

/** Records without a resource of their own that use a record: their kind, their rows, and the list that shows them. */
export interface UsedBy {
  what: string;
  rows(id: string): SQL;
  list: { resource: string; filter: string };
}

/** The options of a declaration, by names. */
export interface OptionsByName {
  label: string | { of: readonly string[]; text(row: Record<string, unknown>): string };
  search?: AnyPgColumn[];
  sort?: Record<string, AnyPgColumn | SQL>;
  lists?: Record<string, Listed>;
  finds?: Partial<Record<string, Find | readonly Find[]>>;
  where?: Record<string, (value: unknown, staff: StaffMember) => SQL | undefined>;
  present?(
    db: Queryable,
    rows: AnyRow[],
    locale: Locale,
    staff?: StaffMember,
  ): Promise<Record<string, unknown>[]>;
  values?(
    values: Record<string, unknown>,
    change: Change & { input: Record<string, unknown>; before: AnyRow | undefined },
  ): Promise<Record<string, unknown>>;
  saveRest?(
    saved: { input: Record<string, unknown>; row: AnyRow; before: AnyRow | undefined }[],
    change: Change,
  ): Promise<Changes[]>;
  beforeDelete?(row: Authorized<AnyRow>, change: Change): Promise<void>;
  afterChange?(rows: AnyRow[], change: Change): Promise<void>;
  goesWith?(ids: string[], change: Change): Promise<Step[]>;
  follows?(changed: { id: string; changes: Changes }[], change: Change): Promise<FollowingStep[]>;
  cannotReturn?: true;
  only?: SQL;
  scope?(contentPartnerId: string, staffId: string): SQL;
  named?(contentPartnerId: string): SQL;
  large?: Large;
  /** Its records are read, and changed by nothing of the kit. */
  isReadOnly?: true;
  partOf?: { column: string; of: string };
  usedBy?: readonly UsedBy[];
  /** Its rows are entries of a log, which are looked for in its list alone. */
  isLog?: true;
  order?: { position: AnyPgColumn; within?: AnyPgColumn };
  publishes?: string;
  alsoPublishes?(id: string, input: Fields, db: Queryable): Promise<boolean>;
  tag?: CacheTag;
  secret?: string[];
  unique?: Record<string, string>;
  imports?: Importing;
}

/** A declared resource. */
export interface ResourceModel {
  shape: ResourceShape;
  table: ListedTable;
  options: OptionsByName;
  /** The field that publishes its records, if they are published one by one. */
  publishes: string | undefined;
  /** The column of a field, if it is one. */
  columnOf(field: string): AnyPgColumn | undefined;
}

/** The model of a declaration. */
export function modelOf(shape: ResourceShape, table: ListedTable, options: OptionsByName): ResourceModel {
  const columns = getTableColumns(table) as unknown as Record<string, AnyPgColumn>;
  const publishes = options.publishes ?? ('published' in shape.update.shape ? 'published' : undefined);
  return { shape, table, options, publishes, columnOf: (field) => columns[camel(field)] };
}

/** The fields of the time in which viewers see a published record. */
export const windowFields = ['available_from', 'available_until'] as const;

/**
 * Whether a change publishes or hides a record, or moves the publication window of a published one. That needs the permission to publish.
 * `before` is what its fields were, on the wire; nothing, of a new record.
 */
export function isPublishing(
  { publishes }: Pick<ResourceModel, 'publishes'>,
  input: Fields,
  before: Fields = {},
): boolean {
  if (!publishes) return false;
  const was = before[publishes] ?? false;
  const becomes = input[publishes] ?? was;
  const isMoved = windowFields.some(
    (field) => input[field] !== undefined && timeOf(input[field]) !== timeOf(before[field]),
  );
  return becomes !== was || (becomes === true && isMoved);
}

/** Whether making or changing a record needs the permission to publish, by its own fields or by what else its resource says. */
export async function needsPublish(
  db: Queryable,
  model: Pick<ResourceModel, 'publishes' | 'options'>,
  { id, input, before }: { id: string; input: Fields; before?: Fields | undefined },
): Promise<boolean> {
  return (
    isPublishing(model, input, before) || ((await model.options.alsoPublishes?.(id, input, db)) ?? false)
  );
}

/** The fields of a row that say from when until when viewers see it, and whether at all, on the wire. */
export function publicationOf({ publishes = '' }: Pick<ResourceModel, 'publishes'>, row: AnyRow | undefined) {
  const fields: Fields = {};
  for (const field of [publishes, ...windowFields]) fields[field] = onWire(row?.[camel(field)]);
  return fields;
}

/** An instant on the wire as a number; null: none. */
export const timeOf = (instant: unknown): number | null =>
  typeof instant === 'string' ? Date.parse(instant) : null;

/** The rows of a resource that a member of staff may see at all; undefined: all of its table. */
export function scopeOf(
  { options }: Pick<ResourceModel, 'options'>,
  { id, contentPartnerId }: Pick<StaffMember, 'id' | 'contentPartnerId'>,
): SQL | undefined {
  if (contentPartnerId === null) return options.only;
  return and(options.only, options.scope ? options.scope(contentPartnerId, id) : sql`false`);
}

/** One row that the member of staff may see; fails with `not_found`. */
export async function getRow(
  db: Queryable,
  model: ResourceModel,
  staff: StaffMember,
  id: string,
): Promise<AnyRow> {
  const [row] = await db
    .select()
    .from(model.table as PgTable)
    .where(and(eq(model.table.id, id), scopeOf(model, staff)));
  return (row as AnyRow | undefined) ?? fail('not_found');
}

/** Rows by their ids, in no order; where a member of staff is given, those that they may see. */
export async function findRows(
  db: Queryable,
  model: Pick<ResourceModel, 'table' | 'options'>,
  ids: string[],
  staff?: StaffMember,
): Promise<AnyRow[]> {
  const { table } = model;
  const isMeant = ids.length === 1 ? inArray(table.id, ids) : isOneOf(table.id, ids);
  return (await db
    .select()
    .from(table as PgTable)
    .where(and(isMeant, staff && scopeOf(model, staff)))) as AnyRow[];
}

/** Rows as the wire has them; where a member of staff is given, with the fields that they may read, personal data masked unless opened. */
export async function presentRows(
  db: Queryable,
  { shape, options, columnOf }: ResourceModel,
  rows: AnyRow[],
  locale: Locale,
  staff?: StaffMember,
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const columns = Object.keys(shape.record.shape)
    .filter((field) => columnOf(field))
    .map((field) => [field, camel(field)] as const);
  const more = await options.present?.(db, rows, locale, staff);
  return rows.map((row, at) => {
    const record: Record<string, unknown> = {};
    for (const [field, property] of columns) record[field] = onWire(row[property]);
    Object.assign(record, more?.[at]);
    return staff ? conceal(shape, staff, withoutHidden(staff.hiddenGroups, shape.record, record)) : record;
  });
}

/** The fields that staff enter of a record and read again, and its place in their order: its whole state. */
export const enteredFields = ({ shape, options }: Pick<ResourceModel, 'shape' | 'options'>): string[] => [
  ...Object.keys(shape.update.shape).filter((field) => field !== 'updated_at' && field in shape.record.shape),
  ...(options.order ? ['position'] : []),
];

/** A column's property by a field's name: `name_ko` is `nameKo`. */
export const camel = (field: string) =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** A field's name by a column's property. */
export const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A column's value on the wire. */
export const onWire = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
