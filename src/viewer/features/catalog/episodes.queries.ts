import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

export interface EpisodeFilter {
  season: number | undefined;
  order: 'asc' | 'desc';
  perPage: number;
  /** How many pages the first answer brings: after a change of order, as many as were shown before it. */
  firstPages: number;
}

/** The longest first answer, in episodes. */
const mostAtOnce = 1200;

/** A series' episodes, page after page. */
export const episodesQuery = (
  context: AppContext,
  id: string,
  { season, order, perPage, firstPages }: EpisodeFilter,
) => {
  const profile_id = profileIdOf(context);
  const first = Math.min(firstPages, Math.floor(mostAtOnce / perPage));
  return infiniteQueryOptions({
    queryKey: ['episodes', id, season, order, perPage, first, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/videos/details', {
        query: {
          type: 's',
          id,
          profile_id,
          season,
          // Newest first is by the day of release; from the beginning is as they are numbered.
          sort_by: order === 'desc' ? 'latest' : 'episode_number',
          sort_order: order,
          page: pageParam,
          per_page: pageParam === 1 ? first * perPage : perPage,
        },
        signal,
      }),
    initialPageParam: 1,
    // After the first answer the list goes on in pages of the usual length.
    getNextPageParam: ({ meta }, pages) => {
      const shown = first + pages.length - 1;
      return shown * perPage < meta.total ? shown + 1 : undefined;
    },
    staleTime: 5_000,
  });
};
