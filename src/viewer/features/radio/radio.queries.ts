import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

const minuteMs = 60_000;

/** The stations with their current programs and groups; requested again every minute while they are shown. */
export const radioQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['radio', 'stations', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/radio', { query: { profile_id, device: 'web' }, signal }),
    staleTime: minuteMs / 2,
    refetchInterval: minuteMs,
  });
};

/** The ids of a profile's favorite stations and channels. */
export const favoritesQuery = ({ api }: Pick<AppContext, 'api'>, profile_id: string) =>
  queryOptions({
    queryKey: ['radio', 'favorites', profile_id],
    queryFn: ({ signal }) => api('GET /api/favorite-channels', { query: { profile_id }, signal }),
  });
