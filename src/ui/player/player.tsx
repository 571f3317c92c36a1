import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Image } from '../../contract/wire.ts';
import { cx } from '../class-names.ts';
import './player.css';
import { isTelevision } from '../television.ts';
import { type Command, commandOf } from './commands.ts';
import {
  type CaptionTrack,
  type Engine,
  makeEngine,
  PlaybackError,
  type PlaybackFailure,
  type PlayerSource,
} from './engine.ts';
import { CaptionsMenu, SettingsMenu, speeds } from './menus.tsx';
import { NextCard } from './next-card.tsx';
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx';
import { type Preferences, readPreferences, writePreferences } from './preferences.ts';
import { useRemote } from './remote.ts';
import { SeekBar } from './seek-bar.tsx';
import { parseStoryboard, type StoryboardCue } from './storyboard.ts';
import { clock } from './time.ts';
import { useMedia } from './use-media.ts';

interface PlayerProps {
  source: PlayerSource;
  title: string;
  subtitle: string;
  poster: string | null;
  /** Address of the storyboard's WebVTT. */
  storyboard: string | null;
  /** The viewer's language, the first choice of captions. */
  language: string;
  next: { title: string; image: Image | null; kind?: 'clip' } | null;
  /** Whether the next one begins by itself; otherwise it is only offered. */
  autoNext?: boolean;
  licenceHeaders: () => Record<string, string>;
  onBack: () => void;
  onNext: () => void;
  onFailure: (failure: PlaybackFailure) => void;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** A channel is on: other keys, no length, and a list of channels. */
  live?: LiveControls;
  /** Where playback is: told at every turn of the clock, and at once on pause and after a jump. */
  onPosition: (seconds: number, why: 'time' | 'pause' | 'seek') => void;
}

interface LiveControls {
  /** What comes next, as a third line of the title. */
  next: string | null;
  /** The instant on the screen, told every second. */
  onPlayhead: (at: number) => void;
  onChannel: (step: 1 | -1) => void;
  onDigit: (digit: string) => void;
  /** The list of channels, as it opens at the side. */
  channels: (close: () => void) => ReactNode;
  /** What a remote control's key shows for a moment. */
  overlay: ReactNode;
}

/** So close behind the newest, a viewer watches live. */
const edgeSeconds = 8;

const fadeMs = 3_000;
const nextCardSeconds = 15;

