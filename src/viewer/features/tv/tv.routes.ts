import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
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

/** Pages that are whole by themselves. */
export const tvRoutes = [tv] as const;
