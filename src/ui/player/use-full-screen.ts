import { type RefObject, useEffect, useState } from 'react';

export type FullScreen = ReturnType<typeof useFullScreen>;

/** Whether the player fills the screen, and the way there and back. */
export function useFullScreen(box: RefObject<HTMLElement | null>, video: HTMLVideoElement | null) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => undefined);
    // iPhones make only the film itself full screen.
    else if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
      video.webkitEnterFullscreen();
    }
  };
  return { on, toggle };
}
