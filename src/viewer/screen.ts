import { useSyncExternalStore } from 'react';

/** The specification's three screen sizes: mobile under 767 px, tablet under 1024, pc from there on. */
export type ScreenSize = 'mobile' | 'tablet' | 'pc';

let takingOver = false;
const listeners = new Set<() => void>();

/** While a page from the server is taken over, everything is drawn as the server drew it: for a pc. */
export function setTakingOver(on: boolean): void {
  takingOver = on;
  for (const listener of listeners) listener();
}

/** The size of the screen now; a server, which cannot know, assumes a pc. */
export function screenSize(): ScreenSize {
  if (typeof window === 'undefined' || takingOver) return 'pc';
  if (window.innerWidth < 767) return 'mobile';
  return window.innerWidth <= 1024 ? 'tablet' : 'pc';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('resize', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('resize', listener);
  };
}

/** The size of the screen, for what is drawn by it; follows when it changes. */
export function useScreenSize(): ScreenSize {
  return useSyncExternalStore(subscribe, screenSize, () => 'pc');
}
