import { msg } from '@lingui/core/macro';
import { createRoute, redirect } from '@tanstack/react-router';
import { guestsOnly, page, root, titled } from '../../route-frame.tsx';

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  staticData: { loginBackground: true },
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`가입하기`)),
  component: page(() => import('./signup-page.tsx'), 'SignUpPage'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`비밀번호 찾기`)),
  component: page(() => import('./forgot-page.tsx'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  beforeLoad: (navigation) => {
    guestsOnly(navigation);
    // An address without a token comes from no mail.
    if (!navigation.location.searchStr.includes('token=')) throw redirect({ to: '/forgot', replace: true });
  },
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`비밀번호 바꾸기`)),
  component: page(() => import('./reset-page.tsx'), 'ResetPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { loginBackground: true },
  beforeLoad: guestsOnly,
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`로그인`)),
  component: page(() => import('./login-page.tsx'), 'LoginPage'),
});

/** Pages that are whole by themselves. */
export const signInRoutes = [signUp, forgot, reset, login] as const;
