/** Fields of the groups that a role hides. The office leaves them out of forms, lists, sorts, exports and filters. */
import { useResourceContext } from 'react-admin';
import type { FieldGroup } from '../../contract/admin/permissions.ts';
import { useIdentity } from './access.ts';

const none: readonly string[] = [];

/** Hidden fields and filters of a resource for the signed-in staff member. Default: the resource of the page. */
export function useHiddenFields(resource?: string): readonly string[] {
  const around = useResourceContext();
  const { data } = useIdentity();
  return data?.hidden_fields[resource ?? around ?? ''] ?? none;
}

/** Whether a group of fields is hidden from the signed-in staff member. */
export function useHidesGroup(group: FieldGroup): boolean {
  const { data } = useIdentity();
  return data?.hidden_groups.includes(group) ?? false;
}

/** The filters that the signed-in staff member may use. */
export function useAskableOf<V>(resource: string, question: Record<string, V>): Record<string, V> {
  const hidden = useHiddenFields(resource);
  return Object.fromEntries(Object.entries(question).filter(([name]) => !hidden.includes(name)));
}

/** Sort of a list. */
export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/** The first sort that is not by a hidden field. */
export const seenSort = (sorts: readonly Sort[], hidden: readonly string[]): Sort | undefined =>
  sorts.find(({ field }) => !hidden.includes(field));
