/** The kinds of fields that staff enter: each bounded, and normalised where it is text. */
import { z } from 'zod';
import { instant as storableInstant } from '../instants.ts';
import type { ValidationMessage } from '../messages.ts';
import { colorPattern, maxSlugLength, slugPattern } from '../rules.ts';
import { reshaped, text } from '../text.ts';

export const slug = text(maxSlugLength)
  .min(1)
  .regex(slugPattern, 'slug' satisfies ValidationMessage);
export const uuid = z.uuid();
/** An instant, or none. */
export const instant = storableInstant.nullable();
export const q = z.string().max(200).optional();

/** A place in an order that staff make by hand: read, never typed. */
export const position = z.number().int();

/** Whether and when viewers see something. */
export const publicationFields = {
  published: z.boolean(),
  available_from: instant,
  available_until: instant,
};
/** Hidden until somebody publishes it. */
export const publicationDefaults = { published: false, available_from: null, available_until: null };

/** Shown at once: what only sorts programmes or belongs to one that is published itself. */
export const openDefaults = { ...publicationDefaults, published: true };

/** Missing content of a record: a synopsis, its text in one of the languages, a picture, captions in both languages, a video. */
export const lack = z.enum(['synopsis', 'language', 'artwork', 'captions', 'video']);
export const lacks = z.array(lack);
export type Lack = z.infer<typeof lack>;

/** The filter by what is lacked reads the newest published records, at most so many: 10,000 programmes with their episodes took 0.65 s. */
export const maxCheckedForLacks = 2000;

/** In characters, as sent and as it is kept. */
export const maxHtmlLength = 200_000;

/** HTML of the office's editor. What could run or load from elsewhere is taken out before it is stored. */
export const html = (max = maxHtmlLength) => reshaped(max, (sent) => sent.normalize('NFC').trim());
export const requiredHtml = (max?: number) => html(max).min(1);

/** `#rrggbb`; null: the service's own. */
export const color = text(7)
  .regex(colorPattern, 'regex' satisfies ValidationMessage)
  .nullable();

const maxLinkLength = 500;
/** Browsers read a backslash as a slash and pass over tabs and line ends: `/\elsewhere.example` leads away, as `//elsewhere.example` does. */
const isOwnPath = (link: string) => /^\/(?![/\\])[^\t\r\n]*$/.test(link);

/** The address of a link as somebody types it: without `http://` or `https://` it gets `http://`. */
const completeLink = (sent: string): string => {
  const link = sent
    .normalize('NFC')
    .trim()
    .replace(/^[/\\]{2}/, 'http://');
  return link === '' || isOwnPath(link) || /^https?:\/\//i.test(link) ? link : `http://${link}`;
};

function isWebAddress(link: string): boolean {
  if (/\s/.test(link) || !URL.canParse(link)) return false;
  const { protocol, hostname } = new URL(link);
  return /^https?:$/.test(protocol) && hostname.includes('.');
}

/** Where a picture leads: a web address, or a path of the service; empty: nowhere. */
export const link = reshaped(maxLinkLength, completeLink).refine(
  (sent) => sent === '' || isOwnPath(sent) || isWebAddress(sent),
  'url' satisfies ValidationMessage,
);

/** A web address. */
export const webAddress = text(maxLinkLength)
  .min(1)
  .overwrite(completeLink)
  .max(maxLinkLength)
  .refine(isWebAddress, 'url' satisfies ValidationMessage);

/** Countries where something may be shown, ISO 3166-1 alpha-2; null: wherever the service is. */
export const regions = z
  .array(text(2).regex(/^[A-Z]{2}$/))
  .min(1)
  .max(100)
  .nullable();
