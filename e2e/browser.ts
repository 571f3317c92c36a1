/** The browser of a lane. */
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../scripts/chromium.js';

let started: Promise<Browser> | undefined;

/** The browser of the process that tells a lane's stories, one after the other: it is started by the first, and ends with the process. */
export function laneBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--autoplay-policy=no-user-gesture-required'],
  });
  return started;
}
