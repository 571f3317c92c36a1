import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** What a query finds. A query that is left for another is cancelled. */
export const searchQuery = (context: AppContext, q: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['search', 'results', q, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/video/search', { query: { q, profile_id, web: '1' }, signal }),
    enabled: q !== '',
  });
};

/** The first finds for what is being typed. */
export const suggestionsQuery = (context: AppContext, q: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['search', 'suggestions', q, profile_id],
    queryFn: ({ signal }) => context.api('GET /api/search/suggestions', { query: { q, profile_id }, signal }),
    enabled: q !== '',
  });
};

export const historyKey = ['search', 'history'];

/** What the chosen profile searched for, last first; `q`: only what contains it. Nothing for a guest. */
export const historyQuery = (context: AppContext, q = '') => {
  const signedIn = context.session.get();
  const profile_id = signedIn?.profile?.id;
  return queryOptions({
    queryKey: [...historyKey, q, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/video/search/history', {
        query: { user_id: signedIn?.user.id, profile_id, ...(q ? { q } : {}) },
        signal,
      }),
    enabled: profile_id !== undefined,
    staleTime: 10_000,
  });
};
