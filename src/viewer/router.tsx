/** Composes the routes of all features. */
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { type AppContext, inServer } from './context.ts';
import { accountAreaRoutes } from './features/account-area/account-area.routes.ts';
import { accountsRoutes, accountsWholeRoutes } from './features/accounts/accounts.routes.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { liveRoutes, liveWholeRoutes } from './features/live/live.routes.ts';
import {
  notificationsRoutes,
  notificationsWholeRoutes,
} from './features/notifications/notifications.routes.ts';
import { partnerRoutes } from './features/partner/partner.routes.ts';
import {
  partnerVideoRoutes,
  partnerVideoWholeRoutes,
} from './features/partner-video/partner-video.routes.ts';
import { plansRoutes } from './features/plans/plans.routes.ts';
import { playbackRoutes } from './features/playback/playback.routes.ts';
import { profilesLogoRoutes, profilesWholeRoutes } from './features/profiles/profiles.routes.ts';
import { radioRoutes } from './features/radio/radio.routes.ts';
import { WithRadio } from './features/radio/radio-host.tsx';
import { regionRoutes } from './features/region/region.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { socialLoginRoutes } from './features/social-login/social-login.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { tvRoutes } from './features/tv/tv.routes.ts';
import { viewingRoutes } from './features/viewing/viewing.routes.ts';
import { LogoLayout } from './layout/logo-layout.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { RootFailed } from './layout/root-failed.tsx';
import { PageFailed } from './page/page-failed.tsx';
import { PageSkeleton } from './page/page-skeleton.tsx';
import { logoOnly, main, root } from './route-frame.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: Router;
  }
}

// The layouts show what features have, and features stand on the frames.
root.update({ errorComponent: RootFailed });
main.update({ component: MainLayout });
logoOnly.update({ component: LogoLayout });

const tree = root.addChildren([
  main.addChildren([
    ...homeRoutes,
    ...accountAreaRoutes,
    ...accountsRoutes,
    ...billingRoutes,
    ...catalogRoutes,
    ...liveRoutes,
    ...notificationsRoutes,
    ...partnerRoutes,
    ...partnerVideoRoutes,
    ...plansRoutes,
    ...radioRoutes,
    ...searchRoutes,
    ...supportRoutes,
    ...viewingRoutes,
  ]),
  logoOnly.addChildren([...profilesLogoRoutes]),
  ...accountsWholeRoutes,
  ...liveWholeRoutes,
  ...notificationsWholeRoutes,
  ...partnerVideoWholeRoutes,
  ...playbackRoutes,
  ...profilesWholeRoutes,
  ...regionRoutes,
  ...signInRoutes,
  ...socialLoginRoutes,
  ...tvRoutes,
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
    InnerWrap: WithRadio,
    // On a server it would write a script of its own into the page.
    scrollRestoration: !inServer,
    // The usual form of addresses: `?q=2088` is a text, and stays without quotes.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (values) => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return text && `?${text}`;
    },
  });
}
export type Router = ReturnType<typeof makeRouter>;
