import type { partnerVideoCalls } from '../../../contract/viewer/partner-video.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import * as service from './partner-video.service.ts';

const newArrivals = 100;
const tag = 'partner_video';

/** Handlers of partner video. */
export function partnerVideoRoutes(context: Context): Handlers<typeof partnerVideoCalls> {
  return {
    'GET /api/youtube-categories': {
      tag,
      build: async (asked) => ({ data: await service.listPartnerCategories(context, asked) }),
    },
    'GET /api/youtube-home': {
      tag,
      build: async (asked) => ({ data: await service.listHomePlaylists(context, asked) }),
    },
    'GET /api/youtube-allPlaylist': {
      tag,
      build: async (asked) => ({ data: await service.listAllPlaylists(context, asked) }),
    },
    'GET /api/youtube-new-arrival': {
      tag,
      build: async (asked) => ({ data: await service.newestClips(context, asked, newArrivals) }),
    },
    'GET /api/youtube-sub-categories/{id}': {
      tag,
      build: async (asked) => ({ data: await service.getPartnerCategory(context, asked, asked.params.id) }),
    },
    'GET /api/youtube-videos': {
      tag,
      build: async (asked) => ({ data: await service.listCategoryClips(context, asked, asked.query) }),
    },
    'GET /api/youtube-playlist': {
      tag,
      build: async (asked) => ({ data: await service.getPlaylist(context, asked, asked.query.id) }),
    },
    'GET /api/youtube-playlist-videos': {
      tag,
      build: (asked) => service.playlistPage(context, asked, asked.query.playListId, asked.query),
    },
  };
}
