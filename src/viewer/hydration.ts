/** The hand-over from a server-rendered page to the app that hydrates it. */
import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { rememberInCookie } from '../ui/remember.ts';
import type { Session } from './session.ts';

/**
 * Hydrates the query cache with the data that the page was rendered from. The data count as fetched now, by this browser's clock:
 * the server caches a page and its responses for the same minute, so another request would return the same. A page that the
 * browser restores may be of any age, so its data are fetched again.
 */
export function takeState(queryClient: QueryClient, json: string): void {
  const dehydrated: DehydratedState = JSON.parse(json);
  const fetchedAt = isBroughtBack() ? 0 : Date.now();
  for (const { state } of dehydrated.queries) state.dataUpdatedAt = fetchedAt;
  hydrate(queryClient, dehydrated);
}

/**
 * Whether the browser restored an earlier page without asking the server: after the back button, in a discarded tab, or from the
 * last browser session.
 */
function isBroughtBack(): boolean {
  const [came] = performance.getEntriesByType('navigation');
  if (came && 'type' in came && came.type === 'back_forward') return true;
  return 'wasDiscarded' in document && document.wasDiscarded === true;
}

/** Sets a cookie that tells the server that a user is signed in here. The server then leaves rendering to the browser. */
export function rememberMember(session: Session): void {
  const tell = () => rememberInCookie('member', '1', session.get() ? undefined : 0);
  tell();
  session.subscribe(tell);
}

/**
 * Takes the slash from the end of the address: the server renders a page for the one without, and the app begins where it did.
 */
export function dropSlash(): void {
  const address = new URL(window.location.href);
  let end = address.pathname.length;
  while (end > 1 && address.pathname[end - 1] === '/') end -= 1;
  if (end === address.pathname.length) return;
  address.pathname = address.pathname.slice(0, end);
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

/** Repeats the press on a button that was pressed before hydration. */
export function takeEarlyClick(): void {
  const pressed = window.earlyClick;
  delete window.earlyClick;
  if (pressed?.isConnected) pressed.click();
}
