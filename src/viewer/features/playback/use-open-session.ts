import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaybackSession } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { loadShaka, type PlaybackFailure } from '../../../ui/player/engine.ts';
import { useApp } from '../../context.ts';

/** How long a stream that is being given back may take. */
const streamFreeMs = 700;

/** When a renewed playback session fails within this time, it is not renewed again. */
const renewEveryMs = 60_000;

export type Stage =
  | { at: 'opening' }
  | { at: 'open'; session: PlaybackSession }
  | { at: 'failed'; error: ApiError | PlaybackFailure };

/**
 * Opens a playback session for what is to be played, and another one on `retry`. `fail` shows a failure that another session does
 * not mend.
 */
export function useOpenSession(
  type: 's' | 'm' | 'e' | 't' | 'y',
  id: string,
  profileId: string,
  playlist?: string,
) {
  const { api } = useApp();
  const [attempt, setAttempt] = useState(0);
  const [stage, setStage] = useState<Stage>({ at: 'opening' });
  const renewedAt = useRef(-renewEveryMs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another session
  useEffect(() => {
    let gone = false;
    setStage({ at: 'opening' });
    void loadShaka().catch(() => undefined);
    const open = () =>
      api('POST /api/playback/sessions', {
        body: { type, id, playlist, profile_id: profileId, device: 'web' },
      });
    open()
      .catch(async (error: unknown) => {
        // The stream of the playback session that was just left may become free in a moment.
        if (gone || !(error instanceof ApiError) || error.code !== 'stream_limit') throw error;
        await new Promise((resolve) => setTimeout(resolve, streamFreeMs));
        return open();
      })
      .then(
        ({ data }) => {
          if (!gone) return setStage({ at: 'open', session: data });
          // The viewer left before the session opened. Without this stop it would occupy one of the household's streams.
          api('POST /api/playback/sessions/{id}/stop', {
            params: { id: data.id },
            body: { position_seconds: 0 },
          }).catch(() => undefined);
        },
        (error: unknown) => {
          if (gone) return;
          const known = error instanceof ApiError ? error : new ApiError(0, 'network', '');
          setStage({ at: 'failed', error: known });
        },
      );
    return () => {
      gone = true;
    };
  }, [api, type, id, playlist, profileId, attempt]);

  useEffect(() => {
    // Back from the browser's own cache: the session was ended on leaving.
    const onShow = (event: PageTransitionEvent) => event.persisted && setAttempt((before) => before + 1);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const fail = useCallback(
    (error: PlaybackFailure) => {
      // Addresses and playback sessions expire. If the last renewal is long enough ago, a new session is opened without a
      // message.
      if (error.kind !== 'expired' || performance.now() < renewedAt.current + renewEveryMs)
        return setStage({ at: 'failed', error });
      renewedAt.current = performance.now();
      retry();
    },
    [retry],
  );
  return { stage, retry, fail };
}
