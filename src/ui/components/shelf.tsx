import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { useNear } from '../use-near.ts';
import { Icon } from './icon.tsx';

interface ShelfProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  shape: 'portrait' | 'landscape' | 'round';
  /** Names the row for screen readers. */
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** Renders one card; `tabIndex` goes on its link, so that a row is one stop and arrows move inside it. */
  children: (item: T, tabIndex: 0 | -1, index: number) => ReactNode;
  /** How many cards are rendered before the row is on the screen; as many as its screen shows, and one more. */
  firstCards?: number;
  /** The end is near and more may be asked for. */
  onNearEnd?: () => void;
}

const widths = {
  portrait: 'w-portrait',
  landscape: 'w-landscape',
  round: 'w-24 tablet:w-30 wide:w-36',
} as const;

const onWideScreen = 9;

/**
 * A row of cards that scrolls sideways: by swipe and wheel as the browser does it, by arrows on hover above 1024 px,
 * by the arrow keys as a remote would. A row is one stop for Tab and remembers its card.
 */
export function Shelf<T>({
  items,
  keyOf,
  shape,
  label,
  previousLabel,
  nextLabel,
  children,
  firstCards = onWideScreen,
  onNearEnd,
}: ShelfProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [edges, setEdges] = useState({ start: true, end: false });
  const current = Math.min(active, items.length - 1);
  const [whole, setWhole] = useState(false);
  // Cards outside the screen are rendered in short steps, after all visible content.
  useNear(list, () => startTransition(() => setWhole(true)), whole, 0);
  const shown = whole ? items : items.slice(0, firstCards);

  const measure = () => {
    const element = list.current;
    if (!element) return;
    const start = element.scrollLeft < 8;
    const left = element.scrollWidth - element.clientWidth - element.scrollLeft;
    const end = left < 8;
    setEdges((before) => (before.start === start && before.end === end ? before : { start, end }));
    if (whole && left < element.clientWidth) onNearEnd?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: how far the row goes changes with its cards alone, `measure` with every rendering
  useEffect(() => {
    // Measured after the frame: an earlier measurement would force a layout.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(measure);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [items.length, whole]);

  const turn = (direction: 1 | -1) => {
    const element = list.current;
    if (!element) return;
    const style = getComputedStyle(element);
    const inner = element.clientWidth - Number.parseFloat(style.paddingLeft) * 2;
    const card = element.firstElementChild?.getBoundingClientRect().width ?? inner;
    const step = card + Number.parseFloat(style.columnGap || '0');
    const whole = Math.max(1, Math.floor((inner + step - card) / step));
    element.scrollBy({ left: direction * whole * step, behavior: 'smooth' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === 'ArrowRight'
        ? current + 1
        : event.key === 'ArrowLeft'
          ? current - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? items.length - 1
              : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const target = list.current?.children[to]?.querySelector<HTMLElement>('a, button');
    if (!target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ behavior: 'smooth', block: 'nearest', inline: 'nearest' });
  };

  return (
    <div className="group/shelf relative">
      <ul
        ref={list}
        aria-label={label}
        data-shelf=""
        className="no-scrollbar gutter -my-3 flex snap-x snap-proximity scroll-px-(--gutter) gap-(--row-gap) overflow-x-auto overscroll-x-contain py-3"
        onScroll={measure}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const item = [...event.currentTarget.children].findIndex((child) => child.contains(event.target));
          if (item >= 0) setActive(item);
        }}
      >
        {shown.map((item, index) => (
          <li
            key={keyOf(item)}
            className={cx(
              'relative shrink-0 snap-start',
              widths[shape],
              // The first cards say how high the row is; those after them are laid out when they come near.
              index >= firstCards &&
                '[contain-intrinsic-height:auto_0] [content-visibility:auto] [overflow-clip-margin:16px]',
            )}
          >
            {children(item, index === current ? 0 : -1, index)}
          </li>
        ))}
      </ul>
      <Arrow side="left" hidden={edges.start} label={previousLabel} onPress={() => turn(-1)} />
      <Arrow side="right" hidden={edges.end} label={nextLabel} onPress={() => turn(1)} />
    </div>
  );
}

interface ArrowProps {
  side: 'left' | 'right';
  hidden: boolean;
  label: string;
  onPress: () => void;
}

function Arrow({ side, hidden, label, onPress }: ArrowProps) {
  return (
    <button
      type="button"
      // The arrow keys do this for a keyboard.
      tabIndex={-1}
      aria-label={label}
      onClick={onPress}
      className={cx(
        'absolute inset-y-0 hidden w-(--gutter) place-items-center text-text opacity-0 transition-opacity duration-200 desktop:grid',
        side === 'left'
          ? 'left-0 bg-linear-to-r from-ground/90 to-transparent'
          : 'right-0 bg-linear-to-l from-ground/90 to-transparent',
        hidden ? 'pointer-events-none' : 'group-hover/shelf:opacity-100',
      )}
    >
      <Icon name={side} size={32} className="transition-transform duration-200 hover:scale-125" />
    </button>
  );
}
