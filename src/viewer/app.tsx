import type { Messages } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Locale } from '../contract/errors.ts';
import { ApiError, type FetchJson, makeApi } from '../ui/api-client.ts';
import { makeI18n } from '../ui/i18n/i18n.ts';
import { toast } from '../ui/toast.ts';
import { type AppContext, AppProvider } from './context.ts';
import { watchNavigation } from './layout/navigation.ts';
import { makeMarks } from './marks.ts';
import { makeOpenings } from './openings.ts';
import { makePageLoads } from './page-loads.ts';
import { makeRouter, type Router } from './router.tsx';
import type { Screen } from './screen.ts';
import type { Session } from './session.ts';

interface AppSettings {
  fetchJson: FetchJson;
  locale: Locale;
  origin: string;
  /** Texts of home and the layout. */
  messages: Messages;
  /** Texts of all other pages. */
  loadPageMessages: () => Promise<Messages>;
  history: RouterHistory;
  session: Session;
  screen: Screen;
}

export interface App {
  context: AppContext;
  router: Router;
  element: ReactElement;
  /** In a browser only: refreshes a stored user and follows navigation. */
  start(): void;
}

/** Builds one whole app: everything in it is new on each call, so that a server can render many at a time. */
export function makeApp({
  fetchJson,
  locale,
  origin,
  messages,
  loadPageMessages,
  history,
  session,
  screen,
}: AppSettings): App {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // Asked although the browser takes itself for offline: then the page can say so. Otherwise the request would wait, without a word.
        networkMode: 'always',
        // Also a request that failed while cached data are fresh.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        retry: retryPassing,
      },
    },
  });
  const i18n = makeI18n(locale, messages);
  const api = makeApi({
    fetchJson,
    locale: () => locale,
    token: () => session.get()?.token ?? null,
    onSignedOut(token) {
      if (session.get()?.token !== token) return;
      leave();
      session.setPending({ message: 'signed_out', returnTo: null });
      toast(
        'info',
        i18n._(checking ? msg`다른 기기에서 로그아웃했어요.` : msg`로그인이 풀렸어요. 다시 로그인해 주세요.`),
      );
      void router.invalidate();
    },
    onBlocked: () => void router.navigate({ to: '/comn/region', replace: true }),
  });
  const marks = makeMarks();
  /** True while the app asks the server whether this login session still exists. */
  let checking = false;
  let pageTexts: Promise<void> | undefined;
  const context: AppContext = {
    api,
    queryClient,
    pageLoads: makePageLoads(queryClient),
    session,
    screen,
    marks,
    i18n,
    locale,
    origin,
    checkSession() {
      if (!session.get()) return;
      checking = true;
      const done = () => {
        checking = false;
      };
      api('GET /api/user').then(done, done);
    },
    async refreshUser() {
      const { data } = await api('GET /api/user');
      session.refresh(data);
      const goesOn =
        session.get()?.profile || router.state.matches.some(({ staticData }) => staticData.withoutProfile);
      // When the profile was locked or deleted on another device, the viewer must choose another one first: the server refuses
      // all requests for the old profile.
      if (goesOn) void queryClient.invalidateQueries({ predicate: (query) => query.meta?.scope !== 'app' });
      else await router.invalidate();
    },
    pageTexts() {
      pageTexts ??= loadPageMessages().then((more) => i18n.load(locale, more));
      // After a failed fetch the next page fetches the texts again.
      pageTexts.catch(() => {
        pageTexts = undefined;
      });
      return pageTexts;
    },
    bannerMemory: { index: 0, time: 0, muted: true },
    pressed: { current: null },
    openings: makeOpenings(api),
    tvPlace: { current: null },
    tvSearch: { place: null, layout: null },
    listPlaces: new Map(),
  };
  const router = makeRouter(context, history);

  const leave = () => {
    session.signOut();
    marks.clear();
    queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
  };

  return {
    context,
    router,
    element: (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <AppProvider value={context}>
            <RouterProvider router={router} />
          </AppProvider>
        </QueryClientProvider>
      </I18nProvider>
    ),
    start() {
      watchNavigation(router, context);
      const token = session.get()?.token;
      if (!token) return;
      // Without an answer it asks again: a page that is being left has its requests cancelled, which is no failure.
      const user = queryClient.fetchQuery({
        queryKey: ['user'],
        queryFn: () => api('GET /api/user'),
        retry: retryPassing,
        gcTime: 0,
        meta: { scope: 'app' },
      });
      // Meanwhile another user may have signed in.
      const isOlder = () => session.get()?.token !== token;
      user.then(
        ({ data }) => {
          if (isOlder()) return;
          session.refresh(data);
          if (!session.get()?.profile) void router.invalidate();
        },
        () => {
          if (isOlder()) return;
          leave();
          void router.invalidate();
        },
      );
    },
  };
}

/** Whether a request is sent again, twice at most: there was no response, or the server had an error. */
function retryPassing(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
