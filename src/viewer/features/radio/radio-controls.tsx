import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Airing, RadioCard } from '../../../contract/viewer/live.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { ControlButton } from '../../../ui/player/control-button.tsx';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { VolumeControl } from '../../../ui/player/play-controls.tsx';
import { PlayerIcon } from '../../../ui/player/player-icon.tsx';
import { clock } from '../../../ui/player/time.ts';
import type { Film } from '../../../ui/player/use-film.ts';
import { clockNow } from '../../clock.ts';
import { useApp } from '../../context.ts';
import { AiringProgress } from '../live/airing-progress.tsx';
import { timeText } from '../live/times.ts';
import { explainFailure } from '../playback/player-failed.tsx';
import { type SleepChoice, sleepMinutes, type useSleepTimer } from './sleep-timer.ts';

type Sleep = ReturnType<typeof useSleepTimer>;

interface RadioControlsProps {
  station: RadioCard;
  /** The current program. */
  title: string;
  now: Airing | null;
  next: Airing | null;
  at: number;
  film: Film;
  plays: boolean;
  /** The radio's state, instead of the title. */
  note: string | null;
  error: ApiError | PlaybackFailure | null;
  sleep: Sleep;
  /** In the page of the station, which names the programs itself. */
  isWide: boolean;
  onToggle: () => void;
  onRetry: () => void;
  onStep: (step: 1 | -1) => void;
  onStop: () => void;
}

/** The controls of the radio, with the station and its program. */
export function RadioControls(props: RadioControlsProps) {
  const { station, title, now, at, film, plays, note, error, sleep, isWide, onToggle, onStep, onStop } =
    props;
  const { t } = useLingui();
  const heard = [`${station.number} ${station.name}`, title].join(', ');
  return (
    <div className={isWide ? 'mt-4' : 'gutter'}>
      <p role="status" className="sr-only">
        {heard}
      </p>
      {error && <Problem error={error} onRetry={props.onRetry} />}
      <div
        className={cx(
          'grid items-center gap-x-2 gap-y-1',
          isWide
            ? 'grid-cols-1'
            : 'grid-cols-[minmax(0,1fr)_auto] tablet:grid-cols-[minmax(0,1fr)_auto_auto]',
        )}
      >
        {isWide ? (
          <p role="status" className="min-h-6 text-center text-quiet">
            {note}
          </p>
        ) : (
          <OnAir {...props} />
        )}
        <div
          className={cx(
            'flex flex-wrap items-center justify-center',
            !isWide && 'order-3 col-span-2 tablet:order-2 tablet:col-span-1',
          )}
        >
          <ControlButton icon="previous" label={t`이전 방송`} onPress={() => onStep(-1)} />
          <ControlButton
            icon={plays ? 'pause' : 'play'}
            label={plays ? t`멈추기` : t`듣기`}
            onPress={onToggle}
            className={cx('mx-1 bg-text! text-ground!', isWide && 'size-16!')}
          />
          <ControlButton icon="next" label={t`다음 방송`} onPress={() => onStep(1)} />
          <VolumeControl film={film} className="flex" />
          <SleepTimer sleep={sleep} now={now} at={at} />
          {isWide && <ControlButton icon="close" label={t`라디오 끄기`} onPress={onStop} />}
        </div>
        {!isWide && (
          <ControlButton
            icon="close"
            label={t`라디오 끄기`}
            onPress={onStop}
            className="order-2 tablet:order-3"
          />
        )}
      </div>
    </div>
  );
}

/** The station and its program in the bar, as a link to the station's page. */
function OnAir({ station, title, now, next, at, note }: RadioControlsProps) {
  const { locale } = useApp();
  const nextTime = next && timeText(locale, next.starts_at);
  return (
    <Link
      to="/watch/r/$id"
      params={{ id: station.slug }}
      preload={false}
      className="flex min-h-12 min-w-0 items-center gap-3 rounded-md"
    >
      <Picture
        image={station.preview_image_thumbs}
        kind="logo"
        sizes="96px"
        className="w-16 shrink-0 rounded-sm tablet:w-24"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 text-quiet">
          {station.number} {station.name}
        </span>
        <span role="status" className={note ? 'block truncate font-bold text-gold' : undefined}>
          {note}
        </span>
        {!note && <span className="block truncate font-bold">{title}</span>}
        {now && (
          <span className="mt-1 block">
            <AiringProgress airing={now} at={at} />
          </span>
        )}
        {next && !next.hidden && (
          <span className="mt-0.5 hidden truncate text-12 text-quiet tablet:block">
            <Trans>
              다음 {nextTime} {next.title}
            </Trans>
          </span>
        )}
      </span>
    </Link>
  );
}

/** The choice of a time after which the radio stops, and the remaining time. */
function SleepTimer({ sleep, now, at }: { sleep: Sleep; now: Airing | null; at: number }) {
  const { t } = useLingui();
  const programMs = now && Date.parse(now.ends_at) - at;
  const remaining = sleep.at !== null && clock((sleep.at - clockNow()) / 1000);
  return (
    <div
      className={cx(
        'relative flex h-12 min-w-12 items-center justify-center gap-1 rounded-full px-2 hover:bg-text/15 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jade',
        remaining && 'text-gold',
      )}
      title={t`취침 타이머`}
    >
      <PlayerIcon name="sleep" size={26} />
      {remaining && (
        <span data-sleep="" className="text-14 font-semibold tabular-nums">
          {remaining}
        </span>
      )}
      <select
        aria-label={t`취침 타이머`}
        value={sleep.choice}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => sleep.choose(target.value as SleepChoice, programMs)}
      >
        <option value="off">{t`타이머 끄기`}</option>
        {sleepMinutes.map((minutes) => (
          <option key={minutes} value={String(minutes)}>
            {t`${minutes}분 뒤`}
          </option>
        ))}
        {programMs !== null && <option value="program">{t`지금 프로그램이 끝나면`}</option>}
      </select>
    </div>
  );
}

/** Why the radio does not play, and the next step. */
function Problem({ error, onRetry }: { error: ApiError | PlaybackFailure; onRetry: () => void }) {
  const needsPlan = error instanceof ApiError && error.code === 'plan_required';
  const { title, text, next } = explainFailure(error);
  const isOther = next === 'retry' && !(error instanceof ApiError && error.code === 'stream_limit');
  return (
    <div role="alert" className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-48 flex-1">
        <span className="block font-bold">
          {needsPlan ? (
            <Trans>이용권이 있어야 들을 수 있어요</Trans>
          ) : isOther ? (
            <Trans>라디오를 재생하지 못했어요</Trans>
          ) : (
            title
          )}
        </span>
        {!needsPlan && <span className="block text-14 text-quiet">{text}</span>}
      </p>
      {needsPlan ? (
        <Link to="/plans" className={buttonClass('primary')}>
          <Trans>이용권 보기</Trans>
        </Link>
      ) : next === 'profiles' ? (
        <Link to="/profiles" className={buttonClass('primary')}>
          <Trans>다른 프로필로 듣기</Trans>
        </Link>
      ) : (
        next === 'retry' && (
          <Button look="primary" onClick={onRetry}>
            <Trans>다시 재생하기</Trans>
          </Button>
        )
      )}
    </div>
  );
}

/** The bar at the end of the window. The page makes room for it. */
export function RadioBar({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--radio', `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--radio');
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={t`라디오 플레이어`}
      className="radio-bar fixed inset-x-0 z-30 animate-rise border-t border-line bg-surface/95 py-2 backdrop-blur-md"
    >
      {children}
    </section>
  );
}
