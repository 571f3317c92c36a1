import { useEffect } from 'react';
import { useLatest } from '../use-latest.ts';

type Actions = Partial<Record<MediaSessionAction, () => void>>;

/**
 * Shows the title on the device's media controls. `artwork` is the address of a picture. `actions` handle the media keys; without them
 * the browser plays and pauses by itself.
 */
export function useMediaSession(title: string, artist: string, artwork?: string, actions?: Actions): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const metadata = new MediaMetadata({
      title,
      artist,
      artwork: artwork ? [{ src: new URL(artwork, location.href).href }] : [],
    });
    navigator.mediaSession.metadata = metadata;
    return () => {
      // The next player may have set its title already.
      if (navigator.mediaSession.metadata === metadata) navigator.mediaSession.metadata = null;
    };
  }, [title, artist, artwork]);
  const latest = useLatest(actions);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const names = Object.keys(latest.current ?? {}) as MediaSessionAction[];
    for (const name of names) setHandler(name, () => latest.current?.[name]?.());
    return () => {
      for (const name of names) setHandler(name, null);
    };
  }, [latest]);
}

function setHandler(name: MediaSessionAction, handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(name, handler);
  } catch {
    // This browser does not know the action.
  }
}
