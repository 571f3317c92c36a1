import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./partner.loaders.ts'), 'loadPartner');

const partner = createRoute({
  getParentRoute: () => main,
  path: '/partner',
  loader: ({ context }) => load().then((own) => own.loadPartner(context)),
  head: headed,
  component: page(() => import('./partner-page.tsx'), 'PartnerPage'),
});

/** Below the service's header. */
export const partnerRoutes = [partner] as const;
