import { createRoute } from '@tanstack/react-router';
import { inTime } from '../../in-time.ts';
import { headed, main, page } from '../../route-frame.tsx';

const partner = createRoute({
  getParentRoute: () => main,
  path: '/partner',
  loader: ({ context }) => inTime(import('./partner.loaders.ts')).then((load) => load.loadPartner(context)),
  head: headed,
  component: page(() => import('./partner-page.tsx'), 'PartnerPage'),
});

/** Below the service's header. */
export const partnerRoutes = [partner] as const;
