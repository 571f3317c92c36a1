import { queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../context.ts';

/**
 * The categories of the menu; shared by every page, so leaving one does not cancel them. A kids profile has only those with titles
 * for it.
 */
export const categoriesQuery = ({ api, screen: { device }, session }: AppContext) => {
  const profile = session.get()?.profile;
  const profile_id = profile?.is_kid ? profile.id : undefined;
  return queryOptions({
    queryKey: ['categories', profile_id],
    queryFn: ({ signal }) => api('GET /api/categories', { query: { device, profile_id, web: '1' }, signal }),
    meta: { scope: 'app' },
    staleTime: 10 * 60_000,
  });
};

export const genresQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['genres'],
    queryFn: ({ signal }) => api('GET /api/genres', { query: { web: '1' }, signal }),
    meta: { scope: 'app' },
    staleTime: 10 * 60_000,
  });

/** The number of a profile's unread notifications, and which kinds may be shown as a toast. Deleted with the chosen profile. */
export const unreadQuery = ({ api }: Pick<AppContext, 'api'>, profile_id: string) =>
  queryOptions({
    queryKey: ['notifications', profile_id, 'unread'],
    queryFn: ({ signal }) => api('GET /api/account/notifications/unread', { query: { profile_id }, signal }),
    meta: { scope: 'app' },
    staleTime: 60_000,
    gcTime: 0,
  });

/** The service on other sites: the links of the footer. Fetched once. */
export const socialLinksQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['social-links'],
    queryFn: ({ signal }) => api('GET /api/settings/social-links', { signal }),
    meta: { scope: 'app' },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The server-managed pages of the footer. Fetched once. */
export const pagesQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) => api('GET /api/settings/pages', { signal }),
    meta: { scope: 'app' },
    staleTime: Number.POSITIVE_INFINITY,
  });
