import type { Preferences } from './preferences.ts';
import { useMedia } from './use-media.ts';

export type Film = ReturnType<typeof useFilm>;

/** The film as it stands, and what plays, pauses and sounds it. */
export function useFilm(
  video: HTMLVideoElement | null,
  onPreferences: (change: Partial<Preferences>) => void,
) {
  const media = useMedia(video);
  const toggle = () => {
    if (!video) return;
    if (video.paused) void video.play().catch(() => undefined);
    else video.pause();
  };
  const setVolume = (volume: number) => {
    if (!video) return;
    const value = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
    video.volume = value;
    video.muted = value === 0;
    onPreferences({ volume: value, muted: value === 0 });
  };
  const setMuted = (muted: boolean) => {
    if (!video) return;
    video.muted = muted;
    if (!muted && video.volume === 0) video.volume = 0.5;
    onPreferences({ muted, volume: video.volume });
  };
  const setRate = (rate: number) => {
    if (video) video.playbackRate = rate;
  };
  return { video, media, toggle, setVolume, setMuted, setRate };
}
