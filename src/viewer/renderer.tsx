/**
 * The viewer app as the server runs it: one page for a guest as HTML, with what the browser needs to take it over. Built
 * into `dist/renderer`, which the server loads as a file.
 */
import { dehydrate } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import type { FindRoute, RenderPage } from '../contract/page.ts';
import { ApiError } from '../ui/api-client.ts';
import { applySettings } from '../ui/brand.ts';
import { makeApp } from './app.tsx';
import { messages as en } from './locales/en.po';
import { messages as ko } from './locales/ko.po';
import { messages as enPages } from './locales/pages/en.po';
import { messages as koPages } from './locales/pages/ko.po';
import { renderHead } from './rendered-head.ts';
import { makeScreen } from './screen.ts';
import { makeSession, type SessionStorage } from './session.ts';

/** A guest's: nothing is remembered. */
const nothingCached: SessionStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/**
 * Renders the page at `path`. Pages that only somebody signed in may see are left to the browser: undefined. Fails where a load
 * does.
 */
export const renderPage: RenderPage = async ({ path, locale, screen, origin, settings, fetchJson }) => {
  applySettings(settings);
  const history = createMemoryHistory({ initialEntries: [path] });
  const { router, context, element } = makeApp({
    fetchJson,
    locale,
    origin,
    messages: locale === 'ko' ? ko : en,
    loadPageMessages: async () => (locale === 'ko' ? koPages : enPages),
    history,
    session: makeSession(nothingCached, nothingCached),
    screen: makeScreen(screen),
  });
  const { queryClient } = context;
  const defaults = queryClient.getDefaultOptions();
  // No retries on the server: the visitor would wait, and the browser retries by itself.
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  try {
    await router.load();
    const result = router._serverResult;
    // Somewhere else: the browser goes there.
    if (result?.type !== 'render') return undefined;
    // The browser tries to load the page and shows the error. For the next visitor the server tries again.
    if (result.status >= 500)
      throw new Error('a load failed', { cause: router.state.matches.find(({ error }) => error)?.error });
    // A part without which the page stands all the same.
    const lacking = queryClient
      .getQueryCache()
      .getAll()
      .find(({ state }) => isOurFault(state.error));
    if (lacking) throw new Error('a part failed', { cause: lacking.state.error });
    // Rendered in one piece: React would need inline scripts to insert parts that are streamed later.
    const { prelude } = await prerender(element, { progressiveChunkSize: Number.POSITIVE_INFINITY });
    const html = await new Response(prelude).text();
    // The browser repeats requests that failed on the server.
    const state = dehydrate(queryClient, {
      shouldDehydrateQuery: (query) => query.state.status === 'success',
    });
    const status = result.status === 404 ? 404 : 200;
    const head = renderHead(router, context, status);
    return { status, head, html, state: JSON.stringify(state) };
  } finally {
    queryClient.clear();
  }
};

/** The routes as they are for everybody: finding one asks nothing and keeps nothing. */
let routes: ReturnType<typeof makeApp>['router'] | undefined;

/** The path of the route that shows `path`, parameters as `$name`; undefined where no page is. */
export const findRoute: FindRoute = (path) => {
  routes ??= makeApp({
    fetchJson: () => Promise.reject(new Error('routes ask for nothing')),
    locale: 'ko',
    origin: '',
    messages: ko,
    loadPageMessages: async () => koPages,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    session: makeSession(nothingCached, nothingCached),
    screen: makeScreen('pc'),
  }).router;
  const [, params, route] = routes.getMatchedRoutes(path);
  // What only begins like a route is found, too, with the rest of the path under this name.
  return route === undefined || '**' in params ? undefined : route.fullPath;
};

const isOurFault = (error: unknown) => error !== null && !(error instanceof ApiError && error.status < 500);
