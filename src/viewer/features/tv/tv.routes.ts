import { msg } from '@lingui/core/macro';
import { createRoute, redirect } from '@tanstack/react-router';
import { setTelevision } from '../../../ui/television.ts';
import { page, root, titled } from '../../route-frame.tsx';

/** The whole service as a television shows it. */
const tv = createRoute({
  getParentRoute: () => root,
  path: '/tv',
  staticData: { television: true },
  validateSearch: ({ choose }: Record<string, unknown>): { choose?: 'profile' } =>
    choose === 'profile' ? { choose } : {},
  beforeLoad: () => setTelevision(true),
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`TV로 보기`)),
  component: page(() => import('./tv-page.tsx'), 'TvPage'),
});

/** The field takes no longer text. */
const maxQueryLength = 100;

const search = createRoute({
  getParentRoute: () => root,
  path: '/tv/search',
  staticData: { television: true },
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'string' && q !== '' ? { q: q.slice(0, maxQueryLength) } : {},
  beforeLoad: ({ context }) => {
    // The television's home signs in and asks for the profile.
    if (!context.session.get()?.profile) throw redirect({ to: '/tv' });
    setTelevision(true);
  },
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`검색`)),
  component: page(() => import('./tv-search-page.tsx'), 'TvSearchPage'),
});

/** Pages that are whole by themselves. */
export const tvRoutes = [tv, search] as const;
