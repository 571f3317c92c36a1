import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** What the chosen profile likes and dislikes, page after page. */
export const ratingsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['ratings', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/ratings', {
        query: { profile_id: profile_id!, page: pageParam, per_page: 24 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    staleTime: 0,
  });
};

/** The chosen profile's list, page after page. */
export const myListQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['my-list', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/my-list', {
        query: { profile_id: profile_id!, page: pageParam, per_page: 24 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    staleTime: 0,
  });
};

/** What the chosen profile has watched, page after page, newest first. */
export const historyQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['history', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/account/history', {
        query: { profile_id: profile_id!, page: pageParam, per_page: 30 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    enabled: profile_id !== undefined,
    staleTime: 0,
  });
};

/** How much the household's profiles have watched lately. */
export const activityQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['activity', profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/account/activity', { query: { profile_id: profile_id! }, signal }),
    enabled: profile_id !== undefined,
    staleTime: 0,
  });
};
