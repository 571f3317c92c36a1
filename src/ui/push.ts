/** Live push to an open page, in the hosted service's protocol; its client is fetched when first wanted. */

import type { PushEventName, PushEvents } from '../contract/push-events.ts';

interface PushSettings {
  key: string;
  /** The hosted service's cluster; empty for the built-in server at the page's own address. */
  cluster: string;
  from: 'user' | 'staff';
  token: () => string | null;
}

interface PushConnection {
  /** Calls back with the data of every such event of `App.Events` on the channel. */
  listen<E extends PushEventName>(
    channel: PushEvents[E]['channel'],
    event: E,
    callback: (data: PushEvents[E]['data']) => void,
  ): void;
  /** Calls back each time the channel is joined: what was told before, or during a drop, was missed. `isAgain`: after a drop. */
  onJoined(channel: string, callback: (isAgain: boolean) => void): void;
  leave(channel: string): void;
  close(): void;
}

/** Connects, and comes back by itself after every drop. */
export async function openPush({ key, cluster, from, token }: PushSettings): Promise<PushConnection> {
  const { default: Pusher } = await import('pusher-js');
  const { hostname, port, protocol } = window.location;
  const secure = protocol === 'https:';
  const at = Number(port) || (secure ? 443 : 80);
  const own = { wsHost: hostname, wsPort: at, wssPort: at };
  const client = new Pusher(key, {
    cluster,
    ...(cluster ? {} : own),
    forceTLS: secure,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      endpoint: '/broadcasting/auth',
      transport: 'ajax',
      params: { from },
      headersProvider: () => {
        const sent = token();
        return sent ? { Authorization: `Bearer ${sent}` } : {};
      },
    },
  });
  return {
    listen: (channel, event, callback) =>
      void client.subscribe(channel).bind(`App\\Events\\${event}`, callback),
    onJoined(channel, callback) {
      let isAgain = false;
      client.subscribe(channel).bind('pusher:subscription_succeeded', () => {
        callback(isAgain);
        isAgain = true;
      });
    },
    leave: (channel) => client.unsubscribe(channel),
    close: () => client.disconnect(),
  };
}
