/** The interface by which a module makes its things playable. Playback itself knows no kind by name. */
import type { Locale } from '../contract/errors.ts';
import type {
  ChannelSession,
  FrameSession,
  PlayableVideo,
  PlaybackSession,
  PlayType,
} from '../contract/viewer/playback.ts';
import type { Context } from './context.ts';
import type { Viewer } from './http/caller.ts';
import type { playbackSessions } from './modules/playback/playback.tables.ts';
import { registryKey } from './registries.ts';

type SessionRow = typeof playbackSessions.$inferSelect;

/** The viewer who wants to play, and the time. */
export interface Asked {
  viewer: Viewer;
  locale: Locale;
  now: Date;
}

export interface PlayRequest {
  type: PlayType;
  id: string;
  /** The playlist that a clip is played from. */
  playlist?: string | null | undefined;
  /** The start of the airing of a channel to play. */
  airing?: string | null | undefined;
  /** The device that plays it. */
  device: string;
}

type Plays = Partial<Pick<SessionRow, 'programmeId' | 'episodeId' | 'clipId' | 'channelId'>>;

/** Where the profile left it. */
interface Progress {
  position: number;
  duration: number;
}

/** The data that a player needs to join a stream without a length. */
type PlayableStream = Pick<ChannelSession, 'id' | 'manifest' | 'now' | 'heartbeat_seconds' | 'expires_at'>;

/** The data that the page of a partner's player needs to report its position. */
type PlayableFrame = Pick<FrameSession, 'id' | 'position_seconds' | 'heartbeat_seconds'>;

/** Something that may be played now: a video of the service, a stream without a length, or a partner's own player. */
export type Playable =
  | {
      as: 'video';
      plays: Plays;
      /** A plan is what opens it. */
      premium: boolean;
      itemId: string;
      assetId: string;
      poster: { id: string; color: string | null } | undefined;
      progress: Progress | undefined;
      /** The response: what plays the video, and the fields that the kind adds. */
      present(video: PlayableVideo): PlaybackSession;
    }
  | {
      as: 'stream';
      plays: Plays;
      /** A plan is what opens it, whatever it shows. */
      premium: boolean;
      prefix: string;
      /** The address of its manifest below `prefix`. */
      manifest: string;
      present(stream: PlayableStream): PlaybackSession;
    }
  | {
      as: 'frame';
      plays: Plays;
      /** Null: not known. */
      durationSeconds: number | null;
      progress: Progress | undefined;
      present(frame: PlayableFrame): PlaybackSession;
    };

/** One kind of things to play, registered with its module. */
export interface PlayableKind {
  types: readonly PlayType[];
  /** Returns the thing to play. Fails with the reason if the viewer may not play it. */
  choose(context: Context, asked: Asked, request: PlayRequest): Promise<Playable>;
  /** Whether the rule still allows what a session of this kind plays; undefined for a session of another kind. */
  mayGoOn(context: Context, asked: Asked, session: SessionRow): Promise<boolean> | undefined;
}

/** The kinds that all modules register. */
export const playableKinds = registryKey<readonly PlayableKind[]>('playable kinds', () => []);
