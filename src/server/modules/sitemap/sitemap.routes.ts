/** What search engines read first: `robots.txt`, and the sitemap with every public page in both languages. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closedPatterns, listedAddresses } from '../../../contract/pages.ts';
import { encodeText } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import { askerOf, sendCached } from '../../http/bind.ts';
import { errorBody } from '../../http/errors.ts';
import { escaped } from '../../http/markup.ts';
import { originOf } from '../../http/origin.ts';
import { countPublic, listPublic, type PublicPage } from '../catalog/public-pages.service.ts';
import { listPublicPages as listPartnerPages } from '../partner-video/partner-video.service.ts';
import { guest } from '../sign-in/sign-in.service.ts';
import { listPublicPages as listHelpPages } from '../support/support.service.ts';

/** The protocol allows 50,000 addresses a file (sitemaps.org); fewer load faster. */
const perFile = 10_000;

/** Pages that are always there: the partner's are a file of their own. */
const ofPartner = (path: string) => path.startsWith('/youtube/');
const standing = (wanted: (path: string) => boolean): PublicPage[] =>
  listedAddresses()
    .filter(wanted)
    .map((path) => ({ path, changedAt: null }));

const disallowed = closedPatterns()
  .map((pattern) => `Disallow: ${pattern}\n`)
  .join('');

function entry(origin: string, { path, changedAt }: PublicPage): string {
  const address = escaped(origin + encodeURI(path));
  const alternate = (lang: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${address}?lang=${lang}"/>`;
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${address}</loc>${changed}${alternate('ko')}${alternate('en')}</url>`;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const urlset = (origin: string, pages: PublicPage[]) =>
  `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages
    .map((page) => entry(origin, page))
    .join('\n')}\n</urlset>\n`;

/** Registers `/robots.txt`, `/sitemap.xml` (an index) and its files. */
export function serveSitemap(app: FastifyInstance, context: Context): void {
  const { config } = context;
  const viewer = guest(config.homeCountry).viewer;
  const options = { schema: { hide: true } };
  /** A file that has nothing in it does not exist. */
  const cache = (
    request: FastifyRequest,
    name: string,
    build: (origin: string) => Promise<string | undefined>,
  ) => {
    const origin = originOf(config, request);
    return context.responseCache.get(
      `sitemap|${origin}|${name}`,
      'page',
      async () => {
        const xml = await build(origin);
        if (xml !== undefined) return encodeText(xml, 'application/xml; charset=utf-8');
        return encodeText(JSON.stringify(errorBody('not_found', request.locale)), 'application/json', 404);
      },
      askerOf(request),
    );
  };

  app.get('/robots.txt', options, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\n${disallowed}Sitemap: ${originOf(config, request)}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', options, async (request, reply) => {
    const cached = await cache(request, 'index', async (origin) => {
      const files = Math.max(1, Math.ceil((await countPublic(context.db, viewer, context.now())) / perFile));
      const names = ['pages', 'youtube', ...Array.from({ length: files }, (_, n) => `titles-${n + 1}`)];
      const entries = names.map(
        (name) => `<sitemap><loc>${escaped(origin)}/sitemaps/${name}.xml</loc></sitemap>`,
      );
      return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`;
    });
    return sendCached(request, reply, cached);
  });

  app.get<{ Params: { name: string } }>('/sitemaps/:name', options, async (request, reply) => {
    const { name } = request.params;
    const number = Number(/^titles-([1-9]\d{0,4})\.xml$/.exec(name)?.[1]);
    const cached = await cache(request, name, async (origin) => {
      if (name === 'pages.xml') {
        const help = await listHelpPages(context.db, context.now());
        return urlset(origin, [...standing((path) => !ofPartner(path)), ...help]);
      }
      if (name === 'youtube.xml') {
        const partner = await listPartnerPages(context.db, viewer, context.now());
        return urlset(origin, [...standing(ofPartner), ...partner]);
      }
      if (!number) return undefined;
      const pages = await listPublic(context.db, viewer, context.now(), perFile, (number - 1) * perFile);
      return pages.length > 0 ? urlset(origin, pages) : undefined;
    });
    return sendCached(request, reply, cached);
  });
}
