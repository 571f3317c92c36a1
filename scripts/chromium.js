import { existsSync } from 'node:fs';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser with all features of a visitor's browser, such as notifications. */
export const wholeChromiumPath = process.env.CHROMIUM_PATH ?? whole.find(existsSync);

/**
 * The browser of the tests and of the bench. The one without windows comes first. A browser with hidden windows renders them, which
 * takes a fifth more CPU for a story. On two cores the page waits for that (decision 055).
 */
export const chromiumPath =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', ...whole].find(existsSync);
