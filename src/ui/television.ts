/**
 * Whether the page is looked at on a television: everything is larger then (`theme.css`), and what is worked with arrow keys,
 * Enter and Back alone goes its way.
 */

/** Says so to everything on the page; a server renders for no television. */
export function setTelevision(on: boolean): void {
  if (typeof document !== 'undefined') document.documentElement.toggleAttribute('data-television', on);
}

export const isTelevision = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.hasAttribute('data-television');
