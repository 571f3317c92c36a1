import { queryOptions } from '@tanstack/react-query';
import { type AppContext, profileIdOf } from '../../context.ts';

const minuteMs = 60_000;

/** The channels with their current programs. They are requested again every minute while they are on the screen. */
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

const pastHours = 3;

/** The programs of one channel in the last two hours, for a viewer who is behind its live picture. */
export const pastQuery = (context: AppContext, channel: string, now: number) => {
  const profile_id = profileIdOf(context);
  const from = Math.floor((now - 2 * 60 * minuteMs) / (30 * minuteMs)) * 30 * minuteMs;
  return queryOptions({
    queryKey: ['live', 'guide', 'past', channel, from, profile_id],
    queryFn: ({ signal }) =>
      context.api('GET /api/live/guide', {
        query: { profile_id, channel, from: new Date(from).toISOString(), hours: pastHours },
        signal,
      }),
    staleTime: 30 * minuteMs,
  });
};

/** The releases from yesterday to a week from today. */
export const scheduleQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['schedule', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/schedule', { query: { profile_id, web: '1' }, signal }),
  });
};
