/** The columns of a list: which are hidden, and their order. Both are stored where its table reads them. */
import { useStore } from 'react-admin';
import { type Column, hiddenAtFirst } from '../columns.tsx';

/** All columns of a list in their usual order. */
export type Listed = readonly Pick<Column<never>, 'source' | 'hidden'>[];

/** `before`: how many columns that are no fields stand before them. */
export function useColumns(resource: string, listed: Listed, before: number) {
  const columns = listed.map(({ source }) => source);
  const atFirst = hiddenAtFirst(listed);
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, atFirst);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${resource}.datatable_columnRanks`);
  const ranked = (ranks ?? []).flatMap((rank) => columns[rank - before] ?? []);
  // The table puts columns that were added since behind the others.
  const ordered = [...ranked, ...columns.filter((column) => !ranked.includes(column))];
  const first = Array.from({ length: before }, (_, rank) => rank);
  const order = (wanted: readonly string[]) =>
    setRanks([...first, ...wanted.map((column) => columns.indexOf(column) + before)]);
  return {
    /** All of them, in the order chosen. */
    ordered,
    shown: ordered.filter((column) => !hidden.includes(column)),
    /** Puts all of them in another order. */
    order,
    toggle: (column: string) =>
      setHidden(hidden.includes(column) ? hidden.filter((own) => own !== column) : [...hidden, column]),
    /** Shows these in this order, or those that are usual. */
    show(wanted: readonly string[] | null) {
      if (!wanted) {
        setHidden(atFirst);
        setRanks(undefined);
        return;
      }
      const known = wanted.filter((column) => columns.includes(column));
      const rest = columns.filter((column) => !known.includes(column));
      setHidden(rest);
      order([...known, ...rest]);
    },
  };
}
