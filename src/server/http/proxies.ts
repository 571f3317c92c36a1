/**
 * Which peers are trusted proxies, whose information about a request (address, protocol, host, country) is
 * accepted.
 */

import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '../security/network.ts';

/** The setting: no proxy, the number of proxies in a row, or their addresses and networks. */
interface ProxySettings {
  trustProxy: false | number | string[];
}

/** Whether the peer `hop` steps away (0: the one that connected) is a trusted proxy. */
export type TrustPeer = (address: string, hop: number) => boolean;

/** Trusted peers by the setting: none, a number of hops, or addresses, networks and names such as `loopback`. */
export function trustedPeers({ trustProxy }: ProxySettings): TrustPeer {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy);
}

/** The network of a request, as its trusted proxies report it. */
export function makeNetworkOf(config: ProxySettings): (request: IncomingMessage) => string {
  const trustPeer = trustedPeers(config);
  return (request) => networkOf(proxyAddr(request, trustPeer));
}
