import { useEffect, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import type { Film } from './use-film.ts';

/** The card is shown for this long before the end. */
const nextCardSeconds = 15;
/** In a short film it is shown for a quarter of the film, at least this long. */
const minCardSeconds = 5;

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
  const lead = Math.min(nextCardSeconds, Math.max(minCardSeconds, media.duration / 4));
  const nearEnd = !isLive && media.started && media.duration > 0 && remaining <= lead;
  useEffect(() => {
    if (media.ended && next && !dismissed && autoNext) goOn.current();
  }, [media.ended, next, dismissed, autoNext, goOn]);
  return {
    shown: !dismissed && (nearEnd || media.ended),
    /** Seconds until it starts automatically; 0 if it does not. */
    seconds: autoNext ? Math.max(0, Math.ceil(remaining)) : 0,
    dismiss: () => setDismissed(true),
  };
}
