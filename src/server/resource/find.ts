/** Search for records of any resource by a part of their name. */
import { and, asc } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Locale } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { tooManyOf } from '../db/refusal.ts';
import type { StaffMember } from '../http/caller.ts';
import { hides } from '../security/permission.ts';
import { hidesLabel, labelOfRow } from './labels.ts';
import { searchFilter } from './list-filters.ts';
import { type AnyRow, findRows, presentRows, type ResourceModel, scopeOf } from './model.ts';
import { resourcesOf } from './registry.ts';

const maxOfEach = 5;

/** Up to five records of each resource that the staff member may read, with their labels. */
export async function findRecords(
  context: Pick<Context, 'db' | 'registries'>,
  staff: StaffMember,
  text: string,
  locale: Locale,
): Promise<{ resource: string; id: string; label: string }[]> {
  const searchable = [...resourcesOf(context).values()].filter((model) => {
    const { shape, options } = model;
    const { search = [], finds } = options;
    return (
      staff.may(shape.module, 'read') &&
      !options.isLog &&
      !hidesLabel(staff, model) &&
      (finds !== undefined ||
        (search.length > 0 && !search.some((column) => hides(staff, shape.name, column.name))))
    );
  });
  const found = await Promise.all(
    searchable.map(async (model) => {
      const rows = (await context.db
        .select()
        .from(model.table as PgTable)
        .where(and(searchFilter(model, staff, text), scopeOf(model, staff)))
        .orderBy(asc(model.table.id))
        .limit(maxOfEach)
        // A text that matches too many people finds none of their records here. The resource's own list shows
        // the error.
        .catch((error) => (tooManyOf(error) ? [] : Promise.reject(error)))) as AnyRow[];
      const labels = await labelsOf(context, model, rows, { staff, locale });
      return rows.map(({ id }, at) => ({ resource: model.shape.name, id, label: labels[at] ?? '' }));
    }),
  );
  return found.flat();
}

/** Labels of records. A record without its own name gets the name of its owner or subject, as in its list. */
async function labelsOf(
  context: Pick<Context, 'db' | 'registries'>,
  model: ResourceModel,
  rows: AnyRow[],
  { staff, locale }: { staff: StaffMember; locale: Locale },
): Promise<string[]> {
  const { db } = context;
  const { shape, options, columnOf } = model;
  // A message has no subject in the log. Staff members who may read the subject find the message by it.
  const told = ['label', `title_${locale}`, 'number', 'subject'].filter(
    (field) => field in shape.record.shape && (field === 'subject' || !columnOf(field)),
  );
  const presented = told.length > 0 ? await presentRows(db, model, rows, locale, staff) : [];
  const own = (row: AnyRow, at: number): string => {
    const said = told
      .map((field) => presented[at]?.[field])
      .find((value) => typeof value === 'string' && value);
    return typeof said === 'string' ? said : labelOfRow(model, row);
  };
  const { partOf } = options;
  const whole = partOf && resourcesOf(context).get(partOf.of);
  if (!whole || hidesLabel(staff, whole)) return rows.map(own);
  const idOf = (row: AnyRow) => String(row[partOf.column]);
  const wholes = await findRows(db, whole, rows.map(idOf), staff);
  return rows.map((row, at) => {
    const found = wholes.find(({ id }) => id === idOf(row));
    return [...(found ? [labelOfRow(whole, found)] : []), own(row, at)].join(' · ');
  });
}
