/** Search: one box for everything, its suggestions, and what a profile searched for. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { card, episodeCard, image, ok, profileId, web } from '../wire.ts';
import { channelCard } from './live.ts';
import { clip } from './partner-video.ts';

/** The typed text: NFC, without control characters. */
const typed = text(200).overwrite((sent) =>
  sent
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim(),
);
const q = typed.min(1);

/** A found person. */
const foundPerson = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  profession: z.string(),
  image: image.nullable(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** A programme or an episode; an episode has its place in the series too. */
const searchResult = z.union([episodeCard, card]);
export type SearchResult = z.infer<typeof searchResult>;

/** The kinds of results that can be opened: a title, live TV, radio, a partner's clip, or a person (`c`). */
export const openedType = z.enum(['s', 'm', 'e', 't', 'r', 'y', 'c']);
export type OpenedType = z.infer<typeof openedType>;

/** One line under the search box. */
export const suggestion = z.object({
  type: openedType,
  id: z.string(),
  slug: z.string(),
  program_id: z.string(),
  name: z.string(),
  /** The kind, the series of an episode, or a profession. */
  note: z.string(),
  image: image.nullable(),
});
export type Suggestion = z.infer<typeof suggestion>;

const searchAnswer = z.object({
  /** Titles, and episodes among them, best first. */
  results: z.array(searchResult),
  yt_results: z.array(clip),
  people: z.array(foundPerson),
  channels: z.array(channelCard),
  /** One line about the results, in the request's language. */
  message: z.string(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

const person = { user_id: z.uuid().nullish(), profile_id: z.uuid().nullish() };

export const searchCalls = {
  'GET /api/video/search': {
    summary: 'What a query finds: titles and episodes, partner clips, people, channels',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ q, profile_id: profileId, web }),
    answer: searchAnswer,
    errors: [],
  },
  'GET /api/search/suggestions': {
    summary: 'The first finds for what has been typed so far',
    who: 'anyone',
    cache: 'private',
    query: z.object({ q, profile_id: profileId }),
    answer: z.object({ data: z.array(suggestion) }),
    errors: [],
  },
  'POST /api/video/search/save': {
    summary:
      'Note a search, and later with its `searchId` what was opened of its finds; a guest’s is nobody’s',
    who: 'anyone',
    inPreviews: true,
    cache: 'private',
    body: z.object({
      ...person,
      q,
      video_id: z.uuid().nullish(),
      type: openedType.nullish(),
      searchId: z.uuid().nullish(),
    }),
    answer: z.object({ search_id: z.string() }),
    errors: ['not_found', 'too_many_tries'],
  },
  'GET /api/video/search/history': {
    summary:
      'What this profile searched for, last first; with `q` what of it contains that. None for a guest',
    who: 'anyone',
    cache: 'private',
    query: z.object({ user_id: z.uuid().optional(), profile_id: z.uuid().optional(), q: typed.optional() }),
    answer: z.object({ data: z.array(z.string()) }),
    errors: ['not_found'],
  },
  'DELETE /api/video/search/history': {
    summary: 'Take one search out of this profile’s history, or without `q` all of them',
    who: 'profile',
    cache: 'private',
    query: z.object({ profile_id: z.uuid(), q: q.optional() }),
    answer: ok,
    errors: [],
  },
} as const satisfies CallTable;
