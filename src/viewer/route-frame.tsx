/** Parts that the routes of all features share: the root, the two frames of pages, and loading, naming and guarding a page. */
import { msg } from '@lingui/core/macro';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
} from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { takesCard } from '../contract/pages.ts';
import { ApiError } from '../ui/api-client.ts';
import { brandName } from '../ui/brand.ts';
import { loadShaka } from '../ui/player/library.ts';
import { scriptLoader } from '../ui/script-loader.ts';
import { isTelevision } from '../ui/television.ts';
import { type AppContext, inServer, profileIdOf } from './context.ts';
import { pageRendered } from './hydration.ts';
import { isPreview } from './is-preview.ts';
import { Opening } from './page/opening.tsx';
import { categoriesQuery, genresQuery, pagesQuery } from './page/page.queries.ts';
import { type PageFacts, pageHead } from './page-head.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The header lies transparent over the page's banner. */
    overlayHeader?: true;
    /** Is laid out for a television, or stays so when it came from one. */
    television?: true;
    /** The body gets the sign-in background. */
    loginBackground?: true;
    /** May be open while no profile is chosen. */
    withoutProfile?: true;
  }
}

/** A page that says when it stands. */
export const withRendered = (Page: ComponentType) =>
  function RenderedPage() {
    useEffect(pageRendered, []);
    return <Page />;
  };

/** A page whose code is fetched when it is first wanted. Pages know the router's types, so it must not look at theirs. */
export const page = <T extends object, K extends keyof T>(load: () => Promise<T>, name: K) => {
  const script = scriptLoader(load, name);
  return lazyRouteComponent(
    async () => ({ Page: withRendered((await script())[name] as ComponentType) }),
    'Page',
  );
};

/** Starts loads that the page can be rendered without; a server waits for them, a browser does not. */
export async function alongside(loads: Promise<unknown>[]): Promise<void> {
  const settled = Promise.allSettled(loads);
  if (inServer) await settled;
}

export async function orNotFound<T>(load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    // An address that cannot be one is not there either.
    if (error instanceof ApiError && (error.status === 404 || error.status === 422))
      throw notFound({ routeId: rootRouteId });
    throw error;
  }
}

/** The head of a page that has a name, and for search engines an address and more. */
export const titled = (context: AppContext, title: string, facts: Partial<PageFacts> = {}) =>
  pageHead(context, { title, ...facts });

export const wholeTitle = ({ locale, i18n }: AppContext) =>
  `${brandName[locale]} | ${i18n._(msg`한국 드라마, 영화, 예능, 실시간 TV`)}`;

/** The head of a page whose loader returns its title. */
export const headed = ({ loaderData, match }: { loaderData?: PageFacts; match: { context: AppContext } }) =>
  loaderData ? pageHead(match.context, loaderData) : {};

/**
 * Shows the error page for every failure, as the specification demands. The server leaves temporary failures to the browser,
 * which retries: search engines would drop a page that is reported as missing. Without a connection the page says that.
 */
export async function orErrorPage<T>(load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    const isOffline = error instanceof ApiError && error.status === 0;
    const passes = isOffline || (inServer && error instanceof ApiError && error.status >= 500);
    if (error instanceof ApiError && !passes) throw notFound({ routeId: rootRouteId });
    throw error;
  }
}

/** Where this document was loaded. */
const loadedAt = inServer ? '' : window.location.pathname;

/**
 * Pages that take cards are documents of their own: going to one, and away from it, is a load of the whole page. Thus the
 * processor's script runs only where the content security policy permits it.
 */
const isElsewhere = (path: string): boolean =>
  !inServer && !isPreview && path !== loadedAt && (takesCard(path) || takesCard(loadedAt));

async function changeDocument(href: string): Promise<never> {
  // The entry of the history is written first.
  await new Promise((resolve) => setTimeout(resolve));
  // Kept by the browser for the way back, the document would still be waiting.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.replace(href);
  return new Promise(() => {});
}

export const root = createRootRouteWithContext<AppContext>()({
  beforeLoad: ({ context, location, preload }) => {
    const own = { queryClient: context.pageLoads.of(location.href) };
    if (!preload && isElsewhere(location.pathname)) return changeDocument(location.href);
    return location.pathname === '/' ? own : context.pageTexts().then(() => own);
  },
  head: ({ match: { context } }) => ({ meta: [{ title: wholeTitle(context) }] }),
  notFoundComponent: page(() => import('./page/error-page.tsx'), 'ErrorPage'),
});

export const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: requireProfile,
  loader: ({ context }) =>
    alongside([
      context.queryClient.ensureQueryData(categoriesQuery(context)),
      context.queryClient.ensureQueryData(genresQuery(context)),
      context.queryClient.ensureQueryData(pagesQuery(context)),
    ]),
});

export const logoOnly = createRoute({
  getParentRoute: () => root,
  id: 'logo',
  staticData: { withoutProfile: true },
});

/** For guests only: a signed-in user is sent home. */
export const guestsOnly = ({ context }: { context: AppContext }) => {
  if (context.session.get()) throw redirect({ to: '/' });
};

interface Navigation {
  context: AppContext;
  location: { href: string };
  /** The link is only hovered so far: the loader must not store anything. */
  preload: boolean;
}

export function requireLogin({ context: { session }, location, preload }: Navigation, toWatch = false): void {
  if (session.get()) return;
  if (isTelevision()) throw redirect({ to: '/tv' });
  if (!preload) {
    const kept = session.pending().message === 'signed_out' ? ('signed_out' as const) : null;
    session.setPending({ message: toWatch ? 'login_to_watch' : kept, returnTo: location.href });
  }
  throw redirect({ to: '/login' });
}

export function requireProfile({ context: { session }, location, preload }: Navigation): void {
  const signedIn = session.get();
  if (!signedIn || signedIn.profile) return;
  if (isTelevision()) throw redirect({ to: '/tv' });
  if (!preload && location.href !== '/') session.setPending({ message: null, returnTo: location.href });
  throw redirect({ to: '/profiles' });
}

interface WatchNavigation extends Navigation {
  cause: 'enter' | 'stay' | 'preload';
  params: { type?: string; id: string; playlist?: string };
  search: { from?: number | undefined };
  abortController: AbortController;
}

/**
 * A page that plays something: for a chosen profile, and as a television has it. The code of the page, the streaming code and the
 * playback session are requested together. The first render shows what the pressed button knows of the title.
 */
export const watchPage = <T extends object, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
  kind?: 't' | 'y',
) => ({
  beforeLoad: (navigation: WatchNavigation) => {
    requireLogin(navigation, true);
    requireProfile(navigation);
    const { context, params, search, cause, preload, abortController } = navigation;
    const type = playTypes.find((each) => each === (kind ?? params.type));
    const profileId = profileIdOf(context);
    if (cause !== 'enter' || preload || !type || !profileId) return;
    loadShaka().catch(() => undefined);
    const { id, playlist } = params;
    // Other pages leave the search of their address unread.
    const airing = type === 't' ? search.from : undefined;
    context.openings.begin({ type, id, playlist, airing, profileId }, abortController.signal);
  },
  staticData: { television: true } as const,
  pendingComponent: Opening,
  pendingMs: 0,
  pendingMinMs: 0,
  component: page(load, name),
});

const playTypes = ['s', 'm', 'e', 't', 'y'] as const;
