/** Where a request comes from, and whether the service may be used there. */
import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { openIpLocation } from '../../adapters/ip-location.ts';
import type { Config } from '../../config.ts';
import { internalCountry } from '../../http/internal.ts';
import { trustedPeers } from '../../http/proxies.ts';

/** Networks that are nobody's country: this machine, a home, an office, a carrier's own. */
const own = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  own.addSubnet(net, prefix, 'ipv4');
}
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');

/** Stands for an address that is in no country's register: it is served nowhere. */
const nowhere = 'ZZ';
const countryCode = /^[A-Z]{2}$/;

/** What a request tells of where it comes from. */
interface RegionalRequest {
  ip: string;
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

interface Regions {
  /** Country of a request, ISO 3166-1 alpha-2: what a trusted proxy's header says, else the register of its address. */
  countryOf(request: RegionalRequest): string;
  /** Whether the service may be used there. */
  isServed(country: string): boolean;
}

/** Regions by the settings; the register is read at the first public address. */
export function makeRegions(
  config: Pick<Config, 'servedCountries' | 'homeCountry' | 'countryHeader' | 'trustProxy'>,
): Regions {
  const trustPeer = trustedPeers(config);
  const served = new Set(config.servedCountries);
  const known = new LRUCache<string, string>({ max: 10_000 });
  let locate: ReturnType<typeof openIpLocation> | undefined;
  const byAddress = (ip: string): string => {
    const address = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
    const version = isIP(address);
    if (version === 0) return nowhere;
    if (own.check(address, version === 6 ? 'ipv6' : 'ipv4')) return config.homeCountry;
    locate ??= openIpLocation();
    return locate(address) ?? nowhere;
  };
  return {
    countryOf(request) {
      const { ip, headers, socket } = request;
      const own = internalCountry(request);
      if (own) return own;
      const header = config.countryHeader ? headers[config.countryHeader] : undefined;
      const isBelieved = header !== undefined && trustPeer(socket.remoteAddress ?? '', 0);
      if (isBelieved && typeof header === 'string' && countryCode.test(header)) return header;
      let country = known.get(ip);
      if (country === undefined) {
        country = byAddress(ip);
        known.set(ip, country);
      }
      return country;
    },
    isServed: (country) => served.has(country),
  };
}
