/**
 * The viewer's pages. A guest gets a page with its first view in the HTML, rendered by the app's own renderer and cached like any
 * shared response. Signed-in viewers get a shell that the browser fills, and so does a page whose rendering fails.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../contract/errors.ts';
import type { FindRoute, RenderedFor, RenderedPage, RenderPage } from '../../contract/page.ts';
import { takesCard } from '../../contract/pages.ts';
import { type CachedResponse, encodePage } from '../cache/response-cache.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';
import { networkOf } from '../security/network.ts';
import { sendCached } from './bind.ts';
import { isPhone } from './client.ts';
import { internalHeaders } from './internal.ts';
import { originOf } from './origin.ts';
import { contentPolicy, jsonScript, siteSettings } from './site.ts';

/** Pages whose content depends on their query, and the parameters that it depends on. */
const telling: Record<string, readonly string[]> = {
  '/search': ['q'],
  '/notice': ['page'],
  '/faqs': ['category', 'page'],
};
const maxQueryLength = 100;

/**
 * Fetches the app after the largest picture is shown, because both share the line and the processor. A browser that does not report
 * the largest picture fetches the app two frames after the picture has loaded. A page without a picture fetches it after the first
 * paint. The first pointer or key event fetches it at once, and 2.5 seconds pass at most. Modules are requested together and run in
 * separate tasks, so that a phone can respond in between.
 *
 * A button that is pressed before hydration is pressed again after it, and does nothing before: the browser would send its form with
 * a password in the address.
 */
const loader = (
  modules: string[],
) => `(()=>{let f=0;const g=()=>{if(f)return;f=1;let r=Promise.resolve();for(const m of ${JSON.stringify(modules)}){const l=document.createElement('link');l.rel='modulepreload';l.href=m;document.head.append(l);r=r.then(()=>import(m)).then(()=>new Promise(n=>setTimeout(n)))}};
const h=document.querySelector('img[fetchpriority=high]'),o=window.PerformanceObserver,t=h?'largest-contentful-paint':'paint';
if(o&&o.supportedEntryTypes.includes(t)){let p=0;const w=()=>{if(p&&h.complete)setTimeout(g,700)};new o(l=>{p=1;if(!h||l.getEntries().some(e=>e.element===h))setTimeout(g);else w()}).observe({type:t,buffered:true});if(h)h.addEventListener('load',w)}
else{const s=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(g)));if(!h||h.complete)s();else h.addEventListener('load',s)}
if(h)h.addEventListener('error',g);
for(const e of['pointerdown','pointermove','keydown','touchstart'])addEventListener(e,g,{once:true,passive:true});
addEventListener('click',e=>{if(!('ready'in document.documentElement.dataset)&&e.target.closest){const b=e.target.closest('button');if(b){e.preventDefault();e.stopImmediatePropagation();window.earlyClick=b}}},true);
setTimeout(g,2500)})()`;

interface Template {
  /** Everything up to the title, and from there to the end of the head; the styles are inside. */
  before: string;
  after: string;
  /** The settings as an element of the body. */
  settings: string;
  /** The document that the browser fills; `missing` says that there is no such page. */
  shell: { ko: CachedResponse; en: CachedResponse };
  missing: { ko: CachedResponse; en: CachedResponse };
  loader: string;
  /** The content security policy, with origins beside our own where a page needs them. */
  policy: (others?: readonly string[]) => string;
}

/** Tells search engines not to index a missing page. */
const noIndex = '<meta name="robots" content="noindex">';

