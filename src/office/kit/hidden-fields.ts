/** Fields that a role may not read. The office leaves them out of forms, lists, sorts, exports and filters. */
import { useResourceContext } from 'react-admin';
import { readsHidden } from '../../contract/admin/filter-reads.ts';
import { useIdentity } from './access.ts';

const none: readonly string[] = [];

/** Hidden fields of a resource for the signed-in staff member. Default: the resource of the page. */
export function useHiddenFields(resource?: string): readonly string[] {
  const around = useResourceContext();
  const { data } = useIdentity();
  return data?.hidden_fields[resource ?? around ?? ''] ?? none;
}

/**
 * Returns a function that checks a filter of a list. The signed-in staff member may use it if it reads no
 * hidden field.
 */
export function useAskable(resource: string): (filter: string) => boolean {
  const { data } = useIdentity();
  return (filter) => !readsHidden(data?.hidden_fields ?? {}, resource, filter);
}

/** The filters that the signed-in staff member may use. */
export function useAskableOf<V>(resource: string, question: Record<string, V>): Record<string, V> {
  const isAskable = useAskable(resource);
  return Object.fromEntries(Object.entries(question).filter(([name]) => isAskable(name)));
}

/** Sort of a list. */
export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/** The first sort that is not by a hidden field. */
export const seenSort = (sorts: readonly Sort[], hidden: readonly string[]): Sort | undefined =>
  sorts.find(({ field }) => !hidden.includes(field));
