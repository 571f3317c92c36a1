import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { imageWidths } from '../../../contract/images.ts';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { useEngine } from '../../../ui/player/use-engine.ts';
import { type Film, useFilm } from '../../../ui/player/use-film.ts';
import { useMediaSession } from '../../../ui/player/use-media-session.ts';
import { usePreferences } from '../../../ui/player/use-preferences.ts';
import { useStore } from '../../../ui/store.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { clockNow } from '../../clock.ts';
import { useApp, useSession } from '../../context.ts';
import { onAir, useNow } from '../live/on-air.ts';
import { useSessionBeat } from '../playback/use-session-beat.ts';
import { useNowTitle } from './now-title.tsx';
import { radioQuery } from './radio.queries.ts';
import { RadioBar, RadioControls } from './radio-controls.tsx';
import { radioPlace, radioPlay, type Tuned, tune, tuned } from './radio-store.ts';
import { useSleepTimer } from './sleep-timer.ts';
import { stationBeside } from './stations.ts';
import { type RadioStatus, useTuning } from './use-tuning.ts';

/** How far back a station can be played. A longer pause ends the playback session. */
const windowMs = 10 * 60_000;

const stop = () => tuned.set(null);

/** The radio: its sound, and its controls in the page of the station or in a bar below all other pages. */
export function RadioPlayer({ station: chosen, profileId }: Tuned) {
  const { t, i18n } = useLingui();
  const context = useApp();
  const router = useRouter();
  const signedIn = useSession();
  const place = useStore(radioPlace);
  // A page in the background has to know the next programs too.
  const query = useQuery({ ...radioQuery(context), refetchIntervalInBackground: true });
  const stations = query.data?.data.channels ?? [];
  const station = stations.find(({ id }) => id === chosen.id) ?? chosen;

  const [frame] = useState(makeFrame);
  const [, onPreferences] = usePreferences(i18n.locale);
  const film = useFilm(frame.video, onPreferences);
  const { paused } = film.media;
  /** The station whose session has ended until the viewer plays it again, and why. */
  const [parked, setParked] = useState<{ id: string; why: 'pause' | 'sleep' } | null>(null);
  const isParked = parked?.id === station.id;
  const [reported, setReported] = useState<Report>({ stationId: station.id, status: 'opening' });
  const status = reported.stationId === station.id ? reported.status : 'opening';
  const [attempt, setAttempt] = useState(0);
  const park = (why: 'pause' | 'sleep') => setParked({ id: station.id, why });
  const plays = !isParked && typeof status === 'string' && (status !== 'on' || !paused);

  const [skewMs, setSkewMs] = useState(0);
  const playhead = useRef<() => number | null>(() => null);
  const clock = (useNow(1000) ?? clockNow()) + skewMs;
  const { now, next } = onAir(station, playhead.current() ?? clock);
  const current = onAir(station, clock);
  const isOff = current.now ? current.now.hidden : current.next !== null;

  const again = () => {
    setParked(null);
    setAttempt(attempt + 1);
  };
  const toggle = () => {
    if (plays && status !== 'on') park('pause');
    else if (isParked || typeof status !== 'string') again();
    else film.toggle();
  };
  const step = (by: 1 | -1) => {
    const hasPlan = signedIn?.user.has_active_plan === true;
    const to = stationBeside(stations, station.id, by, hasPlan);
    if (!to) return;
    // The bar is shown while the page of a station loads, too.
    const isOnPage = router.latestLocation.pathname.startsWith('/watch/r/');
    if (isOnPage) void router.navigate({ to: '/watch/r/$id', params: { id: to.slug }, replace: true });
    tune(to, profileId);
  };
  const sleep = useSleepTimer(() => park('sleep'));

  // The picture is shown in the page of the station only. A pause there does not end by leaving it.
  const hasPicture = station.video && place !== null;
  const isPausing = paused && status === 'on' && !isParked;
  const parkPause = useLatest(() => {
    if (isPausing) park('pause');
  });
  const hadPicture = useRef(hasPicture);
  useEffect(() => {
    if (hadPicture.current === hasPicture) return;
    hadPicture.current = hasPicture;
    parkPause.current();
  }, [hasPicture, parkPause]);
  useEffect(() => {
    if (!isPausing) return;
    const timer = setTimeout(() => setParked({ id: station.id, why: 'pause' }), windowMs);
    return () => clearTimeout(timer);
  }, [isPausing, station.id]);

  const toggleNow = useLatest(toggle);
  useEffect(() => {
    radioPlay.set({ plays, toggle: () => toggleNow.current() });
  }, [plays, toggleNow]);
  useEffect(() => () => radioPlay.set(null), []);

  const hasOtherPlayer = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.television === true),
  });
  const isOthers = signedIn?.profile?.id !== profileId;
  useEffect(() => {
    if (hasOtherPlayer || isOthers) stop();
  }, [hasOtherPlayer, isOthers]);

  const nowTitle = useNowTitle();
  const title = nowTitle(now);
  const image = station.preview_image_thumbs;
  useMediaSession(title, station.name, image ? `${image.url}/${imageWidths.logo[1]}.webp` : undefined, {
    play: () => plays || toggle(),
    pause: () => plays && toggle(),
    stop,
    previoustrack: () => step(-1),
    nexttrack: () => step(1),
  });

  const holder = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    (screen ?? holder.current)?.append(frame.box);
  }, [screen, frame]);

  const note = isParked
    ? parked.why === 'sleep' && t`취침 타이머가 라디오를 껐어요`
    : status === 'reconnecting' && !isOff && t`다시 연결하는 중이에요`;
  const controls = (
    <RadioControls
      station={station}
      title={title}
      now={now}
      next={next}
      at={clock}
      film={film}
      plays={plays}
      note={note || null}
      error={isParked || typeof status === 'string' ? null : status}
      sleep={sleep}
      isWide={place !== null}
      onToggle={toggle}
      onRetry={again}
      onStep={step}
      onStop={stop}
    />
  );
  return (
    <>
      {!isParked && (
        <Tuning
          key={`${station.id} ${attempt}`}
          stationId={station.id}
          slug={station.slug}
          profileId={profileId}
          film={film}
          frame={frame}
          playhead={playhead}
          isOff={isOff}
          soundOnly={!hasPicture}
          onStatus={setReported}
          onSkew={setSkewMs}
          onEnded={() => park('pause')}
        />
      )}
      <div ref={holder} hidden />
      {place ? (
        createPortal(
          <section aria-label={t`라디오 플레이어`}>
            {station.video && (
              <div ref={setScreen} className="aspect-video overflow-hidden rounded-lg bg-black" />
            )}
            {controls}
          </section>,
          place,
        )
      ) : (
        <RadioBar>{controls}</RadioBar>
      )}
    </>
  );
}

