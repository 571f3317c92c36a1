import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { CaptionStyle } from '../../contract/caption-style.ts';
import type { Image } from '../../contract/wire.ts';
import { cx } from '../class-names.ts';
import './player.css';
import { isTelevision } from '../television.ts';
import { captionLook } from './caption-look.ts';
import { ControlBar } from './control-bar.tsx';
import type { PlaybackFailure, PlayerSource } from './engine.ts';
import type { AiringControls, LiveControls } from './live-controls.tsx';
import { MenuCloser, useMenu } from './menu-button.tsx';
import { CaptionsMenu, SettingsMenu } from './menus.tsx';
import { NextCard } from './next-card.tsx';
import { Notice, useNotice } from './notice.tsx';
import { TouchControls } from './play-controls.tsx';
import { useRemote } from './remote.ts';
import { TimelineBar } from './timeline-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useCommands } from './use-commands.ts';
import { useControls } from './use-controls.ts';
import { useEngine } from './use-engine.ts';
import { useFilm } from './use-film.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useMediaSession } from './use-media-session.ts';
import { useNextOffer } from './use-next-offer.ts';
import { type OnPosition, usePosition } from './use-position.ts';
import { usePreferences } from './use-preferences.ts';
import { usePresses } from './use-presses.ts';
import { useTimeline } from './use-timeline.ts';
import { Waiting } from './waiting.tsx';

interface PlayerProps {
  source: PlayerSource;
  title: string;
  subtitle: string;
  poster: string | null;
  /** Address of the storyboard's WebVTT. It is fetched once the film is on the screen. */
  storyboard: string | null;
  /** The viewer's language, the first choice of captions. */
  language: string;
  next: { title: string; image: Image | null; kind?: 'clip' | 'live' } | null;
  /** Whether the next one begins by itself; otherwise it is only offered. */
  autoNext?: boolean;
  licenceHeaders: () => Record<string, string>;
  onBack: () => void;
  onNext: () => void;
  onFailure: (failure: PlaybackFailure) => void;
  /** The profile's look of captions; null: the device's. */
  captionStyle?: CaptionStyle | null;
  onCaptionStyle?: (style: CaptionStyle) => void;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** A channel is on: other keys, no length, and a list of channels. */
  live?: LiveControls;
  /** An airing of a channel plays from its start. Its length grows while it is on. */
  airing?: AiringControls;
  onPosition: OnPosition;
}

/** The player: the film, and over it controls that appear when needed and hide automatically. */
export function Player(props: PlayerProps) {
  const { title, subtitle, poster, storyboard, language, next, live, airing, onBack, onNext } = props;
  const { autoNext = true } = props;
  const isLive = live !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  /** The element stays while the router hides the player until the next page is there: another source loads then, not this one again. */
  const keepVideo = useCallback((element: HTMLVideoElement | null) => {
    if (element) setVideo(element);
  }, []);
  const [scrubbing, setScrubbing] = useState(false);
  const [pointed, setPointed] = useState(false);
  const menu = useMenu();
  const [preferences, onPreferences] = usePreferences(language, props.captionStyle);
  const film = useFilm(video, onPreferences);
  const { media } = film;
  const { engine, quality, audio, captions } = useEngine({ ...props, box, video, onPreferences });
  usePosition(video, props.onPosition);
  const fullScreen = useFullScreen(box, video);
  useMediaSession(title, subtitle);
  const timeline = useTimeline({
    film,
    engine,
    moves: isLive || airing !== undefined,
    onPlayhead: (at) => live?.onPlayhead(at),
  });
  const notice = useNotice();
  const controls = useControls(box, media.paused || menu.open !== null || scrubbing || !media.started);
  const { shown, wake } = controls;
  const run = useCommands({ film, timeline, captions, fullScreen, menu, live, say: notice.say });
  const presses = usePresses(controls, run);
  useKeyboard({ box, isLive, letterKeys: preferences.letterKeys, wake, run });
  useRemote(box, { wanted: isTelevision(), live: isLive, onBack });
  const offer = useNextOffer({ film, next, isLive, autoNext, onNext });
  const { t } = useLingui();
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.tagName === 'MAIN') box.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section
      ref={box}
      aria-label={t`플레이어`}
      tabIndex={-1}
      className={cx(
        'player fixed inset-0 z-40 overflow-hidden bg-black text-text select-none',
        !shown && 'cursor-none',
      )}
      data-controls={shown ? 'shown' : 'hidden'}
      data-instant={timeline.at ?? undefined}
      data-pointed={pointed ? '' : undefined}
      data-menu={menu.open ? 'open' : undefined}
      style={captionLook(preferences.captionStyle)}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions are rendered from the stream's own tracks */}
      <video
        ref={keepVideo}
        playsInline
        poster={poster ?? undefined}
        className="absolute inset-0 size-full object-contain"
      />
      <div className="absolute inset-0" {...presses} />
      {media.waiting && !media.ended && <Waiting isStart={!media.started} />}
      <Notice text={notice.text} />

      <div
        className={cx(
          // Between its bars, presses reach the film: two taps on a side seek there.
          'pointer-events-none absolute inset-0 flex flex-col justify-between transition-opacity duration-320',
          shown ? 'opacity-100' : 'opacity-0',
        )}
        data-player-controls=""
      >
        <TitleBar
          title={title}
          subtitle={subtitle}
          next={live?.next}
          actions={props.actions}
          onBack={onBack}
        />
        <TouchControls film={film} run={run} />
        <div className="pointer-events-auto bg-linear-to-t from-black/90 via-black/60 to-transparent px-4 pt-16 pb-3 tablet:px-8 tablet:pb-5">
          <TimelineBar
            film={film}
            timeline={timeline}
            storyboard={media.started ? storyboard : null}
            byClock={isLive}
            onScrubbing={setScrubbing}
            onPointed={setPointed}
          />
          <ControlBar
            film={film}
            timeline={timeline}
            fullScreen={fullScreen}
            menu={menu}
            captionsOn={captions.track !== null}
            hasAudioChoice={audio.choices.length > 1}
            live={live}
            airing={airing}
            next={next && next.kind !== 'live' ? { kind: next.kind, onPress: onNext } : null}
            run={run}
            captionsMenu={
              <CaptionsMenu
                audio={audio}
                captions={captions}
                preferences={preferences}
                onCaptionStyle={(captionStyle) => {
                  onPreferences({ captionStyle });
                  props.onCaptionStyle?.(captionStyle);
                }}
              />
            }
            settingsMenu={
              <SettingsMenu
                quality={quality}
                rate={isLive ? null : media.rate}
                onRate={film.setRate}
                letterKeys={preferences.letterKeys}
                onLetterKeys={(letterKeys) => onPreferences({ letterKeys })}
              />
            }
          />
        </div>
      </div>

      {menu.open === 'channels' && live?.channels(menu.close)}
      {live?.overlay}
      {next && offer.shown && (
        <NextCard {...next} seconds={offer.seconds} onPlay={onNext} onDismiss={offer.dismiss} />
      )}
      {menu.open && <MenuCloser key={menu.open} onClose={menu.close} />}
      <p className="sr-only" aria-live="polite">
        {media.started && media.paused && !media.ended ? <Trans>일시정지했어요</Trans> : null}
      </p>
    </section>
  );
}
