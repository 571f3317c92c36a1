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
  isLive: boolean;
  onPlayhead: (at: number) => void;
}

/** The start and end of the seek bar, and a function that seeks: a channel's rewind window, or the whole film. */
export function useTimeline({ film: { media }, engine, isLive, onPlayhead }: TimelineProps) {
  const { range, at } = useLiveRange(isLive, engine, onPlayhead);
  const begin = isLive ? range.start : 0;
  const end = isLive ? range.end : media.duration;
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

/** Follows a live channel's window and the instant on the screen, second by second. */
function useLiveRange(
  isLive: boolean,
  engine: { readonly current: Engine | null },
  onPlayhead: (at: number) => void,
) {
  const [state, setState] = useState<{ range: { start: number; end: number }; at: number | null }>({
    range: { start: 0, end: 0 },
    at: null,
  });
  const tell = useLatest(onPlayhead);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (!engine.current) return;
      const at = engine.current.playheadAt();
      setState({ range: engine.current.seekRange(), at });
      if (at !== null) tell.current(at);
    }, 1000);
    return () => clearInterval(timer);
  }, [isLive, engine, tell]);
  return state;
}
