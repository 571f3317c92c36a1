import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PageMeta } from '../../../contract/wire.ts';
import { type AppContext, profileIdOf } from '../../context.ts';

const nextPage = ({ meta }: { meta: PageMeta }) =>
  meta.current_page < meta.last_page ? meta.current_page + 1 : undefined;

/** How many a page with a letter filter loads at a time; of those it shows fewer, see `LetterGrid`. */
const perLetterPage = 100;
const perSubCategorySlide = 60;
const perGenrePage = ({ screen }: AppContext) => (screen.size() === 'pc' ? 30 : 12);

interface GenrePage {
  page: number;
  per_page: number;
  last_page?: number;
}

const firstOfGenre = (context: AppContext): GenrePage => ({ page: 1, per_page: perGenrePage(context) });

/** The page length of a list stays the same, even when the screen turns out to be smaller than the server assumed. */
const nextOfGenre = ({ meta }: { meta: PageMeta }): GenrePage | undefined => {
  const page = nextPage({ meta });
  return page === undefined ? undefined : { page, per_page: meta.per_page, last_page: meta.last_page };
};

/** The letters of both languages. */
export const filterNamesQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['filter-names'],
    queryFn: ({ signal }) => api('GET /api/filter-names', { signal }),
    meta: { scope: 'app' },
    staleTime: 60 * 60_000,
  });

/** What is new, by the hundred: of everything or of a category. */
export const newReleasesQuery = (context: AppContext, category: string | undefined) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['new-releases', category, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/videos/new-release', {
        query: { profile_id, category_id: category, page: pageParam, per_page: perLetterPage, web: '1' },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
};

/** All free videos, by the hundred. */
export const freeVideosQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['free-videos', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/videos/free-videos', {
        query: { profile_id, page: pageParam, per_page: perLetterPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
};

/** What leaves soon, page after page. */
export const leavingSoonQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['leaving-soon', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/videos/leaving-soon', {
        query: { profile_id, page: pageParam, per_page: perLetterPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
};

/** A sub-category's titles, for its page. */
export const subCategoryQuery = (context: AppContext, category: string, subCategory: string) =>
  subCategoryPages(context, category, subCategory, perLetterPage);

/** The same for its slider on the category's page. */
export const subCategorySliderQuery = (context: AppContext, category: string, subCategory: string) =>
  subCategoryPages(context, category, subCategory, perSubCategorySlide);

const subCategoryPages = (context: AppContext, category: string, subCategory: string, perPage: number) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['sub-category', category, subCategory, perPage, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/sub-category/items', {
        query: {
          profile_id,
          category_id: category,
          sub_category_id: subCategory,
          current_page: pageParam,
          per_page: perPage,
          web: '1',
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
};

/** A custom row. */
export const customRowQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['custom-row', id, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/custom-row', { query: { row_id: id, profile_id, web: '1' }, signal }),
  });
};

/** A person and what they are in. */
export const castQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['cast', id, profile_id],
    queryFn: ({ signal }) => context.api('GET /api/cast-details', { query: { id, profile_id }, signal }),
  });
};

/** A genre with its sub-genres. */
export const genreQuery = (context: AppContext, id: string) =>
  queryOptions({
    queryKey: ['genre', id],
    queryFn: ({ signal }) => context.api('GET /api/genre/details', { query: { id }, signal }),
  });

/** A genre's titles, page after page. */
export const genreItemsQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['genre', id, 'items', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/genre/video-items', {
        query: { id, profile_id, ...pageParam },
        signal,
      }),
    initialPageParam: firstOfGenre(context),
    getNextPageParam: nextOfGenre,
  });
};

/** The partner's titles, page after page. */
export const kocowaQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['kocowa', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/get-kocowa', {
        query: { profile_id, ...pageParam, device: 'web' },
        signal,
      }),
    initialPageParam: firstOfGenre(context),
    getNextPageParam: nextOfGenre,
  });
};

/** What is new in a genre. */
export const latestEpisodesQuery = (context: AppContext, id: string) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['genre', id, 'latest', profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/genre/latest-episodes', {
        query: { id, profile_id, page: pageParam, per_page: 100 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
};

/** A sub-genre's titles. */
export const subGenreQuery = (context: AppContext, id: string, subId: string) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['sub-genre', id, subId, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/sub-genre/items', { query: { id, subId, profile_id }, signal }),
  });
};
