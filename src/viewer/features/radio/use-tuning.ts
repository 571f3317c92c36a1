import { useEffect, useState } from 'react';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import type { ApiError } from '../../../ui/api-client.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import type { Film } from '../../../ui/player/use-film.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useOpenSession } from '../playback/use-open-session.ts';
import { isPassing, reconnectDelayMs } from './reconnect.ts';

/** `on`: the sound is there, and plays unless it is paused. Otherwise an error that another session does not mend. */
export type RadioStatus = 'opening' | 'on' | 'reconnecting' | ApiError | PlaybackFailure;

/**
 * A sound that stands still for so long has lost its connection. When the browser reports a new connection, less is enough. The
 * element's state does not show it: the streaming library pauses the element's clock while it waits for data.
 */
const stallMs = 15_000;
const stillMs = 2_000;

interface TuningProps {
  slug: string;
  profileId: string;
  film: Film;
  /** Nothing is broadcast at the moment. */
  isOff: boolean;
  /** The server has ended the session while the sound was paused. */
  onEnded: () => void;
}

/** The playback session of a station. It is opened again when it ends, and with a growing delay when it fails. */
export function useTuning({ slug, profileId, film: { video, media }, isOff, onEnded }: TuningProps) {
  const { stage, retry, fail } = useOpenSession('r', slug, profileId);
  const [attempts, setAttempts] = useState(0);
  const isLoaded = useLoaded(video, () => setAttempts(0));
  const error = stage.at === 'failed' ? stage.error : null;
  const session: ChannelSession | null =
    stage.at === 'open' && stage.session.type === 'r' ? stage.session : null;
  const isDue = session !== null && isLoaded && !isOff && !media.paused;
  const passes = error !== null && isPassing(error);
  const delayMs = passes ? reconnectDelayMs(attempts) : isDue ? stallMs : null;
  useEffect(() => {
    if (delayMs === null || !video) return;
    let since = 0;
    let at = video.currentTime;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (attempt: number) => {
      setAttempts(attempt);
      retry();
    };
    const wait = () => {
      clearTimeout(timer);
      since = performance.now();
      timer = setTimeout(() => open(attempts + 1), delayMs);
    };
    // Each moment of sound starts the delay again.
    const onTime = () => {
      if (video.currentTime === at) return;
      at = video.currentTime;
      wait();
    };
    // The first requests of a new connection may fail: the delays begin anew.
    const onOnline = () => {
      if (passes || performance.now() > since + stillMs) open(1);
    };
    wait();
    video.addEventListener('timeupdate', onTime);
    window.addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      video.removeEventListener('timeupdate', onTime);
      window.removeEventListener('online', onOnline);
    };
  }, [delayMs, passes, attempts, video, retry]);
  const status: RadioStatus =
    error && !passes ? error : passes || attempts > 0 ? 'reconnecting' : isLoaded ? 'on' : 'opening';
  const end = () => (media.paused ? onEnded() : retry());
  return { session, status, fail, end };
}

/** Whether the element has something to play. */
function useLoaded(video: HTMLVideoElement | null, onLoaded: () => void): boolean {
  const [isLoaded, setLoaded] = useState(false);
  const call = useLatest(onLoaded);
  useEffect(() => {
    if (!video) return;
    const loaded = () => {
      setLoaded(true);
      call.current();
    };
    const emptied = () => setLoaded(false);
    video.addEventListener('loadeddata', loaded);
    video.addEventListener('emptied', emptied);
    return () => {
      video.removeEventListener('loadeddata', loaded);
      video.removeEventListener('emptied', emptied);
    };
  }, [video, call]);
  return isLoaded;
}
