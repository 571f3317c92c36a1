/**
 * Serves the two built apps: hashed assets cached for ever, every other path of an app as its page. The files are read once, at
 * the start, so that a build made meanwhile neither mixes versions nor removes a file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { acceptedEncoding, requestLocale } from './bind.ts';
import { errorBody } from './errors.ts';
import { openPages } from './pages.ts';
import { contentPolicy, jsonScript, siteSettings } from './site.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface File {
  type: string;
  etag: string;
  identity: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

interface BuiltApp {
  /** Path under which the app lives, '' or '/office'. */
  base: string;
  files: Map<string, File>;
  /** Answers every path that is not a file. */
  page: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
}

function openApp(folder: string, base: string, page: BuiltApp['page']): BuiltApp {
  const files = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type || entry.name === 'index.html') continue;
    const path = join(entry.parentPath, entry.name);
    const identity = readFileSync(path);
    const compressed = (ending: string) =>
      existsSync(path + ending) ? readFileSync(path + ending) : undefined;
    files.set(path.slice(folder.length), {
      type,
      etag: `"${createHash('sha1').update(identity).digest('base64url')}"`,
      identity,
      br: compressed('.br'),
      gzip: compressed('.gz'),
    });
  }
  return { base, files, page };
}

/** The office's one document, in the language of the request. */
function officePage(folder: string, config: Config): BuiltApp['page'] {
  const settings = jsonScript('settings', JSON.stringify(siteSettings(config)));
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '</body>',
    () => `${settings}</body>`,
  );
  const policy = contentPolicy(config);
  const inLocale = (locale: string) =>
    Buffer.from(html.replace(/<html lang="\w+"/, `<html lang="${locale}"`));
  const pages = { ko: inLocale('ko'), en: inLocale('en') };
  return (request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Cookie',
        'content-security-policy': policy,
      })
      .send(pages[requestLocale(request)]);
}

/** Registers the viewer at `/` and the office at `/office`, from `dist`, if they have been built. */
export async function serveApps(
  app: FastifyInstance,
  context: Context,
  isStaffPage: (path: string) => Promise<boolean>,
): Promise<void> {
  const { rootDir } = context.config;
  const sendFile = (path: string, file: File, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      'content-type': file.type,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'Accept-Encoding',
    });
    if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
    const encoding = acceptedEncoding(request);
    if (encoding === 'br' && file.br) return reply.header('content-encoding', 'br').send(file.br);
    if (encoding && file.gzip) return reply.header('content-encoding', 'gzip').send(file.gzip);
    return reply.send(file.identity);
  };

  const serve = (built: BuiltApp) => (request: FastifyRequest, reply: FastifyReply) => {
    const [asked = ''] = request.url.split('?', 1);
    const path = asked.slice(built.base.length) || '/';
    const file = built.files.get(path);
    if (file) return sendFile(path, file, request, reply);
    // A missing file must not be answered with a page: a browser would try to run it.
    if (/\.(js|css|map|woff2|png|svg|webp|ico|json|txt)$/.test(path)) {
      return reply
        .status(404)
        .header('cache-control', 'no-store')
        .send(errorBody('not_found', request.locale));
    }
    return built.page(request, reply);
  };

  const officeFolder = join(rootDir, 'dist/office');
  if (existsSync(join(officeFolder, 'index.html'))) {
    const office = openApp(officeFolder, '/office', officePage(officeFolder, context.config));
    app.get('/office', { schema: { hide: true } }, serve(office));
    app.get('/office/*', { schema: { hide: true } }, serve(office));
  }
  const page = await openPages(app, context, isStaffPage);
  if (page) {
    const viewer = openApp(join(rootDir, 'dist/viewer'), '', page);
    app.get('/', { schema: { hide: true } }, serve(viewer));
    app.get('/*', { schema: { hide: true } }, serve(viewer));
  }
}
