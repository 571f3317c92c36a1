import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, page, root, watchPage } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./live.loaders.ts'), 'loadChannels');

/** The instant that a text of the address names. */
function instantOf(text: unknown): number | undefined {
  const at = typeof text === 'string' || typeof text === 'number' ? Number(text) : Number.NaN;
  return Number.isInteger(at) && !Number.isNaN(new Date(at).getTime()) ? at : undefined;
}

const liveTv = createRoute({
  getParentRoute: () => main,
  path: '/live-tv',
  loader: ({ context }) => load().then((own) => own.loadChannels(context)),
  head: headed,
  component: page(() => import('./live-page.tsx'), 'LivePage'),
});

const liveGuide = createRoute({
  getParentRoute: () => main,
  path: '/live-tv/guide',
  loader: ({ context }) => load().then((own) => own.loadGuide(context)),
  head: headed,
  component: page(() => import('./live-page.tsx'), 'GuidePage'),
});

const schedule = createRoute({
  getParentRoute: () => main,
  path: '/schedule',
  loader: ({ context }) => load().then((own) => own.loadSchedule(context)),
  head: headed,
  component: page(() => import('./schedule-page.tsx'), 'SchedulePage'),
});

/** `from`: the start of the airing to watch, in milliseconds since 1970. Without it, the live channel plays. */
const watchChannel = createRoute({
  getParentRoute: () => root,
  path: '/watch/t/$id',
  // A text that is no instant is replaced, because the search of the parent route would remain.
  validateSearch: ({ from }: Record<string, unknown>): { from?: number | undefined } => ({
    from: instantOf(from),
  }),
  ...watchPage(() => import('./watch-channel.tsx'), 'WatchChannelPage', 't'),
});

/** Below the service's header. */
export const liveRoutes = [liveTv, liveGuide, schedule] as const;
/** Pages that are whole by themselves. */
export const liveWholeRoutes = [watchChannel] as const;
