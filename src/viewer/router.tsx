import { msg } from '@lingui/core/macro';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
  rootRouteId,
} from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { ApiError } from '../ui/api-client.ts';
import { brandName } from '../ui/brand.ts';
import { isTelevision, setTelevision } from '../ui/television.ts';
import { type AppContext, inServer } from './context.ts';
import {
  bannerQuery,
  keepFirstRows,
  newReleaseQuery,
  newsQuery,
  sectionsQuery,
} from './features/home/home.queries.ts';
import { HomePage } from './features/home/home-page.tsx';
import { HomeSkeleton } from './features/home/home-skeleton.tsx';
import { pagesQuery } from './features/support/support.queries.ts';
import { inTime } from './in-time.ts';
import { categoriesQuery, genresQuery } from './layout/layout.queries.ts';
import { LogoLayout } from './layout/logo-layout.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { PageFailed } from './layout/page-failed.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { type PageFacts, pageHead } from './page-head.ts';
import { pageDrawn } from './taking-over.ts';

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
  interface Register {
    router: Router;
  }
}

/** A page that says when it stands. */
const withDrawn = (Page: ComponentType) =>
  function DrawnPage() {
    useEffect(pageDrawn, []);
    return <Page />;
  };

/** A page whose code is fetched when it is first wanted. Pages know the router's types, so it must not look at theirs. */
const page = <T, K extends keyof T>(load: () => Promise<T>, name: K) =>
  lazyRouteComponent(
    async () => ({ Page: withDrawn((await inTime(load()))[name] as ComponentType) }),
    'Page',
  );

/** Starts loads that the page can be drawn without; a server waits for them, a browser does not. */
async function alongside(loads: Promise<unknown>[]): Promise<void> {
  const settled = Promise.allSettled(loads);
  if (inServer) await settled;
}

async function orNotFound<T>(load: Promise<T>): Promise<T> {
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
const titled = (context: AppContext, title: string, facts: Partial<PageFacts> = {}) =>
  pageHead(context, { title, ...facts });

const wholeTitle = ({ locale, i18n }: AppContext) =>
  `${brandName[locale]} | ${i18n._(msg`한국 드라마, 영화, 예능, 실시간 TV`)}`;

/** The head of a page whose loader has said what it is called. */
const headed = ({ loaderData, match }: { loaderData?: PageFacts; match: { context: AppContext } }) =>
  loaderData ? pageHead(match.context, loaderData) : {};

/** More than any code has, however it is written. */
const longestCode = 20;

/** The server draws no search for more; the box takes no more either. */
const longestQuery = 100;

const support = () => inTime(import('./features/support/support.loaders.ts'));
const accounts = () => inTime(import('./features/accounts/accounts.loaders.ts'));
const aboutPlans = () => inTime(import('./features/plans/plans.loaders.ts'));

/**
 * Where the specification wants the error page, whatever went wrong. A server leaves what passes to the browser, which asks again:
 * to search engines a page that is not there is gone.
 */
async function orErrorPage<T>(load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    const passes = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (error instanceof ApiError && !(inServer && passes)) throw notFound({ routeId: rootRouteId });
    throw error;
  }
}

const catalog = () => inTime(import('./features/catalog/catalog.loaders.ts'));
const live = () => inTime(import('./features/live/live.loaders.ts'));
const partnerVideo = () => inTime(import('./features/partner-video/partner-video.loaders.ts'));

const root = createRootRouteWithContext<AppContext>()({
  beforeLoad: ({ context, location }) => {
    const own = { queryClient: context.pageLoads.of(location.href) };
    return location.pathname === '/' ? own : context.pageTexts().then(() => own);
  },
  head: ({ match: { context } }) => ({ meta: [{ title: wholeTitle(context) }] }),
  notFoundComponent: page(() => import('./layout/error-page.tsx'), 'ErrorPage'),
  errorComponent: PageFailed,
});

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: MainLayout,
  beforeLoad: requireProfile,
  loader: ({ context }) =>
    alongside([
      context.queryClient.ensureQueryData(categoriesQuery(context)),
      context.queryClient.ensureQueryData(genresQuery(context)),
      context.queryClient.ensureQueryData(pagesQuery(context)),
    ]),
});

