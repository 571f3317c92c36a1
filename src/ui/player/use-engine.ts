import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTelevision } from '../television.ts';
import { useLatest } from '../use-latest.ts';
import {
  type AudioChoice,
  type CaptionTrack,
  type Engine,
  makeEngine,
  PlaybackError,
  type PlaybackFailure,
  type PlayerSource,
} from './engine.ts';
import { type Preferences, readPreferences } from './preferences.ts';

interface EngineProps {
  box: RefObject<HTMLElement | null>;
  video: HTMLVideoElement | null;
  source: PlayerSource;
  /** The viewer's language, the first choice of captions. */
  language: string;
  licenceHeaders: () => Record<string, string>;
  onFailure: (failure: PlaybackFailure) => void;
  onPreferences: (change: Partial<Preferences>) => void;
}

export type Quality = ReturnType<typeof useEngine>['quality'];
export type Audio = ReturnType<typeof useEngine>['audio'];
export type Captions = ReturnType<typeof useEngine>['captions'];

/** One engine for one source, and its qualities, audio and captions. */
export function useEngine(props: EngineProps) {
  const { box, video, source, language, onPreferences } = props;
  const engine = useRef<Engine | null>(null);
  const [heights, setHeights] = useState<number[]>([]);
  const [current, setCurrent] = useState<number | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [audio, setAudio] = useState<AudioChoice[]>([]);
  const [tracks, setTracks] = useState<CaptionTrack[]>([]);
  const [track, setTrack] = useState<number | null>(null);
  const calls = useLatest(props);

  // The engine reads the stored preferences when it opens. A new engine waits until the previous one has released the video
  // element.
  const closing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const container = box.current;
    if (!video || !container) return;
    let gone = false;
    let made: Engine | null = null;
    const preferences = readPreferences(calls.current.language);
    video.volume = preferences.volume;
    video.muted = preferences.muted;
    const open = async () => {
      try {
        await closing.current;
        if (gone) return;
        made = await makeEngine({
          video,
          container,
          licenceHeaders: () => calls.current.licenceHeaders(),
          onFailure: (failure) => !gone && calls.current.onFailure(failure),
          onTracks: () => {
            if (gone || !made) return;
            setHeights(made.heights());
            setCurrent(made.height());
            setAudio(made.audio());
          },
          preferredAudio: preferences.audio,
          // A browser plays stereo; a television may have more loudspeakers.
          surround: isTelevision(),
        });
        if (gone) return;
        engine.current = made;
        await made.load(source);
        if (gone) return;
        const found = made.captions();
        setTracks(found);
        const first = preferences.captions
          ? (found.find((each) => each.language.startsWith(preferences.captions!)) ?? null)
          : null;
        made.setCaptions(first?.id ?? null);
        setTrack(first?.id ?? null);
        // A browser may refuse to start playback with sound; the viewer then presses the big button.
        await video.play().catch(() => undefined);
      } catch (error) {
        if (gone) return;
        const why: PlaybackFailure =
          error instanceof PlaybackError ? error.failure : { kind: 'network', code: 'player' };
        calls.current.onFailure(why);
      } finally {
        if (gone) await made?.destroy();
      }
    };
    const opening = open();
    return () => {
      gone = true;
      engine.current = null;
      // A load that is interrupted may never end.
      closing.current = (made ? made.destroy() : opening).catch(() => undefined);
    };
  }, [box, video, source, calls]);

  const chooseHeight = (to: number | null) => {
    engine.current?.setHeight(to);
    setHeight(to);
  };
  const chooseAudio = (id: string) => {
    engine.current?.setAudio(id);
    const chosen = audio.find((each) => each.id === id);
    if (chosen) onPreferences({ audio: { language: chosen.language, kind: chosen.kind } });
  };
  const chooseTrack = (id: number | null) => {
    engine.current?.setCaptions(id);
    setTrack(id);
    onPreferences({ captions: tracks.find((each) => each.id === id)?.language.slice(0, 2) ?? null });
  };
  const toggleCaptions = () => {
    const first = tracks.find((each) => each.language.startsWith(language)) ?? tracks[0];
    chooseTrack(track === null ? (first?.id ?? null) : null);
  };
  return {
    engine,
    /** `current` is the height that `auto` shows at the moment; `height` is null while that is chosen. */
    quality: { heights, current, height, choose: chooseHeight },
    audio: { choices: audio, choose: chooseAudio },
    /** `track` is null while captions are off. */
    captions: { tracks, track, choose: chooseTrack, toggle: toggleCaptions },
  };
}
