import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

const minuteMs = 60_000;

/** The channels with what is on; asked again every minute while they are looked at. */
export const channelsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['live', 'channels', profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/videos/live/tvs', { query: { profile_id, device: 'web' }, signal }),
    staleTime: minuteMs / 2,
    refetchInterval: minuteMs,
  });
};

/** How many channels one part of the guide has, and how many hours. */
export const guidePageSize = 30;
export const guideHours = 6;

/** A part of the guide: `page` from 1, `from` an instant on a half hour. */
export const guideQuery = (context: AppContext, page: number, from: number) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['live', 'guide', page, from, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/live/guide', {
        query: {
          profile_id,
          from: new Date(from).toISOString(),
          hours: guideHours,
          page,
          per_page: guidePageSize,
        },
        signal,
      }),
    staleTime: 2 * minuteMs,
  });
};

/** What comes out from yesterday to a week from today. */
export const scheduleQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['schedule', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/schedule', { query: { profile_id, web: '1' }, signal }),
  });
};
