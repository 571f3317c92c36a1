import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page, requireLogin, titled } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./billing.loaders.ts'), 'loadGifts');

/** A code that an address brings; longer ones are none. */
const maxCodeLength = 40;
const codeOf = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' ? { code: code.slice(0, maxCodeLength) } : {};

const checkout = createRoute({
  getParentRoute: () => main,
  path: '/checkout/$plan/$price',
  /** `for`: the code by which another household requested it. */
  validateSearch: ({ for: code }: Record<string, unknown>): { for?: string } =>
    typeof code === 'string' ? { for: code.slice(0, maxCodeLength) } : {},
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`결제`)),
  component: page(() => import('./checkout-page.tsx'), 'CheckoutPage'),
});

const payFor = createRoute({
  getParentRoute: () => main,
  path: '/pay-for',
  validateSearch: codeOf,
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`이용권 결제 부탁`)),
  component: page(() => import('./pay-for-page.tsx'), 'PayForPage'),
});

const gifts = createRoute({
  getParentRoute: () => main,
  path: '/gifts',
  loader: ({ context }) => load().then((own) => own.loadGifts(context)),
  head: headed,
  component: page(() => import('./gifts-page.tsx'), 'GiftsPage'),
});

const giftCheckout = createRoute({
  getParentRoute: () => main,
  path: '/checkout/gift/$plan/$months',
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`선물하기`)),
  component: page(() => import('./gift-checkout-page.tsx'), 'GiftCheckoutPage'),
});

const redeem = createRoute({
  getParentRoute: () => main,
  path: '/redeem',
  validateSearch: codeOf,
  loader: ({ context }) => load().then((own) => own.describeRedeem(context)),
  head: headed,
  component: page(() => import('./redeem-page.tsx'), 'RedeemPage'),
});

/** Below the service's header. */
export const billingRoutes = [checkout, payFor, gifts, giftCheckout, redeem] as const;
