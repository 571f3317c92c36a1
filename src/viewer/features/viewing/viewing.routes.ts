import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { main, page, requireLogin, titled } from '../../route-frame.tsx';

const myList = createRoute({
  getParentRoute: () => main,
  path: '/my-list',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`찜한 콘텐츠`)),
  component: page(() => import('./my-list-page.tsx'), 'MyListPage'),
});

/** Below the service's header. */
export const viewingRoutes = [myList] as const;
