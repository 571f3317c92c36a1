/**
 * Arrow keys move focus over the page as a television's remote would. Up and down lead to the nearest control of the row above or
 * below. Left and right lead to the nearest on the same line. Rows and grids of cards handle their inner steps. Text fields,
 * sliders, open dialogs and a page where nothing has focus keep their own keys.
 */
export function followRemoteKeys(document: Document): () => void {
  let moved = false;
  const isRemote = () => moved || window.matchMedia('(any-pointer: none)').matches;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const direction = directions[event.key];
    const from = document.activeElement;
    if (!direction || !(from instanceof HTMLElement)) return;
    if (from === document.body || from.tagName === 'MAIN') {
      // Nothing has the focus. A remote has to get in somewhere; a keyboard's arrows scroll the page.
      const first = isRemote() ? document.querySelector<HTMLElement>('main a[href], main button') : null;
      if (!first) return;
      event.preventDefault();
      first.focus();
      return;
    }
    if (from.matches('input, select, textarea, [role="slider"]') || from.closest('dialog')) return;
    const target = nearest(from, direction, document);
    if (!target) return;
    event.preventDefault();
    moved = true;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ behavior: 'smooth', block: 'center', inline: 'nearest' });
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

type Direction = 'up' | 'down' | 'left' | 'right';
const directions: Record<string, Direction | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * How far a box lies from another in a direction, or null when it lies elsewhere. The distance to the side counts threefold, so
 * the next row wins over a nearer corner.
 */
export function distance(from: Box, to: Box, direction: Direction): number | null {
  const [along, across] =
    direction === 'up'
      ? [from.top - to.bottom, apart(from.left, from.right, to.left, to.right)]
      : direction === 'down'
        ? [to.top - from.bottom, apart(from.left, from.right, to.left, to.right)]
        : direction === 'left'
          ? [from.left - to.right, apart(from.top, from.bottom, to.top, to.bottom)]
          : [to.left - from.right, apart(from.top, from.bottom, to.top, to.bottom)];
  // Neighbours may overlap by the few pixels of a focus ring.
  if (along < -8) return null;
  if ((direction === 'left' || direction === 'right') && across > 0) return null;
  return Math.max(0, along) + across * 3;
}

/** The nearest of some elements in an arrow key's direction, or null where none lies there or the key is no arrow. */
export function nearestOf<T extends HTMLElement>(
  elements: readonly T[],
  from: HTMLElement,
  key: string,
): T | null {
  const direction = directions[key];
  if (!direction) return null;
  const others = elements.filter((element) => element !== from);
  return nearestBox(
    from.getBoundingClientRect(),
    others.map((element) => [element, element.getBoundingClientRect()]),
    direction,
  );
}

/** The element of the box that lies nearest in a direction. */
function nearestBox<T>(from: Box, boxes: readonly (readonly [T, Box])[], direction: Direction): T | null {
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [element, box] of boxes) {
    const far = distance(from, box, direction);
    if (far !== null && far < least) {
      least = far;
      best = element;
    }
  }
  return best;
}

function apart(aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  return Math.max(0, bStart - aEnd, aStart - bEnd);
}

function nearest(from: HTMLElement, direction: Direction, document: Document): HTMLElement | null {
  const own = from.closest('[data-shelf]');
  const boxes: [HTMLElement, Box][] = [];
  const seen = new Set<Element>();
  for (const element of document.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input, select, [tabindex="0"]',
  )) {
    if (element === from || element.closest('dialog, [data-skip-link]')) continue;
    const shelf = element.closest('[data-shelf]');
    if (!shelf && element.tabIndex < 0) continue;
    if (shelf && (seen.has(shelf) || shelf === own)) continue;
    if (shelf) seen.add(shelf);
    // Entering a row goes to the card it remembers.
    const target = shelf ? remembered(shelf) : element;
    if (!target) continue;
    const box = boxOf(shelf ?? target);
    if (box.left !== box.right && box.top !== box.bottom) boxes.push([target, box]);
  }
  return nearestBox(boxOf(from), boxes, direction);
}

/**
 * Where an element lies on the page; the header, though it stays on the screen, lies at the very top, and what sticks
 * there lies where its parent begins.
 */
function boxOf(element: Element): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const up = element.closest('[data-fixed]') ? window.scrollY : stuckBy(element.closest('[data-sticky]'));
  return { left, right, top: top - up, bottom: bottom - up };
}

function stuckBy(sticky: Element | null): number {
  const parent = sticky?.parentElement;
  return sticky && parent ? sticky.getBoundingClientRect().top - parent.getBoundingClientRect().top : 0;
}

function remembered(shelf: Element): HTMLElement | null {
  return shelf.querySelector<HTMLElement>('a[tabindex="0"], button[tabindex="0"]');
}
