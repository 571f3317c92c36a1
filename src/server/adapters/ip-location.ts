/** Which country an address is in, from the database of the regional registries (CC0) that comes as a package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'maxmind';

const file = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Opens the database. Its answers are ISO 3166-1 alpha-2, undefined for an address that nobody registered. */
export function openIpLocation(): (address: string) => string | undefined {
  const path = createRequire(import.meta.url).resolve(file);
  const reader = new Reader<CountryResponse & { country_code: string }>(readFileSync(path));
  return (address) => reader.get(address)?.country_code;
}
