import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** Titles like this one. */
export const similarQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['similar', id, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/video/similar', { query: { id, profile_id, content_to_show: 12 }, signal }),
  });
};
