import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** What is asked of partner video begins so: a clip that was watched changes all of it. */
const key = 'partner-video';

/** A page of a playlist. */
const perPlaylistPage = 20;
/** All of a sub-category. */
const allOfCategory = 100;

/** The categories with their newest clips. */
export const partnerCategoriesQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'categories', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/youtube-categories', { query: { profile_id }, signal }),
  });
};

/** The first playlists with their clips. */
export const homePlaylistsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'home', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/youtube-home', { query: { profile_id }, signal }),
  });
};

/** All playlists. */
export const allPlaylistsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'playlists', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/youtube-allPlaylist', { query: { profile_id }, signal }),
  });
};

/** The newest clips. */
export const newArrivalQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'new-arrival', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/youtube-new-arrival', { query: { profile_id }, signal }),
  });
};

/** A category with its sub-categories. */
export const partnerCategoryQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'category', id, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/youtube-sub-categories/{id}', { params: { id }, query: { profile_id }, signal }),
  });
};

/** The clips of a sub-category, or of `all` of a category. */
export const categoryClipsQuery = (context: AppContext, id: string, subId: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'videos', id, subId, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/youtube-videos', {
        query: {
          profile_id,
          category_id: id,
          ...(subId === 'all' ? { limit: allOfCategory } : { sub_category_id: subId }),
        },
        signal,
      }),
  });
};

/** A playlist by either id, or `all`. */
export const playlistQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: [key, 'playlist', id, profile_id],
    queryFn: ({ signal }) => context.api('GET /api/youtube-playlist', { query: { id, profile_id }, signal }),
  });
};

/** A playlist's clips, page after page. */
export const playlistClipsQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: [key, 'playlist-videos', id, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/youtube-playlist-videos', {
        query: { playListId: id, profile_id, page: pageParam, per_page: perPlaylistPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
};
