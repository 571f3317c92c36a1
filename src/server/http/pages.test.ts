import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../../test/api.ts';

/** A built viewer whose pages say what they were drawn for. */
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
  'export const renderPage = async ({ path, locale }) => ({ status: 200, head: "", html: locale + " " + path, state: "{}" });',
);
const { app } = await openTestApi({ rootDir, countryHeader: 'x-country' });

const drawnFor = async (url: string) =>
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
])('of the address %s a page is drawn for what tells it from others', async (url, drawn) => {
  expect(await drawnFor(url)).toBe(drawn);
});

test('who is outside the countries that are served is sent to the page that says so, which may name its language', async () => {
  const headers = { 'x-country': 'KR' };
  const elsewhere = await app.inject({ url: '/plans?lang=en', headers });
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([302, '/comn/region']);
  for (const url of ['/comn/region', '/comn/region/', '/comn/region?lang=en'])
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
});
