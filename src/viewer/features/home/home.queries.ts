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

/** The welcome notice. */
export const popupQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['home', 'popup', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/popup', { query: { profile_id }, signal }),
  });
};

/** The lines of the news ticker. */
export const newsQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['home', 'news'],
    queryFn: ({ signal }) => context.api('GET /api/breaking-news', { signal }),
  });

/** The rows of home, page after page. */
export const sectionsQuery = (
  context: AppContext,
  device: 'web' | 'mobile' | 'stb' = context.screen.device,
) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['home', 'sections', device, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/home-sections', {
        query: {
          profile_id,
          page: pageParam,
          per_page: 200,
          content_per_page: perRow(context),
          device,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
};

const firstRows = 6;

/**
 * Reduces the cached rows to those of the first view, for a page that the server renders. They get page number 0, so that the
 * browser fetches page 1 when the end of these rows comes near; page 1 contains them again.
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

/** Titles that the chosen profile has started; fetched only with a profile. */
export const continueWatchingQuery = (context: AppContext, profileId: string | undefined) =>
  queryOptions({
    queryKey: ['continue-watching', profileId],
    queryFn: ({ signal }) =>
      context.api('GET /api/continue-watching', { query: { profile_id: profileId!, per_page: 16 }, signal }),
    enabled: profileId !== undefined,
    staleTime: 0,
  });
