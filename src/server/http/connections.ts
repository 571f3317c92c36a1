/** Limits how many connections one network, and all of them together, may hold open, and how long a connection may be idle. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../security/network.ts';
import type { TrustPeer } from './proxies.ts';

export interface ConnectionLimits {
  max: number;
  maxPerNetwork: number;
  /**
   * A connection on which neither side could send anything for this long is closed; this includes a client that has stopped
   * reading.
   */
  maxIdleMs: number;
}

/**
 * Closes connections beyond the limits at once. A trusted proxy's connections count only in the total: it holds those of many
 * clients.
 */
export function boundConnections(server: Server, limits: ConnectionLimits, trustPeer: TrustPeer): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.max;
  server.timeout = limits.maxIdleMs;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (trustPeer(address, 0)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > limits.maxPerNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
