import Pusher from 'pusher-js';

/** The push protocol's own client, unmodified, on a server of this machine; with a token it may listen to what its owner may. */
export const openPusher = (
  port: number,
  { token, key = 'maru', params }: { token?: string; key?: string; params?: Record<string, string> } = {},
): Pusher =>
  new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
      transport: 'ajax',
      params: params ?? {},
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    },
  });
