/** Calls that the server makes to itself while it renders a page. Nobody else knows the header that marks them. */
import { randomUUID } from 'node:crypto';

const header = 'x-maru-internal';
const countryHeader = 'x-maru-country';
const token = randomUUID();

/** The headers of such a call: its mark, and the visitor's country. */
export const internalHeaders = (country: string): Record<string, string> => ({
  [header]: token,
  [countryHeader]: country,
});

/** Whether a request is such a call; answers the visitor's country. */
export function internalCountry({
  headers,
}: {
  headers: Record<string, string | string[] | undefined>;
}): string | undefined {
  const country = headers[countryHeader];
  return headers[header] === token && typeof country === 'string' ? country : undefined;
}
