/** What passes between a page that the server drew and the app that takes it over. */
import type { Session } from './session.ts';

/** Tells the server by a cookie that somebody is signed in here, so that it leaves drawing to the browser. */
export function rememberMember(session: Session): void {
  const tell = () => {
    const age = session.get() ? 31_536_000 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `member=1; path=/; max-age=${age}; samesite=lax`;
  };
  tell();
  session.subscribe(tell);
}

let tellDrawn = () => {};
const drawn = new Promise<void>((resolve) => {
  tellDrawn = resolve;
});
/** A page never keeps the rest waiting for longer. */
const longestMs = 10_000;

/** Called by every page once it stands: drawn anew, or taken over from the server down to its last part. */
export const pageDrawn = (): void => tellDrawn();

/** Waits until the first page stands. */
export const firstPageDrawn = (): Promise<void> =>
  Promise.race([drawn, new Promise<void>((resolve) => setTimeout(resolve, longestMs))]);

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