/** Takes the built document apart: its script is loaded by ours, its styles come along with the page. */
async function openTemplate(folder: string, config: Config): Promise<Template | undefined> {
  const settings = siteSettings(config);
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return undefined;
  const html = readFileSync(file, 'utf8');
  const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html)?.[1];
  const styles = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html)?.[1];
  const parts = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)].map(
    ([, href = '']) => href,
  );
  if (!entry || !styles) throw new Error(`${file} has no script or no styles`);
  const head = html
    .slice(0, html.indexOf('</head>'))
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(
      /<link rel="stylesheet"[^>]*>/,
      () => `<style>${readFileSync(join(folder, styles), 'utf8')}</style>`,
    );
  const [before = '', after = ''] = head.split(/<title>.*?<\/title>/);
  const script = loader([...parts, entry]);
  const known = jsonScript('settings', JSON.stringify(settings));
  const inLocale = (locale: 'ko' | 'en', status: number) =>
    encodePage(
      setLanguage(html, locale)
        .replace(
          /<title>.*?<\/title>/,
          () =>
            `<title>${settings.brand[locale].replaceAll('<', '&lt;')}</title>${status === 404 ? noIndex : ''}`,
        )
        .replace('</body>', () => `${known}</body>`),
      status,
    );
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
  return {
    before,
    after,
    settings: known,
    shell: { ko: await inLocale('ko', 200), en: await inLocale('en', 200) },
    missing: { ko: await inLocale('ko', 404), en: await inLocale('en', 404) },
    loader: script,
    policy: (others) => contentPolicy(config, hash, others),
  };
}

const setLanguage = (html: string, locale: string) =>
  html.replace(/<html lang="\w+"/, `<html lang="${locale}"`).replace('?lang=ko', `?lang=${locale}`);

/** The whole document of a rendered page. Its largest picture is fetched first, before anything else is read. */
function assemble(template: Template, page: RenderedPage, locale: string, screen: RenderedFor): string {
  const hero =
    /<source type="image\/avif" srcSet="([^"]+)" sizes="([^"]+)"\/><img [^>]*fetchPriority="high"/i.exec(
      page.html,
    );
  const preload = hero
    ? `<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="${hero[1]}" imagesizes="${hero[2]}">`
    : '';
  // The banner's text is at its foot. It would move if the browser showed the banner before the whole of it has loaded.
  const whole = page.html.includes(' id="banner-end"')
    ? '<link rel="expect" href="#banner-end" blocking="render">'
    : '';
  return `${setLanguage(template.before, locale)}${preload}${whole}${page.head}${template.after}</head>
  <body>
    <div id="app" data-screen="${screen}">${page.html}</div>
    <script>${template.loader}</script>
    ${template.settings}
    ${jsonScript('state', page.state)}
  </body>
</html>`;
}

const isMember = (request: FastifyRequest) => /(?:^|;\s*)member=1(?:;|$)/.test(request.headers.cookie ?? '');

const screenOf = (request: FastifyRequest): RenderedFor => (isPhone(request) ? 'mobile' : 'pc');

/** Where viewers outside the countries that are served are sent. */
const blockedPage = '/comn/region';

/**
 * The parts of an address that a page's content depends on. These are the path, with or without a slash at its end, and parts of the
 * query for some pages. A language in the address counts, because the canonical address then has it too.
 */
function pagePath(url: string): string {
  const [asked = '/', query = ''] = url.split('?', 2);
  // No regular expression: of many slashes before something else, it would look at each run anew.
  let end = asked.length;
  while (end > 1 && asked[end - 1] === '/') end -= 1;
  const path = asked.slice(0, end) || '/';
  const given = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of telling[path] ?? []) {
    const value = given.get(name);
    if (value) known.set(name, value.slice(0, maxQueryLength));
  }
  const lang = given.get('lang');
  if (lang === 'ko' || lang === 'en') known.set('lang', lang);
  return known.size > 0 ? `${path}?${known}` : path;
}

/**
 * The app of a preview: the same document for all paths, which the browser fills. Its address contains a token. The token is not sent
 * to other sites, and no cache stores it.
 */
const previewPath = /^\/preview\/(ko|en)\/[\w-]+(?:[/?]|$)/;
const previewHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

/** The route of pages that staff publish. It matches every path of one segment that no other route does. */
const staffPageRoute = '/$slug';

