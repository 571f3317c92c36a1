/** The browsers of a lane. */
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath, wholeChromiumPath } from '../scripts/chromium.js';

const started = new Map<string | undefined, Promise<Browser>>();

/**
 * The browser of the process that tells a lane's stories, one after the other: it is started by the first that needs it, and ends with
 * the process. `isWhole`: one that has all that a visitor's has.
 */
export function laneBrowser(isWhole: boolean): Promise<Browser> {
  const executablePath = isWhole ? wholeChromiumPath : chromiumPath;
  const found = started.get(executablePath);
  if (found) return found;
  const starting = chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--autoplay-policy=no-user-gesture-required'],
  });
  started.set(executablePath, starting);
  return starting;
}
