/** Fields of the groups that a role hides. Rows and queries are checked here and nowhere else. */
import type { z } from 'zod';
import { isHidden } from '../../contract/admin/field-groups.ts';
import { readFilter } from '../../contract/admin/filters.ts';
import type { StaffMember } from '../http/caller.ts';

type Reader = Pick<StaffMember, 'hiddenGroups'>;
type Types = Readonly<Record<string, z.core.$ZodType>>;

/** Whether a staff member may not read a field of a record. */
export const hidesField = (staff: Reader, record: { shape: Types }, field: string): boolean =>
  isHidden(staff.hiddenGroups, field, record.shape[field] as z.ZodType | undefined);

/** Whether a filter of a list reads a field that a staff member may not read. */
export const hidesFilter = (
  staff: Reader,
  { record, filter }: { record: { shape: Types }; filter: Types },
  name: string,
): boolean =>
  isHidden(staff.hiddenGroups, name, filter[name] as z.ZodType | undefined) ||
  hidesField(staff, record, readFilter(name)?.field ?? name);

/** Whether a staff member may not read all fields of a record. */
export const hidesAny = (staff: Reader, record: { shape: Types }): boolean =>
  Object.keys(record.shape).some((field) => hidesField(staff, record, field));

/** Names of the fields and filters of a list that a staff member may not use. */
export const hiddenNames = (staff: Reader, list: { record: { shape: Types }; filter: Types }): string[] =>
  [...new Set([...Object.keys(list.record.shape), ...Object.keys(list.filter)])].filter((name) =>
    hidesFilter(staff, list, name),
  );
