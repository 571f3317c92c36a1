import { useLingui } from '@lingui/react/macro';
import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { VideoSession } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { Player } from '../../../ui/player/player.tsx';
import { isTelevision } from '../../../ui/television.ts';
import { useApp, useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { Opening, usePressed } from '../../page/opening.tsx';
import { PlayerFailed } from './player-failed.tsx';
import { posterAddress } from './poster.ts';
import { useCaptionStyle } from './use-caption-style.ts';
import { useOpenSession } from './use-open-session.ts';
import { useSessionBeat } from './use-session-beat.ts';

/** The player's page: opens a playback session, keeps it, and says what went wrong when it cannot. */
export function PlayerPage() {
  const { type, id = '' } = useParams({ strict: false });
  const profile = useSession()?.profile;
  if (!profile) return <ErrorPage />;
  if (type !== 's' && type !== 'm' && type !== 'e') return <ErrorPage />;
  return <Watch key={`${type}/${id}`} type={type} id={id} profileId={profile.id} />;
}

interface WatchProps {
  type: 's' | 'm' | 'e';
  id: string;
  profileId: string;
}

function Watch({ type, id, profileId }: WatchProps) {
  const router = useRouter();
  const { stage, retry, fail } = useOpenSession(type, id, profileId);

  const back = useCallback(
    (session?: VideoSession) => {
      if (router.history.canGoBack()) router.history.back();
      else if (isTelevision()) void router.navigate({ to: '/tv', replace: true });
      else if (session) {
        const { type, slug } = session.programme;
        void router.navigate({ to: '/view/$type/$id', params: { type, id: slug }, replace: true });
      } else void router.navigate({ to: '/', replace: true });
    },
    [router],
  );

  if (stage.at === 'opening') return <Opening />;
  if (stage.at === 'failed') {
    if (stage.error instanceof ApiError && stage.error.status === 404) return <ErrorPage />;
    return <PlayerFailed error={stage.error} onRetry={retry} onBack={() => back()} />;
  }
  const { session } = stage;
  if (session.type !== 'e' && session.type !== 'm') return <ErrorPage />;
  return (
    <ActiveSession
      key={session.id}
      session={session}
      onBack={() => back(session)}
      onEnded={retry}
      onFailure={fail}
    />
  );
}

interface ActiveSessionProps {
  session: VideoSession;
  onBack: () => void;
  /** The server has ended the session: it takes another. */
  onEnded: () => void;
  onFailure: (failure: PlaybackFailure) => void;
}

function ActiveSession({ session, onBack, onEnded, onFailure }: ActiveSessionProps) {
  const app = useApp();
  const { locale, session: who } = app;
  const { i18n } = useLingui();
  const captions = useCaptionStyle();
  const pressed = usePressed();
  const router = useRouter();
  const position = useRef(session.position_seconds);
  const beat = useSessionBeat(session, position, onEnded);

  useEffect(() => {
    document.title = [session.programme.title, session.subtitle].filter(Boolean).join(' · ');
  }, [session]);

  const source = useMemo(
    () => ({
      manifest: session.manifest,
      licenceUrl: session.licence_url,
      captions: session.captions,
      startAt: session.position_seconds,
    }),
    [session],
  );
  const { next, poster } = session;
  return (
    <main>
      <Player
        source={source}
        title={session.programme.title}
        subtitle={session.subtitle}
        poster={pressed?.picture ?? posterAddress(poster)}
        storyboard={session.storyboard}
        language={i18n.locale}
        {...captions}
        next={next && { title: next.title, image: next.image }}
        autoNext={who.get()?.profile?.autoplay_next}
        licenceHeaders={() => ({
          Authorization: `Bearer ${who.get()?.token ?? ''}`,
          'X-Locale': locale,
          'X-Requested-With': 'XMLHttpRequest',
        })}
        onBack={onBack}
        onNext={() => {
          if (!next) return;
          app.pressed.current = { id: next.id, title: session.programme.title, picture: null };
          void router.navigate({
            to: '/watch/$type/$id',
            params: { type: next.type, id: next.id },
            replace: true,
          });
        }}
        onFailure={onFailure}
        onPosition={(seconds, why) => {
          position.current = seconds;
          if (why !== 'time') beat();
        }}
      />
    </main>
  );
}
