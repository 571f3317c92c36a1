import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../../../ui/api-client.ts';
import { useApp } from '../../context.ts';

/**
 * Keeps a playback session alive and ends it on leaving. Answers a function that says at once where playback is.
 * `onEnded`: the server has ended the session, and it takes another.
 */
export function useSessionBeat(
  session: { id: string; heartbeat_seconds: number },
  position: RefObject<number>,
  onEnded: () => void,
): () => void {
  const { api, queryClient, session: login } = useApp();
  const ended = useRef(onEnded);
  ended.current = onEnded;
  const stopped = useRef(false);

  const beat = useCallback(() => {
    if (stopped.current) return;
    api('POST /api/playback/sessions/{id}/heartbeat', {
      params: { id: session.id },
      body: { position_seconds: position.current },
    }).catch((error: unknown) => {
      // Other failures are ignored: the next beat may succeed.
      if (stopped.current || !(error instanceof ApiError)) return;
      if (error.code === 'session_ended' || error.status === 404) ended.current();
    });
  }, [api, session.id, position]);

  useEffect(() => {
    stopped.current = false;
    const timer = setInterval(beat, session.heartbeat_seconds * 1000);
    // After a sleep, heartbeats are missing: one is sent at once, so that the session is alive before the player requests more.
    const onAwake = () => {
      if (document.visibilityState === 'visible') beat();
    };
    document.addEventListener('visibilitychange', onAwake);
    window.addEventListener('online', onAwake);
    const stop = () => {
      if (stopped.current) return;
      stopped.current = true;
      clearInterval(timer);
      // The end of the login has ended the session too.
      if (!login.get()) return;
      api('POST /api/playback/sessions/{id}/stop', {
        params: { id: session.id },
        body: { position_seconds: position.current },
        keepalive: true,
      })
        .catch(() => undefined)
        .then(() => {
          for (const name of ['continue-watching', 'programme', 'episodes', 'home', 'partner-video']) {
            void queryClient.invalidateQueries({ queryKey: [name] });
          }
        });
    };
    window.addEventListener('pagehide', stop);
    return () => {
      document.removeEventListener('visibilitychange', onAwake);
      window.removeEventListener('online', onAwake);
      window.removeEventListener('pagehide', stop);
      stop();
    };
  }, [api, queryClient, login, session.id, session.heartbeat_seconds, beat, position]);

  return beat;
}
