import { useEffect, useState } from 'react';
import type { Film } from './use-film.ts';
import { useLatest } from './use-latest.ts';

const nextCardSeconds = 15;

interface NextOffer {
  film: Film;
  next: object | null;
  isLive: boolean;
  autoNext: boolean;
  onNext: () => void;
}

/** Offers the next title near the end and plays it when this one ends, unless the offer was dismissed or autoplay is off. */
export function useNextOffer({ film: { media }, next, isLive, autoNext, onNext }: NextOffer) {
  const [dismissed, setDismissed] = useState(false);
  const goOn = useLatest(onNext);
  const remaining = media.duration - media.time;
  const nearEnd =
    !isLive && media.started && media.duration > 2 * nextCardSeconds && remaining <= nextCardSeconds;
  useEffect(() => {
    if (media.ended && next && !dismissed && autoNext) goOn.current();
  }, [media.ended, next, dismissed, autoNext, goOn]);
  return {
    shown: !dismissed && (nearEnd || media.ended),
    /** Until it begins by itself; 0 when it does not. */
    seconds: autoNext ? Math.max(0, Math.ceil(remaining)) : 0,
    dismiss: () => setDismissed(true),
  };
}
