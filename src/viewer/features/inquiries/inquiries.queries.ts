import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

/** The household's inquiries, page after page. */
export const inquiriesQuery = (context: AppContext) =>
  infiniteQueryOptions({
    queryKey: ['inquiries', context.session.get()?.user.household_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/account/inquiries', { query: { page: pageParam, per_page: 20 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    staleTime: 0,
  });

/** One inquiry with all that was written. */
export const inquiryQuery = (context: AppContext, id: string) =>
  queryOptions({
    queryKey: ['inquiry', context.session.get()?.user.household_id, id],
    queryFn: ({ signal }) => context.api('GET /api/account/inquiries/{id}', { params: { id }, signal }),
    staleTime: 0,
  });
