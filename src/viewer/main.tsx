import { createBrowserHistory } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import type { RenderedFor } from '../contract/page.ts';
import { takesCard } from '../contract/pages.ts';
import '../ui/theme.css';
import { ApiError, browserFetch } from '../ui/api-client.ts';
import { applySettings } from '../ui/brand.ts';
import { startLocale } from '../ui/i18n/i18n.ts';
import { catchLostFocus } from '../ui/lost-focus.ts';
import { NewDocumentNeeded, scriptLoader } from '../ui/script-loader.ts';
import { makeApp } from './app.tsx';
import { rememberLocale } from './features/accounts/locale.ts';
import { prepareOnIntent } from './features/playback/prepare-player.ts';
import { fetchFont } from './font.ts';
import { dropSlash, firstPageRendered, rememberMember, takeEarlyClick, takeState } from './hydration.ts';
import { isPreview } from './is-preview.ts';
import type { Router } from './router.tsx';
import { makeScreen } from './screen.ts';
import { makeSession, type SessionStorage } from './session.ts';

const locale = startLocale(document);
const english = locale === 'en';
const catalogue = english ? import('./locales/en.po') : import('./locales/ko.po');
const pageCatalogue = scriptLoader(
  () => (english ? import('./locales/pages/en.po') : import('./locales/pages/ko.po')),
  'messages',
);
const loadPageMessages = async () => (await pageCatalogue()).messages;

/** Live push is joined so long after the first view. */
const updatesAfterMs = 3_000;

/** Where a browser remembers that it has fetched the product's font. */
const fontKey = 'maru.font';

/** A visit is reported so long after the first view; it is in no hurry. */
const visitAfterMs = 1_500;

void start();

async function start(): Promise<void> {
  // Setting the same value again would make the browser recalculate all styles.
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale;
  const settings = document.getElementById('settings')?.textContent;
  if (settings) applySettings(JSON.parse(settings));
  // An address that names its language, as search engines give it, also sets the language of later pages.
  if (!isPreview && new URLSearchParams(window.location.search).has('lang')) rememberLocale(locale);
  const { messages } = await catalogue;
  await nextTask();
  const container = document.getElementById('app')!;
  if (isPreview) {
    const { startPreview } = await import('./features/previews/start-preview.tsx');
    return startPreview({ container, locale, messages, loadPageMessages });
  }
  const lasting = storage('localStorage');
  const session = makeSession(lasting, storage('sessionStorage'));
  // The server renders pages for guests only.
  const state = session.get() ? null : document.getElementById('state')?.textContent;
  const screen = makeScreen(state ? (container.dataset.screen as RenderedFor) : undefined);
  dropSlash();
  const app = makeApp({
    fetchJson: browserFetch,
    locale,
    origin: window.location.origin,
    messages,
    loadPageMessages,
    history: createBrowserHistory(),
    session,
    screen,
  });
  await nextTask();
  rememberMember(session);
  const options: RootOptions = {
    // The page shows refusals of the server and loads missing scripts; only errors of the app itself are logged to the console.
    onCaughtError: (error) =>
      error instanceof ApiError || error instanceof NewDocumentNeeded || console.error(error),
  };
  if (state) {
    takeState(app.context.queryClient, state);
    // As the router's own start would set it. Loaded data is not loaded again.
    app.router.ssr = { manifest: undefined };
    await nextTask();
    await app.router.load();
    await nextTask();
    // In a transition React hydrates in short steps, between which the browser answers.
    startTransition(() => {
      hydrateRoot(container, app.element, options);
    });
  } else {
    container.replaceChildren();
    createRoot(container, options).render(app.element);
  }
  app.start();
  const focusPage = catchLostFocus(
    document,
    () => document.querySelector<HTMLElement>('.player') ?? document.querySelector('main'),
  );
  // A page that takes cards is a document of its own: the focus goes to it as within the app.
  if (document.referrer.startsWith(`${window.location.origin}/`) && takesCard(window.location.pathname))
    focusPage();
  // React hydrates the parts of a page one after the other. It would miss events before the last part is hydrated.
  if (state) await firstPageRendered();
  await rendered();
  screen.hydrated();
  document.documentElement.dataset.ready = '';
  takeEarlyClick();
  prepareOnIntent(app.context);
  // Last, so that it does not delay the content.
  setTimeout(() => {
    import('./live-updates.ts').then(({ followUpdates }) => followUpdates(app)).catch(() => undefined);
    // The service worker shows a page when there is no connection. Browsers without service workers have no such page.
    void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  }, updatesAfterMs);
  setTimeout(() => void app.context.api('POST /api/visit').catch(() => undefined), visitAfterMs);
  // After the first view is on its way: the font is needed last.
  const next = nextPage(app.router);
  // Without it the page keeps the device's font.
  const applyFont = await fetchFont(container).catch(() => undefined);
  if (!applyFont) return;
  const isFirstVisit = !lasting.getItem(fontKey);
  lasting.setItem(fontKey, 'fetched');
  await applyFont(state && isFirstVisit ? next : undefined);
}

/** Waits until the viewer has gone on to another page, which is about to be laid out. */
const nextPage = (router: Router) =>
  new Promise<void>((resolve) => {
    router.subscribe('onBeforeRouteMount', ({ pathChanged }) => pathChanged && resolve());
  });

/** Yields to the browser: a start in one long task would block a phone for too long. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The first view stands: React renders in a task of its own. */
const rendered = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The browser's storage, or memory where the visitor's settings forbid it. */
function storage(kind: 'localStorage' | 'sessionStorage'): SessionStorage {
  try {
    const found = window[kind];
    found.getItem('');
    return found;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}