const home = createRoute({
  getParentRoute: () => main,
  path: '/',
  staticData: { overlayHeader: true },
  loader: async ({ context }) => {
    const { queryClient } = context;
    const banner = queryClient.ensureQueryData(bannerQuery(context));
    const news = queryClient.ensureQueryData(newsQuery(context));
    await alongside([
      queryClient.ensureInfiniteQueryData(sectionsQuery(context)),
      queryClient.ensureInfiniteQueryData(newReleaseQuery(context, {})),
    ]);
    // A home without its banner is still a home; news that came later would push it all down.
    await Promise.allSettled([banner, news]);
    if (inServer) keepFirstRows(context);
  },
  head: ({ match: { context } }) =>
    titled(context, wholeTitle(context), {
      whole: true,
      path: '/',
      description: context.i18n._(
        msg`한국 드라마, 영화, 예능, 다큐멘터리와 실시간 TV를 북미 어디서나 한국어와 영어로 즐기세요. 무료로 볼 수 있는 콘텐츠도 있어요.`,
      ),
      data: {
        '@type': 'WebSite',
        name: brandName[context.locale],
        url: `${context.origin}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${context.origin}/search?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    }),
  pendingComponent: HomeSkeleton,
  component: withDrawn(HomePage),
});

const category = createRoute({
  getParentRoute: () => main,
  path: '/category/$id',
  staticData: { overlayHeader: true },
  loader: ({ context, params: { id } }) =>
    orNotFound(catalog().then((load) => load.loadCategory(context, id))),
  head: headed,
  component: page(() => import('./features/catalog/category-page.tsx'), 'CategoryPage'),
});

const subCategory = createRoute({
  getParentRoute: () => main,
  path: '/category/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(catalog().then((load) => load.loadSubCategory(context, id, subId))),
  head: headed,
  component: page(() => import('./features/catalog/sub-category-page.tsx'), 'SubCategoryPage'),
});

const newReleases = createRoute({
  getParentRoute: () => main,
  path: '/new-releases/{-$category_id}',
  loader: ({ context, params: { category_id } }) =>
    orNotFound(catalog().then((load) => load.loadNewReleases(context, category_id))),
  head: headed,
  component: page(() => import('./features/catalog/new-releases-page.tsx'), 'NewReleasesPage'),
});

const freeVideos = createRoute({
  getParentRoute: () => main,
  path: '/free-videos',
  loader: ({ context }) => catalog().then((load) => load.loadFreeVideos(context)),
  head: headed,
  component: page(() => import('./features/catalog/free-videos-page.tsx'), 'FreeVideosPage'),
});

const customRow = createRoute({
  getParentRoute: () => main,
  path: '/content/$id',
  loader: ({ context, params: { id } }) =>
    orNotFound(catalog().then((load) => load.loadCustomRow(context, id))),
  head: headed,
  component: page(() => import('./features/catalog/custom-row-page.tsx'), 'CustomRowPage'),
});

const cast = createRoute({
  getParentRoute: () => main,
  path: '/cast/$id',
  loader: ({ context, params: { id } }) => orNotFound(catalog().then((load) => load.loadCast(context, id))),
  head: headed,
  component: page(() => import('./features/catalog/cast-page.tsx'), 'CastPage'),
});

const genre = createRoute({
  getParentRoute: () => main,
  path: '/genre/$id',
  loader: ({ context, params: { id } }) => orNotFound(catalog().then((load) => load.loadGenre(context, id))),
  head: headed,
  component: page(() => import('./features/catalog/genre-page.tsx'), 'GenrePage'),
});

const genreNewReleases = createRoute({
  getParentRoute: () => main,
  path: '/genre-new-releases/$id',
  loader: ({ context, params: { id } }) =>
    orNotFound(catalog().then((load) => load.loadGenreNewReleases(context, id))),
  head: headed,
  component: page(() => import('./features/catalog/genre-new-releases-page.tsx'), 'GenreNewReleasesPage'),
});

const subGenre = createRoute({
  getParentRoute: () => main,
  path: '/genre/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(catalog().then((load) => load.loadSubGenre(context, id, subId))),
  head: headed,
  component: page(() => import('./features/catalog/sub-genre-page.tsx'), 'SubGenrePage'),
});

const kocowa = createRoute({
  getParentRoute: () => main,
  path: '/kocowa',
  loader: ({ context }) => orNotFound(catalog().then((load) => load.loadKocowa(context))),
  head: headed,
  component: page(() => import('./features/catalog/kocowa-page.tsx'), 'KocowaPage'),
});

const details = createRoute({
  getParentRoute: () => main,
  path: '/view/$type/$id',
  staticData: { overlayHeader: true },
  loader: ({ context, params: { type, id } }) => {
    if (!/^[sme]$/.test(type)) throw notFound({ routeId: rootRouteId });
    return orNotFound(catalog().then((load) => load.loadProgramme(context, id)));
  },
  head: headed,
  component: page(() => import('./features/catalog/details-page.tsx'), 'DetailsPage'),
});

const search = createRoute({
  getParentRoute: () => main,
  path: '/search',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' && q !== '' ? { q: q.slice(0, longestQuery) } : {},
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: ({ context, deps: { q } }) =>
    q
      ? alongside([
          inTime(import('./features/search/search.queries.ts')).then(({ searchQuery }) =>
            context.queryClient.ensureQueryData(searchQuery(context, q)),
          ),
        ])
      : undefined,
  head: ({
    match: {
      context,
      search: { q },
    },
  }) => {
    const name = context.i18n._(msg`검색`);
    // All searches are one page to search engines.
    return titled(context, q ? `${q} - ${name}` : name, {
      path: '/search',
      description: context.i18n._(
        msg`한국 드라마와 영화, 예능, 배우를 한글과 초성, 로마자, 영어로 찾아보세요.`,
      ),
    });
  },
  component: page(() => import('./features/search/search-page.tsx'), 'SearchPage'),
});

/** A page's number as the address has it; page 1 goes without. */
const pageNumber = (value: unknown): { page?: number } => {
  const page = Math.floor(Number(value));
  return page > 1 && page <= 100_000 ? { page } : {};
};

const notices = createRoute({
  getParentRoute: () => main,
  path: '/notice',
  validateSearch: (search: Record<string, unknown>) => pageNumber(search.page),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => support().then((load) => load.loadNotices(context, deps.page ?? 1)),
  head: headed,
  component: page(() => import('./features/support/notices-page.tsx'), 'NoticesPage'),
});

const notice = createRoute({
  getParentRoute: () => main,
  path: '/notice/$id',
  loader: ({ context, params: { id } }) =>
    orErrorPage(support().then((load) => load.loadNotice(context, id))),
  head: headed,
  component: page(() => import('./features/support/notice-page.tsx'), 'NoticePage'),
});

const faqs = createRoute({
  getParentRoute: () => main,
  path: '/faqs',
  validateSearch: (search: Record<string, unknown>): { category?: string; page?: number } => ({
    ...(typeof search.category === 'string' ? { category: search.category } : {}),
    ...pageNumber(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    orErrorPage(support().then((load) => load.loadFaqs(context, deps.category, deps.page ?? 1))),
  head: headed,
  component: page(() => import('./features/support/faqs-page.tsx'), 'FaqsPage'),
});

const faq = createRoute({
  getParentRoute: () => main,
  path: '/faqs/$id',
  loader: ({ context, params: { id } }) => orErrorPage(support().then((load) => load.loadFaq(context, id))),
  head: headed,
  component: page(() => import('./features/support/faq-page.tsx'), 'FaqPage'),
});

const sitemap = createRoute({
  getParentRoute: () => main,
  path: '/sitemap',
  loader: ({ context }) => support().then((load) => load.loadSitemap(context)),
  head: headed,
  component: page(() => import('./features/support/sitemap-page.tsx'), 'SitemapPage'),
});

const plans = createRoute({
  getParentRoute: () => main,
  path: '/plans',
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
  loader: ({ context }) => aboutPlans().then((load) => load.loadPlans(context)),
  head: headed,
  component: page(() => import('./features/plans/plans-page.tsx'), 'PlansPage'),
});

const subscription = createRoute({
  getParentRoute: () => main,
  path: '/subscription',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'register' | 'guide' } =>
    tab === 'register' || tab === 'guide' ? { tab } : {},
  loader: ({ context }) => aboutPlans().then((load) => load.describeSubscription(context)),
  head: headed,
  component: page(() => import('./features/plans/subscription-page.tsx'), 'SubscriptionPage'),
});

const trial = createRoute({
  getParentRoute: () => main,
  path: '/trial',
  loader: ({ context }) => aboutPlans().then((load) => load.describeTrial(context)),
  head: headed,
  component: page(() => import('./features/plans/trial-page.tsx'), 'TrialPage'),
});

const partner = createRoute({
  getParentRoute: () => main,
  path: '/partner',
  loader: ({ context }) =>
    inTime(import('./features/partner/partner.loaders.ts')).then((load) => load.loadPartner(context)),
  head: headed,
  component: page(() => import('./features/partner/partner-page.tsx'), 'PartnerPage'),
});

const accountDelete = createRoute({
  getParentRoute: () => main,
  path: '/account-delete',
  loader: ({ context }) => accounts().then((load) => load.describeAccountDelete(context)),
  head: headed,
  component: page(() => import('./features/accounts/account-delete-page.tsx'), 'AccountDeletePage'),
});

const account = createRoute({
  getParentRoute: () => main,
  // With the slash: without, the area's pages would take this address for one of theirs without a name.
  path: '/account/',
  beforeLoad: (visit) => requireLogin(visit),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`계정`)),
  component: page(() => import('./features/accounts/account-page.tsx'), 'AccountPage'),
});

/** Every page of the account area: `features/accounts/account-pages.ts` is their table. */
const accountPage = createRoute({
  getParentRoute: () => main,
  path: '/account/$',
  beforeLoad: (visit) => requireLogin(visit),
  loader: async ({ context, params: { _splat: address = '' } }) => {
    const facts = (await accounts()).describeAccountPage(context, address);
    if (!facts) throw notFound({ routeId: rootRouteId });
    return facts;
  },
  head: headed,
  component: page(() => import('./features/accounts/account-layout.tsx'), 'AccountPageRoute'),
});

/** A page that staff have written; every other address of one word is none. */
const staticPage = createRoute({
  getParentRoute: () => main,
  path: '/$slug',
  loader: ({ context, params: { slug } }) =>
    orErrorPage(support().then((load) => load.loadStaticPage(context, slug))),
  head: headed,
  component: page(() => import('./features/support/static-page.tsx'), 'StaticPage'),
});

const liveTv = createRoute({
  getParentRoute: () => main,
  path: '/live-tv',
  loader: ({ context }) => live().then((load) => load.loadChannels(context)),
  head: headed,
  component: page(() => import('./features/live/live-page.tsx'), 'LivePage'),
});

const liveGuide = createRoute({
  getParentRoute: () => main,
  path: '/live-tv/guide',
  loader: ({ context }) => live().then((load) => load.loadGuide(context)),
  head: headed,
  component: page(() => import('./features/live/live-page.tsx'), 'GuidePage'),
});

const schedule = createRoute({
  getParentRoute: () => main,
  path: '/schedule',
  loader: ({ context }) => live().then((load) => load.loadSchedule(context)),
  head: headed,
  component: page(() => import('./features/live/schedule-page.tsx'), 'SchedulePage'),
});

const youtube = createRoute({
  getParentRoute: () => main,
  path: '/youtube',
  loader: ({ context }) => partnerVideo().then((load) => load.loadYoutube(context)),
  head: headed,
  component: page(() => import('./features/partner-video/youtube-page.tsx'), 'YoutubePage'),
});

const youtubeNewArrival = createRoute({
  getParentRoute: () => main,
  path: '/youtube/new-arrival',
  loader: ({ context }) => partnerVideo().then((load) => load.loadNewArrival(context)),
  head: headed,
  component: page(() => import('./features/partner-video/new-arrival-page.tsx'), 'NewArrivalPage'),
});

const youtubePlaylists = createRoute({
  getParentRoute: () => main,
  path: '/youtube/playlist',
  loader: ({ context }) => partnerVideo().then((load) => load.loadPlaylists(context)),
  head: headed,
  component: page(() => import('./features/partner-video/playlists-page.tsx'), 'PlaylistsPage'),
});

const youtubePlaylist = createRoute({
  getParentRoute: () => main,
  path: '/youtube/playlist/$id',
  loader: ({ context, params: { id } }) =>
    orNotFound(partnerVideo().then((load) => load.loadPlaylist(context, id))),
  head: headed,
  component: page(() => import('./features/partner-video/playlist-page.tsx'), 'PlaylistPage'),
});

const youtubeCategory = createRoute({
  getParentRoute: () => main,
  path: '/youtube/category/$id',
  loader: ({ context, params: { id } }) =>
    orNotFound(partnerVideo().then((load) => load.loadCategory(context, id))),
  head: headed,
  component: page(() => import('./features/partner-video/partner-category-page.tsx'), 'PartnerCategoryPage'),
});

const youtubeSubCategory = createRoute({
  getParentRoute: () => main,
  path: '/youtube/category/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(partnerVideo().then((load) => load.loadSubCategory(context, id, subId))),
  head: headed,
  component: page(
    () => import('./features/partner-video/partner-sub-category-page.tsx'),
    'PartnerSubCategoryPage',
  ),
});

const myList = createRoute({
  getParentRoute: () => main,
  path: '/my-list',
  beforeLoad: (visit) => requireLogin(visit),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`찜한 콘텐츠`)),
  component: page(() => import('./features/viewing/my-list-page.tsx'), 'MyListPage'),
});

const notifications = createRoute({
  getParentRoute: () => main,
  path: '/notifications',
  beforeLoad: (visit) => requireLogin(visit),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`알림`)),
  component: page(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage'),
});

/** Where the links of mail lead that stop mail: for whoever has one. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`메일 그만 받기`)),
  component: page(() => import('./features/notifications/unsubscribe-page.tsx'), 'UnsubscribePage'),
});

/** For guests alone: whoever is signed in is sent home. */
const guestsOnly = ({ context }: { context: AppContext }) => {
  if (context.session.get()) throw redirect({ to: '/' });
};

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  staticData: { loginBackground: true },
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`가입하기`)),
  component: page(() => import('./features/accounts/signup-page.tsx'), 'SignUpPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`비밀번호 찾기`)),
  component: page(() => import('./features/accounts/forgot-page.tsx'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`비밀번호 바꾸기`)),
  component: page(() => import('./features/accounts/reset-page.tsx'), 'ResetPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { loginBackground: true },
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`로그인`)),
  component: page(() => import('./features/accounts/login-page.tsx'), 'LoginPage'),
});

/** Where a television sends its viewer, its code in the address or still to be typed. */
const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' ? { code: code.slice(0, longestCode) } : {},
  beforeLoad: (visit) => requireLogin(visit),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`TV 로그인`)),
  component: page(() => import('./features/accounts/activate-page.tsx'), 'ActivatePage'),
});

/** The whole service as a television shows it. */
const tv = createRoute({
  getParentRoute: () => root,
  path: '/tv',
  staticData: { television: true },
  validateSearch: ({ choose }: Record<string, unknown>): { choose?: 'profile' } =>
    choose === 'profile' ? { choose } : {},
  beforeLoad: () => setTelevision(true),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`TV로 보기`)),
  component: page(() => import('./features/tv/tv-page.tsx'), 'TvPage'),
});

const socialLogin = createRoute({
  getParentRoute: () => root,
  path: '/login/social',
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`로그인`)),
  component: page(() => import('./features/social-login/social-login-page.tsx'), 'SocialLoginPage'),
});

const region = createRoute({
  getParentRoute: () => root,
  path: '/comn/region',
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`이용 지역 안내`)),
  component: page(() => import('./features/region/region-page.tsx'), 'RegionPage'),
});

const logoOnly = createRoute({
  getParentRoute: () => root,
  id: 'logo',
  staticData: { withoutProfile: true },
  component: LogoLayout,
});

const profiles = createRoute({
  getParentRoute: () => logoOnly,
  path: '/profiles',
  beforeLoad: (visit) => requireLogin(visit),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`프로필 선택`)),
  component: page(() => import('./features/profiles/profiles-page.tsx'), 'ProfilesPage'),
});

const aboutProfiles = () => inTime(import('./features/profiles/profiles.loaders.ts'));

type AboutProfiles = Awaited<ReturnType<typeof aboutProfiles>>;

/** A page on which profiles are managed: open to whoever is signed in, a profile chosen or not. */
const managing = <const P extends string>(
  path: P,
  describe: (load: AboutProfiles, context: AppContext, id: string) => PageFacts,
  component: ReturnType<typeof page>,
) =>
  createRoute({
    getParentRoute: () => logoOnly,
    path,
    beforeLoad: (visit) => requireLogin(visit),
    loader: async ({ context, params }) =>
      describe(await aboutProfiles(), context, (params as { id?: string }).id ?? ''),
    head: headed,
    component,
  });

const manageProfiles = managing(
  '/profiles/manage',
  (load, context) => load.describeManaging(context),
  page(() => import('./features/profiles/manage-profiles-page.tsx'), 'ManageProfilesPage'),
);
const addProfile = managing(
  '/add-profile',
  (load, context) => load.describeAdding(context),
  page(() => import('./features/profiles/add-profile-page.tsx'), 'AddProfilePage'),
);
const editProfile = managing(
  '/profiles/edit/$id',
  (load, context, id) => load.describeEditing(context, id),
  page(() => import('./features/profiles/edit-profile-page.tsx'), 'EditProfilePage'),
);
const deleteProfile = managing(
  '/profiles/delete/$id',
  (load, context, id) => load.describeDeleting(context, id),
  page(() => import('./features/profiles/delete-profile-page.tsx'), 'DeleteProfilePage'),
);
const selectAvatar = managing(
  '/user/avatar/$id',
  (load, context, id) => load.loadAvatars(context, id),
  page(() => import('./features/profiles/avatar-page.tsx'), 'SelectAvatarPage'),
);
const changeAvatar = managing(
  '/user/change-avatar/$id',
  (load, context, id) => load.loadAvatars(context, id),
  page(() => import('./features/profiles/avatar-page.tsx'), 'ChangeAvatarPage'),
);

const profileChange = createRoute({
  getParentRoute: () => root,
  path: '/profiles/change',
  beforeLoad: (visit) => {
    requireLogin(visit);
    if (!visit.context.session.profileChange()) throw redirect({ to: '/profiles' });
  },
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`프로필 변경`)),
  component: page(() => import('./features/profiles/profile-change-page.tsx'), 'ProfileChangePage'),
});

const watch = {
  beforeLoad: (visit: Visit) => {
    requireLogin(visit, true);
    requireProfile(visit);
  },
  staticData: { television: true } as const,
  pendingComponent: () => <PageSkeleton bare />,
  component: page(() => import('./features/playback/player-page.tsx'), 'PlayerPage'),
};

const player = createRoute({ getParentRoute: () => root, path: '/watch/$type/$id', ...watch });

/** A clip that goes on in its playlist. */
const playerInPlaylist = createRoute({
  getParentRoute: () => root,
  path: '/watch/$type/$id/$playlist',
  ...watch,
});

interface Visit {
  context: AppContext;
  location: { href: string };
  /** Only hovered so far: nothing may be remembered of it. */
  preload: boolean;
}

function requireLogin({ context: { session }, location, preload }: Visit, toWatch = false): void {
  if (session.get()) return;
  if (isTelevision()) throw redirect({ to: '/tv' });
  if (!preload) {
    const kept = session.pending().message === 'signed_out' ? ('signed_out' as const) : null;
    session.setPending({ message: toWatch ? 'login_to_watch' : kept, returnTo: location.href });
  }
  throw redirect({ to: '/login' });
}

function requireProfile({ context: { session }, location, preload }: Visit): void {
  const signedIn = session.get();
  if (!signedIn || signedIn.profile) return;
  if (isTelevision()) throw redirect({ to: '/tv' });
  if (!preload && location.href !== '/') session.setPending({ message: null, returnTo: location.href });
  throw redirect({ to: '/profiles' });
}

const tree = root.addChildren([
  main.addChildren([
    home,
    category,
    subCategory,
    newReleases,
    freeVideos,
    customRow,
    cast,
    genre,
    genreNewReleases,
    subGenre,
    kocowa,
    details,
    search,
    liveTv,
    liveGuide,
    schedule,
    youtube,
    youtubeNewArrival,
    youtubePlaylists,
    youtubePlaylist,
    youtubeCategory,
    youtubeSubCategory,
    myList,
    notifications,
    notices,
    notice,
    faqs,
    faq,
    sitemap,
    plans,
    subscription,
    trial,
    partner,
    accountDelete,
    account,
    accountPage,
    staticPage,
  ]),
  logoOnly.addChildren([
    profiles,
    manageProfiles,
    addProfile,
    editProfile,
    deleteProfile,
    selectAvatar,
    changeAvatar,
  ]),
  login,
  socialLogin,
  signUp,
  forgot,
  reset,
  activate,
  tv,
  unsubscribe,
  region,
  profileChange,
  player,
  playerInPlaylist,
]);

/** A router of its own for one app. */
export function makeRouter(context: AppContext, history: RouterHistory) {
  return createRouter({
    routeTree: tree,
    history,
    context,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageFailed,
    notFoundMode: 'root',
    // On a server it would write a script of its own into the page.
    scrollRestoration: !inServer,
    // As everybody writes addresses: `?q=2088` is a text, and stays without quotes.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (values) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(given as [string, string][]).toString();
      return text && `?${text}`;
    },
  });
}
export type Router = ReturnType<typeof makeRouter>;
