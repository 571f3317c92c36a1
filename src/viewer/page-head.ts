/** What a page says of itself to its window, to search engines and to those it is shared with. */
import type { Image } from '../contract/wire.ts';
import { brandName } from '../ui/brand.ts';
import type { AppContext } from './context.ts';

/** A thing in schema.org's words. */
export interface SchemaData {
  '@type': string;
  [property: string]: unknown;
}

export interface PageFacts {
  title: string;
  description?: string;
  /** Its one address, a path; pages without are not for search engines. */
  path?: string;
  /** Shown where the page is shared, in the largest width of its kind up to 1280 px; the product's icon without. */
  image?: { image: Image; width: number } | null | undefined;
  /** schema.org's words for what the page is about. */
  data?: SchemaData | undefined;
  /** The title already has the product's name in it. */
  whole?: true;
}

/** What a route's `head` says: for a browser title and description; the server writes all the rest of the facts too. */
interface Tag {
  title?: string;
  name?: string;
  content?: string;
  facts?: PageFacts;
}

/** A route's `head` from the facts of its page. */
export function pageHead({ locale }: AppContext, facts: PageFacts): { meta: Tag[] } {
  const title = facts.whole ? facts.title : `${facts.title} | ${brandName[locale]}`;
  const description = facts.description?.replace(/\s+/g, ' ').slice(0, 200);
  return {
    meta: [
      { title, facts: { ...facts, ...(description ? { description } : {}) } },
      ...(description ? [{ name: 'description', content: description }] : []),
    ],
  };
}
