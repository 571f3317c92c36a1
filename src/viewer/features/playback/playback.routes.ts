import { createRoute } from '@tanstack/react-router';
import { root, watchPage } from '../../route-frame.tsx';
import { loadPlayerPage } from './prepare-player.ts';

/** The player of films, series and episodes; other kinds have addresses of their own below it. */
const player = createRoute({
  getParentRoute: () => root,
  path: '/watch/$type/$id',
  ...watchPage(loadPlayerPage, 'PlayerPage'),
});

/** The same: none of these goes on in a playlist. */
const playerInPlaylist = createRoute({
  getParentRoute: () => root,
  path: '/watch/$type/$id/$playlist',
  ...watchPage(loadPlayerPage, 'PlayerPage'),
});

export const playbackRoutes = [player, playerInPlaylist] as const;
