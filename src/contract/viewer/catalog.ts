/** The catalogue as viewers read it: categories, genres, programmes, episodes, similar titles. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { card, device, episodeCard, idOrSlug, image, pageMeta, pageQuery, profileId, web } from '../wire.ts';

export const category = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  meta_title: z.string(),
  icon: image.nullable(),
  subCategories: z.array(
    z.object({ id: z.string(), slug: z.string(), name: z.string(), icon: image.nullable() }),
  ),
});
export type Category = z.infer<typeof category>;

const stbCategory = z.object({ id: z.string(), name: z.string(), icon: image.nullable() });

export const genre = z.object({ id: z.string(), slug: z.string(), name: z.string(), name_en: z.string() });
export type Genre = z.infer<typeof genre>;

export const credit = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  image: image.nullable(),
  /** The part played, or the profession for others than actors. */
  role: z.string(),
});

export const programme = card.extend({
  banner_thumbs: image.nullable(),
  synopsis: z.string(),
  /** Null while it is not open. */
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  sub_category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** `parent` is the slug of the genre that a sub-genre belongs to. */
  genres: z.array(
    z.object({ id: z.string(), slug: z.string(), name: z.string(), parent: z.string().nullable() }),
  ),
  content_partner: z.object({ slug: z.string(), name: z.string() }).nullable(),
  casts: z.array(credit),
  release_year: z.number().int().nullable(),
  /** Duration of a movie; null for a series. */
  duration_seconds: z.number().nullable(),
  status: z.enum(['completed', 'upcoming']),
  /** The last day to watch it, when it leaves within 30 days: `YYYY-MM-DD` in the service's zone, and written out. */
  leaving_on: z.string().nullable(),
  leaving_on_hr: z.string().nullable(),
  seasons: z.array(z.object({ number: z.number().int(), name: z.string(), episodes: z.number().int() })),
  episodes_total: z.number().int(),
  /** The target of the Play or Resume button; null when nothing can be played. */
  play: z
    .object({
      type: z.enum(['e', 'm']),
      id: z.string(),
      current_position: z.number(),
      season_number: z.number().int().nullable(),
      episode_number: z.number().int().nullable(),
    })
    .nullable(),
});
export type Programme = z.infer<typeof programme>;

export const catalogCalls = {
  'GET /api/categories': {
    summary:
      'The categories of a device with their sub-categories, in display order. With a kids profile only those with titles for it',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, web, device }),
    answer: z.object({ data: z.array(category) }),
    errors: [],
  },
  'GET /api/stb-categories': {
    summary: 'The categories of the set-top box’s own menu, each with those below it, in display order',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({
      data: z.array(stbCategory.extend({ subCategories: z.array(stbCategory) })),
    }),
    errors: [],
  },
  'GET /api/genres': {
    summary: 'Genres, by name',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ web }),
    answer: z.object({ data: z.array(genre) }),
    errors: [],
  },
  'GET /api/program/details': {
    summary: 'One programme with its genres, cast, seasons and what its button plays',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, profile_id: profileId }),
    answer: z.object({ data: programme }),
    errors: ['not_found', 'maturity_blocked'],
  },
  'GET /api/videos/details': {
    summary: 'A page of a series’ episodes, or the one film of a movie (type m)',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      type: z.enum(['s', 'm']).default('s'),
      id: idOrSlug,
      profile_id: profileId,
      season: z.coerce.number().int().min(1).max(999).optional(),
      sort_by: z.enum(['latest', 'episode_number']).default('latest'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
      // A new order shows as many episodes as were shown before it.
      ...pageQuery(12, 1200),
    }),
    answer: z.object({ data: z.array(episodeCard), meta: pageMeta }),
    errors: ['not_found', 'maturity_blocked'],
  },
  'GET /api/video/similar': {
    summary: 'Titles like this one: shared genres, cast and category weigh most',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      id: idOrSlug,
      profile_id: profileId,
      content_to_show: z.coerce.number().int().min(1).max(48).default(12),
    }),
    answer: z.object({ data: z.array(card) }),
    errors: ['not_found', 'maturity_blocked'],
  },
  'GET /api/videos/new-release': {
    summary: 'Newest titles first, of all categories or one',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      profile_id: profileId,
      category_id: idOrSlug.optional(),
      sub_category_id: idOrSlug.optional(),
      web,
      ...pageQuery(16, 100),
    }),
    answer: z.object({ data: z.array(card), meta: pageMeta }),
    errors: ['not_found'],
  },
  'GET /api/category/home': {
    summary: 'A category’s own names and its banner title',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, profile_id: profileId, device, web }),
    answer: z.object({
      data: z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        name_en: z.string(),
        meta_title: z.string(),
        subCategories: category.shape.subCategories,
        banner: card.extend({ banner_thumbs: image.nullable() }).nullable(),
      }),
    }),
    errors: ['not_found'],
  },
  'GET /api/category/items': {
    summary: 'A category’s titles, a row for each sub-category',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      id: idOrSlug,
      profile_id: profileId,
      sub_per_page: z.coerce.number().int().min(1).max(60).default(16),
      device,
      web,
    }),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          name_en: z.string(),
          parent_id: z.string(),
          total: z.number().int(),
          videos: z.array(card),
        }),
      ),
    }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
