import { queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

/** What can be subscribed to. */
export const plansQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api('GET /api/plans', { signal }),
    staleTime: 10 * 60_000,
  });

/** The household's running plan; only for somebody signed in. */
export const currentPlanQuery = ({ api }: AppContext, userId: string | undefined) =>
  queryOptions({
    queryKey: ['current-plan', userId],
    queryFn: ({ signal }) => api('GET /api/current-plan', { signal }),
    enabled: userId !== undefined,
  });
