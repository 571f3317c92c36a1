/** The staff token, stored in the browser's storage under a key of its own. */

const key = 'maru.office.token';
let memory: string | null = null;
/** The token that the server no longer accepts. */
let ended: string | null = null;

/** The token of the signed-in member of staff. */
export function readToken(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return memory;
  }
}

/** Stores or deletes the token. Where the browser forbids storage, it lasts as long as the page. */
export function keepToken(token: string | null): void {
  memory = token;
  if (token !== null) ended = null;
  try {
    if (token === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, token);
  } catch {
    // The memory above holds it.
  }
}

/** Notes that the server no longer accepts a token. It stays stored until the sign-out, to show who was signed in. */
export function noteEnded(token: string): void {
  ended = token;
}

/** Whether the session has ended by itself, so that nobody has left on purpose. */
export const hasEnded = (): boolean => ended !== null;

/** Whether the stored token still counts, as far as is known. */
export const isAlive = (): boolean => readToken() !== null && readToken() !== ended;
