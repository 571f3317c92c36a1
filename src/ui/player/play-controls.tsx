import { useLingui } from '@lingui/react/macro';
import { cx } from '../class-names.ts';
import type { Command } from './commands.ts';
import { ControlButton } from './control-button.tsx';
import { clock } from './time.ts';
import type { Film } from './use-film.ts';

interface PlayControlsProps {
  film: Film;
  run: (command: Command) => void;
}

/** Play and jumps in the middle of the film, for fingers. */
export function TouchControls({ film: { media, toggle }, run }: PlayControlsProps) {
  const { t } = useLingui();
  return (
    <div className="player-center pointer-events-none absolute inset-0 flex items-center justify-center gap-10 desktop:hidden">
      {media.started && !media.waiting && (
        <>
          <ControlButton
            icon="rewind"
            size={36}
            label={t`10초 뒤로`}
            onPress={() => run({ do: 'seek-by', seconds: -10 })}
            className="pointer-events-auto size-14! bg-black/40"
          />
          <ControlButton
            icon={media.ended ? 'replay' : media.paused ? 'play' : 'pause'}
            size={44}
            label={media.paused ? t`재생` : t`일시정지`}
            onPress={toggle}
            className="pointer-events-auto size-18! bg-black/40"
          />
          <ControlButton
            icon="forward"
            size={36}
            label={t`10초 앞으로`}
            onPress={() => run({ do: 'seek-by', seconds: 10 })}
            className="pointer-events-auto size-14! bg-black/40"
          />
        </>
      )}
    </div>
  );
}

/** Play and jumps at the start of the bar. */
export function PlayControls({ film: { media, toggle }, run }: PlayControlsProps) {
  const { t } = useLingui();
  return (
    <>
      <ControlButton
        icon={media.ended ? 'replay' : media.paused ? 'play' : 'pause'}
        size={32}
        label={media.ended ? t`처음부터 보기` : media.paused ? t`재생` : t`일시정지`}
        onPress={toggle}
        className="hidden! tablet:grid!"
      />
      <ControlButton
        icon="rewind"
        label={t`10초 뒤로`}
        onPress={() => run({ do: 'seek-by', seconds: -10 })}
        className="hidden desktop:grid"
      />
      <ControlButton
        icon="forward"
        label={t`10초 앞으로`}
        onPress={() => run({ do: 'seek-by', seconds: 10 })}
        className="hidden desktop:grid"
      />
    </>
  );
}

/** Sound on and off; its line opens under the pointer. */
export function VolumeControl({
  film,
  className = 'hidden tablet:flex',
}: {
  film: Film;
  className?: string;
}) {
  const { media, setMuted, setVolume } = film;
  const { t } = useLingui();
  const volume = media.muted ? 0 : media.volume;
  return (
    <div className={cx('group/volume items-center', className)}>
      <ControlButton
        icon={volume === 0 ? 'muted' : volume < 0.5 ? 'quiet' : 'sound'}
        label={media.muted ? t`소리 켜기` : t`소리 끄기`}
        onPress={() => setMuted(!media.muted)}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label={t`음량`}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        className="hidden h-11 w-0 accent-text opacity-0 transition-[width,opacity] duration-200 group-hover/volume:w-24 group-hover/volume:opacity-100 group-has-focus-visible/volume:w-24 group-has-focus-visible/volume:opacity-100 desktop:block"
        onChange={(event) => setVolume(event.target.valueAsNumber)}
      />
    </div>
  );
}

/** The position in the film and its length, in seconds. */
export function Clock({ time, duration }: { time: number; duration: number }) {
  return (
    <p className="px-1 text-14 font-medium whitespace-nowrap tabular-nums tablet:text-16">
      {clock(time)} <span className="text-text/70">/ {clock(duration)}</span>
    </p>
  );
}
