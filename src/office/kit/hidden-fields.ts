/** The fields that a role may not read: they are left out wherever the office would enter, list, sort by, export or ask them. */
import { useResourceContext } from 'react-admin';
import { readsHidden } from '../../contract/admin/filter-reads.ts';
import { useIdentity } from './access.ts';
import type { Field } from './field.tsx';

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

/** Every fact that an input enters or shows. */
const enteredBy = <R>({ facts, uses = [] }: Field<R>): string[] => [
  ...Object.entries(facts).flatMap(([name, { shown }]) => (shown ? [name, shown] : [name])),
  ...uses,
];

/** What is left of a field where some facts are hidden. */
export function seenField<R>(field: Field<R>, hidden: readonly string[]): Field<R> {
  if (hidden.length === 0) return field;
  const isSeen = (names: readonly string[]) => !names.some((name) => hidden.includes(name));
  const { input, columns, filter, asks = {}, bulk = [], ...named } = field;
  return {
    ...named,
    ...(input && isSeen(enteredBy(field)) ? { input } : {}),
    columns: columns.filter(({ source, uses = [], exported = [] }) =>
      isSeen([source, ...uses, ...[exported].flat().flatMap((own) => own.field ?? [])]),
    ),
    ...(filter && isSeen([filter.props.source]) ? { filter } : {}),
    asks: Object.fromEntries(Object.entries(asks).filter(([name]) => isSeen([name]))),
    bulk: bulk.filter(({ fact }) => isSeen([fact])),
  };
}

/** An order of a list. */
export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

/** The first of some orders that tells nothing of a hidden field. */
export const seenSort = (sorts: readonly Sort[], hidden: readonly string[]): Sort | undefined =>
  sorts.find(({ field }) => !hidden.includes(field));
