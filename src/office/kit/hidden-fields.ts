/** The fields that a role may not read: they are left out wherever the office would enter, list, sort by, export or ask them. */
import { useResourceContext } from 'react-admin';
import { readsHidden } from '../../contract/admin/filter-reads.ts';
import { useIdentity } from './access.ts';

const none: readonly string[] = [];

/** The fields of a resource, the page's unless said, that are hidden from the person who is signed in. */
export function useHiddenFields(resource?: string): readonly string[] {
  const around = useResourceContext();
  const { data } = useIdentity();
  return data?.hidden_fields[resource ?? around ?? ''] ?? none;
}

/** Which filters a list can be asked by: those that read nothing hidden from the person who is signed in. */
export function useAskable(resource: string): (filter: string) => boolean {
  const { data } = useIdentity();
  return (filter) => !readsHidden(data?.hidden_fields ?? {}, resource, filter);
}

/** What is left of a question of several filters. */
export function useAskableOf<V>(resource: string, question: Record<string, V>): Record<string, V> {
  const isAskable = useAskable(resource);
  return Object.fromEntries(Object.entries(question).filter(([name]) => isAskable(name)));
}

/** An order of a list. */
export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/** The first of some orders that tells nothing of a hidden field. */
export const seenSort = (sorts: readonly Sort[], hidden: readonly string[]): Sort | undefined =>
  sorts.find(({ field }) => !hidden.includes(field));
