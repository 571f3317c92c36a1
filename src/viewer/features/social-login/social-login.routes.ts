import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { guestsOnly, page, root, titled } from '../../route-frame.tsx';

const socialLogin = createRoute({
  getParentRoute: () => root,
  path: '/login/social',
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`로그인`)),
  component: page(() => import('./social-login-page.tsx'), 'SocialLoginPage'),
});

/** Pages that are whole by themselves. */
export const socialLoginRoutes = [socialLogin] as const;