/** The player: the film, and over it controls that come when they are wanted and go by themselves. */
export function Player(props: PlayerProps) {
  const { source, title, subtitle, poster, storyboard, language, next, live, autoNext = true } = props;
  const { t, i18n } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const engine = useRef<Engine | null>(null);
  const media = useMedia(video);
  const [preferences, setPreferences] = useState<Preferences>(() => readPreferences(language));
  const [heights, setHeights] = useState<number[]>([]);
  const [current, setCurrent] = useState<number | null>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [tracks, setTracks] = useState<CaptionTrack[]>([]);
  const [track, setTrack] = useState<number | null>(null);
  const [cues, setCues] = useState<StoryboardCue[]>([]);
  const [menu, setMenu] = useState<'captions' | 'settings' | 'channels' | null>(null);
  const [scrubbing, setScrubbing] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const [fullScreen, setFullScreen] = useState(false);
  const [notice, setNotice] = useState<{ text: string; at: number } | null>(null);
  const calls = useRef(props);
  calls.current = props;

  const change = useCallback((part: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...part };
      writePreferences(after);
      return after;
    });
  }, []);

  // One engine for one source; what is kept of preferences is read when it opens. The next one waits until the last
  // has let go of the picture.
  const closing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const container = box.current;
    if (!video || !container) return;
    let gone = false;
    let made: Engine | null = null;
    const kept = readPreferences(calls.current.language);
    video.volume = kept.volume;
    video.muted = kept.muted;
    const open = async () => {
      try {
        await closing.current;
        if (gone) return;
        made = await makeEngine({
          video,
          container,
          licenceHeaders: () => calls.current.licenceHeaders(),
          onFailure: (failure) => !gone && calls.current.onFailure(failure),
          onTracks: () => {
            if (gone || !made) return;
            setHeights(made.heights());
            setCurrent(made.height());
          },
        });
        if (gone) return;
        engine.current = made;
        await made.load(source);
        if (gone) return;
        const found = made.captions();
        setTracks(found);
        const first = kept.captions
          ? (found.find((each) => each.language.startsWith(kept.captions!)) ?? null)
          : null;
        made.setCaptions(first?.id ?? null);
        setTrack(first?.id ?? null);
        // A browser may refuse to begin with sound: then the big button waits.
        await video.play().catch(() => undefined);
      } catch (error) {
        if (gone) return;
        const why: PlaybackFailure =
          error instanceof PlaybackError ? error.failure : { kind: 'network', code: 'player' };
        calls.current.onFailure(why);
      } finally {
        if (gone) await made?.destroy();
      }
    };
    const opening = open();
    return () => {
      gone = true;
      engine.current = null;
      closing.current = Promise.allSettled([opening, made?.destroy()]);
    };
  }, [video, source]);

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

  useEffect(() => {
    if (!video) return;
    const tell = (why: 'time' | 'pause' | 'seek') => () => calls.current.onPosition(video.currentTime, why);
    const listeners = { timeupdate: tell('time'), pause: tell('pause'), seeked: tell('seek') } as const;
    for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener);
    };
  }, [video]);

  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: subtitle });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [title, subtitle]);

  const isLive = live !== undefined;
  const { range, at } = useLiveRange(isLive, engine, (instant) => calls.current.live?.onPlayhead(instant));
  // A channel's line is what may be gone back to; a film's is the whole of it.
  const begin = isLive ? range.start : 0;
  const end = isLive ? range.end : media.duration;
  const atEdge = end - media.time < edgeSeconds;

  const say = (text: string) => setNotice({ text, at: Date.now() });
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), 900);
    return () => clearTimeout(timer);
  }, [notice]);

  const controls = useControls(box, media.paused || menu !== null || scrubbing || !media.started);

  const seek = (to: number) => {
    if (!video || end === 0) return;
    video.currentTime = Math.min(end - 0.1, Math.max(begin, to));
  };
  const toggle = () => {
    if (!video) return;
    if (video.paused) void video.play().catch(() => undefined);
    else video.pause();
  };
  const setVolume = (volume: number) => {
    if (!video) return;
    const value = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
    video.volume = value;
    video.muted = value === 0;
    change({ volume: value, muted: value === 0 });
  };
  const setMuted = (muted: boolean) => {
    if (!video) return;
    video.muted = muted;
    if (!muted && video.volume === 0) video.volume = 0.5;
    change({ muted, volume: video.volume });
  };
  const setRate = (rate: number) => {
    if (video) video.playbackRate = rate;
  };
  const chooseTrack = (id: number | null) => {
    engine.current?.setCaptions(id);
    setTrack(id);
    change({ captions: tracks.find((each) => each.id === id)?.language.slice(0, 2) ?? null });
  };
  const toggleFullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (box.current?.requestFullscreen) void box.current.requestFullscreen().catch(() => undefined);
    // iPhones make only the film itself full screen.
    else if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
      video.webkitEnterFullscreen();
    }
  };

  const run = (command: Command) => {
    switch (command.do) {
      case 'toggle':
        return toggle();
      case 'seek-by':
        seek((video?.currentTime ?? 0) + command.seconds);
        return say(command.seconds > 0 ? t`10초 앞으로` : t`10초 뒤로`);
      case 'seek-to':
        return seek(begin + (end - begin) * command.share);
      case 'volume-by': {
        setVolume((video?.muted ? 0 : (video?.volume ?? 1)) + command.step);
        const percent = Math.round((video?.volume ?? 0) * 100);
        return say(t`음량 ${percent}%`);
      }
      case 'mute':
        setMuted(!media.muted);
        return say(media.muted ? t`소리 켜기` : t`소리 끄기`);
      case 'full-screen':
        return toggleFullScreen();
      case 'captions': {
        if (tracks.length === 0) return say(t`자막이 없어요`);
        const first = tracks.find((each) => each.language.startsWith(language)) ?? tracks[0];
        chooseTrack(track === null ? (first?.id ?? null) : null);
        return say(track === null ? t`자막 켜기` : t`자막 끄기`);
      }
      case 'speed': {
        if (isLive) return;
        const at = speeds.findIndex((speed) => speed >= media.rate);
        const rate = speeds[Math.min(speeds.length - 1, Math.max(0, at + command.step))]!;
        setRate(rate);
        return say(`${rate}×`);
      }
      case 'channel':
        return live?.onChannel(command.step);
      case 'digit':
        return live?.onDigit(command.digit);
      case 'channels':
        return setMenu('channels');
      case 'close':
        return setMenu(null);
    }
  };
  const press = useRef(run);
  press.current = run;
  const wake = controls.wake;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      wake();
      const command = commandOf(event, isLive);
      const target = event.target;
      if (!command || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      // A control with the focus keeps the keys that work it.
      const arrows =
        command.do === 'volume-by' || (command.do === 'seek-by' && event.key.startsWith('Arrow'));
      if (
        target.matches('input') &&
        (arrows || [' ', 'Enter'].includes(event.key) || command.do === 'seek-to')
      )
        return;
      if (target.matches('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
      event.preventDefault();
      press.current(command);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [wake, isLive]);

  useRemote(box, { wanted: isTelevision(), live: isLive, onBack: props.onBack });

  const remaining = media.duration - media.time;
  const nearEnd =
    !isLive && media.started && media.duration > 2 * nextCardSeconds && remaining <= nextCardSeconds;
  const nextShown = next !== null && !dismissed && (nearEnd || media.ended);
  useEffect(() => {
    if (media.ended && next && !dismissed && autoNext) calls.current.onNext();
  }, [media.ended, next, dismissed, autoNext]);

  const shown = controls.shown;
  const labelled = tracks.map((each) => ({
    ...each,
    label: each.label || languageName(i18n.locale, each.language),
  }));
  const presses = usePresses({ shown, wake, hide: controls.hide, toggle, fullScreen: toggleFullScreen, run });

  return (
    <div
      ref={box}
      className={cx(
        'player fixed inset-0 z-40 overflow-hidden bg-black text-text select-none',
        !shown && 'cursor-none',
      )}
      data-controls={shown ? 'shown' : 'hidden'}
      data-instant={at ?? undefined}
      data-pointed={pointed ? '' : undefined}
      data-menu={menu ? 'open' : undefined}
      data-caption-size={preferences.captionSize}
      data-caption-background={preferences.captionBackground}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions are rendered from the stream's own tracks */}
      <video
        ref={setVideo}
        playsInline
        poster={poster ?? undefined}
        className="absolute inset-0 size-full object-contain"
      />
      <div className="absolute inset-0" {...presses} />

      {media.waiting && !media.ended && (
        <div
          className="pointer-events-none absolute inset-0 grid place-items-center"
          role="status"
          aria-label={t`불러오는 중`}
        >
          <span className="size-16 animate-spin rounded-full border-4 border-text/25 border-t-text" />
        </div>
      )}
      <p
        aria-live="polite"
        className={cx(
          'pointer-events-none absolute top-1/4 left-1/2 -translate-x-1/2 rounded-full bg-ground/80 px-5 py-2 text-18 font-bold transition-opacity duration-200',
          notice ? 'opacity-100' : 'opacity-0',
        )}
      >
        {notice?.text}
      </p>

      <div
        className={cx(
          'absolute inset-0 flex flex-col justify-between transition-opacity duration-320',
          shown ? 'opacity-100' : 'pointer-events-none opacity-0',
        )}
        data-player-controls=""
      >
        <div
          data-remote-line=""
          className="player-title pointer-events-none flex items-center gap-3 bg-linear-to-b from-black/80 to-transparent p-3 pb-16 tablet:gap-4 tablet:p-6 tablet:pb-20"
        >
          <ControlButton
            icon="back"
            label={t`뒤로 가기`}
            onPress={props.onBack}
            className="pointer-events-auto"
          />
          <div className="min-w-0">
            <h1 className="truncate text-18 tablet:text-22">{title}</h1>
            {subtitle && <p className="truncate text-14 text-text/80 tablet:text-16">{subtitle}</p>}
            {live?.next && <p className="truncate text-14 text-text/80">{live.next}</p>}
          </div>
          {props.actions && (
            <div className="pointer-events-auto ml-auto flex shrink-0 gap-2">{props.actions}</div>
          )}
        </div>

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

        <div className="bg-linear-to-t from-black/90 via-black/60 to-transparent px-4 pt-16 pb-3 tablet:px-8 tablet:pb-5">
          <SeekBar
            time={Math.max(0, media.time - begin)}
            duration={Math.max(0, end - begin)}
            bufferedTo={media.bufferedTo - begin}
            storyboard={cues}
            onSeek={(to) => seek(begin + to)}
            nameOf={
              at === null
                ? undefined
                : (seconds) => timeOfDay(i18n.locale, at + (begin + seconds - media.time) * 1000)
            }
            onScrubbing={setScrubbing}
            onPointed={setPointed}
          />
          <div className="relative flex items-center gap-1 tablet:gap-2" data-remote-line="">
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
            <div className="group/volume hidden items-center tablet:flex">
              <ControlButton
                icon={media.muted || media.volume === 0 ? 'muted' : media.volume < 0.5 ? 'quiet' : 'sound'}
                label={media.muted ? t`소리 켜기` : t`소리 끄기`}
                onPress={() => setMuted(!media.muted)}
              />
              <input
                type="range"
                min={0}
                max={1}
                step={0.05}
                value={media.muted ? 0 : media.volume}
                aria-label={t`음량`}
                aria-valuetext={`${Math.round((media.muted ? 0 : media.volume) * 100)}%`}
                className="hidden h-11 w-0 accent-text opacity-0 transition-[width,opacity] duration-200 group-hover/volume:w-24 group-hover/volume:opacity-100 group-has-focus-visible/volume:w-24 group-has-focus-visible/volume:opacity-100 desktop:block"
                onChange={(event) => setVolume(event.target.valueAsNumber)}
              />
            </div>
            {isLive ? (
              <LiveButton atEdge={atEdge} onPress={() => seek(end)} />
            ) : (
              <p className="px-1 text-14 font-medium whitespace-nowrap tabular-nums tablet:text-16">
                {clock(media.time)} <span className="text-text/70">/ {clock(media.duration)}</span>
              </p>
            )}
            <div className="ml-auto flex items-center gap-1 tablet:gap-2">
              {live && (
                <>
                  <ControlButton icon="up" label={t`다음 채널`} onPress={() => live.onChannel(1)} />
                  <ControlButton icon="down" label={t`이전 채널`} onPress={() => live.onChannel(-1)} />
                  <ControlButton
                    icon="channels"
                    label={t`채널 목록`}
                    expanded={menu === 'channels'}
                    onPress={() => setMenu(menu === 'channels' ? null : 'channels')}
                  />
                </>
              )}
              {next && (
                <ControlButton
                  icon="next"
                  label={next.kind === 'clip' ? t`다음 영상` : t`다음 회차`}
                  onPress={props.onNext}
                />
              )}
              <ControlButton
                icon="captions"
                label={t`자막`}
                on={track !== null}
                expanded={menu === 'captions'}
                onPress={() => setMenu(menu === 'captions' ? null : 'captions')}
              />
              <ControlButton
                icon="settings"
                label={t`재생 설정`}
                expanded={menu === 'settings'}
                onPress={() => setMenu(menu === 'settings' ? null : 'settings')}
              />
              {video && 'requestPictureInPicture' in video && document.pictureInPictureEnabled && (
                <ControlButton
                  icon="pip"
                  label={t`작은 화면으로 보기`}
                  className="hidden tablet:grid"
                  onPress={() => {
                    if (document.pictureInPictureElement) void document.exitPictureInPicture();
                    else void video.requestPictureInPicture().catch(() => undefined);
                  }}
                />
              )}
              <ControlButton
                icon={fullScreen ? 'shrink' : 'expand'}
                label={fullScreen ? t`전체 화면 끝내기` : t`전체 화면`}
                onPress={toggleFullScreen}
              />
            </div>
            {menu === 'captions' && (
              <CaptionsMenu
                tracks={labelled}
                chosen={track}
                onChoose={chooseTrack}
                preferences={preferences}
                onPreferences={change}
              />
            )}
            {menu === 'settings' && (
              <SettingsMenu
                heights={heights}
                height={height}
                current={current}
                onHeight={(to) => {
                  engine.current?.setHeight(to);
                  setHeight(to);
                }}
                rate={isLive ? null : media.rate}
                onRate={setRate}
              />
            )}
          </div>
        </div>
      </div>

      {menu === 'channels' && live?.channels(() => setMenu(null))}
      {live?.overlay}
      {nextShown && next && (
        <NextCard
          title={next.title}
          image={next.image}
          kind={next.kind}
          seconds={autoNext ? Math.max(0, Math.ceil(remaining)) : 0}
          onPlay={props.onNext}
          onDismiss={() => setDismissed(true)}
        />
      )}
      {menu && <MenuCloser onClose={() => setMenu(null)} />}
      <p className="sr-only" aria-live="polite">
        {media.started && media.paused && !media.ended ? <Trans>일시정지했어요</Trans> : null}
      </p>
    </div>
  );
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
  const tell = useRef(onPlayhead);
  tell.current = onPlayhead;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (!engine.current) return;
      const at = engine.current.playheadAt();
      setState({ range: engine.current.seekRange(), at });
      if (at !== null) tell.current(at);
    }, 1000);
    return () => clearInterval(timer);
  }, [isLive, engine]);
  return state;
}

