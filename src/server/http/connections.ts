/** Bounds how many connections one network, and all of them, may hold open, and how long one on which nothing happens. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../security/network.ts';
import type { TrustPeer } from './proxies.ts';

export interface ConnectionLimits {
  max: number;
  maxPerNetwork: number;
  /** A connection on which neither side could send anything for so long is ended: a reader that has stopped reading, too. */
  maxIdleMs: number;
}

/** Closes connections beyond the limits at once. A trusted proxy's are only counted in all: it holds those of many. */
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
