/**
 * Addresses that show the live channels in players of other makers. A link belongs to the profile that created it, and its token is
 * shown once.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine, text } from '../text.ts';
import { accountPassword, id, ok } from '../wire.ts';

const playerLink = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of the profile whose limits apply. */
  profile_name: z.string(),
  created_at: z.string(),
  /** To within five minutes. */
  last_used_at: z.string().nullable(),
});
export type PlayerLink = z.infer<typeof playerLink>;

const newLink = z.object({ data: playerLink.extend({ token: z.string() }) });

/** Maximum number of links of a household. */
export const maxPlayerLinks = 10;

const token = text(100).min(1);
const reauthentication = ['identity_required', 'too_many_tries'] as const;

export const playerLinkCalls = {
  'GET /api/account/player-links': {
    summary: 'The household’s links for other players, the newest first',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(playerLink) }),
    errors: [],
  },
  'POST /api/account/player-links': {
    summary: 'Create a link for another player, with the limits of the profile',
    who: 'user',
    cache: 'private',
    body: z.object({ profile_id: id, name: requiredLine(40), password: accountPassword }),
    answer: newLink,
    errors: ['profile_required', 'player_link_limit', ...reauthentication],
  },
  'POST /api/account/player-links/{id}/replacements': {
    summary: 'Replace the token of a link; the old address stops working',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    body: z.object({ password: accountPassword }),
    answer: newLink,
    errors: ['not_found', ...reauthentication],
  },
  'DELETE /api/account/player-links/{id}': {
    summary: 'Remove a link, and end its playback',
    who: 'user',
    cache: 'private',
    params: z.object({ id }),
    answer: ok,
    errors: ['not_found'],
  },
  'GET /api/live/channels.m3u': {
    summary: 'The channels that another player can play, as an extended M3U playlist',
    who: 'anyone',
    inPreviews: false,
    cache: 'private',
    query: z.object({ token }),
    answer: 'bytes',
    errors: ['not_found', 'too_many_tries'],
  },
  'GET /api/live/epg.xml': {
    summary: 'The guide of these channels from yesterday to a week from now, as XMLTV',
    who: 'anyone',
    inPreviews: false,
    cache: 'private',
    query: z.object({ token }),
    answer: 'bytes',
    errors: ['not_found', 'too_many_tries'],
  },
  'GET /api/live/players/{id}/stream.m3u8': {
    summary: 'Open a playback session of a channel for another player, and redirect to its stream',
    who: 'anyone',
    inPreviews: false,
    cache: 'private',
    params: z.object({ id }),
    query: z.object({ token }),
    answer: 'bytes',
    errors: [
      'not_found',
      'plan_required',
      'device_not_served',
      'outside_hours',
      'maturity_blocked',
      'not_ready',
      'stream_limit',
      'too_many_tries',
    ],
  },
} as const satisfies CallTable;
