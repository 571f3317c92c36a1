import { infiniteQueryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

/** Titles that a row begins with. */
export const perRow = ({ screen }: AppContext) => (screen.size() === 'pc' ? 16 : 15);

interface NewReleaseFilter {
  category?: string | undefined;
  subCategory?: string | undefined;
  /** The page length; that of home by default. */
  perPage?: number;
}

/** The newest titles of everything, of a category or of one of its sub-categories. */
export const newReleaseQuery = (
  context: AppContext,
  { category, subCategory, perPage }: NewReleaseFilter,
) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['new-release', category, subCategory, perPage, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/videos/new-release', {
        query: {
          profile_id,
          category_id: category,
          sub_category_id: subCategory,
          ...pageParam,
          web: '1',
        },
        signal,
      }),
    // The page length of a list stays the same, even when the screen turns out to be smaller than the server assumed.
    initialPageParam: { page: 1, per_page: perPage ?? perRow(context) },
    getNextPageParam: ({ meta }) =>
      meta.current_page < meta.last_page
        ? { page: meta.current_page + 1, per_page: meta.per_page }
        : undefined,
  });
};
