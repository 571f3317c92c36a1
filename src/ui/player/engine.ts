/** The one place that knows shaka-player: streaming, keys, tracks. Its code is fetched when the first film opens. */
import type shaka from 'shaka-player/dist/shaka-player.compiled-es2021.js';
import { lastBandwidth, rememberBandwidth } from './bandwidth.ts';
import { keepSeeks } from './keep-seeks.ts';
import { loadShaka } from './library.ts';

export interface PlayerSource {
  /** Without DASH, what HLS says is played everywhere: a live channel. */
  manifest: { dash?: string; hls: string };
  licenceUrl: string | null;
  captions: readonly { language: string; label: string; url: string }[];
  /** Seconds from the beginning; null: a channel's live edge. */
  startAt: number | null;
  /** The manifest may be refused later: the source is not live, and ends at once when it may not be watched any more. */
  endsWithRights?: boolean;
  /** Leaves out the picture and the captions. */
  soundOnly?: boolean;
}

export interface CaptionTrack {
  id: number;
  language: string;
  label: string;
}

export const audioKinds = ['main', 'dub', 'description', 'commentary'] as const;
export type AudioKind = (typeof audioKinds)[number];

/** An audio track to choose, in whatever number of channels it comes. */
export interface AudioChoice {
  /** The manifest's own name, different for each choice. */
  id: string;
  /** BCP 47, or `und`. */
  language: string;
  kind: AudioKind;
  active: boolean;
}

/** Why playing failed: the network, an address that has expired, or anything else, with the engine's own code. */
export interface PlaybackFailure {
  kind: 'network' | 'expired' | 'unsupported' | 'media';
  code: string;
}

export interface Engine {
  load(source: PlayerSource): Promise<void>;
  /** Picture heights on offer, best first. */
  heights(): number[];
  /** The height shown now, which `auto` may change at any time. */
  height(): number | null;
  /** Keeps to one height, or with null lets the connection decide. */
  setHeight(height: number | null): void;
  audio(): AudioChoice[];
  setAudio(id: string): void;
  captions(): CaptionTrack[];
  setCaptions(id: number | null): void;
  /** Moves the playhead to a time of the video, in its own seconds. */
  seek(to: number): void;
  /** The seekable range of a live channel, in the video's own seconds. */
  seekRange(): { start: number; end: number };
  /** The instant on the screen of a live channel, in milliseconds since 1970. */
  playheadAt(): number | null;
  destroy(): Promise<void>;
}

interface EngineSettings {
  video: HTMLVideoElement;
  /** Where captions are rendered. */
  container: HTMLElement;
  /** Headers of a licence request. */
  licenceHeaders: () => Record<string, string>;
  onFailure: (failure: PlaybackFailure) => void;
  /** Tracks or heights have changed. */
  onTracks: () => void;
  /** The audio to start with, where the film has it. */
  preferredAudio: { language: string; kind: AudioKind } | null;
  /** Whether surround is chosen over stereo. */
  surround: boolean;
}

