import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, orNotFound, page, root, watchPage } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./partner-video.loaders.ts'), 'loadYoutube');

const youtube = createRoute({
  getParentRoute: () => main,
  path: '/youtube',
  loader: ({ context }) => load().then((own) => own.loadYoutube(context)),
  head: headed,
  component: page(() => import('./youtube-page.tsx'), 'YoutubePage'),
});

const youtubeNewArrival = createRoute({
  getParentRoute: () => main,
  path: '/youtube/new-arrival',
  loader: ({ context }) => load().then((own) => own.loadNewArrival(context)),
  head: headed,
  component: page(() => import('./new-arrival-page.tsx'), 'NewArrivalPage'),
});

const youtubePlaylists = createRoute({
  getParentRoute: () => main,
  path: '/youtube/playlist',
  loader: ({ context }) => load().then((own) => own.loadPlaylists(context)),
  head: headed,
  component: page(() => import('./playlists-page.tsx'), 'PlaylistsPage'),
});

const youtubePlaylist = createRoute({
  getParentRoute: () => main,
  path: '/youtube/playlist/$id',
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadPlaylist(context, id))),
  head: headed,
  component: page(() => import('./playlist-page.tsx'), 'PlaylistPage'),
});

const youtubeCategory = createRoute({
  getParentRoute: () => main,
  path: '/youtube/category/$id',
  loader: ({ context, params: { id } }) => orNotFound(load().then((own) => own.loadCategory(context, id))),
  head: headed,
  component: page(() => import('./partner-category-page.tsx'), 'PartnerCategoryPage'),
});

const youtubeSubCategory = createRoute({
  getParentRoute: () => main,
  path: '/youtube/category/$id/$subId',
  loader: ({ context, params: { id, subId } }) =>
    orNotFound(load().then((own) => own.loadSubCategory(context, id, subId))),
  head: headed,
  component: page(() => import('./partner-sub-category-page.tsx'), 'PartnerSubCategoryPage'),
});

const watchClip = createRoute({
  getParentRoute: () => root,
  path: '/watch/y/$id',
  ...watchPage(() => import('./watch-clip.tsx'), 'WatchClipPage', 'y'),
});

/** A clip that goes on in its playlist. */
const watchClipInPlaylist = createRoute({
  getParentRoute: () => root,
  path: '/watch/y/$id/$playlist',
  ...watchPage(() => import('./watch-clip.tsx'), 'WatchClipPage', 'y'),
});

/** Below the service's header. */
export const partnerVideoRoutes = [
  youtube,
  youtubeNewArrival,
  youtubePlaylists,
  youtubePlaylist,
  youtubeCategory,
  youtubeSubCategory,
] as const;
/** Pages that are whole by themselves. */
export const partnerVideoWholeRoutes = [watchClip, watchClipInPlaylist] as const;
