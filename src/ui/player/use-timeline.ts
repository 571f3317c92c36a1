import { useEffect, useState } from 'react';
import { useLatest } from '../use-latest.ts';
import type { Engine } from './engine.ts';
import type { Film } from './use-film.ts';

/** A viewer who is at most this far behind the live edge watches live. */
const edgeSeconds = 8;

export type Timeline = ReturnType<typeof useTimeline>;

interface TimelineProps {
  film: Film;
  engine: { readonly current: Engine | null };
  /** Whether its end moves with the clock: a channel, or an airing that is still on. */
  moves: boolean;
  onPlayhead: (at: number) => void;
}

/** The start and end of the seek bar, and a function that seeks: a channel's window, an airing so far, or the whole film. */
export function useTimeline({ film: { media }, engine, moves, onPlayhead }: TimelineProps) {
  const { range, at } = useLiveRange(moves, engine, onPlayhead);
  const begin = moves ? range.start : 0;
  const end = moves ? range.end : media.duration;
  const seek = (to: number) => {
    if (end > 0) engine.current?.seek(Math.min(end - 0.1, Math.max(begin, to)));
  };
  return {
    begin,
    end,
    /** The instant on the screen, for a channel. */
    at,
    atEdge: end - media.time < edgeSeconds,
    seek,
  };
}

/** Follows the range that can be seeked in and the instant on the screen, second by second. */
function useLiveRange(
  moves: boolean,
  engine: { readonly current: Engine | null },
  onPlayhead: (at: number) => void,
) {
  const [state, setState] = useState<{ range: { start: number; end: number }; at: number | null }>({
    range: { start: 0, end: 0 },
    at: null,
  });
  const tell = useLatest(onPlayhead);
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (!engine.current) return;
      const at = engine.current.playheadAt();
      setState({ range: engine.current.seekRange(), at });
      if (at !== null) tell.current(at);
    }, 1000);
    return () => clearInterval(timer);
  }, [moves, engine, tell]);
  return state;
}
