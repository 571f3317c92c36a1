import { msg } from '@lingui/core/macro';
import { createRoute } from '@tanstack/react-router';
import { page, root, titled } from '../../route-frame.tsx';

const region = createRoute({
  getParentRoute: () => root,
  path: '/comn/region',
  head: ({ match: { context } }) => titled(context, context.i18n._(msg`이용 지역 안내`)),
  component: page(() => import('./region-page.tsx'), 'RegionPage'),
});

/** Pages that are whole by themselves. */
export const regionRoutes = [region] as const;
