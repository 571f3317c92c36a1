/**
 * Moves the focus to the page when the element that had it is removed. Otherwise it would rest on the body: the next
 * key would start at the top, and a screen reader would lose its place.
 */
const waitMs = 50;
const maxTries = 100;

/**
 * `target`: the part of the page that gets the focus, null while the page has none. Returns a function that gives it
 * the focus unless a control has it.
 */
export function catchLostFocus(page: Document, target: () => HTMLElement | null): () => void {
  let held: Element | null = null;
  const isLost = () => page.activeElement === null || page.activeElement === page.body;
  page.addEventListener('focusin', ({ target: focused }) => {
    held = focused instanceof Element ? focused : null;
  });
  // A press beside all controls takes the focus from them on purpose.
  page.addEventListener('pointerdown', () => (held = null), { capture: true });
  // Parts that hand the focus on do so in an effect, and a page may still be loading.
  const restore = (tries: number) => {
    if (!isLost()) return;
    const part = target();
    if (!part) {
      if (tries < maxTries) setTimeout(restore, waitMs, tries + 1);
      return;
    }
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
  new MutationObserver(() => {
    if (!held || held.isConnected) return;
    held = null;
    setTimeout(restore, waitMs, 0);
  }).observe(page.body, { childList: true, subtree: true });
  return () => restore(0);
}