/**
 * A function that responds to every path of the viewer app with its page; undefined before the app was built. `isStaffPage` says
 * whether staff have published a page at a path of one part.
 */
export async function openPages(
  app: FastifyInstance,
  context: Context,
  isStaffPage: (path: string) => Promise<boolean>,
) {
  const { rootDir } = context.config;
  const settings = siteSettings(context.config);
  const template = await openTemplate(join(rootDir, 'dist/viewer'), context.config);
  if (!template) return undefined;
  const renderer = join(rootDir, 'dist/renderer/renderer.js');
  const { renderPage, findRoute } = (
    existsSync(renderer)
      ? await import(pathToFileURL(renderer).href)
      : { renderPage: async () => undefined, findRoute: (path: string) => path }
  ) as { renderPage: RenderPage; findRoute: FindRoute };

  /**
   * Whether a path has no page, as far as is known without rendering. Rendering costs too much for every requested path.
   */
  const isMissing = async (path: string): Promise<boolean> => {
    const route = findRoute(path);
    return route === undefined || (route === staffPageRoute && !(await isStaffPage(path)));
  };

  const render = async (
    request: FastifyRequest,
    path: string,
    screen: RenderedFor,
  ): Promise<CachedResponse> => {
    const { locale } = request;
    const page = await renderPage({
      path,
      locale,
      screen,
      settings,
      origin: originOf(context.config, request),
      async fetchJson({ method, path: url, headers, body }) {
        const answer = await app.inject({
          method: method as 'GET',
          url,
          headers: { ...headers, ...internalHeaders(request.country) },
          remoteAddress: request.ip,
          ...(body === undefined ? {} : { payload: body }),
        });
        return { status: answer.statusCode, json: answer.json() };
      },
    });
    return page ? encodePage(assemble(template, page, locale, screen), page.status) : template.shell[locale];
  };

  const plainPolicy = template.policy();
  /** The card processor names the origins of its script. While it does not respond, the page shows that. */
  const cardPolicy = async () => {
    const browser = await context.payments?.browserSide().catch(() => undefined);
    return browser ? template.policy(browser.origins) : plainPolicy;
  };

  // A browser needs this to install the app; the product's name in it is a setting.
  app.get('/manifest.webmanifest', { schema: { hide: true } }, ({ locale }, reply) =>
    reply.type('application/manifest+json').send({
      id: '/',
      name: settings.brand[locale],
      short_name: settings.brand[locale],
      lang: locale,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0b0d10',
      theme_color: '#0b0d10',
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  );

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [, previewed] = previewPath.exec(request.url) ?? [];
    if (previewed) {
      return reply
        .headers({
          ...previewHeaders,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': plainPolicy,
        })
        .send(template.shell[previewed as Locale].identity);
    }
    const path = pagePath(request.url);
    if (!request.served && path.split('?')[0] !== blockedPage) return reply.redirect(blockedPage);
    const [plainPath = '/'] = path.split('?');
    reply.header('content-security-policy', takesCard(plainPath) ? await cardPolicy() : plainPolicy);
    const shell = template.shell[request.locale];
    if (isMember(request)) return sendCached(request, reply, shell, 'private');
    const source = networkOf(request.ip);
    if (await isMissing(plainPath)) {
      await context.responseCache.budget.slow(source);
      return sendCached(request, reply, template.missing[request.locale], 'private');
    }
    const screen = screenOf(request);
    const asker = { source, kind: 'page' } as const;
    const key = `page|${request.locale}|${screen}|${request.country}|${originOf(context.config, request)}|${path}`;
    let cached = shell;
    try {
      cached = await context.responseCache.get(key, 'page', () => render(request, path, screen), asker);
    } catch (error) {
      // A refusal for lack of room is no fault: the browser fills the shell.
      if (!(error instanceof CallError))
        context.log.warn({ err: error, path }, 'a page could not be rendered');
    }
    return sendCached(request, reply, cached, 'private');
  };
}
