import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** One programme, by id or slug. */
export const programmeQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['programme', id, profile_id],
    queryFn: ({ signal }) => context.api('GET /api/program/details', { query: { id, profile_id }, signal }),
    // Short, because the button shows where to resume when the viewer returns from the player.
    staleTime: 5_000,
  });
};
