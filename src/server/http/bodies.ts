/** Limits the time and memory of unfinished request bodies, of one network and of all together. */
import type { FastifyInstance } from 'fastify';
import { CallError, fail } from '../errors.ts';
import { networkOf } from '../security/network.ts';

/** Largest body of a call that declares no other, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Largest file that is sent as a body, in bytes: an upload's part. Such a body is never held in memory as a whole. */
export const maxFileBytes = 64 * 2 ** 20;
/** The time limit for a body that is held in memory. A file over a slow line takes minutes: `requestTimeout` limits it. */
const bodyTimeoutMs = 30_000;
/** The memory of all bodies that are being received, and of those of one network. */
const maxTotalBytes = 128 * 2 ** 20;
const maxNetworkBytes = 16 * 2 ** 20;

/** Registers the limits. A late body is answered with `request_timeout`, one without room with `unavailable`. */
export function boundBodies(app: FastifyInstance, timeoutMs = bodyTimeoutMs): void {
  let total = 0;
  const ofNetwork = new Map<string, number>();
  const add = (network: string, bytes: number) => {
    total += bytes;
    const own = (ofNetwork.get(network) ?? 0) + bytes;
    if (own > 0) ofNetwork.set(network, own);
    else ofNetwork.delete(network);
  };

  app.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = encoding !== undefined || Number(length) > 0;
    const { call } = request.routeOptions.config;
    if (!hasBody || call?.body === 'bytes') return payload;

    const limit = request.routeOptions.bodyLimit ?? maxBodyBytes;
    const bytes = Math.min(encoding === undefined ? Number(length) : limit, limit);
    const network = networkOf(request.ip);
    if (total + bytes > maxTotalBytes || (ofNetwork.get(network) ?? 0) + bytes > maxNetworkBytes)
      fail('unavailable');
    add(network, bytes);
    const late = setTimeout(() => payload.emit('error', new CallError('request_timeout')), timeoutMs);
    payload.once('end', () => clearTimeout(late));
    reply.raw.once('close', () => {
      clearTimeout(late);
      add(network, -bytes);
    });
    return payload;
  });
}