/** Makes an engine for one video element. */
export async function makeEngine(settings: EngineSettings): Promise<Engine> {
  const { video, container, licenceHeaders, onFailure, onTracks, preferredAudio, surround } = settings;
  const library = await loadShaka();
  library.polyfill.installAll();
  if (!library.Player.isBrowserSupported()) throw failure({ kind: 'unsupported', code: 'browser' });
  const player = new library.Player();
  player.setVideoContainer(container);
  await player.attach(video);
  player.configure({
    streaming: { bufferingGoal: 30, rebufferingGoal: startGoalSeconds, bufferBehind: 30 },
    // The library would remove a height from the menu for 30 s when a busy device drops frames.
    abr: { restrictToElementSize: false, droppedFrames: false, ...lastBandwidth() },
    preferredAudio: [
      {
        language: preferredAudio?.language ?? '',
        role: preferredAudio?.kind ?? '',
        channelCount: surround ? surroundChannels : 2,
        label: '',
        codec: '',
        spatialAudio: false,
      },
    ],
  });
  const network = library.net.NetworkingEngine.RequestType;
  player.getNetworkingEngine()?.registerRequestFilter((type, request) => {
    if (type !== network.LICENSE) return;
    Object.assign(request.headers, licenceHeaders(), { 'Content-Type': 'application/json' });
  });
  let current: PlayerSource | undefined;
  player.addEventListener('error', (event) => {
    const detail = 'detail' in event ? event.detail : null;
    // The player itself retries failed requests of a live channel.
    const isRetried =
      detail instanceof library.util.Error && detail.severity === library.util.Error.Severity.RECOVERABLE;
    const why = failureOf(library, detail);
    if (isRetried && !(current?.endsWithRights && why.kind === 'expired')) return;
    onFailure(why);
  });
  for (const name of ['trackschanged', 'adaptation', 'variantchanged', 'textchanged'] as const) {
    player.addEventListener(name, onTracks);
  }

  const destroyed = new AbortController();
  const seek = keepSeeks(video, player, destroyed.signal);
  const onFirstPicture = () => {
    player.configure('streaming.rebufferingGoal', stallGoalSeconds);
    // On a slow device a live channel has moved on by the time of its first picture.
    const edge = player.seekRange().end;
    if (current?.startAt === null && player.isLive() && edge - video.currentTime > slowStartSeconds)
      seek(edge);
  };
  video.addEventListener('playing', onFirstPicture, { once: true, signal: destroyed.signal });

  const choiceOf = (track: shaka.extern.AudioTrack): AudioChoice => ({
    id: track.label || track.language,
    language: track.language,
    kind: kindOf(track),
    active: track.active,
  });
  const audio = () => {
    const choices = new Map<string, AudioChoice>();
    for (const choice of player.getAudioTracks().map(choiceOf)) {
      if (choice.active || !choices.has(choice.id)) choices.set(choice.id, choice);
    }
    return [...choices.values()];
  };
  const setAudio = (id: string) => {
    const [track] = player
      .getAudioTracks()
      .filter((each) => choiceOf(each).id === id)
      .sort((a, b) => ((a.channelsCount ?? 2) - (b.channelsCount ?? 2)) * (surround ? -1 : 1));
    if (track && !track.active) player.selectAudioTrack(track);
  };

  return {
    async load(source) {
      current = source;
      if (source.soundOnly) player.configure({ manifest: { disableVideo: true, disableText: true } });
      if (source.licenceUrl) {
        player.configure('drm.servers', {
          'org.w3.clearkey': new URL(source.licenceUrl, location.href).href,
        });
      }
      const uri =
        source.manifest.dash && (window.MediaSource || 'ManagedMediaSource' in window)
          ? source.manifest.dash
          : source.manifest.hls;
      try {
        await player.load(uri, source.startAt);
        const known = new Set(player.getTextTracks().map((track) => track.language.slice(0, 2)));
        for (const side of source.captions) {
          if (known.has(side.language.slice(0, 2))) continue;
          await player.addTextTrackAsync(
            new URL(side.url, location.href).href,
            side.language,
            'subtitles',
            'text/vtt',
            undefined,
            side.label,
          );
        }
      } catch (error) {
        // This load was replaced by another one or ended by leaving.
        if (error instanceof library.util.Error && error.code === library.util.Error.Code.LOAD_INTERRUPTED)
          return;
        throw failure(failureOf(library, error));
      }
      onTracks();
    },
    heights() {
      const all = player.getVideoTracks().flatMap((track) => (track.height ? [track.height] : []));
      return [...new Set(all)].sort((a, b) => b - a);
    },
    height: () => player.getVideoTracks().find((track) => track.active)?.height ?? null,
    setHeight(height) {
      if (height === null) {
        player.configure({ abr: { enabled: true } });
        return;
      }
      const tracks = player.getVideoTracks();
      const track = tracks
        .filter((each) => each.height === height)
        .sort((a, b) => b.bandwidth - a.bandwidth)[0];
      if (!track) return;
      player.configure({ abr: { enabled: false } });
      // The library ignores a choice of the active track. It may have become active just now, with the buffer still full of another.
      const other = track.active && tracks.find((each) => !each.active);
      if (other) player.selectVideoTrack(other);
      player.selectVideoTrack(track, true);
    },
    audio,
    setAudio,
    captions: () =>
      player
        .getTextTracks()
        .map((track) => ({ id: track.id, language: track.language, label: track.label || '' })),
    setCaptions(id) {
      const track = player.getTextTracks().find((each) => each.id === id);
      player.selectTextTrack(track ?? null);
    },
    seek,
    seekRange: () => player.seekRange(),
    playheadAt: () => player.getPlayheadTimeAsDate()?.getTime() ?? null,
    destroy() {
      destroyed.abort();
      rememberBandwidth(player.getStats().estimatedBandwidth);
      return player.destroy();
    },
  };
}

const surroundChannels = 6;

/** Seconds in the buffer before the film starts, and before it continues after a stall. */
const startGoalSeconds = 0.5;
const stallGoalSeconds = 2;

/** After a start that takes longer, the player seeks to the live edge. */
const slowStartSeconds = 1.5;

/** The kind of an audio track, by the roles of DASH or the characteristics of HLS. */
function kindOf({ roles, accessibilityPurpose }: shaka.extern.AudioTrack): AudioKind {
  const describes = ['description', 'public.accessibility.describes-video'];
  if (accessibilityPurpose === 'visually impaired' || roles.some((role) => describes.includes(role)))
    return 'description';
  return audioKinds.find((kind) => kind !== 'main' && roles.includes(kind)) ?? 'main';
}

/** Playing failed; `failure` says why. */
export class PlaybackError extends Error {
  readonly failure: PlaybackFailure;
  constructor(failure: PlaybackFailure) {
    super(`playback failed: ${failure.kind} ${failure.code}`);
    this.name = 'PlaybackError';
    this.failure = failure;
  }
}

const failure = (why: PlaybackFailure) => new PlaybackError(why);

function failureOf(library: typeof shaka, error: unknown): PlaybackFailure {
  if (!(error instanceof library.util.Error)) return { kind: 'media', code: 'unknown' };
  const { Category, Code } = library.util.Error;
  const code = String(error.code);
  if (error.category === Category.NETWORK) {
    const status = error.code === Code.BAD_HTTP_STATUS ? Number(error.data[1]) : 0;
    return status === 401 || status === 403 || status === 404 || status === 409
      ? { kind: 'expired', code: `${code}/${status}` }
      : { kind: 'network', code };
  }
  if (error.category === Category.DRM && error.code === Code.LICENSE_REQUEST_FAILED) {
    return { kind: 'expired', code };
  }
  return { kind: 'media', code };
}
