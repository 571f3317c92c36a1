import { useLingui } from '@lingui/react/macro';
import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ClipSession } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { Player } from '../../../ui/player/player.tsx';
import { useApp, useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { Opening, usePressed } from '../../page/opening.tsx';
import { PlayerFailed } from '../playback/player-failed.tsx';
import { posterAddress } from '../playback/poster.ts';
import { useCaptionStyle } from '../playback/use-caption-style.ts';
import { useOpenSession } from '../playback/use-open-session.ts';
import { useSessionBeat } from '../playback/use-session-beat.ts';
import { useGoToClip } from './clip-card.tsx';
import { ClipLikes } from './clip-likes.tsx';
import { FramePage } from './frame-page.tsx';

interface WatchClipProps {
  id: string;
  playlist: string | undefined;
  profileId: string;
}

/** The page of a clip's player. */
export function WatchClipPage() {
  const { id = '', playlist } = useParams({ strict: false });
  const profile = useSession()?.profile;
  if (!profile) return <ErrorPage />;
  return <WatchClip key={id} id={id} playlist={playlist} profileId={profile.id} />;
}

/** The player of a clip: ours for one that is hosted here, the partner's in a frame for the others. */
function WatchClip({ id, playlist, profileId }: WatchClipProps) {
  const router = useRouter();
  const { stage, retry, fail } = useOpenSession('y', id, profileId, { playlist });

  const back = useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else if (playlist) {
      void router.navigate({ to: '/youtube/playlist/$id', params: { id: playlist }, replace: true });
    } else void router.navigate({ to: '/youtube', replace: true });
  }, [router, playlist]);

  if (stage.at === 'opening') return <Opening />;
  if (stage.at === 'failed') {
    if (stage.error instanceof ApiError && stage.error.status === 404) return <ErrorPage />;
    return <PlayerFailed error={stage.error} onRetry={retry} onBack={back} />;
  }
  const { session } = stage;
  if (session.type === 'youtube')
    return <FramePage key={session.id} session={session} onBack={back} onEnded={retry} />;
  if (session.type !== 'y') return <ErrorPage />;
  return <ActiveClip key={session.id} session={session} onBack={back} onEnded={retry} onFailure={fail} />;
}

interface ActiveClipProps {
  session: ClipSession;
  onBack: () => void;
  /** The server has ended the session: it takes another. */
  onEnded: () => void;
  onFailure: (failure: PlaybackFailure) => void;
}

function ActiveClip({ session, onBack, onEnded, onFailure }: ActiveClipProps) {
  const { locale, session: who } = useApp();
  const { t, i18n } = useLingui();
  const captions = useCaptionStyle();
  const pressed = usePressed();
  const goTo = useGoToClip();
  const position = useRef(session.position_seconds);
  const beat = useSessionBeat(session, position, onEnded);
  const { clip, next, poster } = session;

  useEffect(() => {
    document.title = clip.title;
  }, [clip.title]);

  const source = useMemo(
    () => ({
      manifest: session.manifest,
      licenceUrl: session.licence_url,
      captions: session.captions,
      startAt: session.position_seconds,
    }),
    [session],
  );
  return (
    <main>
      <Player
        source={source}
        title={clip.title}
        subtitle={[t`유튜브`, clip.current_episode_text].filter(Boolean).join(' · ')}
        poster={pressed?.picture ?? posterAddress(poster)}
        storyboard={session.storyboard}
        language={i18n.locale}
        {...captions}
        next={next && { title: next.title, image: next.preview_image_thumbs, kind: 'clip' }}
        autoNext={who.get()?.profile?.autoplay_next}
        actions={<ClipLikes clip={clip} />}
        licenceHeaders={() => ({
          Authorization: `Bearer ${who.get()?.token ?? ''}`,
          'X-Locale': locale,
          'X-Requested-With': 'XMLHttpRequest',
        })}
        onBack={onBack}
        onNext={() => next && goTo(next)}
        onFailure={onFailure}
        onPosition={(seconds, why) => {
          position.current = seconds;
          if (why !== 'time') beat();
        }}
      />
    </main>
  );
}
