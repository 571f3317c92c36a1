import type { RenderedFor } from '../contract/page.ts';

/** The specification's three screen sizes: mobile under 767 px, tablet under 1024, pc from there on. */
export type ScreenSize = 'mobile' | 'tablet' | 'pc';

/** Screen for which the app is rendered. */
export interface Screen {
  /**
   * Device class for menus and home: phone or other. It stays the same while the app is open, even if the
   * window is resized.
   */
  device: 'mobile' | 'web';
  /** Current size. */
  size(): ScreenSize;
  /** Size for which the server rendered the page. Parts that are not hydrated yet use this size too. */
  sizeAtFirst(): ScreenSize;
  subscribe(listener: () => void): () => void;
  /** Call it when the page is hydrated. From then on `size` returns the true size. */
  hydrated(): void;
}

/**
 * Screen with the size of the browser's window. Until hydration it has the size for which the server rendered
 * the page.
 */
export function makeScreen(renderedFor?: RenderedFor): Screen {
  let isHydrated = renderedFor === undefined;
  const listeners = new Set<() => void>();
  const isPhone = renderedFor
    ? renderedFor === 'mobile'
    : /\bMobi/.test(navigator.userAgent) || windowSize() === 'mobile';
  return {
    device: isPhone ? 'mobile' : 'web',
    size: () => (isHydrated ? windowSize() : (renderedFor ?? 'pc')),
    sizeAtFirst: () => renderedFor ?? 'pc',
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('resize', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('resize', listener);
      };
    },
    hydrated() {
      isHydrated = true;
      for (const listener of listeners) listener();
    },
  };
}

function windowSize(): ScreenSize {
  if (window.innerWidth < 767) return 'mobile';
  return window.innerWidth <= 1024 ? 'tablet' : 'pc';
}
