/** Which network an address belongs to. */
import { isIPv6 } from 'node:net';

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, as `2001:db8:0:1::/64` (RFC 4291, RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before = [], after] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
