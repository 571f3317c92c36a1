import { useEffect, useState } from 'react';

interface MediaState {
  paused: boolean;
  ended: boolean;
  /** Waiting for data while it should play. */
  waiting: boolean;
  time: number;
  duration: number;
  bufferedTo: number;
  volume: number;
  muted: boolean;
  rate: number;
  /** Something has been rendered already. */
  started: boolean;
}

const initial: MediaState = {
  paused: true,
  ended: false,
  waiting: true,
  time: 0,
  duration: 0,
  bufferedTo: 0,
  volume: 1,
  muted: false,
  rate: 1,
  started: false,
};

const events = [
  'play',
  'pause',
  'ended',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'loadeddata',
  'emptied',
] as const;

/** A video element's state, followed through its events. */
export function useMedia(video: HTMLVideoElement | null): MediaState {
  const [state, setState] = useState(initial);
  useEffect(() => {
    if (!video) return;
    const read = () => {
      let bufferedTo = 0;
      for (let at = 0; at < video.buffered.length; at++) {
        if (video.buffered.start(at) <= video.currentTime + 0.5) bufferedTo = video.buffered.end(at);
      }
      setState((before) => ({
        paused: video.paused,
        ended: video.ended,
        waiting: !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
        time: video.currentTime,
        duration: Number.isFinite(video.duration) ? video.duration : 0,
        bufferedTo,
        volume: video.volume,
        muted: video.muted,
        rate: video.playbackRate,
        started: before.started || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
      }));
    };
    read();
    for (const name of events) video.addEventListener(name, read);
    return () => {
      for (const name of events) video.removeEventListener(name, read);
    };
  }, [video]);
  return state;
}
