import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { Opening } from '../../page/opening.tsx';
import { PlayerFailed } from '../playback/player-failed.tsx';
import { useOpenSession } from '../playback/use-open-session.ts';
import { ActiveAiring } from './active-airing.tsx';
import { ActiveChannel } from './active-channel.tsx';

/** The page of a channel's player. */
export function WatchChannelPage() {
  const { id = '' } = useParams({ strict: false });
  const { from } = useSearch({ from: '/watch/t/$id' });
  const profile = useSession()?.profile;
  return profile ? <WatchChannel id={id} from={from} profileId={profile.id} /> : <ErrorPage />;
}

/**
 * The player of a channel, or of one of its airings. While another channel opens, the last one's player stays, so that a full screen stays full and
 * nothing flashes.
 */
function WatchChannel({ id, from, profileId }: { id: string; from: number | undefined; profileId: string }) {
  const router = useRouter();
  const [session, setSession] = useState<ChannelSession | null>(null);
  const { stage, retry, fail } = useOpenSession('t', id, profileId, {
    airing: from,
    replaced: session?.id,
  });
  /** The position in the airing, for another session of it. */
  const reached = useRef({ start: '', seconds: 0 });
  useEffect(() => {
    if (stage.at === 'open' && stage.session.type === 't') {
      setSession(stage.session);
      if (!stage.session.airing) reached.current = { start: '', seconds: 0 };
    }
    if (stage.at === 'failed') setSession(null);
  }, [stage]);

  const back = useCallback(() => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/live-tv', replace: true });
  }, [router]);

  if (stage.at === 'failed') {
    if (stage.error instanceof ApiError && stage.error.status === 404) return <ErrorPage />;
    return <PlayerFailed error={stage.error} onRetry={retry} onBack={back} />;
  }
  if (!session) return <Opening />;
  if (session.airing) {
    const { starts_at: start } = session.airing;
    return (
      <ActiveAiring
        key={session.id}
        session={session}
        airing={session.airing}
        startAt={reached.current.start === start ? reached.current.seconds : 0}
        onTime={(seconds) => {
          reached.current = { start, seconds };
        }}
        onBack={back}
        onLive={() => {
          const { slug } = session.channel;
          void router.navigate({ to: '/watch/t/$id', params: { id: slug }, replace: true });
        }}
        onEnded={retry}
        onFailure={fail}
      />
    );
  }
  return <ActiveChannel session={session} onBack={back} onEnded={retry} onFailure={fail} />;
}
