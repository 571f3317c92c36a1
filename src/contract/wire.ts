/** Shapes that many calls share: paging, images, cards. Field names are the specification's. */
import { z } from 'zod';
import { text } from './text.ts';

/** A page of a list. */
export const pageMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** `?page=` and `?per_page=` of a list; `maxCount` bounds how many rows one page may ask for. */
export const pageQuery = (perPage: number, maxCount: number) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(maxCount).default(perPage),
});

export const id = z.uuid();
/** An id or a slug: what a page's address carries. Slugs are Unicode letters, digits and hyphens. */
export const idOrSlug = text(120)
  .min(1)
  .regex(/^[\p{L}\p{N}-]+$/u);
export const device = z.enum(['web', 'mobile', 'tablet', 'stb']).default('web');
export type Device = z.infer<typeof device>;
/** `web=1`, sent by web clients on many calls. It changes nothing here and is accepted everywhere. */
export const web = z.enum(['1']).optional();
export const profileId = z.uuid().optional();

/** The account's password where it is asked for again; an account without one leaves it out and proves itself by a code beforehand. */
export const accountPassword = z.string().min(1).max(256).optional();

export const ok = z.object({ data: z.object({ ok: z.literal(true) }) });

/**
 * An image. `url` has no size: append `/{width}.avif` or `/{width}.webp`, with a width of `imageWidths[kind]`.
 * `color` is its dominant colour (`#rrggbb`), shown until the image has arrived.
 */
export const image = z.object({ url: z.string(), color: z.string() });
export type Image = z.infer<typeof image>;

export const maturity = z.union([z.literal(0), z.literal(7), z.literal(12), z.literal(15), z.literal(19)]);
export type Maturity = z.infer<typeof maturity>;

/** One card of a row, grid or slider: a series (`s`), movie (`m`) or episode (`e`). */
export const card = z.object({
  id: z.string(),
  slug: z.string(),
  type: z.enum(['s', 'm', 'e']),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  premium: z.enum(['Free', 'Premium']),
  maturity,
  new_series: z.boolean(),
  new_episode: z.boolean(),
  /** Landscape 16:9. */
  preview_image_thumbs: image.nullable(),
  /** Portrait 2:3. */
  big_preview_image_thumbs: image.nullable(),
  release_date: z.string().nullable(),
  upcoming: z.enum(['yes', 'skip', 'no']),
  /** '1': cannot be played (no ready video, or locked). */
  skip: z.enum(['0', '1']),
  program_id: z.string(),
  category_id: z.string(),
  sub_category_id: z.string().nullable(),
  /** 'current / created' for a series: the latest episode published and how many the series will have. */
  current_episode_text: z.string().nullable(),
  /** 0 none, 1 liked, 2 disliked (shown greyed). */
  like: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  my_list: z.boolean(),
  /** Watched share, 0 to 100. */
  percentage: z.number(),
  /** Where to resume, in seconds; 0 when never started. */
  current_position: z.number(),
});
export type Card = z.infer<typeof card>;

/** An episode in a list: a card with its place in the series. */
export const episodeCard = card.extend({
  episode_name: z.string(),
  episode_number: z.number().int(),
  season_number: z.number().int(),
  /** The day it was published, `YYYY-MM-DD` in the service's zone. */
  episode_created: z.string().nullable(),
  /** The same day written out in the request's language. */
  episode_created_hr: z.string(),
  duration_seconds: z.number().nullable(),
});
export type EpisodeCard = z.infer<typeof episodeCard>;

/** What a title has to play: an episode of a series (`e`), or a movie itself (`m`), whose place in a series is null. */
export const videoCard = card.extend({
  episode_name: z.string().nullable(),
  episode_number: z.number().int().nullable(),
  season_number: z.number().int().nullable(),
  episode_created: z.string().nullable(),
  episode_created_hr: z.string().nullable(),
  duration_seconds: z.number().nullable(),
});
export type VideoCard = z.infer<typeof videoCard>;
