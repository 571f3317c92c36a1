import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaybackSession, PlayType } from '../../../contract/viewer/playback.ts';
import { ApiError } from '../../../ui/api-client.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';
import { loadShaka } from '../../../ui/player/library.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useApp } from '../../context.ts';
import { openSession, stopSession, type Wanted } from '../../openings.ts';

/** How long a stream that is being given back may take. */
const streamFreeMs = 700;

/** When a renewed playback session fails within this time, it is not renewed again. */
const renewEveryMs = 60_000;

export type Stage =
  | { at: 'opening' }
  | { at: 'open'; session: PlaybackSession }
  | { at: 'failed'; error: ApiError | PlaybackFailure };

/**
 * Opens a playback session for a title, channel or clip, and another one on `retry`. `fail` shows and reports a failure that
 * another session does not mend.
 */
export function useOpenSession(
  type: PlayType,
  id: string,
  profileId: string,
  {
    playlist,
    airing,
    replaced,
  }: Pick<Partial<Wanted>, 'playlist' | 'airing'> & {
    /** A session that plays until the next one opens. It ends earlier if the household has no other stream. */
    replaced?: string | undefined;
  } = {},
) {
  const { api, openings } = useApp();
  const [attempt, setAttempt] = useState(0);
  const [stage, setStage] = useState<Stage>({ at: 'opening' });
  const renewedAt = useRef(-renewEveryMs);
  const latestReplaced = useLatest(replaced);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another session
  useEffect(() => {
    let gone = false;
    setStage({ at: 'opening' });
    void loadShaka().catch(() => undefined);
    const wanted = { type, id, playlist, airing, profileId };
    const open = () => openSession(api, wanted);
    const close = openings.startWatching();
    (openings.take(wanted) ?? open())
      .catch(async (error: unknown) => {
        // The stream of the playback session that was just left may become free in a moment.
        if (gone || !(error instanceof ApiError) || error.code !== 'stream_limit') throw error;
        if (latestReplaced.current) stopSession(api, latestReplaced.current);
        await new Promise((resolve) => setTimeout(resolve, streamFreeMs));
        return open();
      })
      .then(
        ({ data }) => {
          if (!gone) return setStage({ at: 'open', session: data });
          // The viewer left before the session opened.
          stopSession(api, data.id);
        },
        (error: unknown) => {
          if (gone) return;
          const known = error instanceof ApiError ? error : new ApiError(0, 'network', '');
          setStage({ at: 'failed', error: known });
        },
      );
    return () => {
      gone = true;
      close();
    };
  }, [api, openings, type, id, playlist, airing, profileId, attempt, latestReplaced]);

  useEffect(() => {
    // Back from the browser's own cache: the session was ended on leaving.
    const onShow = (event: PageTransitionEvent) => event.persisted && setAttempt((before) => before + 1);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const openId = stage.at === 'open' ? stage.session.id : undefined;
  const fail = useCallback(
    (error: PlaybackFailure) => {
      // Addresses and playback sessions expire. If the last renewal is long enough ago, a new session is opened without a
      // message.
      if (error.kind !== 'expired' || performance.now() < renewedAt.current + renewEveryMs) {
        // For the play error log. Without a connection the report is lost, as the failure was of the connection.
        if (openId)
          api('POST /api/playback/sessions/{id}/errors', {
            params: { id: openId },
            body: { kind: error.kind, code: error.code },
            keepalive: true,
          }).catch(() => undefined);
        return setStage({ at: 'failed', error });
      }
      renewedAt.current = performance.now();
      retry();
    },
    [api, openId, retry],
  );
  return { stage, retry, fail };
}
