import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';
import { buildPage } from '../../../test/build.ts';

/** A built viewer whose pages say what they were rendered for. */
const rootDir = mkdtempSync(join(tmpdir(), 'maru-pages-'));
afterAll(() => rmSync(rootDir, { recursive: true, force: true }));
for (const folder of ['viewer/assets', 'renderer'])
  mkdirSync(join(rootDir, 'dist', folder), { recursive: true });
writeFileSync(join(rootDir, 'dist/viewer/assets/app.css'), 'body{}');
writeFileSync(
  join(rootDir, 'dist/viewer/index.html'),
  '<html lang="ko"><head><title>-</title><link rel="stylesheet" href="/assets/app.css"><script type="module" src="/assets/app.js"></script></head><body></body></html>',
);
writeFileSync(join(rootDir, 'package.json'), '{"type":"module"}');
writeFileSync(
  join(rootDir, 'dist/renderer/renderer.js'),
  'export const renderPage = async ({ path, locale }) => ({ status: 200, head: "", html: locale + " " + path, state: "{}" });' +
    'export const findRoute = (path) => path.startsWith("/nowhere/") ? undefined : /^[/](notice|faqs|kocowa|plans)$/.test(path) || path.split("/").length > 2 || path === "/" ? path : "/$slug";',
);
const { app, db, context } = await openTestApi({ rootDir, countryHeader: 'x-country', trustProxy: 1 });

const renderedFor = async (url: string) =>
  /<div id="app"[^>]*>(.*?)<\/div>/.exec((await app.inject(url)).body)?.[1];

test.each([
  ['/genre/romance', 'ko /genre/romance'],
  ['/genre/romance/', 'ko /genre/romance'],
  ['/?utm_source=mail', 'ko /'],
  ['/notice/?page=2&utm_source=mail', 'ko /notice?page=2'],
  ['/genre/romance?page=2', 'ko /genre/romance'],
  ['/kocowa?lang=en', 'en /kocowa?lang=en'],
  ['/faqs?lang=ko&page=3', 'ko /faqs?page=3&lang=ko'],
  ['/kocowa?lang=fr', 'ko /kocowa'],
])('of the address %s a page is rendered for what tells it from others', async (url, rendered) => {
  expect(await renderedFor(url)).toBe(rendered);
});

test('who is outside the countries that are served is sent to the page that says so, which may name its language', async () => {
  const headers = { 'x-country': 'KR' };
  const elsewhere = await app.inject({ url: '/plans?lang=en', headers });
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([302, '/comn/region']);
  for (const url of ['/comn/region', '/comn/region/', '/comn/region?lang=en'])
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
});

test('a path that has no page is answered by the shell with 404, and nothing is rendered for it', async () => {
  await buildPage(db, { slug: '이벤트', published: true });
  await buildPage(db, { slug: 'draft', published: false });
  context.responseCache.clear();
  const look = async (path: string) => {
    const { statusCode, body } = await app.inject({ url: encodeURI(path) });
    return [statusCode, body.includes('<div id="app"')];
  };
  for (const path of ['/nowhere/at/all', '/no-page-of-the-staff', '/draft', '/constructor'])
    expect(await look(path), path).toEqual([404, false]);
  expect((await app.inject('/%ff')).statusCode).toBe(400);
  for (const path of ['/이벤트', '/plans']) expect(await look(path), path).toEqual([200, true]);
});

test('a network that is over its share gets pages as shells that the browser fills; others and what is cached do not wait', async () => {
  const own = await openTestApi({
    rootDir,
    trustProxy: 1,
    builds: { share: 0.001, burstMs: 0, maxWaitMs: 1 },
  });
  const look = async (url: string, address: string) => {
    const { statusCode, body } = await own.app.inject({ url, headers: { 'x-forwarded-for': address } });
    return [statusCode, body.includes('<div id="app"')];
  };
  const seen = [];
  for (let n = 0; n < 12; n++) seen.push(await look(`/genre/g${n}`, '8.8.8.8'));
  expect(seen[0]).toEqual([200, true]);
  expect(seen.at(-1)).toEqual([200, false]);
  expect(await look('/genre/g0', '8.8.8.8')).toEqual([200, true]);
  expect(await look('/genre/g11', '8.8.4.4')).toEqual([200, true]);
  // Its answers that are not cached wait for the same share.
  const call = (address: string) =>
    own.app.inject({ url: '/api/get-notices?page=7', headers: { 'x-forwarded-for': address } });
  const refused = await call('8.8.8.8');
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect((await call('8.8.4.9')).statusCode).toBe(200);
  expect((await call('8.8.8.8')).statusCode).toBe(200);
});
