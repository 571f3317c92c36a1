import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { main, page, requireLogin, titled } from '../../route-frame.tsx';

const checkout = createRoute({
  getParentRoute: () => main,
  path: '/checkout/$plan/$price',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`결제`)),
  component: page(() => import('./checkout-page.tsx'), 'CheckoutPage'),
});

/** Below the service's header. */
export const billingRoutes = [checkout] as const;
