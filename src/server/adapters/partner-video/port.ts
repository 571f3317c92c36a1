/** The partner's service for videos, read one request at a time: each takes units of a daily quota. */

/** A text in both languages; where the partner has one language alone, the same twice. */
export interface Told {
  ko: string;
  en: string;
}

export interface SourcePlaylist {
  playListId: string;
  title: Told;
  description: Told;
}

export interface SourceVideo {
  youtubeId: string;
  title: Told;
  description: Told;
  /** Null of what has no length, such as a live stream. */
  durationMs: number | null;
  publishedAt: Date;
  /** Whether a frame of ours can play it: neither private nor removed, and its owner lets others embed it. */
  playable: boolean;
}

/** A part of a list; `next` asks for the following one. */
export interface SourcePage<T> {
  items: T[];
  next: string | undefined;
}

/** How many ids one request takes. */
export const maxIdsAsked = 50;

export interface PartnerVideoSource {
  /** Whether it is the sandbox of the demo. */
  readonly isSandbox: boolean;
  /** What each request costs of the quota. */
  readonly units: Record<'channelPlaylists' | 'playlists' | 'playlistItems' | 'videos', number>;
  /** A channel's playlists. */
  channelPlaylists(channelId: string, after?: string): Promise<SourcePage<SourcePlaylist>>;
  /** At most `maxIdsAsked` playlists; what is gone or private is missing. */
  playlists(playListIds: string[]): Promise<SourcePlaylist[]>;
  /** The ids of a playlist's videos in its order, with those of withdrawn ones. Fails with `not_found`. */
  playlistItems(playListId: string, after?: string): Promise<SourcePage<string>>;
  /** At most `maxIdsAsked` videos; what is gone or private is missing, or not playable. */
  videos(youtubeIds: string[]): Promise<SourceVideo[]>;
}

/**
 * `quota`: it is used up until midnight of the Pacific zone. `key`: the key is not accepted. `away`: no answer, or one that says to
 * come later. `broken`: an answer that is not what is documented.
 */
export type SourceProblem = 'quota' | 'key' | 'not_found' | 'away' | 'broken';

/** A request that the partner has refused or not answered. */
export class SourceError extends Error {
  override name = 'SourceError';

  constructor(
    readonly problem: SourceProblem,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
