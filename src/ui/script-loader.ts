import { ApiError } from './api-client.ts';
import { inTime } from './in-time.ts';
import { isUnsteady } from './online.ts';

/** A script has to be fetched again, which only a new document can do. */
export class NewDocumentNeeded extends Error {}

/**
 * Returns a function that imports a script, with the name of one of its exports. After a failure the next call really fetches
 * the script again.
 *
 * A document remembers that a module's address failed and does not request it again (HTML Standard, "fetch a single module
 * script"). The next call therefore uses another address. A file that the build composed of several modules has other exports:
 * then, and where the error does not name the address (Safari), the script needs a new document. Without a steady connection
 * the function fails as a call of the API does.
 */
export function scriptLoader<T extends object>(load: () => Promise<T>, name: keyof T): () => Promise<T> {
  let next = load;
  let failures = 0;
  return async () => {
    try {
      const script = await inTime(next());
      if (name in script) return script;
    } catch (error) {
      const address = addressOfScript(error);
      if (address) {
        failures += 1;
        const again = `${address}?${failures}`;
        next = () => import(/* @vite-ignore */ again);
      }
      throw isOffline() || isUnsteady() ? new ApiError(0, 'network', '') : error;
    }
    throw new NewDocumentNeeded();
  };
}

/** The address of a script that could not be fetched, as Chromium and Firefox name it in their error. */
export function addressOfScript(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const at = error.message.indexOf(`${location.origin}/`);
  return at < 0 ? undefined : error.message.slice(at).split('?')[0];
}

/** Whether the browser has no connection. A server has no such state. */
const isOffline = () => globalThis.navigator?.onLine === false;
