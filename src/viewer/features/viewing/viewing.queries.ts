import { infiniteQueryOptions } from '@tanstack/react-query';
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
