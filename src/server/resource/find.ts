/** Search for records of any resource by a part of their name. */
import { and, asc, inArray, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Locale } from '../../contract/errors.ts';
import { showInstant } from '../../contract/zone.ts';
import type { Context } from '../context.ts';
import { isId } from '../db/columns.ts';
import { tooManyOf } from '../db/refusal.ts';
import type { StaffMember } from '../http/caller.ts';
import { hidesField } from './hidden-fields.ts';
import { labelFields, labelOfRow } from './labels.ts';
import { searchFilter } from './list-filters.ts';
import { type AnyRow, findRows, presentRows, type ResourceModel, scopeOf } from './model.ts';
import { isMasked } from './personal-data.ts';
import { resourcesOf } from './registry.ts';

const maxOfEach = 5;
/**
 * The resources that one call searches at once. All of them would occupy the event loop for a tenth of a second, and the
 * connections of the pool for the whole call.
 */
const maxAtOnce = 4;

interface Found {
  resource: string;
  id: string;
  label: string;
  /** The text is one of its names as a whole. */
  exact: boolean;
}

/**
 * Up to five records of each resource that the staff member may read, with their labels. Records whose name is the
 * text come first, then those whose name begins with it.
 */
export async function findRecords(
  context: Pick<Context, 'db' | 'registries' | 'config'>,
  staff: StaffMember,
  text: string,
  locale: Locale,
): Promise<Found[]> {
  const searchable = [...resourcesOf(context).values()].filter((model) => {
    const { shape, options } = model;
    const { search = [], finds } = options;
    return staff.may(shape.module, 'read') && !options.isLog && (finds !== undefined || search.length > 0);
  });
  const wanted = text.normalize('NFC').toLowerCase();
  const find = async (model: ResourceModel): Promise<Found[]> => {
    const names = nameColumns(model, staff);
    const isExact =
      names.length > 0 ? or(...names.map((column) => inArray(column, [text, wanted]))) : undefined;
    const matching = (where: SQL | undefined) =>
      context.db
        .select()
        .from(model.table as PgTable)
        .where(and(where, scopeOf(model, staff)))
        .orderBy(asc(model.table.id))
        .limit(maxOfEach)
        .then((rows) => rows as AnyRow[]);
    const [exact, parts] = await Promise.all([
      isExact ? matching(isExact) : [],
      // A text that matches too many people finds none of their records here. The resource's own list shows
      // the error.
      matching(searchFilter(model, staff, text)).catch((error) =>
        tooManyOf(error) ? [] : Promise.reject(error),
      ),
    ]);
    const rows = [...new Map([...exact, ...parts].map((row) => [row.id, row])).values()].slice(0, maxOfEach);
    const labels = await labelsOf(context, model, rows, { staff, locale });
    return rows.map(({ id }, at): Found => {
      const label = labels[at] ?? '';
      const isSame = exact.some((own) => own.id === id) || label.toLowerCase() === wanted;
      return { resource: model.shape.name, id, label, exact: isSame };
    });
  };
  const found: Found[][] = [];
  const waiting = searchable.entries();
  const findInTurn = async () => {
    for (const [place, model] of waiting) found[place] = await find(model);
  };
  await Promise.all(Array.from({ length: maxAtOnce }, findInTurn));
  const rankOf = ({ exact, label }: Found) => (exact ? 0 : label.toLowerCase().startsWith(wanted) ? 1 : 2);
  return found.flat().sort((a, b) => rankOf(a) - rankOf(b));
}

/** Text columns with names of a resource's records. An index has each of those of a large table. */
function nameColumns(model: ResourceModel, staff: StaffMember): AnyPgColumn[] {
  const { options, shape, columnOf } = model;
  const columns = options.search?.length
    ? options.search
    : labelFields(model).flatMap((field) => columnOf(field) ?? []);
  return columns.filter(
    (column) =>
      column.getSQLType() === 'text' &&
      !options.large?.viewOf &&
      !hidesField(staff, shape.record, column.name) &&
      !isMasked(shape, staff, column.name),
  );
}

/** Fields that name a record, in the order of their precedence. */
const namesIn = (locale: Locale): string[] => [
  'label',
  ...['title', 'name', 'question', 'text'].flatMap((stem) => [
    `${stem}_${locale}`,
    `${stem}_${locale === 'ko' ? 'en' : 'ko'}`,
  ]),
  'title',
  'number',
  'subject',
  'file_name',
  'name',
  'username',
];

/** Labels of records in a language. A record that is part of another one begins with the other one's name. */
async function labelsOf(
  context: Pick<Context, 'db' | 'registries' | 'config'>,
  model: ResourceModel,
  rows: AnyRow[],
  { staff, locale }: { staff: StaffMember; locale: Locale },
): Promise<string[]> {
  const { db, config } = context;
  const namesOf = async (of: ResourceModel, own: AnyRow[]): Promise<string[]> => {
    const presented = await presentRows(db, of, own, locale, staff);
    return own.map((row, at) => {
      const number = presented[at]?.number;
      const name = namesIn(locale)
        .map((field) => presented[at]?.[field])
        .find((value) => typeof value === 'string' && value !== '' && !isId(value));
      if (typeof name === 'string') return name;
      if (typeof number === 'number') return locale === 'ko' ? `시즌 ${number}` : `Season ${number}`;
      const label = labelOfRow(of, row);
      if (/^\d{4}-\d\d-\d\dT/.test(label)) return showInstant(label, locale, config.serviceZone);
      return isId(label) ? '' : label;
    });
  };
  const labels = await namesOf(model, rows);
  const { partOf } = model.options;
  const whole = partOf && resourcesOf(context).get(partOf.of);
  if (!whole || rows.length === 0) return labels;
  const idOf = (row: AnyRow) => String(row[partOf.column]);
  const wholes = await findRows(db, whole, [...new Set(rows.map(idOf))], staff);
  const names = await namesOf(whole, wholes);
  return rows.map((row, at) => {
    const name = names[wholes.findIndex(({ id }) => id === idOf(row))];
    return [...(name ? [name] : []), labels[at] ?? ''].join(' · ');
  });
}
