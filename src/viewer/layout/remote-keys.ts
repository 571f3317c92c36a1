/**
 * Arrow keys move focus over the page as a television's remote would: up and down to the nearest control of the row
 * above or below, left and right to the nearest on the same line. Rows and grids of cards handle what stays inside them. Text
 * fields, sliders, open dialogs and a page where nothing has focus keep their own keys.
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
 * How far a box lies from another in a direction, or null when it lies elsewhere. What is off to the side counts
 * threefold, so the next row wins over a nearer corner.
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

function apart(aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  return Math.max(0, bStart - aEnd, aStart - bEnd);
}

function nearest(from: HTMLElement, direction: Direction, document: Document): HTMLElement | null {
  const here = boxOf(from);
  const own = from.closest('[data-shelf]');
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
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
    if (box.left === box.right || box.top === box.bottom) continue;
    const far = distance(here, box, direction);
    if (far !== null && far < least) {
      least = far;
      best = target;
    }
  }
  return best;
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