function timeOfDay(locale: string, at: number): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(
    at,
  );
}

/** Says that this is live; behind, it leads back there. */
function LiveButton({ atEdge, onPress }: { atEdge: boolean; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={atEdge ? t`실시간으로 보고 있어요` : t`실시간으로 가기`}
      data-live-edge={atEdge ? '' : undefined}
      className={cx(
        'flex h-9 items-center gap-2 rounded-full px-3 text-14 font-bold whitespace-nowrap transition-colors',
        atEdge ? 'text-text' : 'bg-text/15 text-text/80 hover:bg-text/25',
      )}
      onClick={onPress}
    >
      <span className={cx('size-2 rounded-full', atEdge ? 'bg-vermilion' : 'bg-text/60')} />
      LIVE
    </button>
  );
}

interface ControlButtonProps {
  icon: PlayerIconName;
  label: string;
  onPress: () => void;
  size?: number;
  on?: boolean;
  expanded?: boolean;
  className?: string;
  children?: ReactNode;
}

function ControlButton({ icon, label, onPress, size = 28, on, expanded, className }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      data-menu-button={expanded === undefined ? undefined : ''}
      className={cx(
        'relative grid size-12 shrink-0 place-items-center rounded-full transition-[background-color,transform] hover:bg-text/15 active:scale-90',
        className,
      )}
      onClick={onPress}
    >
      <PlayerIcon name={icon} size={size} />
      {on && <span className="absolute bottom-1.5 h-0.5 w-5 rounded-full bg-vermilion" />}
    </button>
  );
}

