import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page, requireLogin } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./radio.loaders.ts'), 'loadRadio');

const radio = createRoute({
  getParentRoute: () => main,
  path: '/radio',
  loader: ({ context }) => load().then(({ loadRadio }) => loadRadio(context)),
  head: headed,
  component: page(() => import('./radio-page.tsx'), 'RadioPage'),
});

/** Within the main layout: the radio goes on when the viewer leaves the page. */
const station = createRoute({
  getParentRoute: () => main,
  path: '/watch/r/$id',
  beforeLoad: (navigation) => requireLogin(navigation, true),
  loader: ({ context, params }) => load().then(({ loadStation }) => loadStation(context, params.id)),
  head: headed,
  component: page(() => import('./station-page.tsx'), 'StationPage'),
});

/** Below the service's header. */
export const radioRoutes = [radio, station] as const;
