import { useEffect, useState } from 'react';
import { parseStoryboard, type StoryboardCue } from './storyboard.ts';

/** The pictures of a storyboard, once its WebVTT has come from this address. */
export function useStoryboard(storyboard: string | null): StoryboardCue[] {
  const [cues, setCues] = useState<StoryboardCue[]>([]);
  useEffect(() => {
    if (!storyboard) return;
    const controller = new AbortController();
    const address = new URL(storyboard, location.href).href;
    fetch(address, { signal: controller.signal })
      .then(async (response) => {
        if (response.ok) setCues(parseStoryboard(await response.text(), address));
      })
      // Without pictures, the line still shows times.
      .catch(() => undefined);
    return () => controller.abort();
  }, [storyboard]);
  return cues;
}