/** Closes an open menu when something outside it is pressed, and gives the focus back to its button. */
function MenuCloser({ onClose }: { onClose: () => void }) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const opener = document.querySelector<HTMLElement>('[data-menu-button][aria-expanded=true]');
    const onPress = (event: Event) => {
      const target = event.target;
      if (target instanceof Element && target.closest('[role=dialog], [data-menu-button]')) return;
      event.stopPropagation();
      close.current();
    };
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', onPress, { capture: true });
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    };
  }, []);
  return null;
}

/** Shows the controls on any sign of life and hides them three seconds after the last. */
function useControls(box: { readonly current: HTMLElement | null }, held: boolean) {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = useCallback(() => {
    setAwake(true);
    clearTimeout(timer.current);
    const sleep = () => {
      const focused = box.current?.querySelector('[data-player-controls] :focus-visible');
      if (focused) timer.current = setTimeout(sleep, fadeMs);
      else setAwake(false);
    };
    timer.current = setTimeout(sleep, fadeMs);
  }, [box]);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setAwake(false);
  }, []);
  useEffect(() => {
    if (!held) wake();
    return () => clearTimeout(timer.current);
  }, [held, wake]);
  return { shown: awake || held, wake, hide };
}

interface Presses {
  shown: boolean;
  wake: () => void;
  hide: () => void;
  toggle: () => void;
  fullScreen: () => void;
  run: (command: Command) => void;
}

/** A press on the film: with a mouse it plays and pauses; a tap shows the controls, two taps on a side jump. */
function usePresses({ shown, wake, hide, toggle, fullScreen, run }: Presses) {
  const last = useRef(0);
  return {
    onPointerUp(event: PointerEvent) {
      if (event.button !== 0) return;
      const twice = event.timeStamp - last.current < 300;
      last.current = twice ? 0 : event.timeStamp;
      if (event.pointerType === 'mouse') {
        if (twice) fullScreen();
        toggle();
        return;
      }
      const box = event.currentTarget.getBoundingClientRect();
      const place = (event.clientX - box.left) / box.width;
      if (twice && (place < 0.35 || place > 0.65)) run({ do: 'seek-by', seconds: place < 0.5 ? -10 : 10 });
      else if (shown) hide();
      else wake();
    },
  };
}

function languageName(locale: string, language: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
