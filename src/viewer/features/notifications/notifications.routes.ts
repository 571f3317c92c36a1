import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { main, page, requireLogin, root, titled } from '../../route-frame.tsx';

const notifications = createRoute({
  getParentRoute: () => main,
  path: '/notifications',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`알림`)),
  component: page(() => import('./notifications-page.tsx'), 'NotificationsPage'),
});

/** Where the links of mail lead that stop mail: for whoever has one. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`메일 그만 받기`)),
  component: page(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
});

/** Below the service's header. */
export const notificationsRoutes = [notifications] as const;
/** Pages that are whole by themselves. */
export const notificationsWholeRoutes = [unsubscribe] as const;
