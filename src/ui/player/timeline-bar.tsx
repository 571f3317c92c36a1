import { useLingui } from '@lingui/react/macro';
import { SeekBar } from './seek-bar.tsx';
import type { Film } from './use-film.ts';
import { useStoryboard } from './use-storyboard.ts';
import type { Timeline } from './use-timeline.ts';

interface TimelineBarProps {
  film: Film;
  timeline: Timeline;
  storyboard: string | null;
  /** Whether its places are written as times of day. */
  byClock: boolean;
  onScrubbing: (scrubbing: boolean) => void;
  onPointed: (pointed: boolean) => void;
}

/** The line of progress: a film's by times from its beginning, a channel's by the time of day. */
export function TimelineBar({ film: { media }, timeline, storyboard, byClock, ...calls }: TimelineBarProps) {
  const { i18n } = useLingui();
  const cues = useStoryboard(storyboard);
  const { begin, end, at, seek } = timeline;
  return (
    <SeekBar
      time={Math.max(0, media.time - begin)}
      duration={Math.max(0, end - begin)}
      bufferedTo={media.bufferedTo - begin}
      storyboard={cues}
      onSeek={(to) => seek(begin + to)}
      nameOf={
        at === null || !byClock
          ? undefined
          : (seconds) => timeOfDay(i18n.locale, at + (begin + seconds - media.time) * 1000)
      }
      {...calls}
    />
  );
}

function timeOfDay(locale: string, at: number): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(
    at,
  );
}
