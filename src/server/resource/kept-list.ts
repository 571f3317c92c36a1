/** What a list shows, kept by a record that is filled from it: checked when it is saved, read for anybody afterwards. */
import { type SQL, sql } from 'drizzle-orm';
import { readFilter } from '../../contract/admin/filters.ts';
import type { ViewState } from '../../contract/admin/office.ts';
import { listQuery } from '../../contract/admin/resource.ts';
import { fail, failField } from '../errors.ts';
import { nobodyAsking, type StaffMember } from '../http/caller.ts';
import { hidesFilter } from './hidden-fields.ts';
import { type ListQuery, orderOf } from './list.ts';
import { conditionOf } from './list-filters.ts';
import type { ResourceModel } from './model.ts';

export type KeptList = Omit<ViewState, 'columns'>;

/** Of a query these say which part of a list is read. */
const ofPages = ['page', 'per_page', 'sort', 'order', 'ids', 'count', 'after'];

/** The kept list as its query, and the fields that the list does not know, or no such value of. */
function parse(
  { shape }: ResourceModel,
  { filter, sort, order }: KeptList,
): { query: ListQuery & Record<string, unknown>; lost: string[] } {
  const known = listQuery(shape);
  const isKnown = (name: string) => name in known.shape && !ofPages.includes(name);
  const unknown = Object.keys(filter).filter((name) => !isKnown(name));
  const asked = Object.entries(filter)
    .filter(([name, value]) => isKnown(name) && value !== null && value !== '')
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]);
  // A list that was put in no order has its usual one.
  const sorted = sort === 'id' ? {} : { sort, order };
  const parsed = known.safeParse({ ...Object.fromEntries(asked), ...sorted });
  const wrong = parsed.error?.issues.map(({ path }) => String(path[0])) ?? [];
  return {
    query: (parsed.data ?? {}) as ListQuery & Record<string, unknown>,
    lost: [...new Set([...unknown, ...wrong].map((name) => (name === 'sort' ? sort : fieldOf(name))))],
  };
}

const fieldOf = (filter: string) => readFilter(filter)?.field ?? filter;

/** The fields of a kept list that the list does not know any more. */
export const lostFields = (model: ResourceModel, kept: KeptList): string[] => parse(model, kept).lost;

/** Refuses what the list does not know, and what the member of staff may not read; `field` is what names the list. */
export function checkKeptList(model: ResourceModel, staff: StaffMember, kept: KeptList, field: string): void {
  const { module } = model.shape;
  if (!staff.may(module, 'read')) fail('not_permitted');
  const { lost, query } = parse(model, kept);
  const hidden = [...Object.keys(kept.filter), kept.sort]
    .filter((own) => hidesFilter(staff, model.shape, own))
    .map(fieldOf);
  const [first] = [...lost, ...hidden];
  if (first !== undefined) failField(field, 'view_field', { other: first });
  // What only the condition itself can refuse: a question that the field's column cannot be asked.
  conditionOf(model, staff, query);
}

/** The condition and order of a kept list; undefined when the list no longer knows all that it names. */
export function readKeptList(
  model: ResourceModel,
  kept: KeptList,
): { where: SQL | undefined; order: SQL } | undefined {
  const { query, lost } = parse(model, kept);
  if (lost.length > 0) return undefined;
  // Every field is read: what the one who kept the list could not read was refused then.
  return { where: conditionOf(model, nobodyAsking, query), order: sql.join(orderOf(model, query), sql`, `) };
}
