/** What a profile does with titles: continue watching, My List, likes. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { card, ok, pageMeta, pageQuery } from '../wire.ts';

const profile = z.object({ profile_id: z.uuid() });
const programme = z.object({ id: z.uuid() });

const continueCard = card.extend({
  /** What to play: an episode (`e`) or a movie (`m`). */
  play_type: z.enum(['e', 'm']),
  play_id: z.string(),
  season_number: z.number().int().nullable(),
  episode_number: z.number().int().nullable(),
  duration_seconds: z.number(),
});
export type ContinueCard = z.infer<typeof continueCard>;

export const viewingCalls = {
  'GET /api/continue-watching': {
    summary: 'Titles this profile has begun, last watched first',
    who: 'profile',
    cache: 'private',
    query: profile.extend({ per_page: z.coerce.number().int().min(1).max(48).default(16) }),
    answer: z.object({ data: z.array(continueCard) }),
    errors: [],
  },
  'DELETE /api/continue-watching/{id}': {
    summary: 'Take a title off continue watching; played again, it starts over',
    who: 'profile',
    cache: 'private',
    params: programme,
    query: profile,
    answer: ok,
    errors: [],
  },
  'POST /api/continue-watching/{id}/not-now': {
    summary: 'Hide a title from continue watching until it is played again; its position stays',
    who: 'profile',
    cache: 'private',
    params: programme,
    body: profile,
    answer: ok,
    errors: [],
  },
  'POST /api/continue-watching/{id}/restore': {
    summary: 'Take back the last of the two, within a day',
    who: 'profile',
    cache: 'private',
    params: programme,
    body: profile,
    answer: ok,
    errors: [],
  },
  'GET /api/my-list': {
    summary: 'This profile’s My List, last added first',
    who: 'profile',
    cache: 'private',
    query: profile.extend(pageQuery(24, 100)),
    answer: z.object({ data: z.array(card), meta: pageMeta }),
    errors: [],
  },
  'PUT /api/my-list/{id}': {
    summary: 'Add a title to My List; adding it again changes nothing',
    who: 'profile',
    cache: 'private',
    params: programme,
    body: profile,
    answer: ok,
    errors: ['not_found', 'maturity_blocked'],
  },
  'DELETE /api/my-list/{id}': {
    summary: 'Take a title off My List',
    who: 'profile',
    cache: 'private',
    params: programme,
    query: profile,
    answer: ok,
    errors: [],
  },
  'GET /api/ratings': {
    summary: 'Titles this profile likes (1) and dislikes (2), last rated first',
    who: 'profile',
    cache: 'private',
    query: profile.extend(pageQuery(24, 100)),
    answer: z.object({ data: z.array(card), meta: pageMeta }),
    errors: [],
  },
  'PUT /api/ratings/{id}': {
    summary: 'Like (1), dislike (2) or forget (0) a title or a partner’s clip',
    who: 'profile',
    cache: 'private',
    params: programme,
    body: profile.extend({ like: z.union([z.literal(0), z.literal(1), z.literal(2)]) }),
    answer: ok,
    errors: ['not_found', 'maturity_blocked'],
  },
} as const satisfies CallTable;
