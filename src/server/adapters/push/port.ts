/** Live push to open pages: events on named channels, in the hosted service's protocol. */

import type { PushEventName, PushEvents } from '../../../contract/push-events.ts';

/** An event on a channel. `event` is what listeners name; `data` is sent as JSON. */
export interface PushMessage {
  channel: string;
  event: string;
  data: unknown;
}

export interface Push {
  /** The public app key that clients connect with. */
  readonly key: string;
  /** Sends to everyone on the channel, on all nodes; at most 7 kB of data. */
  broadcast(message: PushMessage): Promise<void>;
  /**
   * Makes everyone on a private or presence channel authorise again, after the events already sent. The hosted service does not
   * support this: there a connection stays until it ends.
   */
  rejoin(channel: string): Promise<void>;
  /** The signature that lets a connection join a private or presence channel. */
  sign(socketId: string, channel: string, channelData?: string): string;
}

/** An event of the contract as a message; its name as listeners of the default namespace `App.Events` hear it. */
export const appEvent = <E extends PushEventName>(
  channel: PushEvents[E]['channel'],
  name: E,
  data: PushEvents[E]['data'],
): PushMessage => ({ channel, event: `App\\Events\\${name}`, data });
