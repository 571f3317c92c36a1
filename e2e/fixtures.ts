/** The tools of every story: the site, its database for the builders, and pages that fail on any unexpected error. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Database, openDatabase, openPool } from '../src/server/db/client.ts';
import { laneBrowser } from './browser.ts';
import type { Site } from './global-setup.ts';

export interface Story {
  url: string;
  db: Database;
  pool: pg.Pool;
  dataDir: string;
  /** Opens a page in a browser profile of its own. */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

export interface OpenOptions {
  locale?: 'ko' | 'en';
  width?: number;
  height?: number;
  /** The browser's name of itself. */
  userAgent?: string;
  /** Errors that belong to the story, by a part of their text. */
  expected?: RegExp[];
  /** The server does not render the first page, as for a signed-in user: the browser sends the requests. */
  shell?: boolean;
  /**
   * Allows the page's service worker. With one, some requests bypass the responses that a story mocks or waits for, so only
   * stories about the service worker allow it.
   */
  serviceWorker?: boolean;
  /** The page is there for the tests of the file that follow, too. */
  keep?: boolean;
}

/** The site of the lane that this file runs in: Vitest numbers the places that it runs files in from one. */
function siteOfLane(): Site {
  const site = inject('sites')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!site) throw new Error(`no site for lane ${process.env.VITEST_POOL_ID}`);
  return site;
}

/**
 * Sets a story file up. Any console error, page error or 5xx that the story did not announce fails it. `hasNotifications`: its browser
 * can show notifications, which the one without windows cannot.
 */
export function openStory({ hasNotifications = false } = {}): Story {
  const site = siteOfLane();
  const story = { url: site.url, dataDir: site.dataDir } as Story;
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  const keptContexts: BrowserContext[] = [];
  let troubles: string[] = [];
  beforeAll(async () => {
    browser = await laneBrowser(hasNotifications);
    story.pool = openPool({ ...site.connection, max: 3 }, () => {});
    story.db = openDatabase(story.pool);
  });
  afterEach(async () => {
    for (const context of contexts) {
      // A route that is still being answered would keep its page open.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    contexts = [];
    const found = troubles;
    troubles = [];
    expect(found, 'errors in the browser').toEqual([]);
  });
  afterAll(async () => {
    for (const context of keptContexts) await context.close();
    await story.pool?.end();
  });
  story.open = async (
    path,
    {
      locale = 'ko',
      width = 1280,
      height = 800,
      expected = [],
      shell = false,
      serviceWorker = false,
      keep = false,
      userAgent,
    } = {},
  ) => {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: locale === 'ko' ? 'ko-KR' : 'en-US',
      serviceWorkers: serviceWorker ? 'allow' : 'block',
      ...(userAgent ? { userAgent } : {}),
    });
    (keep ? keptContexts : contexts).push(context);
    await context.addCookies([{ name: 'locale', value: locale, url: site.url }]);
    if (shell) await context.addCookies([{ name: 'member', value: '1', url: site.url }]);
    const page = await context.newPage();
    waitForApp(page);
    const note = (text: string) => {
      if (!expected.some((pattern) => pattern.test(text))) troubles.push(text);
    };
    const visited = new Set<string>();
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visited.add(request.url());
    });
    page.on('pageerror', (error) => note(`page error: ${error.message}`));
    page.on('console', (message) => {
      // The document itself is the "not found" page.
      if (message.text().includes('status of 404') && visited.has(message.location().url)) return;
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) note(`${response.status()} ${response.url()}`);
    });
    await page.goto(site.url + path);
    return page;
  };
  return story;
}

/** A page on the site's address that has loaded nothing of the app yet. */
export function openBlank(story: Story, options: OpenOptions = {}): Promise<Page> {
  // Shown by itself, a picture makes the browser ask for the icon of old.
  return story.open('/favicon.svg', {
    ...options,
    expected: [...(options.expected ?? []), /favicon\.ico/],
  });
}

/** Makes `goto` and `reload` wait until the app has hydrated the server-rendered page. */
function waitForApp(page: Page): void {
  const ready = async () => {
    const isViewer = !/^\/(office|api|images|media)(\/|$)|\.\w+$/.test(new URL(page.url()).pathname);
    if (isViewer) await page.waitForSelector('html[data-ready]', { state: 'attached' });
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    await ready();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await ready();
    return response;
  };
}

/**
 * A position before everything that stories placed earlier, and later ones will take before it: rows further down on
 * home are rendered only when they come into view.
 */
export const firstPosition = (): number => -Math.floor(Date.now() / 1000);

/**
 * The language of a story: half of them are in Korean, half in English. The sweep visits every route in both languages
 * (`viewer/accessibility.story.ts`, `office/access.story.ts`). `STORY_LOCALES=both` tells all in both.
 */
export const toldIn = (locale: 'ko' | 'en'): readonly ('ko' | 'en')[] =>
  process.env.STORY_LOCALES === 'both' ? ['ko', 'en'] : [locale];

/** Keeps a picture of the page for looking at, when SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Holds requests of a page back. `requested` resolves with the first request; `release` lets them through. */
export async function holdRequests(page: Page, pattern: RegExp | string) {
  const held: Route[] = [];
  let isHeld = true;
  let note = () => {};
  const requested = new Promise<void>((resolve) => {
    note = resolve;
  });
  await page.route(pattern, async (route) => {
    note();
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return {
    requested,
    isRequested: () => held.length > 0,
    async release() {
      isHeld = false;
      for (const route of held) await route.continue();
    },
  };
}
