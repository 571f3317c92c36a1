import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';

interface BoardColumn<R> {
  name: string;
  title: ReactNode;
  /** Of its heading and its cells: width, and where it is left out. */
  className?: string;
  /** Of its cells alone. */
  cellClass?: string;
  cell: (row: R, index: number) => ReactNode;
}

/** A list of texts to read, in columns: notices, questions. */
export function Board<R extends { id: string }>({
  columns,
  rows,
  empty,
}: {
  columns: readonly BoardColumn<R>[];
  rows: readonly R[];
  /** What stands there when there is none. */
  empty: ReactNode;
}) {
  if (rows.length === 0) {
    return <p className="rounded-md bg-surface px-6 py-16 text-center text-quiet">{empty}</p>;
  }
  return (
    <table className="w-full border-t border-line text-left">
      <thead className="text-14 text-quiet">
        <tr className="border-b border-line">
          {columns.map(({ name, title, className }) => (
            <th key={name} scope="col" className={cx('py-3 pr-4 font-medium last:pr-0', className)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id} className="border-b border-line/60">
            {columns.map(({ name, className, cellClass, cell }) => (
              <td key={name} className={cx('py-4 pr-4 last:pr-0', className, cellClass)}>
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The look of a row's title, which leads to its text. */
export const boardLink = 'rounded-sm font-medium hover:underline';
