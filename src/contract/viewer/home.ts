/** The home page: its banner and its sections. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { card, device, image, pageMeta, pageQuery, profileId, videoCard } from '../wire.ts';
import { ad } from './ads.ts';
import { leavingCard } from './lists.ts';
import { channelCard } from './live.ts';
import { clip } from './partner-video.ts';

export const banner = card.extend({
  banner_thumbs: image.nullable(),
  category_name: z.string(),
  /** '1' when a preview starts automatically 3 s after the picture has loaded. */
  auto_preview: z.enum(['0', '1']),
  /** Address of a short muted MP4; null when the title has no ready video. */
  preview_video: z.string().nullable(),
});
export type Banner = z.infer<typeof banner>;

/** An ad in the main banner. */
const adSlide = ad.extend({ type: z.literal('ad') });
const bannerSlide = z.discriminatedUnion('type', [banner, adSlide]);
export type BannerSlide = z.infer<typeof bannerSlide>;

/** The fields of all sections of home. The type of `videos` depends on the section. */
const section = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  category_id: z.string().nullable(),
  category_slug: z.string().nullable(),
  per_page: z.number().int(),
  current_page: z.number().int(),
  last_page: z.number().int(),
});

/** The newest titles of a category; its name leads to the category's page. */
const categorySection = section.extend({ type: z.literal('category'), videos: z.array(card) });

/** Today's free videos, for guests and those without a plan; its further pages are `GET /api/free-videos`. */
const freeSection = section.extend({ type: z.literal('free'), videos: z.array(videoCard) });

/** A custom row; its name leads to the row's page, `slug` is the row's. */
const rowSection = section.extend({ type: z.literal('row'), videos: z.array(card) });

/** Live channels, and below them the series that had a new episode last. */
const tvSection = section.extend({
  type: z.literal('tv'),
  videos: z.array(channelCard),
  latest_series: z.array(card),
});

/** Radio channels. */
const radioSection = section.extend({ type: z.literal('radio'), videos: z.array(channelCard) });

/** Where the small slider of ads stands; its ads are `GET /api/get-small-banner-ad`. */
const adSection = section.extend({ type: z.literal('ad'), videos: z.array(ad).max(0) });

/** The partner's newest clips, at most 20; its name leads to the partner section. */
const youtubeSection = section.extend({ type: z.literal('youtube'), videos: z.array(clip) });

/** Titles that leave within 30 days, those that leave first first. */
const leavingSection = section.extend({ type: z.literal('leaving'), videos: z.array(leavingCard) });

const homeSection = z.discriminatedUnion('type', [
  categorySection,
  freeSection,
  rowSection,
  tvSection,
  radioSection,
  adSection,
  youtubeSection,
  leavingSection,
]);
export type HomeSection = z.infer<typeof homeSection>;
export type HomeSectionType = HomeSection['type'];

export const homeCalls = {
  'GET /api/home/main-content': {
    summary: 'The slides of the main banner: titles, and ads between them',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, device }),
    answer: z.object({ data: z.array(bannerSlide) }),
    errors: [],
  },
  'GET /api/home-sections': {
    summary: 'The sections of home, in order, each with its first titles',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      profile_id: profileId,
      device,
      content_per_page: z.coerce.number().int().min(1).max(40).default(16),
      ...pageQuery(200, 200),
    }),
    answer: z.object({ data: z.array(homeSection), meta: pageMeta }),
    errors: [],
  },
} as const satisfies CallTable;