interface Frame {
  /** The captions are drawn here, over the picture. */
  box: HTMLElement;
  video: HTMLVideoElement;
}

/** The media element. It is made once and moved, so that the browser keeps its permission to play. */
function makeFrame(): Frame {
  const box = document.createElement('div');
  box.className = 'relative size-full';
  const video = document.createElement('video');
  video.className = 'size-full object-contain';
  video.playsInline = true;
  box.append(video);
  return { box, video };
}

interface Report {
  stationId: string;
  status: RadioStatus;
}

interface TuningProps {
  stationId: string;
  slug: string;
  profileId: string;
  film: Film;
  frame: Frame;
  playhead: RefObject<() => number | null>;
  isOff: boolean;
  soundOnly: boolean;
  onStatus: (report: Report) => void;
  /** How far the service's clock is ahead of this device's. */
  onSkew: (ms: number) => void;
  onEnded: () => void;
}

function Tuning({ stationId, isOff, onStatus, onSkew, ...props }: TuningProps) {
  const { session, status, fail, end } = useTuning({ ...props, isOff });
  useLayoutEffect(() => onStatus({ stationId, status }), [stationId, status, onStatus]);
  useEffect(() => {
    if (session) onSkew(Date.parse(session.now) - clockNow());
  }, [session, onSkew]);
  if (!session) return null;
  return (
    <>
      <Beat session={session} onEnded={end} />
      {!isOff && <Sound {...props} key={session.id} session={session} onFailure={fail} />}
    </>
  );
}

function Beat({ session, onEnded }: { session: ChannelSession; onEnded: () => void }) {
  useSessionBeat(session, useRef(0), onEnded);
  return null;
}

interface SoundProps {
  session: ChannelSession;
  frame: Frame;
  playhead: RefObject<() => number | null>;
  soundOnly: boolean;
  onFailure: (failure: PlaybackFailure) => void;
}

function Sound({ session, frame, playhead, soundOnly, onFailure }: SoundProps) {
  const { i18n } = useLingui();
  const source = useMemo(
    () => ({ manifest: session.manifest, licenceUrl: null, captions: [], startAt: null, soundOnly }),
    [session, soundOnly],
  );
  const { engine } = useEngine({
    box: useRef(frame.box),
    video: frame.video,
    source,
    language: i18n.locale,
    licenceHeaders: () => ({}),
    onFailure,
    onPreferences: () => undefined,
  });
  useEffect(() => {
    playhead.current = () => engine.current?.playheadAt() ?? null;
    return () => {
      playhead.current = () => null;
    };
  }, [engine, playhead]);
  return null;
}
