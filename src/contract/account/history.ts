/** What the profiles of a household have watched: one profile's history, and the household's activity. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { id, image, ok, pageMeta, pageQuery } from '../wire.ts';

const profile = z.object({ profile_id: id });

export const historyEntry = z.object({
  id: z.string(),
  /** What was played: an episode (`e`) or a movie (`m`). */
  type: z.enum(['e', 'm']),
  play_id: z.string(),
  program_id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Season, episode and its name; empty for a movie. */
  subtitle: z.string(),
  image: image.nullable(),
  premium: z.enum(['Free', 'Premium']),
  /** '1': its video cannot be played any more. */
  skip: z.enum(['0', '1']),
  started_at: z.string(),
  /** How long it really played. */
  watched_seconds: z.number().int(),
  /** How far it came in that viewing: seconds, and the share of the whole, 0 to 100. */
  position_seconds: z.number().int(),
  percentage: z.number(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const profileActivity = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  /** Seconds watched on each of `days`. */
  seconds: z.array(z.number().int()),
  likes: z.number().int(),
  dislikes: z.number().int(),
  searches: z.number().int(),
  /** Titles watched last; null where another profile's PIN hides them. */
  titles: z
    .array(
      z.object({
        program_id: z.string(),
        type: z.enum(['s', 'm']),
        slug: z.string(),
        title: z.string(),
        image: image.nullable(),
      }),
    )
    .nullable(),
});
export type ProfileActivity = z.infer<typeof profileActivity>;

export const historyCalls = {
  'GET /api/account/history': {
    summary: 'What this profile has watched, newest first: every viewing of a minute or more, or to the end',
    who: 'profile',
    cache: 'private',
    query: profile.extend(pageQuery(30, 100)),
    answer: z.object({ data: z.array(historyEntry), meta: pageMeta }),
    errors: [],
  },
  'DELETE /api/account/history/{id}': {
    summary: 'Forget one viewing, how far it came, and its title in continue watching',
    who: 'profile',
    cache: 'private',
    params: z.object({ id }),
    query: profile,
    answer: ok,
    errors: ['not_found'],
  },
  'DELETE /api/account/history': {
    summary: 'Forget everything this profile has watched, and how far',
    who: 'profile',
    cache: 'private',
    query: profile,
    answer: ok,
    errors: [],
  },
  'GET /api/account/history/export': {
    summary: 'This profile’s history as a CSV file',
    who: 'profile',
    cache: 'private',
    query: profile,
    answer: 'bytes',
    errors: [],
  },
  'GET /api/account/activity': {
    summary:
      'How much each profile of the household has watched on the last fourteen days, and what last. A kids’ profile sees its own alone',
    who: 'profile',
    cache: 'private',
    query: profile,
    answer: z.object({ data: z.object({ days: z.array(z.string()), profiles: z.array(profileActivity) }) }),
    errors: [],
  },
} as const satisfies CallTable;
