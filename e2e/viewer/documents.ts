/** The documents of the service as they are sent, before any script runs. */
import type { Story } from '../fixtures.ts';

/** A document as the server sends it; where it leads elsewhere, that is the answer. */
export async function readDocument(
  { url }: Pick<Story, 'url'>,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** What a document tells search engines in schema.org's words. */
export const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
