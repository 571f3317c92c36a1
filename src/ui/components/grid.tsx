import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { cx } from '../class-names.ts';

interface GridProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  shape: 'portrait' | 'landscape';
  /** Names the grid for screen readers. */
  label: string;
  /** Renders one card; `tabIndex` goes on its links. Has to stay the same function, or every card is rendered again. */
  children: (item: T, tabIndex: 0 | -1) => ReactNode;
  className?: string;
}

/**
 * Cards in rows and columns. For Tab it is one stop that remembers its card; arrow keys move through it as a remote
 * would, and leave it at its edges. Thousands are fine: a card is rendered again only when it changes, and its picture is
 * laid out only near the screen.
 */
export function Grid<T>({ items, keyOf, shape, label, children, className }: GridProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const current = Math.min(active, items.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const element = list.current;
    if (!element) return;
    const columns = getComputedStyle(element).gridTemplateColumns.split(' ').length;
    const to = stepIn(event.key, current, columns, items.length);
    if (to === null) return;
    const target = element.children[to]?.querySelector<HTMLElement>('a, button');
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus({ preventScroll: true });
    target.scrollIntoView({ behavior: 'smooth', block: 'center', inline: 'nearest' });
  };

  return (
    <ul
      ref={list}
      aria-label={label}
      data-shelf=""
      className={cx('grid gap-x-(--row-gap) gap-y-6', columns[shape], className)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const cell = event.target.closest('li');
        if (cell) setActive([...event.currentTarget.children].indexOf(cell));
      }}
    >
      {items.map((item, index) => (
        <li key={keyOf(item)} className="relative min-w-0">
          <Cell item={item} tabIndex={index === current ? 0 : -1} render={children as Render} />
        </li>
      ))}
    </ul>
  );
}

type Render = (item: unknown, tabIndex: 0 | -1) => ReactNode;

const Cell = memo(({ item, tabIndex, render }: { item: unknown; tabIndex: 0 | -1; render: Render }) =>
  render(item, tabIndex),
);

/** How many cards a row of a grid has, narrowest screen first. */
export const columns = {
  portrait: 'grid-cols-2 min-[480px]:grid-cols-3 tablet:grid-cols-4 desktop:grid-cols-6 wide:grid-cols-8',
  landscape: 'grid-cols-1 min-[480px]:grid-cols-2 tablet:grid-cols-3 desktop:grid-cols-4 wide:grid-cols-5',
} as const;

/** The card that a key leads to from another, or null where the grid ends. */
export function stepIn(key: string, from: number, columns: number, count: number): number | null {
  const column = from % columns;
  const lastRow = Math.floor((count - 1) / columns);
  switch (key) {
    case 'ArrowRight':
      return column < columns - 1 && from < count - 1 ? from + 1 : null;
    case 'ArrowLeft':
      return column > 0 ? from - 1 : null;
    case 'ArrowUp':
      return from >= columns ? from - columns : null;
    case 'ArrowDown':
      // Below a card there may be a shorter row: then its last card.
      return Math.floor(from / columns) < lastRow ? Math.min(from + columns, count - 1) : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
