/** Advertisements of home, what is reported of them, and visits. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { device, id, image, ok, profileId } from '../wire.ts';

export const ad = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Always begins with http:// or https://. */
  link: z.string(),
  content_type: z.enum(['banner', 'video']),
  banner_url: image,
  /** Address of a short MP4; null for a picture. */
  video_url: z.string().nullable(),
});
export type Ad = z.infer<typeof ad>;

/** One report's own id, made by the client, so that the same report sent twice counts once. */
const eventId = z.uuid().optional();

export const adCalls = {
  'GET /api/get-small-banner-ad': {
    summary: 'The ads of home’s small slider, at most six',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId }),
    answer: z.object({ data: z.array(ad) }),
    errors: [],
  },
  'POST /api/ads-impression/store': {
    summary: 'Ads have been seen',
    who: 'anyone',
    inPreviews: 'uncounted',
    cache: 'private',
    body: z.object({ ids: z.array(id).min(1).max(20), event_id: eventId }),
    answer: ok,
    errors: ['too_many_tries'],
  },
  'POST /api/ads-click/store': {
    summary: 'An ad has been followed',
    who: 'anyone',
    inPreviews: 'uncounted',
    cache: 'private',
    body: z.object({ id, device, from: z.enum(['main-slider', 'small-banner']), event_id: eventId }),
    answer: ok,
    errors: ['too_many_tries'],
  },
  'POST /api/visit': {
    summary: 'The app has been opened; a device counts once a day',
    who: 'anyone',
    inPreviews: 'uncounted',
    cache: 'private',
    answer: ok,
    errors: ['too_many_tries'],
  },
} as const satisfies CallTable;
