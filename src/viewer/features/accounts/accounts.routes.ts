import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { inTime } from '../../in-time.ts';
import { headed, main, page, requireLogin, root, titled } from '../../route-frame.tsx';

/** More than any code has, however it is written. */
const maxCodeLength = 20;

const accountDelete = createRoute({
  getParentRoute: () => main,
  path: '/account-delete',
  loader: ({ context }) =>
    inTime(import('./accounts.loaders.ts')).then((load) => load.describeAccountDelete(context)),
  head: headed,
  component: page(() => import('./account-delete-page.tsx'), 'AccountDeletePage'),
});

/** Where a television sends its viewer, its code in the address or still to be typed. */
const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    typeof code === 'string' ? { code: code.slice(0, maxCodeLength) } : {},
  beforeLoad: (navigation) => requireLogin(navigation),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`TV 로그인`)),
  component: page(() => import('./activate-page.tsx'), 'ActivatePage'),
});

/** Below the service's header. */
export const accountsRoutes = [accountDelete] as const;
/** Pages that are whole by themselves. */
export const accountsWholeRoutes = [activate] as const;
