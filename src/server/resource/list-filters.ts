/** The filters and searches of a resource's list as conditions of its query. */
import { and, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type FilterSuffix, readFilter } from '../../contract/admin/filters.ts';
import { isId } from '../db/columns.ts';
import { isOneOf } from '../db/conditions.ts';
import { holds, searched } from '../db/search-text.ts';
import { failField } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { hidesField, hidesFilter } from './hidden-fields.ts';
import { type Listed, type ResourceModel, scopeOf } from './model.ts';
import { isMasked } from './personal-data.ts';

/** A LIKE pattern for texts that begin with this one, its own wildcards taken literally. */
export const beginsWith = (text: string) => `${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
/** The same for texts that hold it. */
export const contains = (text: string) => `%${beginsWith(text)}`;

/** The condition of a list's filters, or of its `ids`. `rareWords`: those of its search that an index is asked for, if not all. */
export function conditionOf(
  model: ResourceModel,
  staff: StaffMember,
  query: { ids?: string | undefined } & Record<string, unknown>,
  rareWords?: readonly string[],
): SQL | undefined {
  const { shape, table } = model;
  const scope = scopeOf(model, staff);
  const ids = query.ids?.split(',').filter(isId);
  // No id among them is no row, not every row.
  if (ids) return and(scope, ids.length > 0 ? inArray(table.id, ids) : sql`false`);
  const conditions = Object.entries(query).map(([name, value]) => {
    if (value === undefined || (name === 'q' && value === '')) return undefined;
    const asked = readFilter(name);
    if (hidesFilter(staff, shape, name)) return failField(name, 'in');
    if (asked && asked.suffix !== 'empty' && isMasked(shape, staff, asked.field))
      return failField(name, 'in');
    if (name === 'q') return searchFilter(model, staff, String(value), rareWords);
    return name in shape.filter ? ownFilter(model, staff, name, value) : fieldFilter(model, name, value);
  });
  return and(scope, ...conditions);
}

/**
 * The condition of a search. It finds by nothing that may not be read; an index answers it, unless that is one of the columns that the
 * index has together.
 */
export function searchFilter(
  model: ResourceModel,
  staff: StaffMember,
  text: string,
  rareWords?: readonly string[],
): SQL | undefined {
  const { search = [], finds } = model.options;
  if (finds) {
    const meant = Object.entries(finds).flatMap(([field, by]) =>
      by === undefined || hidesField(staff, model.shape.record, field)
        ? []
        : [by].flat().flatMap((find) => find(text, staff, rareWords) ?? []),
    );
    return meant.length > 0 ? or(...meant) : sql`false`;
  }
  const readable = search.filter((column) => !hidesField(staff, model.shape.record, column.name));
  if (readable.length === search.length) return searched(search, text, rareWords);
  return readable.length > 0 ? or(...readable.map((column) => holds(column, text))) : sql`false`;
}

/** The condition of a filter that the resource declares. */
function ownFilter(
  { options, columnOf }: ResourceModel,
  staff: StaffMember,
  name: string,
  value: unknown,
): SQL | undefined {
  const special = options.where?.[name];
  return special ? special(value, staff) : eq(must(columnOf(name), `column ${name}`), value);
}

/** The types of columns that can be asked so. */
const asked: Record<FilterSuffix, RegExp> = {
  like: /^(text|varchar)/,
  in: /^(text|varchar|uuid|boolean)/,
  min: /int|numeric|double|real/,
  max: /int|numeric|double|real/,
  from: /^(timestamp|date)/,
  until: /^(timestamp|date)/,
  empty: /./,
};

/** The condition of a filter that follows from a field's type. */
function fieldFilter(model: ResourceModel, name: string, value: unknown): SQL | undefined {
  const { options, columnOf } = model;
  const filter = readFilter(name);
  if (!filter) return undefined;
  const column = columnOf(filter.field);
  const { unasked = [], filled = [] } = options.large ?? {};
  if (unasked.includes(name) || unasked.includes(filter.field)) return failField(name, 'in');
  if (filter.suffix === 'empty' && filled.includes(filter.field)) return value ? sql`false` : undefined;
  const apart = options.lists?.[filter.field];
  if (apart) return listedFilter(model, apart, filter.suffix, value);
  if (column?.getSQLType().endsWith('[]')) return arrayFilter(column, filter.suffix, value);
  // The contract knows fields, not all of which are columns of such a type.
  if (!column || !asked[filter.suffix].test(column.getSQLType())) return failField(name, 'in');
  switch (filter.suffix) {
    case 'like':
      return and(
        holds(column, String(value)),
        // The index has all searched columns in one text.
        options.search?.includes(column) ? searched(options.search, String(value)) : undefined,
      );
    case 'in': {
      const wanted = String(value).split(',');
      return inArray(
        column,
        column.dataType === 'boolean' ? wanted.map((own) => own === 'true') : known(column, wanted),
      );
    }
    // A larger type than some columns have, for which a number may be too large.
    case 'min':
      return sql`${column} >= ${value}::bigint`;
    case 'max':
      return sql`${column} <= ${value}::bigint`;
    case 'from':
      return gte(column, bound(column, value));
    case 'until':
      return lte(column, bound(column, value));
    case 'empty':
      if (asked.like.test(column.getSQLType())) {
        if (!value) return sql`${column} <> ''`;
        return column.notNull ? sql`${column} = ''` : sql`(${column} is null or ${column} = '')`;
      }
      if (column.notNull) return value ? sql`false` : undefined;
      return value ? isNull(column) : isNotNull(column);
  }
}

/** Of a list in a table of its own: whether it names any of these, or none at all. */
function listedFilter(
  { table }: ResourceModel,
  { owner, named }: Listed,
  suffix: FilterSuffix,
  value: unknown,
): SQL {
  const own = sql`select from ${owner.table} where ${owner} = ${table.id}`;
  if (suffix === 'empty') return value ? sql`not exists (${own})` : sql`exists (${own})`;
  // Found by what is named, of which there is an index; each record once.
  const wanted = String(value).split(',').filter(isId);
  return sql`${table.id} in (select ${owner} from ${owner.table} where ${isOneOf(named, wanted)})`;
}

function arrayFilter(column: AnyPgColumn, suffix: FilterSuffix, value: unknown): SQL {
  if (suffix === 'empty') {
    const isEmpty = column.notNull ? sql`${column} = '{}'` : sql`coalesce(${column}, '{}') = '{}'`;
    return value ? isEmpty : sql`not (${isEmpty})`;
  }
  const type = column.getSQLType();
  const values = String(value).split(',');
  const wanted = type === 'uuid[]' ? values.filter(isId) : values;
  const hasAny = sql`${column} && ${sql.param(wanted)}::${sql.raw(type)}`;
  // Null is no list but all values: a title without one of countries is shown in each.
  return column.notNull ? hasAny : sql`(${column} is null or ${hasAny})`;
}

const bound = (column: AnyPgColumn, value: unknown): unknown =>
  column.dataType === 'date' ? new Date(String(value)) : value;

/** Of an id column only what can be an id: anything else, the database would refuse. */
const known = (column: AnyPgColumn, values: string[]): string[] =>
  column.getSQLType() === 'uuid' ? values.filter(isId) : values;
