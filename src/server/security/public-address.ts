/** Checks addresses that come from outside, so that the server cannot be sent to machines of its own network. */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The address is in a private network, or is that of this machine. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  // Other blocks of version 6 are not assigned, or contain addresses of version 4.
  return !(ip instanceof ipaddr.IPv6) || ((ip.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/**
 * The IP address to connect to for a host. Connect to it and not to the name, because a name can have another address the next time.
 * Hosts of `allowed` (`name` or `name:port`) can be private. Throws `PrivateAddress`.
 */
export async function resolvePublic(
  host: string,
  port: number,
  allowed: readonly string[],
): Promise<{ address: string; family: number }> {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isAllowed = allowed.includes(name) || allowed.includes(`${name}:${port}`);
  const addresses = await lookup(name, { all: true });
  const found = addresses.find(({ address }) => isAllowed || isPublicAddress(address));
  if (!found) throw new PrivateAddress(host);
  return found;
}
