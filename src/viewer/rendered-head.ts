/** What a page says of itself, written as the HTML of its head; only the server does. */
import { brandName } from '../ui/brand.ts';
import type { AppContext } from './context.ts';
import type { PageFacts } from './page-head.ts';
import type { Router } from './router.tsx';

type Tag = Record<string, string | undefined>;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] as string);
const tag = (name: string, attributes: Tag) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(String(value))}"`)
    .join(' ')}>`;

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
    const property = (name: string, content: string) => tags.push(tag('meta', { property: name, content }));
    property('og:title', facts.title);
    if (description) property('og:description', description);
    property('og:url', address);
    property('og:type', facts.data ? 'video.other' : 'website');
    property('og:site_name', brand);
    property('og:locale', locale === 'ko' ? 'ko_KR' : 'en_US');
    if (facts.image) {
      property('og:image', `${origin}${facts.image.image.url}/${facts.image.width}.webp`);
      tags.push(tag('meta', { name: 'twitter:card', content: 'summary_large_image' }));
    }
    tags.push(tag('link', { rel: 'canonical', href: address }));
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
