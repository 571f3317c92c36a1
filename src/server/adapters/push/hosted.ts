/** Live push through the hosted service (Pusher Channels), instead of the built-in server. */
import Pusher from 'pusher';
import type { HostedPushConfig } from '../../config.ts';
import type { Push, PushMessage } from './port.ts';

export class HostedPush implements Push {
  readonly key: string;
  readonly #service: Pusher;

  /** `at` names another address that speaks the same HTTP API. */
  constructor({ appId, key, secret, cluster }: HostedPushConfig, at?: { host: string; port: string }) {
    this.key = key;
    this.#service = at
      ? new Pusher({ appId, key, secret, ...at, useTLS: false, timeout: 5000 })
      : new Pusher({ appId, key, secret, cluster, useTLS: true, timeout: 5000 });
  }

  async broadcast({ channel, event, data }: PushMessage): Promise<void> {
    await this.#service.trigger(channel, event, data);
  }

  async rejoin(): Promise<void> {}

  sign(socketId: string, channel: string, channelData?: string): string {
    const presence = channelData === undefined ? undefined : JSON.parse(channelData);
    return this.#service.authorizeChannel(socketId, channel, presence).auth;
  }
}
