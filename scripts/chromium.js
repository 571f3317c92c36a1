import { existsSync } from 'node:fs';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser that has all that a visitor's has, such as notifications. */
export const wholeChromiumPath = process.env.CHROMIUM_PATH ?? whole.find(existsSync);

/**
 * The browser of the tests and of the bench. The one without windows comes first: a hidden window is rendered with its tabs all the same,
 * and takes a fifth more of the processor for a story, and on two cores the work of a page waits for it (decision 055).
 */
export const chromiumPath =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', ...whole].find(existsSync);
