import { useCallback, useEffect, useState } from 'react';
import { type Answer, type Api, ApiError } from '../../../ui/api-client.ts';
import { site } from '../../../ui/brand.ts';
import { openPush } from '../../../ui/push.ts';
import { useApp } from '../../context.ts';

type Asked = Answer<'POST /api/device/authorization'>;

export type Waiting =
  | { at: 'asking' }
  | { at: 'waiting'; asked: Asked; expiresAt: number }
  | { at: 'denied' }
  /** The server did not answer: the hook tries again by itself. */
  | { at: 'failed' };

const clientId = 'tv';
const slowerMs = 5_000;
const maxWaitMs = 60_000;
/** After a failure it waits so long before it asks for a code again. */
const againMs = 10_000;

/**
 * Has this television signed in by a code that is confirmed elsewhere, for as long as it is shown: asks for a code, then at the
 * interval of RFC 8628 §3.5 whether it was confirmed, and for another code when one expires. Push only makes it quicker.
 */
export function useActivation(): { waiting: Waiting; renew: () => void } {
  const { api, session, queryClient } = useApp();
  const [waiting, setWaiting] = useState<Waiting>({ at: 'asking' });
  const [round, setRound] = useState(0);
  const renew = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks for another code
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const run = async () => {
      setWaiting({ at: 'asking' });
      const asked = await api('POST /api/device/authorization', {
        body: { client_id: clientId },
        token: null,
      });
      if (signal.aborted) return;
      setWaiting({ at: 'waiting', asked, expiresAt: Date.now() + asked.expires_in * 1000 });
      const outcome = await waitForToken(api, asked, signal);
      if (signal.aborted) return;
      if (outcome === 'expired') return renew();
      if (outcome === 'denied') return setWaiting({ at: 'denied' });
      const data = await getUser(api, outcome.token, signal);
      if (signal.aborted) return;
      queryClient.removeQueries({ predicate: (query) => query.meta?.scope !== 'app' });
      session.signIn(data, outcome.token);
    };
    run().catch(async () => {
      if (signal.aborted) return;
      setWaiting({ at: 'failed' });
      await pause(againMs, signal);
      if (!signal.aborted) renew();
    });
    return () => leaving.abort();
  }, [api, session, queryClient, round]);

  return { waiting, renew };
}

async function waitForToken(
  api: Api,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ token: string } | 'denied' | 'expired'> {
  const bell = ringWhenDecided(asked.push_channel, signal);
  let intervalMs = asked.interval * 1000;
  for (;;) {
    await Promise.race([pause(intervalMs, signal), bell.next()]);
    if (signal.aborted) return 'expired';
    try {
      const answer = await api('POST /api/device/token', {
        body: {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: asked.device_code,
          client_id: clientId,
        },
        token: null,
      });
      return { token: answer.access_token };
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'network';
      if (code === 'access_denied') return 'denied';
      if (code === 'expired_token' || code === 'invalid_grant') return 'expired';
      if (code === 'slow_down') intervalMs += slowerMs;
      // The service cannot be reached, or is in trouble: twice as long each time (RFC 8628 §3.5).
      else if (code !== 'authorization_pending') intervalMs = Math.min(maxWaitMs, intervalMs * 2);
    }
  }
}

/**
 * Fetches the user who signed in. The token is issued only once, so a failed request is retried; after the last one it is
 * revoked.
 */
async function getUser(api: Api, token: string, signal: AbortSignal) {
  for (let waitMs = 1_000; ; waitMs *= 2) {
    try {
      return (await api('GET /api/user', { token, signal })).data;
    } catch (error) {
      if (signal.aborted || waitMs > maxWaitMs) {
        await api('POST /api/user/logout', { token }).catch(() => undefined);
        throw error;
      }
      await pause(waitMs, signal);
    }
  }
}

/** What resolves when somebody has decided, while push works; never when it does not. */
function ringWhenDecided(
  channel: `activation.${string}`,
  signal: AbortSignal,
): { next: () => Promise<void> } {
  let ring = () => {};
  openPush({ key: site.push_key, cluster: site.push_cluster, from: 'user', token: () => null })
    .then((push) => {
      if (signal.aborted) return push.close();
      signal.addEventListener('abort', push.close, { once: true });
      push.listen(channel, 'ActivationDecided', () => ring());
    })
    .catch(() => undefined);
  return {
    next: () =>
      new Promise((resolve) => {
        ring = resolve;
      }),
  };
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
