import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page, requireLogin, root, titled } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./accounts.loaders.ts'), 'describeAccountDelete');

/** Longer than any code, with or without separators. */
const maxCodeLength = 20;

const accountDelete = createRoute({
  getParentRoute: () => main,
  path: '/account-delete',
  loader: ({ context }) => load().then((own) => own.describeAccountDelete(context)),
  head: headed,
  component: page(() => import('./account-delete-page.tsx'), 'AccountDeletePage'),
});

/** The page whose address a television shows to its viewer: the code is in the address or is typed there. */
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
/** Pages without a shared layout. */
export const accountsWholeRoutes = [activate] as const;
