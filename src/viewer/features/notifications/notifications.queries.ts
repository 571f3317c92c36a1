import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

/** What a profile was told, page after page. */
export const notificationsQuery = ({ api }: AppContext, profile_id: string) =>
  infiniteQueryOptions({
    queryKey: ['notifications', profile_id, 'list'],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/account/notifications', { query: { profile_id, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    staleTime: 0,
  });

/** How the user wants to be told. */
export const notificationSettingsQuery = (context: AppContext) =>
  queryOptions({
    queryKey: ['account', context.session.get()?.user.id, 'notification-settings'],
    queryFn: async ({ signal }) =>
      (await context.api('GET /api/account/notification-settings', { signal })).data,
    staleTime: 0,
  });
