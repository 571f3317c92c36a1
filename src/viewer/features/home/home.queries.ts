import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';
import { perRow } from '../catalog/new-release.queries.ts';

/** The slides of the banner. */
export const bannerQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['home', 'banner', profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/home/main-content', { query: { profile_id, device: 'web' }, signal }),
  });
};

/** The lines of the news ticker. */
export const newsQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['home', 'news'],
    queryFn: ({ signal }) => context.api('GET /api/breaking-news', { signal }),
  });

/** The rows of home, page after page. */
export const sectionsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['home', 'sections', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/home-sections', {
        query: {
          profile_id,
          page: pageParam,
          per_page: 200,
          content_per_page: perRow(context),
          device: 'web',
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
};

const firstRows = 6;

/**
 * Leaves the rows that a first view may show, for a page that the server renders. What is left stands before the first page, so that
 * the page itself is fetched as the end of these rows comes near; it brings them once more.
 */
export function keepFirstRows(context: AppContext): void {
  context.queryClient.setQueryData(
    sectionsQuery(context).queryKey,
    (found) =>
      found && {
        ...found,
        pages: found.pages.map(({ data, meta }) => ({
          data: data.slice(0, firstRows),
          meta: { ...meta, current_page: 0 },
        })),
      },
  );
}

/** What the chosen profile has begun; asked for only when there is a profile. */
export const continueWatchingQuery = (context: AppContext, profileId: string | undefined) =>
  queryOptions({
    queryKey: ['continue-watching', profileId],
    queryFn: ({ signal }) =>
      context.api('GET /api/continue-watching', { query: { profile_id: profileId!, per_page: 16 }, signal }),
    enabled: profileId !== undefined,
    staleTime: 0,
  });
