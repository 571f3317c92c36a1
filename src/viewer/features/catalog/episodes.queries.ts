import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Programme } from '../../../contract/viewer/catalog.ts';
import { type AppContext, profileIdOf } from '../../context.ts';
import type { ScreenSize } from '../../screen.ts';

interface EpisodeFilter {
  season: number | undefined;
  order: 'asc' | 'desc';
  perPage: number;
  /** How many pages the first response has: after a change of order, as many as were shown before. */
  firstPages: number;
}

export const episodesPerPage = (size: ScreenSize): number => (size === 'pc' ? 12 : 6);

/** The season that the viewer is watching. Before they have begun, the newest one, because the newest episodes come first. */
export function firstSeason({ play, seasons }: Programme): number | undefined {
  const isBegun =
    play &&
    (play.current_position > 0 || play.season_number !== seasons[0]?.number || play.episode_number !== 1);
  return (isBegun && play.season_number) || seasons.at(-1)?.number;
}

/** The maximum length of the first response, in episodes. */
const maxAtOnce = 1200;

/** A series' episodes, page after page. */
export const episodesQuery = (
  context: AppContext,
  { id, seasons }: Programme,
  { order, perPage, firstPages, ...filter }: EpisodeFilter,
) => {
  const season = seasons.length > 1 ? filter.season : undefined;
  const profile_id = profileIdOf(context);
  const first = Math.min(firstPages, Math.floor(maxAtOnce / perPage));
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
    // After the first response, pages have the usual length.
    getNextPageParam: ({ meta }, pages) => {
      const shown = first + pages.length - 1;
      return shown * perPage < meta.total ? shown + 1 : undefined;
    },
    staleTime: 5_000,
  });
};

/** The episodes that a series' page shows first. */
export const firstEpisodesQuery = (context: AppContext, programme: Programme) =>
  episodesQuery(context, programme, {
    season: firstSeason(programme),
    order: 'desc',
    perPage: episodesPerPage(context.screen.size()),
    firstPages: 1,
  });
