/** The catalogue's lists: genres, a sub-category, a partner, a custom row, a person's shows, free videos. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { card, device, idOrSlug, image, pageMeta, pageQuery, profileId, videoCard, web } from '../wire.ts';
import { genre } from './catalog.ts';

const letter = z.object({ s: z.string(), name: z.string() });

/** `?last_page=` as a client knows it from the page before. It changes nothing here. */
const knownLastPage = z.coerce.number().int().min(1).max(100_000).optional();

const genrePage = { profile_id: profileId, last_page: knownLastPage, ...pageQuery(30, 100) };

/** A title that is soon to leave: the last day to watch it, `YYYY-MM-DD` in the service's zone, and written out. */
export const leavingCard = card.extend({ leaving_on: z.string(), leaving_on_hr: z.string() });
export type LeavingCard = z.infer<typeof leavingCard>;

export const subCategory = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  name_en: z.string(),
  meta_title: z.string(),
  parent_id: z.string(),
  category: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  videos: z.array(card),
});

export const cast = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  avatar: image.nullable(),
  profession: z.string(),
  /** `YYYY-MM-DD`. */
  dob: z.string().nullable(),
  /** In full years, by the day in the service's zone. */
  age: z.number().int().nullable(),
  videos: z.array(card),
});
export type Cast = z.infer<typeof cast>;

export const listCalls = {
  'GET /api/filter-names': {
    summary: 'The letters that titles are filtered by, in both languages; “etc” is every other first letter',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({ ko_filter: z.array(letter), en_filter: z.array(letter) }),
    errors: [],
  },
  'GET /api/free-videos': {
    summary: 'Today’s free videos for home, at most three pages: of each free title its newest, newest first',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, category_id: idOrSlug.optional(), ...pageQuery(16, 40) }),
    answer: z.object({ data: z.array(videoCard), meta: pageMeta }),
    errors: ['not_found'],
  },
  'GET /api/videos/free-videos': {
    summary: 'Free videos, newest first: free movies, and of each free series its newest episode',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, ...pageQuery(100, 100) }),
    answer: z.object({ data: z.array(videoCard), meta: pageMeta }),
    errors: [],
  },
  'GET /api/videos/leaving-soon': {
    summary: 'Titles that leave within 30 days, those that leave first first',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId, ...pageQuery(30, 100) }),
    answer: z.object({ data: z.array(leavingCard), meta: pageMeta }),
    errors: [],
  },
  'GET /api/custom-row': {
    summary: 'A custom row by id or slug: its title and its titles in order',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ row_id: idOrSlug, profile_id: profileId, web }),
    answer: z.object({
      data: z.object({ id: z.string(), slug: z.string(), title: z.string(), videos: z.array(card) }),
    }),
    errors: ['not_found'],
  },
  'GET /api/sub-category/items': {
    summary: 'A page of a sub-category’s titles, newest first',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      category_id: idOrSlug,
      sub_category_id: idOrSlug,
      profile_id: profileId,
      current_page: pageQuery(60, 100).page,
      per_page: pageQuery(60, 100).per_page,
      web,
    }),
    answer: z.object({ data: subCategory, meta: pageMeta }),
    errors: ['not_found'],
  },
  'GET /api/cast-details': {
    summary: 'A person by id or slug, with the titles they are in',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, profile_id: profileId }),
    answer: z.object({ data: cast }),
    errors: ['not_found'],
  },
  'GET /api/genre/details': {
    summary: 'A genre with its sub-genres',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug }),
    answer: z.object({
      data: genre.extend({
        parent: genre.nullable(),
        sub_genres: z.array(genre),
      }),
    }),
    errors: ['not_found'],
  },
  'GET /api/genre/video-items': {
    summary: 'A page of a genre’s titles with those of its sub-genres, newest first',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, ...genrePage }),
    answer: z.object({ data: z.array(card), meta: pageMeta }),
    errors: ['not_found'],
  },
  'GET /api/genre/latest-episodes': {
    summary: 'What is new in a genre: of each title its newest video, newest first',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, profile_id: profileId, ...pageQuery(100, 100) }),
    answer: z.object({ data: z.array(videoCard), meta: pageMeta }),
    errors: ['not_found'],
  },
  'GET /api/sub-genre/items': {
    summary: 'A sub-genre of a genre with its newest 100 titles',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug, subId: idOrSlug, profile_id: profileId }),
    answer: z.object({ data: genre.extend({ genre, videos: z.array(card) }) }),
    errors: ['not_found'],
  },
  'GET /api/get-kocowa': {
    summary:
      'A page of a content partner’s titles, newest first; the partner of slug kocowa unless `id` says another',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ id: idOrSlug.default('kocowa'), device, ...genrePage }),
    answer: z.object({
      data: z.array(card),
      meta: pageMeta,
      partner: z.object({ id: z.string(), slug: z.string(), name: z.string(), name_en: z.string() }),
    }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
