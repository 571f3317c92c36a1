/** Fetches the player's code before a press. On a slow connection it takes longer than everything else that a start needs. */
import { useEffect } from 'react';
import { loadShaka } from '../../../ui/player/library.ts';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { type AppContext, useApp } from '../../context.ts';

export const loadPlayerPage = scriptLoader(() => import('./player-page.tsx'), 'PlayerPage');

let isPrepared = false;

/**
 * Fetches the code of the player for a viewer with a profile, once the page has its data and pictures. A device that is set to save
 * data fetches it with the press.
 */
export async function preparePlayer(context: AppContext): Promise<void> {
  if (isPrepared || savesData() || !context.session.get()?.profile) return;
  isPrepared = true;
  try {
    await quiet(context);
    await Promise.all([context.pageTexts(), loadPlayerPage()]);
    await loadShaka();
  } catch {
    // The press fetches it again.
    isPrepared = false;
  }
}

/** Prepares the player as long as a play button is on the screen. */
export function usePreparedPlayer(hasButton = true): void {
  const context = useApp();
  useEffect(() => {
    if (hasButton) void preparePlayer(context);
  }, [context, hasButton]);
}

/** Prepares the player when the pointer or the focus comes to a link that plays. */
export function prepareOnIntent(context: AppContext): void {
  const onIntent = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a[href^="/watch/"]')) void preparePlayer(context);
  };
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, onIntent, { passive: true });
}

function savesData(): boolean {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  return connection?.saveData === true;
}

const againMs = 200;

/** Waits until the page has its data and its visible pictures, and the browser is idle. */
async function quiet({ queryClient }: AppContext): Promise<void> {
  do await idle();
  while (
    document.readyState !== 'complete' ||
    queryClient.isFetching() > 0 ||
    [...document.images].some((image) => !image.complete && isVisible(image))
  );
}

function isVisible(image: HTMLImageElement): boolean {
  const { top, bottom, left, right } = image.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
}

const idle = () =>
  new Promise<void>((resolve) => {
    setTimeout(() => {
      // Safari has none.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else resolve();
    }, againMs);
  });
