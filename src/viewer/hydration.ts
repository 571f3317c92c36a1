/** What passes between a page that the server rendered and the app that takes it over. */
import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';

/**
 * Takes in what the page was rendered from. It counts as fetched now, by this browser's clock: the server keeps a page and the answers
 * that it shows for the same minute, so that asking for them again would bring the same. A page that the browser brings back may be
 * of any day: what it shows is asked for again.
 */
export function takeState(queryClient: QueryClient, json: string): void {
  const dehydrated: DehydratedState = JSON.parse(json);
  const fetchedAt = isBroughtBack() ? 0 : Date.now();
  for (const { state } of dehydrated.queries) state.dataUpdatedAt = fetchedAt;
  hydrate(queryClient, dehydrated);
}

/** Whether the browser shows a page of before: gone back to, of a tab that was put away, or of the last session. It need not ask the server then. */
function isBroughtBack(): boolean {
  const [came] = performance.getEntriesByType('navigation');
  if (came && 'type' in came && came.type === 'back_forward') return true;
  return 'wasDiscarded' in document && document.wasDiscarded === true;
}

/** Tells the server by a cookie that somebody is signed in here, so that it leaves rendering to the browser. */
export function rememberMember(session: Session): void {
  const tell = () => {
    const age = session.get() ? 31_536_000 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `member=1; path=/; max-age=${age}; samesite=lax`;
  };
  tell();
  session.subscribe(tell);
}

/** Takes the slash from the end of the address: the server renders a page for the one without, and the app begins where it did. */
export function dropSlash(): void {
  const address = new URL(window.location.href);
  const path = address.pathname.replace(/(?<!\/)\/+$/, '') || '/';
  if (path === address.pathname) return;
  address.pathname = path;
  window.history.replaceState(window.history.state, '', address);
}

let tellRendered = () => {};
const rendered = new Promise<void>((resolve) => {
  tellRendered = resolve;
});
/** A page never keeps the rest waiting for longer. */
const maxMs = 10_000;

/** Called by every page once it stands: rendered anew, or hydrated down to its last part. */
export const pageRendered = (): void => tellRendered();

/** Waits until the first page stands. */
export const firstPageRendered = (): Promise<void> =>
  Promise.race([rendered, new Promise<void>((resolve) => setTimeout(resolve, maxMs))]);

declare global {
  interface Window {
    /** The button that was pressed before the app could hear it; the page's loader keeps it. */
    earlyClick?: HTMLElement;
  }
}

/** Presses again the button that was pressed too early. */
export function takeEarlyClick(): void {
  const pressed = window.earlyClick;
  delete window.earlyClick;
  if (pressed?.isConnected) pressed.click();
}
