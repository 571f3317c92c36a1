import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

const own = ({ session }: AppContext) => session.get()?.user.id;

/** Where the household is signed in. */
export const devicesQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['account', own(context), 'devices'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/devices', { signal })).data,
    staleTime: 0,
  });

/** What the household has played lately, and on what. */
export const streamingDevicesQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['account', own(context), 'streaming-devices'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/streaming-devices', { signal })).data,
    staleTime: 0,
  });

/** When somebody signed in, or tried to, page after page. */
export const loginsQuery = (context: AppContext) =>
  infiniteQueryOptions({
    queryKey: ['account', own(context), 'logins'],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/account/logins', { query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    staleTime: 0,
  });

/** Personal information, and whether it may be changed here now. */
export const detailsQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['account', own(context), 'details'],
    queryFn: async ({ signal }) => (await context.api('GET /api/account/details', { signal })).data,
    staleTime: 0,
  });
