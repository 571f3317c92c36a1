import { useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { ChannelSession } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { useSession } from '../../context.ts';
import { ErrorPage } from '../../page/error-page.tsx';
import { Opening } from '../../page/opening.tsx';
import { PlayerFailed } from '../playback/player-failed.tsx';
import { useOpenSession } from '../playback/use-open-session.ts';
import { ActiveChannel } from './active-channel.tsx';

/** The page of a channel's player. */
export function WatchChannelPage() {
  const { id = '' } = useParams({ strict: false });
  const profile = useSession()?.profile;
  return profile ? <WatchChannel id={id} profileId={profile.id} /> : <ErrorPage />;
}

/**
 * The player of a channel. While another channel opens, the last one's player stays, so that a full screen stays full and
 * nothing flashes.
 */
function WatchChannel({ id, profileId }: { id: string; profileId: string }) {
  const router = useRouter();
  const { stage, retry, fail } = useOpenSession('t', id, profileId);
  const [session, setSession] = useState<ChannelSession | null>(null);
  useEffect(() => {
    if (stage.at === 'open' && stage.session.type === 't') setSession(stage.session);
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
  return <ActiveChannel session={session} onBack={back} onEnded={retry} onFailure={fail} />;
}
