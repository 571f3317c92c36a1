import { useEffect } from 'react';
import { useLatest } from '../use-latest.ts';

export type OnPosition = (seconds: number, why: 'time' | 'pause' | 'seek') => void;

/** Tells where playback is at every turn of the clock, and at once on pause and after a jump. */
export function usePosition(video: HTMLVideoElement | null, onPosition: OnPosition): void {
  const call = useLatest(onPosition);
  useEffect(() => {
    if (!video) return;
    const tell = (why: 'time' | 'pause' | 'seek') => () => call.current(video.currentTime, why);
    const listeners = { timeupdate: tell('time'), pause: tell('pause'), seeked: tell('seek') } as const;
    for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener);
    };
  }, [video, call]);
}
