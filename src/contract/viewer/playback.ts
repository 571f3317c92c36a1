/** Playing a title or a channel: a session with signed addresses, kept alive by its heartbeat. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { device, image, ok } from '../wire.ts';
import { airing, channel } from './live.ts';
import { clip } from './partner-video.ts';

const session = z.object({ id: z.uuid() });
const position = z.object({ position_seconds: z.number().min(0).max(1_000_000) });

/** The fields of each session that plays a video of the service. */
const playable = {
  id: z.string(),
  item_id: z.string(),
  poster: image.nullable(),
  /** Signed addresses of the two manifests; they expire at `expires_at`. */
  manifest: z.object({ dash: z.string(), hls: z.string() }),
  /** W3C ClearKey licence address; null when the asset is not encrypted. */
  licence_url: z.string().nullable(),
  /** WebVTT of `#xywh` cues; null when there is none. */
  storyboard: z.string().nullable(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  /** Where to start; 0 for the beginning. */
  position_seconds: z.number(),
  duration_seconds: z.number(),
  heartbeat_seconds: z.number(),
  expires_at: z.string(),
};

export type PlayableVideo = z.infer<ReturnType<typeof z.object<typeof playable>>>;

/** The session of an episode or a movie. */
const videoSession = z.object({
  ...playable,
  type: z.enum(['e', 'm']),
  programme: z.object({ id: z.string(), slug: z.string(), type: z.enum(['s', 'm']), title: z.string() }),
  /** The second line of the player's title: season, episode and its name; empty for a movie. */
  subtitle: z.string(),
  /** The episode that follows, if there is one that this profile may play. */
  next: z
    .object({ type: z.literal('e'), id: z.string(), title: z.string(), image: image.nullable() })
    .nullable(),
});
export type VideoSession = z.infer<typeof videoSession>;

/** The session of a channel. Its playlists carry the keys' addresses. The guide has the programs of the live channel. */
const channelSession = z.object({
  id: z.string(),
  type: z.enum(['t', 'r']),
  channel,
  /** The airing that it plays from the start. Null: it plays the live channel. */
  airing: airing.nullable(),
  manifest: z.object({ hls: z.string() }),
  /** The service's clock, for players whose own is wrong. */
  now: z.string(),
  heartbeat_seconds: z.number(),
  expires_at: z.string(),
});
export type ChannelSession = z.infer<typeof channelSession>;

/** A clip, and the one that follows in the playlist it is played from, if this profile may play that. */
const inPlaylist = { clip, next: clip.nullable() };

/** The session of a partner's clip that is hosted here. */
const clipSession = z.object({ ...playable, type: z.literal('y'), ...inPlaylist });
export type ClipSession = z.infer<typeof clipSession>;

/** The session of a clip in a frame, with the partner's own player. It takes none of the household's streams. */
const frameSession = z.object({
  id: z.string(),
  type: z.literal('youtube'),
  item_id: z.string(),
  /** The address of the frame's page. */
  address: z.string(),
  /** Where it starts; 0 for the beginning. */
  position_seconds: z.number(),
  heartbeat_seconds: z.number(),
  ...inPlaylist,
});
export type FrameSession = z.infer<typeof frameSession>;

const playbackSession = z.discriminatedUnion('type', [
  videoSession,
  channelSession,
  clipSession,
  frameSession,
]);
export type PlaybackSession = z.infer<typeof playbackSession>;

/** Why playing failed: the network, an address that has expired, a browser that cannot play it, or the video itself. */
export const playErrorKinds = ['network', 'expired', 'unsupported', 'media'] as const;

/**
 * `s` plays the episode a series would resume or begin with, `t` joins a live channel or plays one of its airings, `r` joins a radio
 * channel, `y` plays a partner's clip.
 */
const playType = z.enum(['s', 'm', 'e', 't', 'r', 'y']);
export type PlayType = z.infer<typeof playType>;

export const playbackCalls = {
  'POST /api/playback/sessions': {
    summary:
      'Open a playback session: checks that this profile may play the title and, unless the partner’s own player plays it, that a stream is free',
    who: 'profile',
    cache: 'private',
    body: z.object({
      type: playType,
      id: z.string().min(1).max(120),
      /** The playlist that a clip is played from, by either id. */
      playlist: z.string().min(1).max(120).nullish(),
      /** The start of an airing of a channel, to watch it from there. Without it, the live channel plays. */
      airing: z.iso.datetime({ offset: true }).max(40).nullish(),
      profile_id: z.uuid(),
      device,
    }),
    answer: z.object({ data: playbackSession }),
    errors: [
      'not_found',
      'plan_required',
      'device_not_served',
      'catch_up_ended',
      'outside_hours',
      'maturity_blocked',
      'not_ready',
      'stream_limit',
      'too_many_tries',
    ],
  },
  'POST /api/playback/sessions/{id}/heartbeat': {
    summary: 'Say where playback is; keeps the stream and remembers the position',
    who: 'user',
    inPreviews: true,
    cache: 'private',
    params: session,
    body: position,
    answer: z.object({ data: z.object({ expires_at: z.string() }) }),
    errors: ['not_found', 'session_ended'],
  },
  'POST /api/playback/sessions/{id}/stop': {
    summary: 'Leave: remember the position and free the stream',
    who: 'user',
    inPreviews: true,
    cache: 'private',
    params: session,
    body: position,
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/playback/sessions/{id}/errors': {
    summary: 'Report a failure of the player. Staff read it in the play error log',
    who: 'user',
    inPreviews: true,
    cache: 'private',
    params: session,
    body: z.object({
      kind: z.enum(playErrorKinds),
      /** The code of the streaming library, or a word of the player. */
      code: text(20).regex(/^[a-z0-9_/]{1,20}$/),
    }),
    answer: ok,
    errors: ['not_found', 'too_many_tries'],
  },
  'POST /api/playback/sessions/{id}/licence': {
    summary: 'A W3C ClearKey licence (JSON Web Key Set) for this session’s title',
    who: 'user',
    cache: 'private',
    params: session,
    body: z.object({ kids: z.array(z.string().max(64)).max(16), type: z.string().max(40).optional() }),
    answer: z.object({
      keys: z.array(z.object({ kty: z.literal('oct'), kid: z.string(), k: z.string() })),
      type: z.literal('temporary'),
    }),
    errors: ['not_found', 'session_ended'],
  },
} as const satisfies CallTable;
