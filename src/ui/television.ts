/**
 * Whether the page is shown on a television. Everything is larger there (`theme.css`), and arrow keys, Enter and Back operate it.
 */

/** Says so to everything on the page; a server renders for no television. */
export function setTelevision(on: boolean): void {
  if (typeof document !== 'undefined') document.documentElement.toggleAttribute('data-television', on);
}

export const isTelevision = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.hasAttribute('data-television');

/** Keys that go back on a remote control, as browsers of televisions name them. */
export const remoteBackKeys = ['Escape', 'GoBack', 'BrowserBack', 'Backspace'];
