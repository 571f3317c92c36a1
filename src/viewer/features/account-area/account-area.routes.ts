import { msg } from '@lingui/core/macro';
import { createRoute, notFound, rootRouteId } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page, requireLogin, titled } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./account-area.loaders.ts'), 'describeAccountPage');

const account = createRoute({
  getParentRoute: () => main,
  // The slash is needed: without it, the route of the area's pages would match this address with an empty name.
  path: '/account/',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`계정`)),
  component: page(() => import('./account-page.tsx'), 'AccountPage'),
});

/** Every page of the account area: `account-pages.ts` is their table. */
const accountPage = createRoute({
  getParentRoute: () => main,
  path: '/account/$',
  beforeLoad: (navigation) => requireLogin(navigation),
  loader: async ({ context, params: { _splat: address = '' } }) => {
    const facts = await (await load()).describeAccountPage(context, address);
    if (!facts) throw notFound({ routeId: rootRouteId });
    return facts;
  },
  head: headed,
  component: page(() => import('./account-layout.tsx'), 'AccountPageRoute'),
});

/** Below the service's header. */
export const accountAreaRoutes = [account, accountPage] as const;
