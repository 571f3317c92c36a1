import { queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

/** The household's profiles with what limits each. */
export const limitedProfilesQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['limited-profiles'],
    queryFn: ({ signal }) => api('GET /api/account/profiles', { signal }),
    staleTime: 0,
  });

/** One profile with its limits and the titles it must not see. */
export const limitedProfileQuery = ({ api }: AppContext, id: string) =>
  queryOptions({
    queryKey: ['limited-profile', id],
    queryFn: ({ signal }) => api('GET /api/account/profiles/{id}', { params: { id }, signal }),
    staleTime: 0,
  });

/** The pictures that profiles choose from. */
export const avatarsQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['avatars'],
    queryFn: ({ signal }) => api('GET /api/account/avatars', { signal }),
    staleTime: 10 * 60_000,
  });
