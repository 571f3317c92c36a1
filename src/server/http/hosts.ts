/** The host names of the service. A request for any other is refused: nothing may be built or cached under it. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address as a host name: version 6 in brackets, a mapped version 4 plain. */
function hostNameOf(address = ''): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain.includes(':') ? `[${plain}]` : plain;
}

/**
 * Whether a request names a host of the service: that of `MARU_ORIGIN`, one of `MARU_HOSTS`, this machine's loopback, or the
 * address on which the request arrived. Without `MARU_ORIGIN` links contain the host of the request, so then the port counts,
 * too.
 */
export function makeHosts({ origin, hosts }: Pick<Config, 'origin' | 'hosts'>) {
  const configured = new Set([...hosts, ...(origin ? [new URL(origin).host] : [])]);
  return (request: FastifyRequest): boolean => {
    const host = request.host.toLowerCase();
    if (configured.has(host)) return true;
    const [, name = '', port] = /^(\[[\da-f:.]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
    const { localAddress, localPort } = request.socket;
    if (!loopback.has(name) && (name === '' || name !== hostNameOf(localAddress))) return false;
    return (
      origin !== undefined ||
      port === undefined ||
      localPort === undefined ||
      ['80', '443', String(localPort)].includes(port)
    );
  };
}
