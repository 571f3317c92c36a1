/** What a page says of itself, written as the HTML of its head; only the server does. */
import { brandName } from '../ui/brand.ts';
import type { AppContext } from './context.ts';
import type { PageFacts } from './page-head.ts';
import type { Router } from './router.tsx';

type Tag = Record<string, string | undefined>;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);
const tag = (name: string, attributes: Tag) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(String(value))}"`)
    .join(' ')}>`;

/** What a thing of schema.org is called by Open Graph (ogp.me); everything else is a page of the website. */
const graphTypes: Record<string, string> = {
  TVSeries: 'video.tv_show',
  Movie: 'video.movie',
  VideoObject: 'video.other',
};

/** Narrower pictures are shown small beside the text. */
const largeFrom = 600;

/** The head of the page a router shows: of what several routes say, the innermost counts. */
export function renderHead(router: Router, { locale, origin }: AppContext, status: 200 | 404): string {
  const told = router.state.matches.flatMap(
    (match) => (match.meta ?? []) as { title?: string; facts?: PageFacts }[],
  );
  const { title, facts } = told.findLast((own) => own.title) ?? {};
  const brand = brandName[locale];
  if (status === 404 || !facts) {
    const name = status === 404 || !title ? brand : title;
    return [`<title>${escaped(name)}</title>`, tag('meta', { name: 'robots', content: 'noindex' })].join(
      '\n    ',
    );
  }
  const tags = [`<title>${escaped(title ?? brand)}</title>`];
  const { description } = facts;
  if (description) tags.push(tag('meta', { name: 'description', content: description }));
  if (facts.path === undefined) tags.push(tag('meta', { name: 'robots', content: 'noindex' }));
  else {
    const address = origin + facts.path;
    // An address that names its language is a page of its own: told that it is the other one, search engines would leave it out.
    const lang = new URLSearchParams(router.state.location.searchStr).get('lang');
    const canonical = lang ? `${address}?lang=${lang}` : address;
    const property = (name: string, content: string) => tags.push(tag('meta', { property: name, content }));
    property('og:title', facts.title);
    if (description) property('og:description', description);
    property('og:url', canonical);
    property('og:type', graphTypes[facts.data?.['@type'] ?? ''] ?? 'website');
    property('og:site_name', brand);
    property('og:locale', locale === 'ko' ? 'ko_KR' : 'en_US');
    const { image } = facts;
    property('og:image', origin + (image ? `${image.image.url}/${image.width}.webp` : '/icons/icon-512.png'));
    const card = image && image.width >= largeFrom ? 'summary_large_image' : 'summary';
    tags.push(tag('meta', { name: 'twitter:card', content: card }));
    tags.push(tag('link', { rel: 'canonical', href: canonical }));
    for (const lang of ['ko', 'en'])
      tags.push(tag('link', { rel: 'alternate', hreflang: lang, href: `${address}?lang=${lang}` }));
    tags.push(tag('link', { rel: 'alternate', hreflang: 'x-default', href: address }));
  }
  if (facts.data) {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...facts.data }).replaceAll(
      '<',
      '\\u003c',
    );
    tags.push(`<script type="application/ld+json">${json}</script>`);
  }
  return tags.join('\n    ');
}
