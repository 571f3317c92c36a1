import { useEffect } from 'react';

/** Tells the device what is playing. */
export function useMediaSession(title: string, artist: string): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [title, artist]);
}
