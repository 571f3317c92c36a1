import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { cueAt, type StoryboardCue } from './storyboard.ts';
import { clock } from './time.ts';

interface SeekBarProps {
  time: number;
  duration: number;
  bufferedTo: number;
  storyboard: readonly StoryboardCue[];
  onSeek: (seconds: number) => void;
  onScrubbing: (scrubbing: boolean) => void;
  /** Something is shown above the line, so captions have to make room. */
  onPointed: (pointed: boolean) => void;
  /** How a place on the line is written; as a time from its beginning unless said. */
  nameOf?: (seconds: number) => string;
}

/** The thin line of progress: it thickens under the pointer and shows what lies there. */
export function SeekBar({
  time,
  duration,
  bufferedTo,
  storyboard,
  onSeek,
  onScrubbing,
  onPointed,
  nameOf = clock,
}: SeekBarProps) {
  const { t } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [scrub, setScrub] = useState<number | null>(null);
  const shown = scrub ?? time;
  const share = (seconds: number) => (duration > 0 ? Math.min(1, Math.max(0, seconds / duration)) : 0);

  const at = (event: PointerEvent): number => {
    const box = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === 'ArrowLeft' || event.key === 'ArrowDown'
        ? time - 5
        : event.key === 'ArrowRight' || event.key === 'ArrowUp'
          ? time + 5
          : event.key === 'PageDown'
            ? time - 60
            : event.key === 'PageUp'
              ? time + 60
              : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(duration, Math.max(0, to)));
  };

  const pointed = scrub ?? hover;
  const now = nameOf(shown);
  const total = nameOf(duration);
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={t`재생 위치`}
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={Math.floor(shown)}
      aria-valuetext={t`전체 ${total} 중 ${now}`}
      className="group/seek relative flex h-8 cursor-pointer touch-none items-center"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0 || duration === 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setScrub(at(event));
        onScrubbing(true);
        onPointed(true);
      }}
      onPointerMove={(event) => {
        if (duration === 0) return;
        if (scrub !== null) setScrub(at(event));
        else if (event.pointerType === 'mouse') {
          setHover(at(event));
          onPointed(true);
        }
      }}
      onPointerUp={(event) => {
        if (scrub === null) return;
        onSeek(at(event));
        setScrub(null);
        if (event.pointerType !== 'mouse') onPointed(false);
        onScrubbing(false);
      }}
      onPointerCancel={() => {
        setScrub(null);
        onScrubbing(false);
      }}
      onPointerLeave={() => {
        setHover(null);
        onPointed(false);
      }}
    >
      <div
        data-track=""
        className={cx(
          'relative h-1 w-full overflow-hidden rounded-full bg-text/25 transition-[height] group-hover/seek:h-1.5 group-focus-visible/seek:h-1.5',
          scrub !== null && 'h-1.5',
        )}
      >
        <div
          className="absolute inset-y-0 left-0 bg-text/35"
          style={{ width: `${share(bufferedTo) * 100}%` }}
        />
        <div
          data-mark=""
          className="absolute inset-y-0 left-0 bg-vermilion"
          style={{ width: `${share(shown) * 100}%` }}
        />
      </div>
      <div
        data-mark=""
        className={cx(
          'absolute size-4 -translate-x-1/2 rounded-full bg-vermilion shadow-ink transition-transform',
          scrub === null && 'scale-0 group-hover/seek:scale-100 group-focus-visible/seek:scale-100',
        )}
        style={{ left: `${share(shown) * 100}%` }}
      />
      {pointed !== null && (
        <Preview share={share(pointed)} cue={cueAt(storyboard, pointed)} text={nameOf(pointed)} />
      )}
    </div>
  );
}

const previewWidth = 192;

function Preview({ share, cue, text }: { share: number; cue: StoryboardCue | null; text: string }) {
  const scale = cue ? previewWidth / cue.width : 1;
  const half = (cue ? previewWidth : 72) / 2;
  return (
    <div
      className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1"
      style={{ left: `clamp(${half}px, ${share * 100}%, calc(100% - ${half}px))` }}
      aria-hidden="true"
    >
      {cue && (
        <div
          className="overflow-hidden rounded-sm border-2 border-text/80 bg-black shadow-panel"
          style={{ width: previewWidth, height: Math.round(cue.height * scale) }}
          data-storyboard=""
        >
          <div
            style={{
              width: cue.width,
              height: cue.height,
              backgroundImage: `url("${cue.url}")`,
              backgroundPosition: `-${cue.x}px -${cue.y}px`,
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
            }}
          />
        </div>
      )}
      <span className="rounded-sm bg-ground/90 px-2 text-14 font-semibold tabular-nums">{text}</span>
    </div>
  );
}
