import { useSyncExternalStore } from 'react';
import type { DrawnFor } from '../contract/page.ts';
import { useApp } from './context.ts';

/** The specification's three screen sizes: mobile under 767 px, tablet under 1024, pc from there on. */
export type ScreenSize = 'mobile' | 'tablet' | 'pc';

/** The screen that an app draws for. */
export interface Screen {
  /** Its size now. */
  size(): ScreenSize;
  /** The size that the page came drawn for; what is still to be taken over is drawn for that one, too. */
  sizeAtFirst(): ScreenSize;
  subscribe(listener: () => void): () => void;
  /** The page is taken over: from now on its true size counts. */
  takenOver(): void;
}

/** A screen of the browser's own size, or, until the page is taken over, of the size that the server drew it for. */
export function makeScreen(drawnFor?: DrawnFor): Screen {
  let isTakenOver = drawnFor === undefined;
  const listeners = new Set<() => void>();
  return {
    size: () => (isTakenOver ? windowSize() : (drawnFor ?? 'pc')),
    sizeAtFirst: () => drawnFor ?? 'pc',
    subscribe(listener) {
      listeners.add(listener);
      window.addEventListener('resize', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('resize', listener);
      };
    },
    takenOver() {
      isTakenOver = true;
      for (const listener of listeners) listener();
    },
  };
}

function windowSize(): ScreenSize {
  if (window.innerWidth < 767) return 'mobile';
  return window.innerWidth <= 1024 ? 'tablet' : 'pc';
}

/** The size of the screen, for what is drawn by it; follows when it changes. */
export function useScreenSize(): ScreenSize {
  const { screen } = useApp();
  return useSyncExternalStore(screen.subscribe, screen.size, screen.sizeAtFirst);
}
