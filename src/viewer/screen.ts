import type { RenderedFor } from '../contract/page.ts';

/** The specification's three screen sizes: mobile under 767 px, tablet under 1024, pc from there on. */
export type ScreenSize = 'mobile' | 'tablet' | 'pc';

/** The screen that an app renders for. */
export interface Screen {
  /** What menus and home are for: a phone or anything else. It stays while the app is open, whatever becomes of the window. */
  device: 'mobile' | 'web';
  /** Its size now. */
  size(): ScreenSize;
  /** The size that the page came rendered for; what is still to be hydrated is rendered for that one, too. */
  sizeAtFirst(): ScreenSize;
  subscribe(listener: () => void): () => void;
  /** The page is hydrated: from now on its true size counts. */
  hydrated(): void;
}

/** A screen of the browser's own size, or, until the page is hydrated, of the size that the server rendered it for. */
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
