/** Partner video ("YouTube"): clips by category and by playlist. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { card, idOrSlug, pageMeta, pageQuery, profileId } from '../wire.ts';

/** A clip as a card. Its likes and progress are its own: `program_id` is the clip's id. */
export const clip = card.extend({
  type: z.literal('y'),
  /** The partner's id of the clip, for the partner's player; null for a clip that is hosted here. */
  youtube_id: z.string().nullable(),
  /** `play_list_id` of the playlist that it is shown in and goes on in; null for none. */
  playlist: z.string().nullable(),
  /** The day it came out, `YYYY-MM-DD` in the service's zone, and the same written out. */
  episode_created: z.string(),
  episode_created_hr: z.string(),
  duration_seconds: z.number().nullable(),
});
export type Clip = z.infer<typeof clip>;

/** An id or slug as the partner writes them too: `PLx_0-…`. */
const partnerId = text(120)
  .min(1)
  .regex(/^[\p{L}\p{N}_-]+$/u);

const named = { id: z.string(), slug: z.string(), name: z.string() };

/** A category with its newest clips. */
const partnerCategory = z.object({
  ...named,
  sub_categories: z.array(z.object(named)),
  videos: z.array(clip),
});
export type PartnerCategory = z.infer<typeof partnerCategory>;

/** A playlist; how many of its clips come with it depends on the call. */
export const playlist = z.object({
  id: z.string(),
  play_list_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** 'current / created': the clips there are and how many it will have; null for the list of everything. */
  current_episode_text: z.string().nullable(),
  videos: z.array(clip),
});
export type Playlist = z.infer<typeof playlist>;

const partnerSubCategory = z.object({ ...named, videos: z.array(clip) });

const query = z.object({ profile_id: profileId });

/** Sliders have at most so many clips, and so has a page of a playlist. */
const sliderLength = 20;
const gridLength = 100;

export const partnerVideoCalls = {
  'GET /api/youtube-categories': {
    summary: 'The partner’s categories with their sub-categories, each with its newest clips',
    who: 'anyone',
    cache: 'shared',
    query,
    answer: z.object({ data: z.array(partnerCategory) }),
    errors: [],
  },
  'GET /api/youtube-home': {
    summary: 'The first playlists, each with its first 20 clips',
    who: 'anyone',
    cache: 'shared',
    query,
    answer: z.object({ data: z.array(playlist) }),
    errors: [],
  },
  'GET /api/youtube-allPlaylist': {
    summary: 'All playlists in their order, each with its first clip',
    who: 'anyone',
    cache: 'shared',
    query,
    answer: z.object({ data: z.array(playlist) }),
    errors: [],
  },
  'GET /api/youtube-new-arrival': {
    summary: 'The newest hundred clips',
    who: 'anyone',
    cache: 'shared',
    query,
    answer: z.object({ data: z.array(clip) }),
    errors: [],
  },
  'GET /api/youtube-sub-categories/{id}': {
    summary: 'A category by id or slug: its sub-categories with their newest clips, and its own newest clips',
    who: 'anyone',
    cache: 'shared',
    params: z.object({ id: idOrSlug }),
    query,
    answer: z.object({
      data: z.object({
        has_sub_categories: z.boolean(),
        sub_categories: z.array(partnerSubCategory),
        category: z.object(named),
        videos: z.array(clip),
      }),
    }),
    errors: ['not_found'],
  },
  'GET /api/youtube-videos': {
    summary: 'The newest clips: of a category, of a sub-category of it, or of everything, at most `limit`',
    who: 'anyone',
    cache: 'shared',
    query: query.extend({
      category_id: idOrSlug.optional(),
      /** `all`: of all sub-categories. */
      sub_category_id: idOrSlug.optional(),
      limit: z.coerce.number().int().min(1).max(gridLength).default(gridLength),
    }),
    answer: z.object({ data: z.array(clip) }),
    errors: ['not_found'],
  },
  'GET /api/youtube-playlist': {
    summary: 'A playlist by either id, or `all` clips as one, with its first 20 clips',
    who: 'anyone',
    cache: 'shared',
    query: query.extend({ id: partnerId }),
    answer: z.object({ data: playlist }),
    errors: ['not_found'],
  },
  'GET /api/youtube-playlist-videos': {
    summary: 'A page of a playlist’s clips in order; of `all`, the newest first',
    who: 'anyone',
    cache: 'shared',
    query: query.extend({ playListId: partnerId, ...pageQuery(sliderLength, gridLength) }),
    answer: z.object({ data: z.array(clip), meta: pageMeta }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
