/** Live TV and radio: channels with their current airings, the guide, the schedule of publications. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { card, device, image, maturity, ok, pageMeta, pageQuery, profileId, web } from '../wire.ts';

/** One entry of the guide. */
export const airing = z.object({
  starts_at: z.string(),
  ends_at: z.string(),
  title: z.string(),
  /** Season, episode and its name; empty for a movie. */
  subtitle: z.string(),
  /** Its title in the catalog; null without one. */
  programme: z.object({ id: z.string(), slug: z.string(), type: z.enum(['s', 'm']) }).nullable(),
  maturity,
  image: image.nullable(),
  /** Hidden from this viewer, by grade or because they blocked it: no names, no picture, no stream. */
  hidden: z.boolean(),
});
export type Airing = z.infer<typeof airing>;

/** The fields of a channel in every answer. */
export const channel = z.object({
  id: z.string(),
  slug: z.string(),
  /** `t` is live TV, `r` is radio. */
  type: z.enum(['t', 'r']),
  number: z.number().int(),
  name: z.string(),
  premium: z.enum(['Free', 'Premium']),
  maturity,
  /** Its card, landscape 16:9: number and name in the channel's own colour. */
  preview_image_thumbs: image.nullable(),
  /** '1': nothing of it is ready to be shown. */
  skip: z.enum(['0', '1']),
  /**
   * For how many hours a program can be watched again after its end. While it is on, it can be watched from its start. Null: neither is
   * possible.
   */
  catch_up_hours: z.number().int().nullable(),
});
export type Channel = z.infer<typeof channel>;

/** A channel as a card. Responses are cached for a while, so a client replaces `now` by `next` according to its own clock. */
export const channelCard = channel.extend({
  title: z.string(),
  description: z.string(),
  language: z.enum(['ko', 'en']),
  now: airing.nullable(),
  next: airing.nullable(),
  /** The airings after `next`, for a page that stays open. */
  later: z.array(airing),
});
export type ChannelCard = z.infer<typeof channelCard>;

/** A radio channel as a card. */
const radioCard = channelCard.extend({
  /** Whether it has a picture. */
  video: z.boolean(),
  /** The broadcast that it repeats or accompanies. */
  broadcast: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
});
export type RadioCard = z.infer<typeof radioCard>;

const guideChannel = channel.extend({ airings: z.array(airing) });
export type GuideChannel = z.infer<typeof guideChannel>;

/** A day of the schedule: which of its parts a day has depends on the call. */
const day = z.object({
  /** The day's name in the language of the request, e.g. `토요일`. */
  day: z.string(),
  /** `YYYY-MM-DD` in the service's zone. */
  date: z.string(),
  today: z.boolean(),
});
const dayCategory = z.object({ ko_name: z.string(), en_name: z.string() });

/** A title that comes out on a day: the instant, and the episodes of a series. */
const scheduled = {
  starts_at: z.string(),
  /** Season, episode and name, of each episode. */
  episodes: z.array(z.string()),
};
const scheduledSeries = card.extend(scheduled);
export type ScheduledSeries = z.infer<typeof scheduledSeries>;

const scheduleDay = day.extend({
  categories: z.array(z.object({ category: dayCategory, series: z.array(scheduledSeries) })),
});
export type ScheduleDay = z.infer<typeof scheduleDay>;

const scheduleVideoDay = day.extend({
  categories: z.array(z.object({ category: dayCategory, videos: z.array(scheduledSeries) })),
});

/** The half hour that an instant lies in, so that all of its instants have one answer. Other texts stay. */
function wholeHalfHour(text: string): string {
  const instant = Math.floor(Date.parse(text) / halfHourMs) * halfHourMs;
  return Number.isFinite(instant) && Math.abs(instant) < 8e15 ? new Date(instant).toISOString() : text;
}
const halfHourMs = 30 * 60_000;

export const liveCalls = {
  'GET /api/videos/live/tvs': {
    summary: 'The live channels by number, with what is on and what comes next',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, device }),
    answer: z.object({ data: z.array(channelCard) }),
    errors: [],
  },
  'GET /api/radio': {
    summary:
      'The radio channels by number, with what is on and what comes next, and the groups that they are in',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, device }),
    answer: z.object({
      data: z.object({
        channels: z.array(radioCard),
        /** Groups without a channel that this viewer may see are left out. */
        groups: z.array(z.object({ id: z.string(), name: z.string(), channel_ids: z.array(z.string()) })),
      }),
    }),
    errors: [],
  },
  'GET /api/favorite-channels': {
    summary: 'The ids of the profile’s favorite channels of TV and radio, the latest first',
    who: 'profile',
    cache: 'private',
    query: z.object({ profile_id: z.uuid() }),
    answer: z.object({ data: z.array(z.string()) }),
    errors: [],
  },
  'PUT /api/favorite-channels/{id}': {
    summary: 'Mark a channel as a favorite; it may be marked already',
    who: 'profile',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    body: z.object({ profile_id: z.uuid() }),
    answer: ok,
    errors: ['not_found'],
  },
  'DELETE /api/favorite-channels/{id}': {
    summary: 'Remove a channel from the profile’s favorites; it may be removed already',
    who: 'profile',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    query: z.object({ profile_id: z.uuid() }),
    answer: ok,
    errors: [],
  },
  'GET /api/live/guide': {
    summary: 'A window of the guide: what a page of channels shows from an instant on, for some hours',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      profile_id: profileId,
      /**
       * Any instant from eight days ago to 15 days ahead: the window begins with the half hour that it lies in. Now, when left out.
       */
      from: z.iso.datetime({ offset: true }).max(40, { abort: true }).overwrite(wholeHalfHour).optional(),
      hours: z.coerce.number().int().min(1).max(24).default(4),
      /** One channel alone. */
      channel: z.uuid().optional(),
      ...pageQuery(30, 100),
    }),
    answer: z.object({
      data: z.object({ from: z.string(), until: z.string(), channels: z.array(guideChannel) }),
      meta: pageMeta,
    }),
    errors: [],
  },
  'GET /api/schedule': {
    summary: 'What comes out from yesterday to a week from today: a card a title and day, by category',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, web }),
    answer: z.object({ data: z.array(scheduleDay) }),
    errors: [],
  },
  'GET /api/schedule/video': {
    summary: 'The same days with a card a video: each episode (type e) and movie (type m) by itself',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, web }),
    answer: z.object({ data: z.array(scheduleVideoDay) }),
    errors: [],
  },
  'GET /api/latest-series': {
    summary: 'The series that had a new episode last',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, web }),
    answer: z.object({ data: z.array(card) }),
    errors: [],
  },
} as const satisfies CallTable;
